// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Random texts, and queries of which the answers are known.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/support/program.hpp"

namespace lexikos::bench
{

template <class T, class ExecutionSpace>
using Array = Kokkos::View<T*, typename ExecutionSpace::memory_space>;

template <class T, class ExecutionSpace>
Array<T, ExecutionSpace> uninitialised(std::size_t n)
{
  return Array<T, ExecutionSpace>(Kokkos::view_alloc("lexikos::bench::array", Kokkos::WithoutInitializing), n);
}

template <class ExecutionSpace>
using Items = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;

/// Bits of i, well mixed (the finaliser of SplitMix64).
KOKKOS_INLINE_FUNCTION std::uint64_t mixed(std::uint64_t i)
{
  i += 0x9E3779B97F4A7C15u;
  i = (i ^ (i >> 30)) * 0xBF58476D1CE4E5B9u;
  i = (i ^ (i >> 27)) * 0x94D049BB133111EBu;
  return i ^ (i >> 31);
}

struct TextKind
{
  std::size_t n;
  std::uint64_t alphabet;

  [[nodiscard]] std::string name() const { return "n:" + std::to_string(n) + "/sigma:" + std::to_string(alphabet); }
};

template <class View>
struct FillRandom
{
  View view;
  std::uint64_t below;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    view(i) = static_cast<typename View::value_type>(mixed(mixed(i) + 1) % below);
  }
};

/// Symbols below kind.alphabet, all equally likely.
template <class Symbol, class ExecutionSpace>
Array<Symbol, ExecutionSpace> random_text(ExecutionSpace const& space, TextKind const& kind)
{
  auto const text = uninitialised<Symbol, ExecutionSpace>(kind.n);
  Kokkos::parallel_for("lexikos::bench::fill_random", Items<ExecutionSpace>(space, 0, kind.n),
                       FillRandom<decltype(text)>{text, kind.alphabet});
  space.fence("lexikos::bench::text");
  return text;
}

/// Position q, its symbol, and which occurrence of the symbol that is, from 1.
template <class ExecutionSpace, class Symbol, class Index>
struct Questions
{
  Array<Index, ExecutionSpace> positions;
  Array<Symbol, ExecutionSpace> symbols;
  Array<Index, ExecutionSpace> occurrences;

  [[nodiscard]] std::size_t size() const { return positions.extent(0); }
};

/// Ascending symbols: a random occurrence of each, of which the structure's select tells the position. Else: random positions,
/// of which the text tells the symbols and the structure's rank the occurrences.
template <class Structure, class Text, class Asked>
struct Ask
{
  using Symbol = typename Structure::SymbolType;

  Structure structure;
  Text text;
  Asked asked;
  bool ascending;

  KOKKOS_FUNCTION void operator()(std::size_t q) const
  {
    std::uint64_t const random = mixed(mixed(q) + 7);
    std::uint64_t position = random % structure.size();
    Symbol symbol = text(position);
    std::uint64_t occurrence = 0;
    if (ascending) {
      symbol = structure.alphabet().symbol(q * structure.alphabet().size() / asked.size_);
      occurrence = random % structure.rank(symbol, structure.size()) + 1;
      position = structure.select(symbol, occurrence);
    }
    else {
      occurrence = structure.rank(symbol, position) + 1;
    }
    asked.positions(q) = static_cast<typename Asked::Index>(position);
    asked.symbols(q) = symbol;
    asked.occurrences(q) = static_cast<typename Asked::Index>(occurrence);
  }

  /// Whether the text does not have the symbol there.
  KOKKOS_FUNCTION void operator()(std::size_t q, std::size_t& wrong) const
  {
    auto const position = asked.positions(q);
    wrong += position >= structure.size() || text(position) != asked.symbols(q);
  }
};

template <class Q, class I>
struct AskedViews
{
  using Index = I;
  decltype(Q::positions) positions;
  decltype(Q::symbols) symbols;
  decltype(Q::occurrences) occurrences;
  std::size_t size_;
};

/// \param ascending  by symbol; else in random order
template <class Index, class ExecutionSpace, class Structure, class Text>
Questions<ExecutionSpace, typename Structure::SymbolType, Index> ask(ExecutionSpace const& space,
                                                                     Structure const& structure, Text const& text,
                                                                     std::size_t n, bool ascending)
{
  using Result = Questions<ExecutionSpace, typename Structure::SymbolType, Index>;
  Result const result{uninitialised<Index, ExecutionSpace>(n),
                      uninitialised<typename Structure::SymbolType, ExecutionSpace>(n),
                      uninitialised<Index, ExecutionSpace>(n)};
  using Views = AskedViews<Result, Index>;
  Ask<Structure, Text, Views> const asking{structure, text,
                                           Views{result.positions, result.symbols, result.occurrences, n}, ascending};
  Kokkos::parallel_for("lexikos::bench::ask", Items<ExecutionSpace>(space, 0, n), asking);
  std::size_t wrong = 0;
  Kokkos::parallel_reduce("lexikos::bench::asked", Items<ExecutionSpace>(space, 0, n), asking, wrong);
  if (wrong != 0) throw std::runtime_error("WRONG: " + std::to_string(wrong) + " positions of select");
  return result;
}

/// Whether a(i) + more is not b(i).
template <class A, class B>
struct CountDifferent
{
  A a;
  B b;
  unsigned more;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& count) const
  {
    count += static_cast<std::uint64_t>(a(i)) + more != static_cast<std::uint64_t>(b(i));
  }
};

template <class ExecutionSpace, class A, class B>
std::size_t different(ExecutionSpace const& space, A const& a, B const& b, unsigned more = 0)
{
  std::size_t count = 0;
  Kokkos::parallel_reduce("lexikos::bench::compare", Items<ExecutionSpace>(space, 0, a.extent(0)),
                          CountDifferent<A, B>{a, b, more}, count);
  return count;
}

inline void require_none(std::size_t wrong, std::string const& what)
{
  if (wrong != 0) throw std::runtime_error("WRONG: " + std::to_string(wrong) + " answers to " + what);
}

struct Sector
{
  std::uint64_t words[4];
};

template <class Sectors>
struct ReadRandomSectors
{
  Sectors sectors;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const
  {
    auto const sector = sectors(mixed(i) % sectors.extent(0));
    sum += sector.words[0] ^ sector.words[1] ^ sector.words[2] ^ sector.words[3];
  }
};

/// 32-byte sectors that the machine reads a second at random places of so many bytes: the best of 5 runs.
template <class ExecutionSpace>
double random_sectors_a_second(ExecutionSpace const& space, std::size_t bytes)
{
  auto const sectors = uninitialised<Sector, ExecutionSpace>(bytes / sizeof(Sector) + 1);
  Kokkos::deep_copy(
      space,
      Array<std::uint64_t, ExecutionSpace>(reinterpret_cast<std::uint64_t*>(sectors.data()), 4 * sectors.extent(0)), 1);
  space.fence("lexikos::bench::sectors");
  std::size_t const reads = 100'000'000;
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    Kokkos::Timer timer;
    std::uint64_t sum = 0;
    Kokkos::parallel_reduce("lexikos::bench::random_sectors", Items<ExecutionSpace>(space, 0, reads),
                            ReadRandomSectors<decltype(sectors)>{sectors}, sum);
    double const rate = static_cast<double>(reads) / timer.seconds();
    if (sum != 0) throw std::runtime_error("WRONG: random reads");
    if (rate > best) best = rate;
  }
  return best;
}

}  // namespace lexikos::bench
