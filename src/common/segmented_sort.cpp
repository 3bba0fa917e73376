// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/error.hpp>
#include <lexikos/segmented_sort.hpp>
#include <string>
#include <utility>

#include "backends/primitives.hpp"
#include "common/names.hpp"

namespace lexikos
{

namespace
{

constexpr std::array sort_names{
    std::pair{SegmentedSort::automatic, std::string_view("automatic")},
    std::pair{SegmentedSort::composite, std::string_view("composite")},
    std::pair{SegmentedSort::cub, std::string_view("cub")},
    std::pair{SegmentedSort::moderngpu, std::string_view("moderngpu")},
    std::pair{SegmentedSort::kokkos_kernels, std::string_view("kokkos_kernels")},
};

}  // namespace

std::string_view to_string(SegmentedSort sort) noexcept
{
  for (auto const& [value, name] : sort_names)
    if (value == sort) return name;
  return "unknown";
}

SegmentedSort segmented_sort(std::string_view name)
{
  for (auto const& [value, known] : sort_names)
    if (known == name) return value;
  throw Error(ErrorCode::invalid_argument,
              "no segmented sort is named " + std::string(name) + "; there are " + detail::names_in(sort_names));
}

template <detail::ExecutionSpaceType ExecutionSpace>
std::vector<SegmentedSort> segmented_sorts()
{
  std::vector<SegmentedSort> sorts;
  for (auto const& [sort, name] : sort_names)
    if (primitives::has_segmented_sort<ExecutionSpace>(sort)) sorts.push_back(sort);
  return sorts;
}

#define LEXIKOS_INSTANTIATE(Space) template std::vector<SegmentedSort> segmented_sorts<Space>();
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos
