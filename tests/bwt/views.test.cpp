// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which views the compiler lets pass.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <lexikos/bwt.hpp>

namespace
{

using TransformSpace = Kokkos::DefaultExecutionSpace;

template <class T>
using TransformView = Kokkos::View<T, TransformSpace::memory_space>;

template <class Text, class Bwt>
concept HasTransform = requires(TransformSpace space, Text text, Bwt bwt)
{
  lexikos::burrows_wheeler_transform(space, text, bwt);
};
template <class Text, class SuffixArray, class Bwt>
concept HasTransformByArray = requires(TransformSpace space, Text text, SuffixArray suffix_array, Bwt bwt)
{
  lexikos::burrows_wheeler_transform(space, text, suffix_array, bwt);
};

using TextBytes = TransformView<std::uint8_t const*>;
using BwtBytes = TransformView<std::uint8_t*>;

static_assert(HasTransform<TextBytes, BwtBytes>);
static_assert(!HasTransform<TransformView<char*>, BwtBytes>, "texts are of std::uint8_t");
static_assert(!HasTransform<TextBytes, TextBytes>, "results can be written");
static_assert(!HasTransform<TransformView<std::uint8_t**>, BwtBytes>, "texts have rank 1");
static_assert(HasTransformByArray<TextBytes, TransformView<std::uint32_t const*>, BwtBytes>);
static_assert(!HasTransformByArray<TextBytes, TransformView<std::int32_t*>, BwtBytes>, "indices are unsigned");
static_assert(!HasTransformByArray<TextBytes, TransformView<std::uint64_t*>, TransformView<std::uint16_t*>>,
              "transforms are of std::uint8_t");

}  // namespace
