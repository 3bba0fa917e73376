// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <exception>
#include <lexikos/error.hpp>
#include <string>

namespace lexikos::search_detail
{

/// Uninitialised.
template <class View>
View allocate(char const* label, std::size_t n)
{
  try {
    return View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
  }
  catch (std::exception const&) {  // Kokkos throws types of its own, which differ between its versions
    throw Error(ErrorCode::out_of_memory,
                "cannot allocate " + std::to_string(n * sizeof(typename View::value_type)) + " bytes for " + label);
  }
}

template <class MemorySpace, class ExecutionSpace, class T>
Kokkos::View<T*, MemorySpace> copy_of(ExecutionSpace const& space, char const* label, T const* host, std::size_t n)
{
  auto const copy = allocate<Kokkos::View<T*, MemorySpace>>(label, n);
  Kokkos::deep_copy(space, copy,
                    Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(host, n));
  space.fence("lexikos::search::copy_from_host");
  return copy;
}

}  // namespace lexikos::search_detail
