// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The text that an index keeps.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fm_arrays.hpp>

#include "backends/launch.hpp"
#include "fm_index/exceptions.hpp"

namespace lexikos::fm_detail
{

/// words(w) = 32 digits; exceptions and what comes after the text are 0.
template <class Slot>
struct PackDigits
{
  static constexpr std::size_t digits = 32;

  Slot const* slots;
  std::size_t n;
  std::uint64_t* words;

  KOKKOS_FUNCTION void operator()(std::size_t w) const
  {
    std::uint64_t word = 0;
    for (std::size_t j = 0; j < digits && w * digits + j < n; ++j) {
      std::uint64_t const slot = slots[w * digits + j];
      word |= (slot < 4 ? slot : 0) << 2 * j;
    }
    words[w] = word;
  }
};

/// Keeps a text of slots, which has n > 0: packed, if few runs of it are no digits; else copied.
template <class ExecutionSpace, class Index, class Symbol>
void keep_text(ExecutionSpace const& space,
               Span<detail::FmSlot<Symbol> const, typename ExecutionSpace::memory_space> const& slots,
               detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol>& arrays, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Slot = detail::FmSlot<Symbol>;
  std::size_t const n = slots.extent(0);
  auto& resource = workspace.resource();
  bool const is_dense = arrays.layout == detail::FmLayout::dense;
  std::size_t const runs = is_dense && arrays.alphabet.size() > 4 ? count_exception_runs(space, slots) : 0;
  arrays.text.n = n;
  if (is_dense && are_few_runs(runs, n)) {
    std::size_t const words = n / PackDigits<Slot>::digits + 2;
    arrays.text.words = detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::fm_index::text", words);
    Kokkos::parallel_for("lexikos::fm_index::pack_text", backends::Range<ExecutionSpace>(space, 0, words),
                         PackDigits<Slot>{slots.data(), n, arrays.text.words.data()});
    if (runs > 0)
      arrays.text.exceptions =
          exceptions_of_runs(space, find_runs(space, slots, runs, workspace), n, arrays.alphabet.size(), resource);
  }
  else {
    arrays.text.slots = detail::allocate<Slot, MemorySpace>(resource, "lexikos::fm_index::text", n);
    Kokkos::deep_copy(space, Span<Slot, MemorySpace>(arrays.text.slots.data(), n), slots);
  }
}

}  // namespace lexikos::fm_detail
