// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/wavelet/levels.hpp"

#include <lexikos/detail/wavelet_access.hpp>
#include <lexikos/wavelet_matrix.hpp>

#include "app/on_device/session/run_on_text.hpp"

namespace lexikos::app
{

namespace
{

/// Goes down the levels with each symbol, and writes at its place of each level its bit and its position, and in the end its
/// position alone.
template <class Matrix>
struct WriteLevels
{
  using MemorySpace = typename Matrix::memory_space;

  Matrix matrix;
  Array<std::uint8_t, MemorySpace> bits;
  Array<std::uint64_t, MemorySpace> positions;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const
  {
    auto const& levels = detail::WaveletAccess::codes(matrix).levels();
    std::uint64_t const n = matrix.size();
    std::uint64_t place = i;
    for (unsigned level = 0; level < levels.levels(); ++level) {
      auto const here = levels.digit_at(level, place);
      bits(level * n + place) = static_cast<std::uint8_t>(here.digit);
      positions(level * n + place) = i;
      place = here.next;
    }
    positions(levels.levels() * n + place) = i;
  }
};

template <class T>
std::vector<T> slice(std::vector<T> const& values, std::size_t i, std::size_t n)
{
  auto const first = values.begin() + static_cast<std::ptrdiff_t>(i * n);
  return {first, first + static_cast<std::ptrdiff_t>(n)};
}

template <class ExecutionSpace>
LevelsOfText levels_on(TextRun<ExecutionSpace>& run)
{
  using Matrix = WaveletMatrix<typename ExecutionSpace::memory_space, std::uint8_t, WaveletLevels::binary>;
  run.load();
  Matrix const matrix(run.space, run.text());
  std::size_t const levels = detail::WaveletAccess::codes(matrix).levels().levels();
  auto const bits = run.template array<std::uint8_t>("lexikos::app::bits", levels * run.n);
  auto const positions = run.template array<std::uint64_t>("lexikos::app::positions", (levels + 1) * run.n);
  Kokkos::parallel_for("lexikos::app::levels", Kokkos::RangePolicy<ExecutionSpace>(run.space, 0, run.n),
                       WriteLevels<Matrix>{matrix, bits, positions});
  auto const bits_on_host = to_host(run.space, bits);
  auto const positions_on_host = to_host(run.space, positions);
  LevelsOfText found;
  found.device = run.device;
  found.alphabet = to_host(run.space, matrix.alphabet().symbols());
  for (std::size_t level = 0; level < levels; ++level)
    found.levels.push_back({slice(bits_on_host, level, run.n), slice(positions_on_host, level, run.n)});
  found.last_order = slice(positions_on_host, levels, run.n);
  return found;
}

}  // namespace

LevelsOfText levels_of_text(Session const& session, TextJob const& job)
{
  return run_on_text<LevelsOfText>(session, job, [](auto& run) { return levels_on(run); });
}

}  // namespace lexikos::app
