// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/wavelet_options.hpp>
#include <optional>

#include "wavelet/coded_text.hpp"

namespace lexikos::wavelet_detail
{

/// The memory of a build: what the levels take, and what stays until the structure is complete. A workspace of the build's
/// own gives back the former before the structure needs its memory; the caller's keeps all for the next build.
template <class ExecutionSpace>
class BuildMemory
{
 public:
  BuildMemory(ExecutionSpace const& space, Workspace* given)
      : m_space(space), m_given(given), m_levels(std::in_place, space, given)
  {}

  [[nodiscard]] Workspace& of_levels() const { return **m_levels; }
  [[nodiscard]] Workspace& that_stays()
  {
    if (!m_stays.has_value()) m_stays.emplace(m_space, m_given);
    return **m_stays;
  }
  void release_levels()
  {
    if (m_given == nullptr) m_levels.reset();
  }

 private:
  ExecutionSpace const& m_space;
  Workspace* m_given;
  // in the caller's workspace, the second is taken after the first, and has to be given back before it
  std::optional<detail::Scratch<ExecutionSpace>> m_levels;
  std::optional<detail::Scratch<ExecutionSpace>> m_stays;
};

/// The structure of a text of codes: CodeMatrix or CodeTree, which is of a text that is not empty. Fences. Compiled in the
/// library for every execution space and structure.
template <class ExecutionSpace, class Codes>
[[nodiscard]] Codes build_codes(ExecutionSpace const& space, CodedText<ExecutionSpace>& text,
                                WaveletOptions const& options, BuildMemory<ExecutionSpace>& memory);

}  // namespace lexikos::wavelet_detail
