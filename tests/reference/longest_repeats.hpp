// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lexikos::reference
{

/// LCP array from a text, its suffix array and the inverse (Kasai et al. 2001).
template <class Index, class Symbol>
std::vector<Index> kasai(std::vector<Symbol> const& text, std::vector<Index> const& sa, std::vector<Index> const& isa)
{
  std::size_t const n = text.size();
  std::vector<Index> lcp(n, 0);
  std::size_t common = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (isa[i] == 0) {
      common = 0;
      continue;
    }
    std::size_t const j = sa[isa[i] - 1];
    while (i + common < n && j + common < n && text[i + common] == text[j + common]) ++common;
    lcp[isa[i]] = static_cast<Index>(common);
    if (common > 0) --common;
  }
  return lcp;
}

/// The longest repeat covering each position, the leftmost of several, in O(n) time on one thread: the repeats that begin
/// at a position or before and still cover it are a window that slides over the text, of which a queue holds those that no
/// later one beats. Calls output(k, start, length) for k = 0, 1, ...; start = k and length = 0 where there is none.
template <class Index, class Output>
void leftmost_longest_repeats(Index const* inverse, Index const* lcp, std::size_t n, Output output)
{
  struct Repeat
  {
    std::size_t start;
    std::size_t length;
  };
  std::vector<Repeat> queue;  // lengths do not increase; [front, size) is in use
  std::size_t front = 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t const rank = inverse[k];
    std::size_t const length = std::max<std::size_t>(lcp[rank], rank + 1 < n ? lcp[rank + 1] : 0);
    while (front < queue.size() && queue[front].start + queue[front].length <= k) ++front;
    while (queue.size() > front && queue.back().length < length) queue.pop_back();
    if (length > 0) queue.push_back({k, length});
    if (front == queue.size()) {
      queue.clear();
      front = 0;
      output(k, k, std::size_t{0});
    }
    else {
      output(k, queue[front].start, queue[front].length);
    }
    if (front > 4096 && 2 * front > queue.size()) {  // what was left behind is never more than what is in use
      queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(front));
      front = 0;
    }
  }
}

}  // namespace lexikos::reference
