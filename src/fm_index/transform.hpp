// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The structure of a transform, and the numbers of its symbols.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/fm_index.hpp>
#include <type_traits>
#include <vector>

#include "backends/launch.hpp"
#include "common/count_symbols.hpp"
#include "common/host_containers.hpp"
#include "common/read_back.hpp"
#include "fm_index/byte_slots.hpp"
#include "fm_index/exceptions.hpp"
#include "fm_index/slots.hpp"

namespace lexikos::fm_detail
{

/// slots(i) = digits of the sequence, 0 for exceptions.
struct KeepDigits
{
  std::uint8_t* slots;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    if (slots[i] > 3) slots[i] = 0;
  }
};

[[nodiscard]] inline std::vector<std::uint32_t> numbers_below(std::size_t n)
{
  return detail::with_host_memory("an alphabet", [&] {
    std::vector<std::uint32_t> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::uint32_t>(i);
    return numbers;
  });
}

/// A wavelet matrix or tree of slots or symbols.
/// \param alphabet  of the sequence; empty: to be found
template <class ExecutionSpace, class Index, class Symbol>
void build_structure(ExecutionSpace const& space,
                     Span<Symbol const, typename ExecutionSpace::memory_space> const& sequence,
                     std::vector<std::uint32_t> const& alphabet, FmIndexOptions const& options,
                     detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                     Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  WaveletOptions const building{.alphabet = alphabet, .shape = options.shape, .workspace = &workspace};
  if (arrays.layout == detail::FmLayout::tree)
    arrays.tree = WaveletTree<MemorySpace, Symbol>(space, sequence, building);
  else
    arrays.matrix = WaveletMatrix<MemorySpace, Symbol>(space, sequence, building);
}

/// What makes rows of the ranks that the structure answers: `first_rows`, but for levels of digits, which count on from the
/// digits below.
template <class ExecutionSpace, class Index, class Symbol>
void set_shifts(ExecutionSpace const& space, std::vector<std::uint64_t> rows,
                detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                MemoryResource& resource)
{
  if (arrays.layout == detail::FmLayout::dense) {
    auto const& base = detail::WaveletAccess::codes(arrays.matrix).levels().places().base;
    for (std::size_t slot = 0; slot < rows.size() && slot < 4; ++slot) rows[slot] -= base[slot];
  }
  arrays.shifts = detail::copy_from_host(space, resource, "lexikos::fm_index::shifts", rows);
}

/// Tables of the slots of bytes.
template <class ExecutionSpace>
[[nodiscard]] detail::FmAlphabet<typename ExecutionSpace::memory_space, std::uint8_t> alphabet_of(
    ExecutionSpace const& space, ByteSlots const& slots, std::array<std::uint32_t, 256> const& of_symbol,
    MemoryResource& resource)
{
  return {detail::copy_from_host(space, resource, "lexikos::fm_index::slots", of_symbol),
          detail::copy_from_host(space, resource, "lexikos::fm_index::symbols", slots.symbols)};
}

/// Of bytes: in two bits a symbol where there are few others. The alphabet is that of the text's symbols; a byte a symbol of
/// scratch, another for the search for runs, and that of the structure. Fences.
template <class ExecutionSpace, class Index>
void store_transform(ExecutionSpace const& space,
                     Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& bwt,
                     FmIndexOptions const& options,
                     detail::FmArrays<typename ExecutionSpace::memory_space, Index, std::uint8_t>& arrays,
                     Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Workspace::Scope const scope(workspace);
  std::size_t const n = bwt.extent(0);
  auto& resource = workspace.resource();
  auto const byte_counts = detail::count_bytes(space, bwt, workspace);
  auto const slots = workspace.take<std::uint8_t, MemorySpace>(n);
  ByteSlots numbers = dense_slots(byte_counts, options.letters);
  arrays.alphabet = alphabet_of(space, numbers, numbers.of_symbol, resource);
  to_slots(space, "lexikos::fm_index::slots", arrays.alphabet, bwt, slots);
  std::size_t const runs = numbers.size() > 4 ? count_exception_runs(space, slots) : 0;
  std::size_t structure_symbols = 4;
  if (are_few_runs(runs, n)) {
    arrays.layout = detail::FmLayout::dense;
    if (runs > 0) {
      arrays.exceptions =
          exceptions_of_runs(space, find_runs(space, slots, runs, workspace), n, numbers.size(), resource);
      Kokkos::parallel_for("lexikos::fm_index::keep_digits", backends::Range<ExecutionSpace>(space, 0, n),
                           KeepDigits{slots.data()});
    }
  }
  else {
    numbers = ordered_slots(byte_counts);
    arrays.layout = options.shape == WaveletShape::huffman ? detail::FmLayout::tree : detail::FmLayout::matrix;
    arrays.alphabet = alphabet_of(space, numbers, numbers.of_symbol, resource);
    to_slots(space, "lexikos::fm_index::slots", arrays.alphabet, bwt, slots);
    structure_symbols = numbers.size();
  }
  build_structure<ExecutionSpace, Index, std::uint8_t>(space, slots, numbers_below(structure_symbols), options, arrays,
                                                       workspace);
  std::vector<std::uint64_t> const counts = detail::with_host_memory("counts of symbols", [&] {
    std::vector<std::uint64_t> of_slots;
    for (auto const symbol : numbers.symbols) of_slots.push_back(byte_counts[symbol]);
    return of_slots;
  });
  set_shifts(space, first_rows(numbers.symbols, counts), arrays, resource);
}

/// How often each code stands in a structure, on the host.
template <class ExecutionSpace, class Index, class Symbol>
[[nodiscard]] std::vector<std::uint64_t> counts_of_codes(
    ExecutionSpace const& space, detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays)
{
  if (arrays.layout != detail::FmLayout::tree) {
    auto const starts = detail::read_all_back(space, detail::WaveletAccess::codes(arrays.matrix).starts());
    return {starts.begin() + static_cast<std::ptrdiff_t>(starts.size() / 2), starts.end()};
  }
  auto const& topology = detail::WaveletAccess::codes(arrays.tree).topology();
  auto const of_leaves = detail::read_all_back(space, topology.leaf_counts);
  auto const leaves = detail::read_all_back(space, topology.leaf_of_code);
  auto counts = of_leaves;
  for (std::size_t code = 0; code < leaves.size(); ++code) counts[code] = of_leaves[leaves[code]];
  return counts;
}

/// Of wide symbols, whose slots are their codes in the structure.
template <class ExecutionSpace, class Index, class Symbol>
void store_transform(ExecutionSpace const& space, Span<Symbol const, typename ExecutionSpace::memory_space> const& bwt,
                     FmIndexOptions const& options,
                     detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays,
                     Workspace& workspace)
{
  arrays.layout =
      options.shape == WaveletShape::huffman && bwt.extent(0) > 0 ? detail::FmLayout::tree : detail::FmLayout::matrix;
  build_structure<ExecutionSpace, Index, Symbol>(space, bwt, {}, options, arrays, workspace);
  if (arrays.layout == detail::FmLayout::tree)
    arrays.alphabet = {arrays.tree.alphabet()};
  else
    arrays.alphabet = {arrays.matrix.alphabet()};
  auto const counts = counts_of_codes<ExecutionSpace, Index, Symbol>(space, arrays);
  set_shifts(space, first_rows(numbers_below(counts.size()), counts), arrays, workspace.resource());
}

}  // namespace lexikos::fm_detail
