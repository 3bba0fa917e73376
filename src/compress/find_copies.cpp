// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <lexikos/detail/execution_spaces.hpp>
#include <numeric>

#include "backends/for_each_apart.hpp"
#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/bisection.hpp"
#include "common/copy_from_host.hpp"
#include "common/read_back.hpp"
#include "compress/checksum.hpp"
#include "compress/copies.hpp"
#include "compress/samples.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

namespace
{

/// Shorter texts have no copies that are worth it.
constexpr std::size_t min_text = 1024;
constexpr std::size_t max_samples_divisor = 8;
/// Samples that have another one before, in eighths of all, where copies may be most of a text.
constexpr std::uint64_t min_known_eighths = 7;
constexpr std::uint32_t min_copy_of_most = 256;
/// Where what comes again comes so often in the mean, or is so much of a text (in sixteenths), a transform tells of it in less
/// than copies do.
constexpr std::uint64_t frequent_repeats = 10;
constexpr std::uint64_t much_known_sixteenths = 9;
/// Rare copies are left where they are if they are less of a text.
constexpr std::size_t min_copied_part = 256;
/// Segments whose copies are sought at the same time. A segment's first copy does not know the distance of the one before,
/// which matters where copies are most of a text.
constexpr std::size_t segment_of_most = std::size_t{1} << 18;
constexpr std::size_t segment_of_rare = std::size_t{1} << 15;
constexpr std::size_t max_copies_of(std::size_t segment)
{
  return segment / min_chosen_copy;
}

/// What is the same around a place and at a distance before, between two others.
struct Stretch
{
  std::size_t distance;
  std::size_t back;  // of its symbols, those before the place
  std::size_t length;
};

KOKKOS_INLINE_FUNCTION Stretch stretch_of(std::uint8_t const* text, std::size_t place, std::size_t distance,
                                          std::size_t least, std::size_t end)
{
  std::size_t to = place;
  while (to + 8 <= end && word_at(text + to, 8, 0) == word_at(text + to - distance, 8, 0)) to += 8;
  while (to < end && text[to] == text[to - distance]) ++to;
  std::size_t const first = least > distance ? least : distance;
  std::size_t from = place;
  while (from >= first + 8 && word_at(text + from - 8, 8, 0) == word_at(text + from - 8 - distance, 8, 0)) from -= 8;
  while (from > first && text[from - 1] == text[from - 1 - distance]) --from;
  return {distance, place - from, to - from};
}

/// Marks the samples that a copy of a length, or a longer one, goes through.
template <class MemorySpace>
struct MarkLong
{
  std::uint8_t const* text;
  std::size_t n;
  std::size_t min_length;
  Span<std::uint32_t const, MemorySpace> places;
  Span<std::uint32_t const, MemorySpace> earlier;
  std::uint8_t* is_long;  // of samples

  KOKKOS_FUNCTION void operator()(std::size_t sample, std::uint64_t& marked) const
  {
    is_long[sample] = 0;
    if (earlier(sample) == no_place) return;
    std::size_t const place = places(sample);
    std::size_t const least = place > min_length ? place - min_length : 0;
    std::size_t const end = place + min_length < n ? place + min_length : n;
    if (stretch_of(text, place, place - earlier(sample), least, end).length < min_length) return;
    is_long[sample] = 1;
    ++marked;
  }
};

/// Copies of a segment, from its beginning on.
template <class MemorySpace>
struct FindCopies
{
  std::uint8_t const* text;
  std::size_t n;
  std::size_t segment;
  Span<std::uint32_t const, MemorySpace> places;
  Span<std::uint32_t const, MemorySpace> earlier;
  Span<std::uint8_t const, MemorySpace> is_rare;     // of samples; empty where rare copies are not the only ones
  Span<std::uint32_t const, MemorySpace> long_ones;  // samples that a copy of min_length goes through, or a longer one
  std::size_t min_length;
  Span<Copy, MemorySpace> copies;          // max_copies_of(segment) of each segment
  Span<std::uint32_t, MemorySpace> found;  // [0..segments)

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    std::size_t const begin = s * segment;
    std::size_t const end = begin + segment < n ? begin + segment : n;
    std::size_t done = begin;
    std::size_t distance = 0;
    std::uint32_t count = 0;
    std::size_t const first_sample = detail::first_not_below(places.data(), 0, places.extent(0), begin);
    for (std::size_t i = detail::first_not_below(long_ones.data(), 0, long_ones.extent(0), first_sample);
         i < long_ones.extent(0); ++i)
    {
      std::size_t const k = long_ones(i);
      std::size_t const place = places(k);
      if (place >= end) break;
      if (place < done) continue;
      Stretch best = stretch_of(text, place, place - earlier(k), done, end);
      if (distance != 0 && distance <= place && distance != best.distance) {
        // the distance of the copy before takes fewer bits
        Stretch const same = stretch_of(text, place, distance, done, end);
        if (same.length + window >= best.length) best = same;
      }
      if (best.length < min_length) continue;
      done = place - best.back + best.length;
      if (is_rare.extent(0) != 0 && !is_mostly_rare(k, done)) continue;
      copies(s * max_copies_of(segment) + count) = {static_cast<std::uint32_t>(place - best.back),
                                                    static_cast<std::uint32_t>(best.length),
                                                    static_cast<std::uint32_t>(best.distance), 0};
      ++count;
      distance = best.distance;
    }
    found(s) = count;
  }

