// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/collections/overlap.hpp"

#include <lexikos/overlap.hpp>
#include <span>

#include "app/on_device/session/run_on_text.hpp"

namespace lexikos::app
{

namespace
{

template <class ExecutionSpace>
Documents<typename ExecutionSpace::memory_space> overlap_documents(ExecutionSpace const& space, SymbolText const& text,
                                                                   unsigned symbol_bytes)
{
  if (text.offsets.empty()) return {};
  return documents_from_host(space, text.offsets, text.bytes->bytes().size() / symbol_bytes);
}

template <class Symbol, class ExecutionSpace>
OverlapOutcome compare_with_corpus(TextRun<ExecutionSpace>& run, OverlapRequest const& request)
{
  // what is sure to be taken: the suffix array, its inverse, the LCP array, and what they are built in
  run.require_memory({{"the index of the queries", run.n / sizeof(Symbol) * 24}});
  run.load();
  OverlapOptions<typename ExecutionSpace::memory_space> options;
  options.length = request.length;
  options.documents = overlap_documents(run.space, request.queries, sizeof(Symbol));
  options.corpus_documents = overlap_documents(run.space, request.corpus, sizeof(Symbol));
  options.max_documents = request.max_documents;
  options.workspace = &run.workspace;
  auto const bytes = request.corpus.bytes->bytes();
  std::span<Symbol const> const corpus(reinterpret_cast<Symbol const*>(bytes.data()), bytes.size() / sizeof(Symbol));
  ProgressBar progress = run.bar("comparing");
  options.progress = progress.updates();
  Stopwatch watch;
  auto const found = overlap(run.space, run.template symbols<Symbol>(), corpus, options);
  OverlapOutcome outcome{.device = run.device};
  outcome.seconds = watch.lap();
  outcome.covered = to_host(run.space, found.covered);
  outcome.longest = to_host(run.space, found.longest);
  outcome.corpus_documents = to_host(run.space, found.corpus_documents);
  outcome.numbers = to_host(run.space, found.numbers);
  outcome.offsets = to_host(run.space, found.offsets);
  return outcome;
}

}  // namespace

OverlapOutcome find_overlap(Session const& session, OverlapRequest const& request)
{
  return run_on_text<OverlapOutcome>(session, request.job, [&](auto& run) {
    return with_symbol(request.symbol_bytes,
                       [&](auto symbol) { return compare_with_corpus<decltype(symbol)>(run, request); });
  });
}

}  // namespace lexikos::app
