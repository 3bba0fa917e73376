// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/index.hpp"

#include <lexikos/documents.hpp>
#include <lexikos/file.hpp>

#include "app/on_device/search/indexed_text.hpp"
#include "app/on_device/search/saved_index.hpp"
#include "app/on_device/search/transformed_text.hpp"

namespace lexikos::app
{

namespace
{

/// An index, and the records or documents of its text.
template <class Index, class Space>
void save(Space const& space, Index const& index, IndexRequest const& request, SavedFile& file, IndexOutcome& outcome)
{
  outcome.table_depth = index.table_depth();
  outcome.table_entries = index.table_entries();
  outcome.alphabet_size = index.alphabet_size();
  Stopwatch watch;
  index.save(space, file.writer());
  if (auto const* const records = request.records) {
    std::size_t const n = request.job.text->bytes().size() / request.symbol_bytes;
    documents_from_host(space, records->offsets, n).save(space, file.writer(), records_prefix);
    if (records->has_names()) save_names(*records, file.writer());
  }
  file.commit();
  outcome.write_seconds = watch.lap();
}

}  // namespace

SavedFile index_file(std::string const& path, IndexKind kind)
{
  return {path, kind == IndexKind::fm ? fm_index_kind : suffix_index_kind};
}

IndexOutcome index_text(Session const& session, IndexRequest const& request, SavedFile& file)
{
  return run_on_text<IndexOutcome>(session, request.job, [&](auto& run) {
    return with_index(request.index_bytes, [&](auto width) {
      using Entry = decltype(width);
      IndexOutcome outcome;
      outcome.device = run.device;
      if (request.kind == IndexKind::fm)
        save(run.space, build_transformed<Entry>(run, request, outcome), request, file, outcome);
      else
        with_symbol(request.symbol_bytes, [&](auto symbol) {
          save(run.space, build_index<Entry, decltype(symbol)>(run, request, outcome), request, file, outcome);
        });
      return outcome;
    });
  });
}

}  // namespace lexikos::app