 private:
  /// The samples from one on, up to the end of its copy.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_mostly_rare(std::size_t first, std::size_t end) const
  {
    std::size_t all = 0;
    std::size_t rare = 0;
    for (std::size_t k = first; k < places.extent(0) && places(k) + window <= end; ++k, ++all) rare += is_rare(k);
    return 2 * rare >= all;
  }
};

/// Those of all segments, one after the other.
template <class MemorySpace>
struct PackCopies
{
  Span<Copy const, MemorySpace> copies;
  std::size_t copies_of_segment;                // that there is room for
  Span<std::uint32_t const, MemorySpace> ends;  // of segments, among all
  Span<Copy, MemorySpace> packed;

  KOKKOS_FUNCTION void operator()(std::size_t s) const
  {
    std::size_t const begin = s == 0 ? 0 : ends(s - 1);
    for (std::size_t i = begin; i < ends(s); ++i) packed(i) = copies(s * copies_of_segment + (i - begin));
  }
};

/// Where one of a segment goes on with that of the segment before, they are one.
std::vector<Copy> joined(std::vector<Copy> const& copies)
{
  std::vector<Copy> result;
  for (Copy copy : copies) {
    if (!result.empty()) {
      Copy& last = result.back();
      if (last.begin + last.length == copy.begin && last.distance == copy.distance) {
        last.length += copy.length;
        continue;
      }
      copy.copied = last.copied + last.length;
    }
    result.push_back(copy);
  }
  return result;
}

template <class ExecutionSpace>
class CopyFinder
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  using Text = Span<std::uint8_t const, MemorySpace>;
  using Places = Span<std::uint32_t, MemorySpace>;
  using Keys = Span<std::uint64_t, MemorySpace>;

 public:
  CopyFinder(ExecutionSpace const& space, Text const& text, Workspace& workspace)
      : m_space(space), m_text(text), m_n(text.extent(0)), m_workspace(workspace)
  {}

  FoundCopies find()
  {
    FoundCopies result;
    if (!find_samples()) return result;
    auto const repeats = link_samples();
    if (repeats.known * 8 >= m_places.extent(0) * min_known_eighths) {
      result.copies = copies_of(min_copy_of_most, segment_of_most, {});
      std::size_t const rest = rest_of(m_n, result.copies);
      result.are_most = rest != 0 && rest <= m_n / copy_rules(DirectoryForm::stretches).rest_divisor;
      if (result.are_most) return result;
    }
    if (repeats.known >= frequent_repeats * repeats.repeated ||
        repeats.known * 16 >= m_places.extent(0) * much_known_sixteenths)
      return {};
    result.copies = copies_of(min_chosen_copy, segment_of_rare, m_is_rare);
    std::size_t const rest = rest_of(m_n, result.copies);
    if (rest == 0 || m_n - rest < m_n / min_copied_part) return {};
    return result;
  }

 private:
  /// Returns whether there are few enough, and one at least.
  bool find_samples()
  {
    using Mark = MarkSamples<ExecutionSpace>;
    auto const is_sample = m_workspace.template take<std::uint8_t, MemorySpace>(m_n);
    std::uint64_t samples = 0;
    Kokkos::parallel_reduce("lexikos::compress::mark_samples",
                            Range(m_space, 0, (m_n + Mark::places - 1) / Mark::places),
                            Mark{m_text.data(), m_n, is_sample.data()}, samples);
    if (samples == 0 || samples > m_n / max_samples_divisor) return false;
    m_places = m_workspace.template take<std::uint32_t, MemorySpace>(samples);
    primitives::pack_positions(m_space, is_sample, m_places, m_workspace);
    return true;
  }

  struct Repeats
  {
    std::uint64_t known = 0;     // samples that have another one before
    std::uint64_t repeated = 0;  // different ones of which there are several
  };

  Repeats link_samples()
  {
    std::size_t const samples = m_places.extent(0);
    m_earlier = m_workspace.template take<std::uint32_t, MemorySpace>(samples);
    m_is_rare = m_workspace.template take<std::uint8_t, MemorySpace>(samples);
    Workspace::Scope const scope(m_workspace);
    primitives::DoubleBuffer<Keys> keys{m_workspace.template take<std::uint64_t, MemorySpace>(samples),
                                        m_workspace.template take<std::uint64_t, MemorySpace>(samples)};
    Range const all(m_space, 0, samples);
    Kokkos::parallel_for("lexikos::compress::make_keys", all,
                         MakeKeys<MemorySpace>{m_text.data(), m_n, m_places, keys.current});
    primitives::radix_sort_keys(m_space, keys, static_cast<int>(sample_bits), 64, m_workspace);
    Repeats repeats;
    Kokkos::parallel_reduce("lexikos::compress::link_samples", all,
                            LinkSamples<MemorySpace>{keys.current, m_places, m_earlier}, repeats.known);
    Kokkos::parallel_reduce("lexikos::compress::count_repeated", all, CountRepeated<MemorySpace>{keys.current},
                            repeats.repeated);
    Kokkos::parallel_for("lexikos::compress::mark_rare", all, MarkRare<MemorySpace>{keys.current, m_is_rare});
    m_space.fence("lexikos::compress::link_samples");
    return repeats;
  }

  /// \param is_rare  empty for all copies
  std::vector<Copy> copies_of(std::size_t min_length, std::size_t segment,
                              Span<std::uint8_t const, MemorySpace> const& is_rare)
  {
    Workspace::Scope const scope(m_workspace);
    auto const found = m_workspace.template take<std::uint32_t, MemorySpace>((m_n + segment - 1) / segment);
    auto const copies = m_workspace.template take<Copy, MemorySpace>(found.extent(0) * max_copies_of(segment));
    backends::for_each_apart("lexikos::compress::find_copies", m_space, found.extent(0),
                             FindCopies<MemorySpace>{m_text.data(), m_n, segment, m_places, m_earlier, is_rare,
                                                     long_samples(min_length), min_length, copies, found});
    return joined(packed(copies, detail::read_all_back(m_space, found)));
  }

  Places long_samples(std::size_t min_length)
  {
    auto const samples = m_earlier.extent(0);
    auto const is_long = m_workspace.template take<std::uint8_t, MemorySpace>(samples);
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("lexikos::compress::mark_long", Range(m_space, 0, samples),
                            MarkLong<MemorySpace>{m_text.data(), m_n, min_length, m_places, m_earlier, is_long.data()},
                            count);
    Places const result = m_workspace.template take<std::uint32_t, MemorySpace>(count);
    if (count != 0) primitives::pack_positions(m_space, is_long, result, m_workspace);
    return result;
  }

  /// What all segments have is little of the room for it.
  std::vector<Copy> packed(Span<Copy const, MemorySpace> const& copies, std::vector<std::uint32_t> const& found)
  {
    std::vector<std::uint32_t> ends(found.size());
    std::inclusive_scan(found.begin(), found.end(), ends.begin());
    auto const result = m_workspace.template take<Copy, MemorySpace>(ends.back());
    Kokkos::parallel_for("lexikos::compress::pack_copies", Range(m_space, 0, ends.size()),
                         PackCopies<MemorySpace>{copies, copies.extent(0) / ends.size(),
                                                 detail::copy_from_host(m_space, ends, m_workspace), result});
    return detail::read_all_back(m_space, result);
  }

  ExecutionSpace m_space;
  Text m_text;
  std::size_t m_n;
  Workspace& m_workspace;
  Places m_places;
  Places m_earlier;
  Span<std::uint8_t, MemorySpace> m_is_rare;
};

}  // namespace

template <class ExecutionSpace>
FoundCopies find_copies(ExecutionSpace const& space,
                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                        Workspace& workspace)
{
  if (text.extent(0) < min_text) return {};
  Workspace::Scope const scope(workspace);
  return CopyFinder<ExecutionSpace>(space, text, workspace).find();
}

std::size_t find_copies_bytes(std::size_t n)
{
  // marks; of samples their places, what is before, whether they are rare, and keys twice, or whether they are long, and
  // these; scratch of a sort; the copies of all segments, which come after the keys
  return n + n / max_samples_divisor * (2 * 4 + 1 + 2 * 8) + n / 4 +
         2 * (n / min_chosen_copy + max_copies_of(segment_of_most)) * sizeof(Copy) + (std::size_t{2} << 20);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                            \
  template FoundCopies find_copies<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
                                          Workspace&);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::compress_detail
