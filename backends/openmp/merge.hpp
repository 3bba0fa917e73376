// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "backends/kokkos/merge.hpp"
#include "backends/openmp/parts.hpp"

namespace lexikos::backends::openmp
{

/// Reads a range whose elements are gathered from elsewhere, a block at once: many reads are then under way at a time, where
/// a merge by itself waits for each before it knows which comes next.
template <std::size_t block, class Range>
class Gathered
{
 public:
  Gathered(Range const& range, std::size_t begin) : m_range(range), m_next(begin) { refill(); }

  using Element = std::remove_cvref_t<decltype(std::declval<Range const&>()(0))>;

  [[nodiscard]] bool at_end() const { return m_at == m_size; }
  [[nodiscard]] Element const& operator*() const { return m_elements[m_at]; }
  void advance(bool is_taken)
  {
    m_at += is_taken;
    if (m_at == m_size) refill();
  }

 private:
  void refill()
  {
    m_size = std::min(m_elements.size(), m_range.extent(0) - m_next);
    for (std::size_t i = 0; i < m_size; ++i) m_elements[i] = m_range(m_next + i);
    m_next += m_size;
    m_at = 0;
  }

  Range const& m_range;
  std::size_t m_next;  // the first element not read yet
  std::size_t m_at = 0;
  std::size_t m_size = 0;
  std::array<Element, block> m_elements;
};

/// Like `kokkos::merge_tile`, for ranges that are not views.
template <std::size_t block, class A, class B, class Out, class Less>
void merge_gathered(A const& range_a, B const& range_b, Out const& out, std::size_t begin, std::size_t end,
                    Less const& less)
{
  std::size_t const begin_a = merge_path(range_a, range_b, begin, less);
  Gathered<block, A> a(range_a, begin_a);
  Gathered<block, B> b(range_b, begin - begin_a);
  std::size_t to = begin;
  for (; to < end && !a.at_end() && !b.at_end(); ++to) {
    bool const take_b = less(*b, *a);
    out(to) = take_b ? *b : *a;
    a.advance(!take_b);
    b.advance(take_b);
  }
  for (; to < end && !a.at_end(); ++to, a.advance(true)) out(to) = *a;
  for (; to < end; ++to, b.advance(true)) out(to) = *b;
}

/// One tile a thread: each searches the merge path once.
template <class Tuning = openmp::Tuning, class A, class B, class Out, class Less>
void merge(Kokkos::OpenMP const& space, A const& a, B const& b, Out const& out, Less less, Workspace&)
{
  std::size_t const n = a.extent(0) + b.extent(0);
  if (n == 0) return;
  Chunks const parts = make_parts(space, n, Tuning::min_part);
  for_parts(space, "lexikos::primitives::merge", parts.count, [&](std::size_t part) {
    if constexpr (Kokkos::is_view_v<A> && Kokkos::is_view_v<B>)
      kokkos::merge_tile(a, b, out, parts.begin(part), parts.end(part), less);
    else
      merge_gathered<Tuning::gathered_block>(a, b, out, parts.begin(part), parts.end(part), less);
  });
}

}  // namespace lexikos::backends::openmp
