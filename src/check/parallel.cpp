// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/parallel.hpp"

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <limits>

#include "backends/launch.hpp"
#include "common/read_back.hpp"

namespace lexikos::check_detail
{

namespace
{

/// Writes the first finding of the functor in the range. It stays in the memory space, so that no kernel waits for the host.
template <class ExecutionSpace, class Functor>
void find_first(char const* label, backends::Range<ExecutionSpace> const& range, Functor const& functor,
                std::uint64_t* finding)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  Kokkos::parallel_reduce(label, range, functor,
                          Kokkos::Min<std::uint64_t, MemorySpace>(Kokkos::View<std::uint64_t, MemorySpace>(finding)));
}

}  // namespace

template <class ExecutionSpace, class Index>
SuffixArrayCheck check_in_parallel(ExecutionSpace const& space,
                                   detail::BytesOfText<typename ExecutionSpace::memory_space> const& text,
                                   Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                                   CheckOptions const& options)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  std::size_t const n = suffix_array.extent(0);
  if (n == 0) return {};
  detail::Scratch const scratch(space, options.workspace);
  scratch->template reserve<MemorySpace>(n * sizeof(Index) + 512);
  auto const inverse = scratch->template take<Index, MemorySpace>(n);
  auto const findings = scratch->template take<std::uint64_t, MemorySpace>(3);

  Kokkos::deep_copy(space, inverse, std::numeric_limits<Index>::max());
  find_first<ExecutionSpace>("lexikos::check::invert", Range(space, 0, n),
                             InvertAny<Index, MemorySpace>{suffix_array, inverse}, findings.data());
  find_first<ExecutionSpace>("lexikos::check::missing", Range(space, 0, n), FindMissing<Index, MemorySpace>{inverse},
                             findings.data() + 1);
  detail::with_symbols(text, [&]<class Symbols>(Symbols const& symbols) {
    using Symbol = typename Symbols::non_const_value_type;
    find_first<ExecutionSpace>("lexikos::check::neighbours", Range(space, 1, n),
                               FindDisorder<Symbol, Index, MemorySpace>{symbols, suffix_array, inverse},
                               findings.data() + 2);
  });
  auto const found = detail::read_all_back(space, findings);

  if (found[0] != no_finding) return check_of(found[0]);
  if (found[1] == no_finding) return check_of(found[2]);
  // Rejected: only now does it matter which of the entries for one position comes first.
  Kokkos::deep_copy(space, inverse, std::numeric_limits<Index>::max());
  Kokkos::parallel_for("lexikos::check::first_occurrence", Range(space, 0, n),
                       MarkFirstOccurrence<Index, MemorySpace>{suffix_array, inverse});
  find_first<ExecutionSpace>("lexikos::check::repeated", Range(space, 0, n),
                             FindRepeated<Index, MemorySpace>{suffix_array, inverse}, findings.data());
  return check_of(detail::read_back(space, findings));
}

template <class ExecutionSpace, class Index>
SuffixArrayCheck check_inverse(ExecutionSpace const& space,
                               Span<Index const, typename ExecutionSpace::memory_space> const& suffix_array,
                               Span<Index const, typename ExecutionSpace::memory_space> const& inverse)
{
  std::uint64_t first = no_finding;
  Kokkos::parallel_reduce("lexikos::check::inverse", backends::Range<ExecutionSpace>(space, 0, suffix_array.extent(0)),
                          FindWrongInverse<Index, typename ExecutionSpace::memory_space>{suffix_array, inverse},
                          Kokkos::Min<std::uint64_t>(first));
  return check_of(first);
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                            \
  template SuffixArrayCheck check_in_parallel<SPACE, INDEX>(                                                         \
      SPACE const&, detail::BytesOfText<SPACE::memory_space> const&, Span<INDEX const, SPACE::memory_space> const&,  \
      CheckOptions const&);                                                                                          \
  template SuffixArrayCheck check_inverse<SPACE, INDEX>(SPACE const&, Span<INDEX const, SPACE::memory_space> const&, \
                                                        Span<INDEX const, SPACE::memory_space> const&);

LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)

#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::check_detail
