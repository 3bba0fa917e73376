// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Bit vectors in files. Checksums tell that a file is as somebody wrote it, not that it was written by a build: all that
// follows from the bits is compared with them before any query may rely on it.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/allocate.hpp>
#include <span>
#include <string>

#include "backends/launch.hpp"
#include "common/file_arrays.hpp"

namespace lexikos::bit_vector_detail
{

/// Counts the blocks whose counts, samples or unused bits a build would not have written. A block that is right together
/// with the one after it has the right difference of counts: if all are right and the first starts with 0, all counts are.
template <class Layout>
struct CheckBlock
{
  using Block = typename Layout::Block;

  detail::BitArrays arrays;
  std::size_t blocks;
  std::size_t size;
  std::size_t ones;
  unsigned sample_shift;

  KOKKOS_FUNCTION void operator()(std::size_t block, std::size_t& wrong) const
  {
    if (!is_right(block)) ++wrong;
  }

 private:
  KOKKOS_FUNCTION bool is_right(std::size_t block) const
  {
    Block const content = Layout::load(arrays, block);
    std::size_t const before = content.ones_before;
    std::size_t const begin = block * Layout::block_bits;
    std::size_t const valid = size - begin < Layout::block_bits ? size - begin : Layout::block_bits;
    // within bounds first: where samples are looked for depends on them
    unsigned const ones_here = content.ones();
    if (before > begin || before > ones || ones_here > ones - before || ones_here > valid) return false;
    if (begin - before + (valid - ones_here) > size - ones) return false;
    bool const is_last = block + 1 == blocks;
    if (valid < Layout::block_bits && content.rank(static_cast<unsigned>(valid)) != ones_here) return false;
    if (block == 0 && before != 0) return false;
    std::size_t const group = block >> Layout::group_log;
    if (group << Layout::group_log == block && arrays.superblocks[group] != before) return false;
    if ((is_last ? ones : Layout::ones_before(arrays, block + 1)) != before + ones_here) return false;
    return samples_are_right<true>(block, content, before, ones_here) &&
           samples_are_right<false>(block, content, begin - before, static_cast<unsigned>(valid) - ones_here);
  }

  template <bool one>
  KOKKOS_FUNCTION bool samples_are_right(std::size_t block, Block const& content, std::size_t before,
                                         unsigned count) const
  {
    std::size_t sample = (before + Layout::sample_distance - 1) >> Layout::sample_log;
    for (; (sample << Layout::sample_log) < before + count; ++sample) {
      auto const within = static_cast<unsigned>((sample << Layout::sample_log) - before);
      if (!is_sample<one>(sample, block * Layout::block_bits + content.template select<one>(within))) return false;
    }
    return block + 1 != blocks || size == 0 || is_sample<one>(sample, size - 1);
  }

  template <bool one>
  KOKKOS_FUNCTION bool is_sample(std::size_t sample, std::size_t position) const
  {
    auto const* const at = one ? arrays.first_sample + sample : arrays.last_sample - sample;
    return *at == static_cast<std::uint32_t>(position >> sample_shift);
  }
};

}  // namespace lexikos::bit_vector_detail

namespace lexikos::detail
{

template <class ExecutionSpace, class Layout>
void save_bit_vector(ExecutionSpace const& space,
                     BitStorage<typename ExecutionSpace::memory_space, Layout> const& storage, FileWriter& file,
                     std::string const& name)
{
  file.add_integer(name + ".layout", Layout::id);
  file.add_integer(name + ".size", storage.span.size());
  file.add_integer(name + ".ones", storage.span.ones());
  file.add_array(space, name + ".words", storage.words);
}

template <class ExecutionSpace, class Layout>
BitStorage<typename ExecutionSpace::memory_space, Layout> load_bit_vector(ExecutionSpace const& space,
                                                                          FileReader const& file,
                                                                          std::string const& name,
                                                                          MemoryResource& resource)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  require(file.integer(name + ".layout") == Layout::id, ErrorCode::invalid_argument,
          file.path() + ": the bit vector " + name + " does not have the layout " + Layout::name);
  std::size_t const size = file.integer(name + ".size", std::uint64_t{1} << 56);
  std::size_t const ones = file.integer(name + ".ones", size);
  // one that was never built has no words
  if (size == 0 && file.size_of(name + ".words") == 0) return {};
  auto const parts = bit_parts<Layout>(size);
  auto const saved = file.array<std::uint64_t>(name + ".words", parts.words());
  Array<std::uint64_t, MemorySpace> const words = array_of_file(
      space, file, resource, "lexikos::bit_vector", std::span<std::uint64_t const>(saved.data(), saved.extent(0)));
  auto const span = BitVectorAccess::span<MemorySpace, Layout>(words.data(), size, ones);
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("lexikos::bit_vector::check", backends::Range<ExecutionSpace>(space, 0, parts.blocks),
                          bit_vector_detail::CheckBlock<Layout>{BitVectorAccess::arrays(span), parts.blocks, size, ones,
                                                                sample_shift(size)},
                          wrong);
  if (wrong != 0)
    file.corrupt("in " + std::to_string(wrong) + " blocks of the bit vector " + name +
                 " the counts are not those of the bits");
  return {words, span};
}

}  // namespace lexikos::detail
