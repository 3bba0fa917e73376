// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "backends/openmp/parts.hpp"
#include "backends/operations.hpp"

namespace lexikos::backends::openmp
{

/// values(p) = values(0), ..., values(p - 1) combined, in place. Returns all of them combined.
template <class T, class Operation>
T scan_parts(Span<T, Kokkos::HostSpace> const& values, Operation operation)
{
  T sum = Operation::template identity<T>();
  for (std::size_t p = 0; p < values.extent(0); ++p) {
    T const value = values(p);
    values(p) = sum;
    sum = operation(sum, value);
  }
  return sum;
}

/// Two passes: each part is reduced, then scanned from the sum of the parts before it. Kokkos' parallel_scan does the same,
/// but calls one functor for both, which the compiler does not vectorise.
template <class Tuning, bool is_inclusive, class In, class Out, class Operation>
void scan(Kokkos::OpenMP const& space, char const* label, In const& in, Out const& out, Operation operation,
          Workspace& workspace)
{
  using T = typename Out::non_const_value_type;
  if (in.extent(0) == 0) return;
  Workspace::Scope const scope(workspace);
  Chunks const parts = make_parts(space, in.extent(0), Tuning::min_part);
  auto const sums = workspace.take<T, Kokkos::HostSpace>(parts.count);
  auto const* const from = in.data();
  T* const to = out.data();

  for_parts(space, label, parts.count - 1, [&](std::size_t part) {
    T sum = Operation::template identity<T>();
    for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) sum = operation(sum, static_cast<T>(from[i]));
    sums(part) = sum;
  });
  sums(parts.count - 1) = T{};  // of the last part nobody needs the sum
  scan_parts(sums, operation);
  for_parts(space, label, parts.count, [&](std::size_t part) {
    T sum = sums(part);
    for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) {
      T const next = operation(sum, static_cast<T>(from[i]));
      to[i] = is_inclusive ? next : sum;
      sum = next;
    }
  });
}

template <class Tuning = openmp::Tuning, class In, class Out, class Operation>
void exclusive_scan(Kokkos::OpenMP const& space, In const& in, Out const& out, Operation operation,
                    Workspace& workspace)
{
  scan<Tuning, false>(space, "lexikos::primitives::exclusive_scan", in, out, operation, workspace);
}

template <class Tuning = openmp::Tuning, class In, class Out, class Operation>
void inclusive_scan(Kokkos::OpenMP const& space, In const& in, Out const& out, Operation operation,
                    Workspace& workspace)
{
  scan<Tuning, true>(space, "lexikos::primitives::inclusive_scan", in, out, operation, workspace);
}

}  // namespace lexikos::backends::openmp
