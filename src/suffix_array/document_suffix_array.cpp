// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Suffix arrays of documents: as those of one text, where few documents end with symbols of their own; else prefix doubling
// (algorithms/prefix_doubling.cpp) after a first sort that knows where documents end.

#include <algorithm>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/document_suffix_array.hpp>
#include <limits>
#include <optional>

#include "common/whole_collection.hpp"
#include "suffix_array/automatic.hpp"
#include "suffix_array/call.hpp"
#include "suffix_array/rounds/doubling.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/text/document_keys.hpp"
#include "suffix_array/text/separated_text.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// Sorts a text as `automatic` would. Returns false, having sorted nothing, where that is by prefix doubling.
template <class ExecutionSpace, class Index>
bool sort_unless_by_doubling(SortRun<ExecutionSpace, Index>& run)
{
  std::optional<Workspace::Scope> scope(std::in_place, run.context.workspace);
  AutomaticChoice found;
  run.context.step("choose", [&] { found = choose_algorithm(run); });
  if (found.choice.algorithm == SuffixArrayAlgorithm::prefix_doubling) return false;
  take_choice(run, found.choice, scope);
  sort_suffixes(run);
  return true;
}

/// Sorts the collection as one text (text/separated_text.hpp), if it has few documents and letters, and if that text is not one
/// for prefix doubling. Else returns false, having sorted nothing.
template <class ExecutionSpace, class Index>
bool sort_separated(Context<ExecutionSpace> const& context, SuffixArrayOptions const& options,
                    Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                    detail::DocumentQueries const& documents,
                    Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                    Span<Index, typename ExecutionSpace::memory_space> const& inverse)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const size = text.extent(0) + documents.count;
  if (documents.count > max_ends || size > std::numeric_limits<Index>::max() - 1 || !may_not_double(context, size))
    return false;
  Workspace::Scope const scope(context.workspace);
  Alphabet alphabet;
  context.step("pack",
               [&] { alphabet = find_alphabet(context.space, SymbolText<MemorySpace>(text), context.workspace); });
  if (!have_symbols_of_ends(documents.count, alphabet.size)) return false;
  auto const separated = context.template take<std::uint8_t>(size);
  context.step("separate",
               [&] { write_separated(context.space, text, alphabet, documents, separated, context.workspace); });
  auto const sorted = context.template take<Index>(size);
  auto const ranks = inverse.data() != nullptr ? context.template take<Index>(size) : Span<Index, MemorySpace>();
  Report const report = context.report.of_longer(size);
  Context<ExecutionSpace> const inner = context.with(report);
  SortRun<ExecutionSpace, Index> run{
      inner, options, SymbolText<MemorySpace>(Span<std::uint8_t const, MemorySpace>(separated)), sorted, ranks};
  if (!sort_unless_by_doubling(run)) return false;
  run.statistics().alphabet_size = alphabet.size;
  context.step("take arrays", [&] { take_arrays(context.space, documents, sorted, ranks, suffix_array, inverse); });
  return true;
}

/// Sorts a collection of one document, or of few, as one text; false, having sorted nothing, if it has to be sorted as
/// documents.
template <class ExecutionSpace, class Symbol, class Index>
bool sort_as_one_text(Context<ExecutionSpace> const& context, SuffixArrayOptions const& options,
                      Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                      detail::DocumentQueries const& documents,
                      Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                      Span<Index, typename ExecutionSpace::memory_space> const& inverse)
{
  if (documents.count == 1) {
    Workspace::Scope const scope(context.workspace);
    SortRun<ExecutionSpace, Index> run{context, options, symbol_text<Index>(context, text), suffix_array, inverse};
    sort_suffixes(run);
    return true;
  }
  if constexpr (sizeof(Symbol) == 1)
    return sort_separated<ExecutionSpace, Index>(context, options, text, documents, suffix_array, inverse);
  return false;
}

void settle_algorithm_of_documents(SuffixArrayStatistics& statistics)
{
  if (statistics.algorithm == SuffixArrayAlgorithm::automatic) {
    statistics.algorithm = SuffixArrayAlgorithm::prefix_doubling;
    statistics.reason = "it sorts suffixes that end with their documents";
  }
  detail::require(
      statistics.algorithm == SuffixArrayAlgorithm::prefix_doubling, ErrorCode::not_supported,
      "suffixes that end with their documents are sorted by prefix doubling, or as automatic chooses, not by " +
          std::string(to_string(statistics.algorithm)));
}

}  // namespace

template <class ExecutionSpace, class Symbol, class Index>
void build_of_documents(ExecutionSpace const& space,
                        Span<Symbol const, typename ExecutionSpace::memory_space> const& text,
                        Documents<typename ExecutionSpace::memory_space> const& documents,
                        Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                        Span<Index, typename ExecutionSpace::memory_space> const& inverse,
                        SuffixArrayOptions const& options)
{
  detail::require_whole_collection(space, documents, text.extent(0));
  Call<ExecutionSpace> call(space, options, text.extent(0));
  auto const& context = call.context();
  bool const is_automatic = options.algorithm == SuffixArrayAlgorithm::automatic;
  bool const is_sorted = text.extent(0) != 0 && is_automatic &&
                         sort_as_one_text<ExecutionSpace, Symbol, Index>(context, options, text, documents.queries(),
                                                                         suffix_array, inverse);
  if (!is_sorted) settle_algorithm_of_documents(context.report.statistics());
  if (!is_sorted && text.extent(0) != 0) {
    SortRun<ExecutionSpace, Index> run{context, options, symbol_text<Index>(context, text), suffix_array, inverse};
    Workspace::Scope const scope(context.workspace);
    auto rounds = sort_first_symbols_of_documents(run, documents.queries(), DocumentOrder::by_symbols);
    finish_by_doubling(rounds, SuccessorAtDepth{});
  }
  call.end();
}

}  // namespace lexikos::suffix_array_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::SymbolType Symbol>
std::size_t document_suffix_array_workspace_bytes(std::size_t n, std::size_t documents, bool with_inverse)
{
  using enum SuffixArrayAlgorithm;
  auto const bytes_of = [&](std::size_t symbols, SuffixArrayAlgorithm algorithm) {
    return suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(symbols, algorithm, with_inverse);
  };
  std::size_t const by_doubling = bytes_of(n, prefix_doubling);
  if (documents == 1) return std::max(by_doubling, bytes_of(n, automatic));
  if (sizeof(Symbol) != 1 || documents > suffix_array_detail::max_ends) return by_doubling;
  std::size_t const size = n + documents;
  std::size_t const separated = (1 + sizeof(Index) * (with_inverse ? 2 : 1)) * size + 5 * Workspace::alignment;
  return std::max(by_doubling, separated + bytes_of(size, automatic));
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL, INDEX)                                                               \
  template std::size_t document_suffix_array_workspace_bytes<SPACE, INDEX, SYMBOL>(std::size_t, std::size_t, bool); \
  template void suffix_array_detail::build_of_documents<SPACE, SYMBOL, INDEX>(                                      \
      SPACE const&, Span<SYMBOL const, SPACE::memory_space> const&, Documents<SPACE::memory_space> const&,          \
      Span<INDEX, SPACE::memory_space> const&, Span<INDEX, SPACE::memory_space> const&, SuffixArrayOptions const&);
#define LEXIKOS_INSTANTIATE(SPACE, INDEX)              \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint8_t, INDEX)  \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint16_t, INDEX) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t, INDEX) \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t, INDEX)
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
