// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the library asks of its arguments, as concepts for the signatures: an argument that does not fit is refused by the
// compiler, with the name of what it lacks.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <limits>
#include <string>
#include <type_traits>

namespace lexikos::detail
{

template <class T>
constexpr bool is_compiled_for = false;
#define LEXIKOS_IS_COMPILED_FOR(SPACE) \
  template <>                          \
  inline constexpr bool is_compiled_for<SPACE> = true;
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_IS_COMPILED_FOR)
#undef LEXIKOS_IS_COMPILED_FOR

/// A Kokkos execution space that the library is compiled for, of which functions take an instance as their first argument.
template <class T>
concept ExecutionSpaceType = is_compiled_for<T>;

/// An execution space that is at home in the memory space: structures are built and queried where they are.
template <class T, class MemorySpace>
concept ExecutionSpaceOf = ExecutionSpaceType<T> && std::same_as<typename T::memory_space, MemorySpace>;

template <class DataType, class... Properties>
constexpr bool is_view(Kokkos::View<DataType, Properties...> const*)
{
  return true;
}
constexpr bool is_view(void const*)
{
  return false;
}

/// `Kokkos::View`, or a type derived from one, such as `Array`.
template <class T>
concept AnyView = is_view(static_cast<T const*>(nullptr));

/// A view of rank 1 whose entries follow each other in memory.
template <class View>
concept ContiguousView =
    AnyView<View> && View::rank == 1 && !std::is_same_v<typename View::array_layout, Kokkos::LayoutStride>;

/// Kernels of the execution space may read the view.
template <class View, class ExecutionSpace>
concept AccessibleFrom =
    static_cast<bool>(Kokkos::SpaceAccessibility<ExecutionSpace, typename View::memory_space>::accessible);

/// The view has mutable entries.
template <class View>
concept Writable = !std::is_const_v<typename View::value_type>;

template <class T>
concept IndexType = std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;

template <class T>
concept SymbolType = IndexType<T> || std::same_as<T, std::uint8_t> || std::same_as<T, std::uint16_t>;

/// An array that the execution space works on: contiguous, of rank 1, accessible.
template <class View, class ExecutionSpace>
concept ArrayView = ContiguousView<View> && AccessibleFrom<View, ExecutionSpace>;

/// An array of std::uint32_t or std::uint64_t.
template <class View, class ExecutionSpace>
concept IndexView = ArrayView<View, ExecutionSpace> && IndexType<typename View::non_const_value_type>;

/// The same, to be written to.
template <class View, class ExecutionSpace>
concept WritableIndexView = IndexView<View, ExecutionSpace> && Writable<View>;

/// An array of unsigned integers of 8, 16, 32 or 64 bits: a text.
template <class View, class ExecutionSpace>
concept SymbolView = ArrayView<View, ExecutionSpace> && SymbolType<typename View::non_const_value_type>;

/// An array of values of just this type.
template <class View, class ExecutionSpace, class T>
concept ViewOf = ArrayView<View, ExecutionSpace> && std::same_as<typename View::non_const_value_type, T>;

/// The same, to be written to.
template <class View, class ExecutionSpace, class T>
concept WritableViewOf = ViewOf<View, ExecutionSpace, T> && Writable<View>;

/// An array in host memory.
template <class View>
concept HostArrayView = ContiguousView<View> && AccessibleFrom<View, Kokkos::DefaultHostExecutionSpace>;

/// The type of a view's entries, without const.
template <class View>
using ValueOf = typename View::non_const_value_type;

/// A view as the instantiated functions take it.
template <ExecutionSpaceType ExecutionSpace, class T, ArrayView<ExecutionSpace> View>
  requires std::same_as<std::remove_const_t<T>, ValueOf<View>>
[[nodiscard]] Span<T, typename ExecutionSpace::memory_space> span_of(View const& view)
{
  return Span<T, typename ExecutionSpace::memory_space>(view.data(), view.extent(0));
}

/// Error (invalid_argument) unless an array has as many entries as it should.
inline void check_extent(std::size_t extent, std::size_t expected, char const* name)
{
  if (extent == expected) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(name) + " has " + std::to_string(extent) + " entries, not " + std::to_string(expected));
}

/// The same of an array that has so many entries for each of others.
inline void check_extent(std::size_t extent, std::size_t count, std::size_t of_each, char const* name)
{
  if (count != 0 && of_each > std::numeric_limits<std::size_t>::max() / count)
    throw Error(ErrorCode::invalid_argument, std::string(name) + " has " + std::to_string(extent) + " entries, not " +
                                                 std::to_string(of_each) + " for each of " + std::to_string(count));
  check_extent(extent, count * of_each, name);
}

/// Error (invalid_argument) unless an array of indices is as long as its text, and the type wide enough for both.
template <IndexType Index>
void check_sizes(std::size_t text, std::size_t result, char const* name)
{
  if (result != text)
    throw Error(ErrorCode::invalid_argument, std::string(name) + " has " + std::to_string(result) +
                                                 " entries for a text of " + std::to_string(text));
  if (text > std::numeric_limits<Index>::max() - 1)
    throw Error(ErrorCode::invalid_argument, "a text of " + std::to_string(text) + " symbols needs a wider index type");
}

}  // namespace lexikos::detail
