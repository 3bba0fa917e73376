// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What an index by range is made of: the packed text, and the directory of its suffix array.

#include <bit>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/distributed/detail/ranges.hpp>

#include "distributed/inverse.hpp"
#include "distributed/table_by_range.hpp"
#include "distributed/whole_text.hpp"

namespace lexikos::distributed_detail
{

template <class MemorySpace>
struct LargestSymbol
{
  SymbolAt<MemorySpace> symbols;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& largest) const
  {
    largest = Kokkos::max(largest, symbols(i));
  }
};

template <class MemorySpace>
struct MarkAbsent
{
  Span<std::uint32_t, MemorySpace> codes;
  std::uint32_t size;

  /// The numbers of distinct bytes ascend: of one that is absent it is that of the next.
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t c) const
  {
    std::uint32_t const next = c + 1 < codes.extent(0) ? codes(c + 1) : size;
    return next == codes(c) ? ~std::uint32_t{0} : codes(c);
  }
};

template <class ExecutionSpace, class Index>
class BuildByRange
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Arrays = RangeArrays<MemorySpace, Index>;

 public:
  BuildByRange(Context<ExecutionSpace> const& context, MemoryResource& resource)
      : m_context(context), m_resource(resource)
  {}

  /// Packs the text on every rank.
  void pack(detail::BytesOfText<MemorySpace> const& text, Blocks const& blocks, Arrays& arrays) const
  {
    Workspace::Scope const scope(m_context.workspace);
    arrays.n = blocks.total();
    arrays.symbol_bytes = text.symbol_bytes;
    if (text.symbol_bytes == 1) {
      Alphabet alphabet;
      auto const codes = number_bytes(m_context, text.template symbols<std::uint8_t>(), alphabet);
      auto const table = detail::allocate<std::uint32_t, MemorySpace>(m_resource, "lexikos::distributed::codes", 256);
      fill_by(m_context.space, "lexikos::distributed::codes", table,
              MarkAbsent<MemorySpace>{codes.table, alphabet.size});
      arrays.codes = table;
      arrays.bits = alphabet.bits;
      arrays.largest = alphabet.size == 0 ? 0 : alphabet.size - 1;
      return gather(codes, blocks, arrays);
    }
    SymbolAt<MemorySpace> const symbols(text);
    std::uint64_t mine = 0;
    Kokkos::parallel_reduce("lexikos::distributed::largest_symbol",
                            backends::Range<ExecutionSpace>(m_context.space, 0, text.size()),
                            LargestSymbol<MemorySpace>{symbols}, Kokkos::Max<std::uint64_t>(mine));
    auto const all = m_context.ranks().all_gather(text.size() == 0 ? 0 : mine);
    arrays.largest = *std::max_element(all.begin(), all.end());
    arrays.bits = std::max(1, static_cast<int>(std::bit_width(arrays.largest)));
    gather(symbols, blocks, arrays);
  }

  /// By which patterns find their place in the array, from the packed text and this rank's range.
  void direct(Blocks const& blocks, distributed::IndexByRangeOptions const& options, Arrays& arrays) const
  {
    arrays.firsts = blocks.firsts();
    find_splitters(blocks, arrays);
    std::uint64_t const wanted = options.table_entries != 0 ? options.table_entries : arrays.suffix_array.extent(0) / 2;
    make_table(m_context, wanted, m_resource, arrays);
  }

 private:
  void find_splitters(Blocks const& blocks, Arrays& arrays) const
  {
    Span<Index const, MemorySpace> const own = arrays.suffix_array;
    auto const first_suffixes =
        m_context.ranks().all_gather(own.extent(0) == 0 ? 0 : detail::read_back(m_context.space, own, 0));
    std::vector<std::uint32_t> owners;
    std::vector<Index> splitters;
    for (std::size_t r = 0; r < blocks.size(); ++r) {
      if (blocks.extent(r) == 0) continue;
      if (!owners.empty()) splitters.push_back(static_cast<Index>(first_suffixes[r]));
      owners.push_back(static_cast<std::uint32_t>(r));
    }
    arrays.owners = detail::copy_from_host(m_context.space, m_resource, "lexikos::distributed::owners", owners);
    arrays.splitters =
        detail::copy_from_host(m_context.space, m_resource, "lexikos::distributed::splitters", splitters);
  }

  template <class Codes>
  void gather(Codes const& codes, Blocks const& blocks, Arrays& arrays) const
  {
    auto const words = detail::allocate<std::uint64_t, MemorySpace>(
        m_resource, "lexikos::distributed::words", suffix_array_detail::packed_words(arrays.n, arrays.bits));
    static_cast<void>(gather_codes(m_context, blocks, codes, arrays.bits, words));
    m_context.space.fence("lexikos::distributed::gather_text");
    arrays.words = words;
  }

  Context<ExecutionSpace> const& m_context;
  MemoryResource& m_resource;
};

}  // namespace lexikos::distributed_detail
