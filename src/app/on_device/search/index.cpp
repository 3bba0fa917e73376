// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/index.hpp"

#include <lexikos/file.hpp>

#include "app/on_device/search/indexed_text.hpp"

namespace lexikos::app
{

SavedFile index_file(std::string const& path)
{
  return {path, suffix_index_kind};
}

IndexOutcome index_text(Session const& session, IndexRequest const& request, SavedFile& file)
{
  return run_on_text<IndexOutcome>(session, request.job, [&](auto& run) {
    return with_index(request.index_bytes, [&](auto width) {
      IndexOutcome outcome;
      outcome.device = run.device;
      auto const index = build_index<decltype(width)>(run, request, outcome);
      outcome.table_depth = index.table_depth();
      outcome.table_entries = index.table_entries();
      outcome.alphabet_size = index.alphabet_size();
      Stopwatch watch;
      index.save(run.space, file.writer());
      file.commit();
      outcome.write_seconds = watch.lap();
      return outcome;
    });
  });
}

}  // namespace lexikos::app
