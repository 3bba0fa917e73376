// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/file.hpp>
#include <lexikos/memory.hpp>
#include <span>
#include <string_view>
#include <type_traits>

#include "common/copy_to_space.hpp"
#include "common/host_containers.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::detail
{

/// An array of a file where the execution space reads it: on hosts in the mapped file, which it keeps; else copied to memory of
/// the resource. Nobody writes to it.
/// \param values  of the file's mapping
template <class T, class ExecutionSpace>
[[nodiscard]] Array<T, typename ExecutionSpace::memory_space> array_of_file(ExecutionSpace const& space,
                                                                            FileReader const& file,
                                                                            MemoryResource& resource, char const* label,
                                                                            std::span<T const> values)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if constexpr (works_on_host<ExecutionSpace>) {
    if (values.empty()) return {};
    return with_host_memory("an array of a file", [&] {
      return Array<T, MemorySpace>(Span<T, MemorySpace>(const_cast<T*>(values.data()), values.size()),
                                   SharedOwner([file] {}));
    });
  }
  else {
    auto const copy = allocate<T, MemorySpace>(resource, label, values.size());
    copy_to_space(space, copy.data(), values.data(), values.size_bytes(), resource);
    return copy;
  }
}

/// The array of a section, whose checksum a thread finds while it is copied.
/// \param T     an entry, which is one or more of the section's words
/// \param Word  u8, u16, u32 or u64
template <class T, SymbolType Word, class ExecutionSpace>
[[nodiscard]] Array<T, typename ExecutionSpace::memory_space> array_of_section(ExecutionSpace const& space,
                                                                               FileReader const& file,
                                                                               MemoryResource& resource,
                                                                               char const* label,
                                                                               std::string_view section)
{
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % sizeof(Word) == 0);
  constexpr std::size_t worth_a_thread = (std::size_t{1} << 20) / sizeof(Word);
  auto const take = [&](Span<Word const, Kokkos::HostSpace> const& words) {
    std::span<T const> const values(reinterpret_cast<T const*>(words.data()),
                                    words.extent(0) * sizeof(Word) / sizeof(T));
    return array_of_file<T>(space, file, resource, label, values);
  };
  if (works_on_host<ExecutionSpace> || file.size_of(section) < worth_a_thread) return take(file.array<Word>(section));
  auto const words = file.unchecked_array<Word>(section);
  auto check = file.start_check(section);
  auto const array = take(words);
  check.get();
  return array;
}

}  // namespace lexikos::detail
