// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/wavelet_tree.hpp>

#include "wavelet/build.hpp"

namespace lexikos::wavelet_detail
{

template <class Tree, class ExecutionSpace>
Tree build_tree(ExecutionSpace const& space, typename Tree::SymbolType const* text, std::size_t n, bool on_host,
                WaveletOptions const& options)
{
  if (n == 0) return {};
  BuildRun<ExecutionSpace, typename Tree::SymbolType> run(space, text, n, on_host, options);
  TreeShape const shape = make_shape(options.shape, run.counts());
  if (!shape.leaf_of_code.empty()) run.renumber(shape.leaf_of_code);
  TreePlan<ExecutionSpace, Tree> plan(space, shape);
  build_levels(run, plan);
  std::size_t const peak = run.release();
  auto const finished = plan.finish(space, run.workspace());
  space.fence("lexikos::wavelet::tree");
  Tree const tree(n, run.alphabet(), finished.bits, finished.topology);
  if (options.peak_bytes != nullptr) *options.peak_bytes = plan.unfinished_bytes() + std::max(peak, tree.bytes());
  return tree;
}

}  // namespace lexikos::wavelet_detail
