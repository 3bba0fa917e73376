// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A collection as one text of bytes, in which each document ends with a symbol of its own: the first document's is the
// smallest, and all of them are smaller than the symbols of the text, which are numbered after them. Its suffixes, without
// those that begin with an end, have the order of the suffixes of the documents, so that every sorter of texts sorts
// collections of few documents.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/document_queries.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>

#include "backends/launch.hpp"
#include "common/copy_from_host.hpp"
#include "suffix_array/text/alphabet.hpp"

namespace lexikos::suffix_array_detail
{

/// Documents, at most: bytes have at least one symbol of the text.
constexpr std::uint64_t max_ends = 255;

/// Whether bytes have room for the symbols of a text, and for as many ends.
inline bool have_symbols_of_ends(std::uint64_t documents, unsigned alphabet_size)
{
  return documents <= 256U - alphabet_size;
}

struct WriteSeparated
{
  detail::DocumentQueries documents;  ///< have all positions of the text
  std::uint8_t const* text;
  std::uint8_t* separated;
  std::uint8_t const* codes;  ///< of bytes

  KOKKOS_FUNCTION void operator()(std::size_t position) const
  {
    std::uint64_t const document = documents.document_of(position);
    separated[position + document] =
        static_cast<std::uint8_t>(codes[text[position]] + static_cast<unsigned>(documents.count));
  }
};

struct WriteEnds
{
  detail::DocumentQueries documents;
  std::uint8_t* separated;

  KOKKOS_FUNCTION void operator()(std::size_t document) const
  {
    separated[documents.offsets[document + 1] + document] = static_cast<std::uint8_t>(document);
  }
};

/// Entries of the collection's suffix array from those of the separated text, of which the first are ends.
template <class Index>
struct TakeSuffixes
{
  detail::DocumentQueries documents;
  Index const* sorted;
  Index* suffix_array;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint64_t const place = sorted[documents.count + i];
    suffix_array[i] = static_cast<Index>(place - ends_before(place));
  }

 private:
  [[nodiscard]] KOKKOS_FUNCTION std::uint64_t ends_before(std::uint64_t place) const
  {
    std::uint64_t low = 0, high = documents.count;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (documents.offsets[middle + 1] + middle < place)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

template <class Index>
struct TakeRanks
{
  detail::DocumentQueries documents;
  Index const* ranks;
  Index* inverse;

  KOKKOS_FUNCTION void operator()(std::size_t position) const
  {
    inverse[position] = static_cast<Index>(ranks[position + documents.document_of(position)] - documents.count);
  }
};

/// \param text       [0..n)
/// \param documents  have all of it
/// \param separated  [0..n + documents) receives it
/// Takes 256 bytes of workspace in the caller's scope.
template <class ExecutionSpace>
void write_separated(ExecutionSpace const& space,
                     Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                     Alphabet const& alphabet, detail::DocumentQueries const& documents,
                     Span<std::uint8_t, typename ExecutionSpace::memory_space> const& separated, Workspace& workspace)
{
  using Range = backends::Range<ExecutionSpace>;
  Kokkos::parallel_for("lexikos::suffix_array::write_separated", Range(space, 0, text.extent(0)),
                       WriteSeparated{documents, text.data(), separated.data(),
                                      detail::copy_from_host(space, alphabet.code, workspace).data()});
  Kokkos::parallel_for("lexikos::suffix_array::write_ends", Range(space, 0, documents.count),
                       WriteEnds{documents, separated.data()});
}

/// \param sorted        [0..n + documents) suffix array of the separated text
/// \param ranks         [0..n + documents) its inverse, or null
/// \param suffix_array  [0..n) receives the collection's
/// \param inverse       [0..n) receives its inverse, or null as ranks are
template <class ExecutionSpace, class Index>
void take_arrays(ExecutionSpace const& space, detail::DocumentQueries const& documents,
                 Span<Index, typename ExecutionSpace::memory_space> const& sorted,
                 Span<Index, typename ExecutionSpace::memory_space> const& ranks,
                 Span<Index, typename ExecutionSpace::memory_space> const& suffix_array,
                 Span<Index, typename ExecutionSpace::memory_space> const& inverse)
{
  backends::Range<ExecutionSpace> const all(space, 0, suffix_array.extent(0));
  Kokkos::parallel_for("lexikos::suffix_array::take_suffixes", all,
                       TakeSuffixes<Index>{documents, sorted.data(), suffix_array.data()});
  if (inverse.data() != nullptr)
    Kokkos::parallel_for("lexikos::suffix_array::take_ranks", all,
                         TakeRanks<Index>{documents, ranks.data(), inverse.data()});
}

}  // namespace lexikos::suffix_array_detail
