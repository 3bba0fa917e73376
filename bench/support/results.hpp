// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Every timed result is checked: the first of a text exactly, later ones by comparison with it.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/check.hpp>
#include <lexikos/suffix_array.hpp>
#include <stdexcept>
#include <string>

#include "bench/support/fingerprint.hpp"
#include "bench/support/texts.hpp"
#include "system/device_memory.hpp"

namespace lexikos::bench
{

/// Throws std::runtime_error unless it is the suffix array of the text. text_view: the text where the array lies.
template <class ExecutionSpace, class TextView, class IndexView>
void require_right(ExecutionSpace const& space, LoadedText& text, TextView const& text_view,
                   IndexView const& suffix_array, Workspace& workspace)
{
  if (text.expected) {
    if (fingerprint(space, suffix_array) != text.expected->suffix_array)
      throw std::runtime_error("WRONG: the suffix array differs from the one that was checked");
    return;
  }
  auto const check = check_suffix_array(space, text_view, suffix_array, {.workspace = &workspace});
  if (!check) throw std::runtime_error("WRONG: " + to_string(check));
  text.expected = fingerprints(space, text_view, suffix_array);
}

/// Copies a text to where the execution space works. Threads of the host copy what they will read, so that it lies near
/// them, instead of leaving that to the device's driver, where the text is pinned.
template <class ExecutionSpace, class From, class To>
void copy_text(ExecutionSpace const& space, From const& from, To const& to)
{
  if constexpr (Kokkos::SpaceAccessibility<ExecutionSpace, typename From::memory_space>::accessible &&
                Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename To::memory_space>::accessible)
    Kokkos::parallel_for("lexikos::bench::copy_text",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(space, 0, from.extent(0)),
                         [=](std::int64_t i) { to(i) = from(i); });
  else
    Kokkos::deep_copy(space, to, from);
  space.fence("lexikos::bench::copy_text");
}

/// A text on a device, or in a host space's own memory, and room for its suffix array.
template <class ExecutionSpace, class Index>
struct Arrays
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Kokkos::View<std::uint8_t*, MemorySpace> text;
  Kokkos::View<Index*, MemorySpace> suffix_array;

  Arrays(ExecutionSpace const& space, LoadedText const& source)
      : text(Kokkos::view_alloc("lexikos::bench::text_copy", Kokkos::WithoutInitializing), source.size()),
        suffix_array(Kokkos::view_alloc("lexikos::bench::suffix_array", Kokkos::WithoutInitializing), source.size())
  {
    copy_text(space, source.bytes, text);
  }
};

/// Says so before memory is taken that is not there; what: bytes of it.
template <class ExecutionSpace>
[[nodiscard]] bool has_memory(std::size_t bytes)
{
  return bytes <= lexikos::detail::available_memory<ExecutionSpace>().free;
}

/// Fingerprints of the index of a text, by the default algorithm where no result was checked before.
template <class ExecutionSpace>
Fingerprints const& expected(ExecutionSpace const& space, LoadedText& text)
{
  if (!text.expected) {
    Arrays<ExecutionSpace, std::uint32_t> const arrays(space, text);
    Workspace workspace;
    suffix_array(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
    require_right(space, text, arrays.text, arrays.suffix_array, workspace);
  }
  return *text.expected;
}

}  // namespace lexikos::bench
