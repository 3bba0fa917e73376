// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Arrays that a structure or a result keeps; scratch comes from a workspace.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <exception>
#include <lexikos/error.hpp>
#include <ranges>
#include <string>
#include <type_traits>

#include "system/host_memory.hpp"

namespace lexikos::detail
{

/// [0..n) uninitialised, on hosts in large pages. Error (out_of_memory) with the bytes asked for, and for what.
template <class T, class ExecutionSpace>
Kokkos::View<T*, typename ExecutionSpace::memory_space> allocate(ExecutionSpace const& space, std::string const& label,
                                                                 std::size_t n)
{
  using View = Kokkos::View<T*, typename ExecutionSpace::memory_space>;
  try {
    View const view(Kokkos::view_alloc(space, Kokkos::WithoutInitializing, label), n);
    if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>)
      advise_large_pages(view.data(), n * sizeof(T));
    return view;
  }
  catch (std::exception const&) {  // Kokkos throws types of its own, which differ between its versions
    throw Error(ErrorCode::out_of_memory, "cannot allocate " + std::to_string(n * sizeof(T)) + " bytes for " + label);
  }
}

/// A copy of values of the host, in a contiguous range. Fences; errors of `allocate`.
template <class ExecutionSpace, class Values>
auto copy_from_host(ExecutionSpace const& space, std::string const& label, Values const& values)
{
  using T = std::ranges::range_value_t<Values>;
  using HostValues = Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  auto const copy = allocate<T>(space, label, std::ranges::size(values));
  Kokkos::deep_copy(space, copy, HostValues(std::ranges::data(values), std::ranges::size(values)));
  space.fence("lexikos::detail::copy_from_host");
  return copy;
}

}  // namespace lexikos::detail
