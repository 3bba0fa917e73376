// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/kmers.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"

namespace lexikos::tests
{

namespace
{

template <class Kmers>
auto values_of(Kmers const& kmers)
{
  return std::tuple(to_vector(kmers.positions), to_vector(kmers.counts), to_vector(kmers.counts_in_second));
}

auto values_of(KmerTotals const& totals)
{
  return std::tuple(totals.distinct, totals.unique, totals.all, totals.max_count);
}

template <class ExecutionSpace, class Index>
void expect_kmers(ArraysOfText<ExecutionSpace, Index> const& arrays, bool canonical)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  std::size_t const n = arrays.size(), k = 40;
  std::string const kind = (canonical ? "canonical " : "") + type_name<Index>();
  auto const offsets = to_view<ExecutionSpace>(std::vector<std::uint64_t>{0, n / 4, n});
  auto const inputs = [&] { return std::tuple(arrays.values(), to_vector(offsets)); };
  auto const options_in = [&](Surroundings const& surroundings) {
    return KmerOptions<MemorySpace>{.letters = KmerLetters::dna,
                                    .canonical = canonical,
                                    .text_offsets = Span<std::uint64_t const, MemorySpace>(offsets),
                                    .workspace = surroundings.workspace()};
  };
  Faults spectrum(fault_name<ExecutionSpace>("kmer_spectrum", kind));
  spectrum.expect(inputs, [&](Surroundings const& surroundings) {
    auto const histogram = results_of<std::uint64_t, ExecutionSpace>(10);
    auto const totals = surroundings.within([&] {
      return kmer_spectrum(arrays.space, arrays.text, arrays.suffix_array, arrays.lcp, k, histogram,
                           options_in(surroundings));
    });
    return std::tuple(values_of(totals), to_vector(histogram));
  });
  Faults list(fault_name<ExecutionSpace>("list_kmers", kind));
  list.expect(inputs, [&](Surroundings const& surroundings) {
    return values_of(surroundings.within([&] {
      return list_kmers(arrays.space, arrays.text, arrays.suffix_array, arrays.lcp, k, options_in(surroundings));
    }));
  });
  Faults compare(fault_name<ExecutionSpace>("compare_kmers", kind));
  compare.expect(inputs, [&](Surroundings const& surroundings) {
    auto const histogram = results_of<std::uint64_t, ExecutionSpace>(10);
    auto const other = results_of<std::uint64_t, ExecutionSpace>(10);
    auto const totals = surroundings.within([&] {
      return compare_kmers(arrays.space, arrays.text, n / 2, arrays.suffix_array, arrays.lcp, k,
                           {histogram, other, other, other}, options_in(surroundings));
    });
    return std::tuple(values_of(totals.first), values_of(totals.second), totals.common, to_vector(histogram));
  });
  Faults list_compared(fault_name<ExecutionSpace>("list_compared_kmers", kind));
  list_compared.expect(inputs, [&](Surroundings const& surroundings) {
    return values_of(surroundings.within([&] {
      return list_compared_kmers(arrays.space, arrays.text, n / 2, arrays.suffix_array, arrays.lcp, k, KmerSet::common,
                                 options_in(surroundings));
    }));
  });
}

template <class ExecutionSpace, class Index>
void expect_kmers()
{
  auto text = texts::copies_with_mutations(1'100, 30, 4);
  for (auto& c : text) c = static_cast<std::uint8_t>("ACGTacgN"[c % 8]);
  ArraysOfText<ExecutionSpace, Index> const arrays(text);
  expect_kmers(arrays, false);
  expect_kmers(arrays, true);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: k-mers", ExecutionSpace, failing_kmers)
{
  expect_kmers<ExecutionSpace, std::uint32_t>();
  expect_kmers<ExecutionSpace, std::uint64_t>();
}
TEST_CASE_TEMPLATE_APPLY(failing_kmers, Spaces);

}  // namespace lexikos::tests
