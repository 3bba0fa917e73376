// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first sort of the suffixes of documents, each of which ends with its document.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/document_queries.hpp>
#include <lexikos/error.hpp>
#include <string>

#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "suffix_array/rounds/rounds.hpp"
#include "suffix_array/sort_run.hpp"
#include "suffix_array/text/first_sort.hpp"
#include "suffix_array/text/packed_text.hpp"

namespace lexikos::suffix_array_detail
{

/// Symbols of so many bits that a key holds: beside them, it has room for 0 to one more than their number. At least 1 where a
/// key of 64 bits has no more than them.
/// \param most      symbols, at most
/// \param key_bits  that they may take
inline int symbols_per_document_key(int bits, int most = 64, int key_bits = 64)
{
  auto const count_bits = [](int count) { return static_cast<int>(std::bit_width(static_cast<unsigned>(count) + 1)); };
  int symbols = std::min(key_bits / bits, most);
  while (symbols > 0 && symbols * bits + count_bits(symbols) > key_bits) --symbols;
  return symbols;
}

/// What comes first in the order of the suffixes of documents.
enum class DocumentOrder
{
  by_symbols,  ///< the documents of equal suffixes decide
  by_document  ///< each document's suffixes are sorted by themselves
};

/// Keys of suffixes: their document, where the order begins with it; their first symbols, zeros where there are fewer, then how
/// many symbols the suffix has, but at most one more than the key holds. So a suffix precedes those that it is a prefix of, and
/// of equal keys it is known whether the suffixes end with them, and are equal.
template <class MemorySpace>
struct DocumentKeys
{
  PackedText<MemorySpace> packed;
  detail::DocumentQueries documents;  ///< have all positions of the text
  int symbols;                        ///< that a key holds
  int count_bits;
  int document_bits;  ///< 0 where the order does not begin with the document, or there is but one

  DocumentKeys(PackedText<MemorySpace> const& text, detail::DocumentQueries const& queries, int max_symbols,
               DocumentOrder order = DocumentOrder::by_symbols)
      : packed(text),
        documents(queries),
        document_bits(order == DocumentOrder::by_document ? static_cast<int>(std::bit_width(queries.count - 1)) : 0)
  {
    symbols = symbols_per_document_key(text.bits, max_symbols, 64 - document_bits);
    count_bits = std::bit_width(static_cast<unsigned>(symbols) + 1);
    detail::require(symbols > 0, ErrorCode::not_supported,
                    std::to_string(queries.count) + " texts of symbols of " + std::to_string(text.bits) +
                        " bits are too many to be sorted each by itself");
  }

  [[nodiscard]] KOKKOS_FUNCTION int key_bits() const { return document_bits + symbols * packed.bits + count_bits; }

  /// Neighbouring positions mostly share their document, and what is read to find it.
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t key(std::size_t position) const
  {
    DocumentBounds const bounds = documents.bounds_of(position);
    std::uint64_t const rest = bounds.end - position;
    auto const most = static_cast<std::uint64_t>(symbols);
    std::uint64_t first = packed.symbols(position, symbols);
    if (rest < most) {
      int const beyond = (symbols - static_cast<int>(rest)) * packed.bits;  // of the next documents; less than 64
      first = first >> beyond << beyond;
    }
    std::uint64_t const of_suffix = first << count_bits | (rest > most ? most + 1 : rest);
    return document_bits == 0 ? of_suffix : bounds.document << (key_bits() - document_bits) | of_suffix;
  }

  /// Whether the suffixes with this key have no more symbols than it holds.
  [[nodiscard]] KOKKOS_FUNCTION bool ends_within(std::uint64_t key) const
  {
    return (key & ((std::uint64_t{1} << count_bits) - 1)) <= static_cast<std::uint64_t>(symbols);
  }
};

/// All suffixes in the order of the text, which is that of the documents: so a stable sort orders those of equal keys that
/// end within them.
struct SuffixesOfDocuments
{
  std::size_t n = 0;

  [[nodiscard]] std::size_t size() const { return n; }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t operator()(std::size_t j) const { return j; }
};

/// A group starts where the key changes. Suffixes that end within their key are groups of their own: they are in their place.
template <class Keys, class KeyView, class HeadView>
struct MarkDocumentHeads
{
  Keys document_keys;
  KeyView keys;    ///< [0..n) sorted
  HeadView heads;  ///< [0..n]

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    bool head = i == 0 || i == keys.extent(0);
    head = head || keys(i) != keys(i - 1) || document_keys.ends_within(keys(i));
    heads(i) = head ? first_sort_number : 0;
  }
};

/// Packs the text, sorts the suffixes of documents by as many symbols as fit a key, ranks them, and lists those that are not
/// in their place. Of these each has more symbols than the key holds, so that its successor, where a round looks for it, lies
/// in the same document; and as those of a group agree in the rank of their successor, they have more symbols again. So what
/// follows are the rounds of any text.
///
/// Memory that the rounds need is taken in the caller's scope. Scratch: two keys of eight bytes a suffix.
/// \param order        what comes first in it
/// \param max_symbols  of a key; fewer than fit are for tests
template <class ExecutionSpace, class Index>
[[nodiscard]] Rounds<ExecutionSpace, Index> sort_first_symbols_of_documents(SortRun<ExecutionSpace, Index>& run,
                                                                            detail::DocumentQueries const& documents,
                                                                            DocumentOrder order, int max_symbols = 64)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Keys = Span<std::uint64_t, MemorySpace>;
  auto const& context = run.context;
  auto const& space = context.space;
  std::size_t const n = run.size();
  auto const memory = take_round_memory<Index>(context, n);
  int symbols = 0;
  {
    Workspace::Scope const scope(context.workspace);
    // until the sort starts, its second key array holds the packed text
    auto const words = context.template take<std::uint64_t>(std::max(n, max_packed_words(n, run.text.symbol_bits())));
    primitives::DoubleBuffer keys{context.template take<std::uint64_t>(n), first_of(words, n)};
    primitives::DoubleBuffer suffixes{run.suffix_array, memory.values()};
    DocumentKeys<MemorySpace> const document_keys(pack_into(run, words), documents, max_symbols, order);
    symbols = document_keys.symbols;
    context.step("first keys",
                 [&] { first_keys(space, document_keys, SuffixesOfDocuments{n}, keys.current, suffixes.current); });
    context.step("first sort", [&] {
      primitives::radix_sort_pairs(space, keys, suffixes, 0, document_keys.key_bits(), context.workspace);
      if (suffixes.current.data() != run.suffix_array.data())
        Kokkos::deep_copy(space, run.suffix_array, suffixes.current);
    });
    context.step("first heads", [&] {
      using Heads = decltype(memory.heads());
      Kokkos::parallel_for(
          "lexikos::suffix_array::mark_document_heads", backends::Range<ExecutionSpace>(space, 0, n + 1),
          MarkDocumentHeads<DocumentKeys<MemorySpace>, Keys, Heads>{document_keys, keys.current, memory.heads()});
    });
  }
  run.statistics().first_depth = static_cast<unsigned>(symbols);
  return start_rounds(context, Ranking<ExecutionSpace, Index>{run.suffix_array, run.take_ranks()}, memory,
                      static_cast<std::size_t>(symbols));
}

}  // namespace lexikos::suffix_array_detail
