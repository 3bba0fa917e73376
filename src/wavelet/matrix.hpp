// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/wavelet_matrix.hpp>

#include "wavelet/build.hpp"

namespace lexikos::wavelet_detail
{

/// starts(c): where code c's symbols begin below the last level.
template <class Levels, class Starts>
struct WriteStarts
{
  Levels levels;
  Starts starts;

  KOKKOS_FUNCTION void operator()(std::size_t code) const
  {
    std::uint64_t i = 0;
    for (unsigned level = 0; level < levels.levels(); ++level) {
      unsigned const shift = Levels::bits * (levels.levels() - 1 - level);
      i = levels.map(level, static_cast<unsigned>(code >> shift) & (Levels::radix - 1), i);
    }
    starts[code] = i;
  }
};

template <class Matrix, class ExecutionSpace>
Matrix build_matrix(ExecutionSpace const& space, typename Matrix::SymbolType const* text, std::size_t n, bool on_host,
                    WaveletOptions const& options)
{
  using Levels = typename Matrix::LevelsType;
  BuildRun<ExecutionSpace, typename Matrix::SymbolType> run(space, text, n, on_host, options);
  std::size_t const alphabet = run.counts().size();
  MatrixPlan<ExecutionSpace, Levels> plan(space, n, alphabet);
  build_levels(run, plan);
  std::size_t const peak = run.release();
  Levels const levels = plan.finish(space, run.workspace());

  typename Matrix::Starts const starts = detail::allocate<std::uint64_t, typename Matrix::memory_space>(
      default_memory_resource(), "lexikos::wavelet::starts", 2 * alphabet);
  Kokkos::parallel_for("lexikos::wavelet::write_starts", backends::Range<ExecutionSpace>(space, 0, alphabet),
                       WriteStarts<Levels, typename Matrix::Starts>{levels, starts});
  Span<std::uint64_t, typename Matrix::memory_space> const occurrences(starts.data() + alphabet, alphabet);
  Kokkos::deep_copy(space, occurrences, HostSpan<std::uint64_t const>(run.counts().data(), alphabet));
  space.fence("lexikos::wavelet::matrix");
  Matrix const matrix(n, run.alphabet(), levels, starts);
  if (options.peak_bytes != nullptr) {
    std::size_t const unfinished = plan.unfinished_bytes();
    *options.peak_bytes = std::max(unfinished + peak, (Levels::bits == 2 ? 0 : unfinished) + matrix.bytes());
  }
  return matrix;
}

}  // namespace lexikos::wavelet_detail
