// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds where reads come from in one kernel, which asks for matches itself and keeps nothing of them but what it decides: each
// read votes with its unique matches for the place where it starts.
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>
#include <lexikos/kernel_matching.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>

namespace
{

using ExecutionSpace = Kokkos::DefaultExecutionSpace;
using MemorySpace = ExecutionSpace::memory_space;
using Symbols = Kokkos::View<std::uint8_t*, MemorySpace>;
using Places = Kokkos::View<std::uint64_t*, MemorySpace>;
using Matcher = lexikos::SuffixMatcher<MemorySpace, std::uint32_t>;

constexpr std::size_t genome_size = 100'000;
constexpr std::size_t reads = 1'000;
constexpr std::size_t read_size = 150;
constexpr std::size_t changed_every = 40;  // one of so many letters of a read is another one

KOKKOS_INLINE_FUNCTION std::uint64_t mixed(std::uint64_t x)
{
  x = (x ^ x >> 31) * 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
  return x ^ x >> 32;
}

KOKKOS_INLINE_FUNCTION std::uint8_t letter(std::uint64_t number)
{
  return static_cast<std::uint8_t>("ACGT"[number % 4]);
}

/// Where read r really starts.
KOKKOS_INLINE_FUNCTION std::uint64_t origin(std::uint64_t r)
{
  return mixed(r + 1'000'000) % (genome_size - read_size);
}

struct DrawGenome
{
  Symbols genome;

  KOKKOS_FUNCTION void operator()(std::size_t p) const { genome(p) = letter(mixed(p + 1)); }
};

struct DrawReads
{
  Symbols genome;
  Symbols symbols;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    std::uint8_t const there = genome(origin(i / read_size) + i % read_size);
    std::uint64_t const draw = mixed(i + 7'000'000);
    symbols(i) = draw % changed_every == 0 ? letter(draw >> 20) : there;
  }
};

/// The start for which the most matched letters speak, so far: matches come in the order of the read, and two that agree come
/// mostly one after the other.
struct Vote
{
  std::uint64_t* start;
  std::uint64_t* weight;

  KOKKOS_FUNCTION void operator()(lexikos::PairMatch const& match) const
  {
    std::uint64_t const here = match.text_position - match.query_position;
    if (here == *start)
      *weight += match.length;
    else if (*weight < match.length) {
      *start = here;
      *weight = match.length;
    }
    else
      *weight -= match.length;
  }
};

/// One read a thread.
struct PlaceRead
{
  Matcher matcher;
  Symbols symbols;
  Places starts;

  KOKKOS_FUNCTION void operator()(std::size_t r) const
  {
    Matcher::Query const read(symbols.data() + r * read_size, read_size);
    std::uint64_t start = lexikos::not_found;
    std::uint64_t weight = 0;
    matcher.for_each_unique(read, 16, Vote{&start, &weight});
    starts(r) = start;
  }
};

}  // namespace

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  ExecutionSpace const space;
  using Range = Kokkos::RangePolicy<ExecutionSpace>;
  Symbols const genome("genome", genome_size);
  Symbols const symbols("reads", reads * read_size);
  Kokkos::parallel_for("genome", Range(space, 0, genome_size), DrawGenome{genome});
  Kokkos::parallel_for("reads", Range(space, 0, symbols.extent(0)), DrawReads{genome, symbols});

  Kokkos::View<std::uint32_t*, MemorySpace> const suffixes("suffixes", genome_size);
  lexikos::suffix_array(space, genome, suffixes);
  lexikos::SuffixIndex<MemorySpace, std::uint32_t> const index(space, genome, suffixes);

  Places const starts("starts", reads);
  Kokkos::parallel_for("place reads", Range(space, 0, reads), PlaceRead{Matcher(index), symbols, starts});
  space.fence();
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), starts);
  std::size_t right = 0;
  for (std::size_t r = 0; r < reads; ++r) right += found(r) == origin(r) ? 1 : 0;
  std::printf("%zu of %zu reads are where they come from\n", right, reads);
  return right > reads * 95 / 100 ? 0 : 1;
}
