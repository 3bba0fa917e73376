// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstring>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/launch.hpp"
#include "compress/copies.hpp"
#include "compress/device_tables.hpp"
#include "compress/word_store.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::compress_detail
{

namespace
{

/// Places of a work item, of which only the first one's copy is sought.
template <class ExecutionSpace>
constexpr std::size_t places_of_item = detail::works_on_host<ExecutionSpace> ? 4096 : 16;

template <class ExecutionSpace>
std::size_t items_of(std::size_t places)
{
  return (places + places_of_item<ExecutionSpace> - 1) / places_of_item<ExecutionSpace>;
}

/// Of [0, size) places.
template <class ExecutionSpace>
KOKKOS_INLINE_FUNCTION std::size_t end_of_item(std::size_t item, std::size_t size)
{
  std::size_t const end = (item + 1) * places_of_item<ExecutionSpace>;
  return end < size ? end : size;
}

/// Places that copies are sought by.
enum class PlacesOf : std::uint8_t
{
  text,
  rest,   ///< symbols of copies do not count
  copies  ///< no others count
};

template <PlacesOf places>
KOKKOS_INLINE_FUNCTION std::size_t place_of(Copy const& copy)
{
  if constexpr (places == PlacesOf::text) return copy.begin;
  if constexpr (places == PlacesOf::rest) return copy.begin - copy.copied;
  return copy.copied;
}

/// How many copies begin at a place or before.
template <PlacesOf places, class MemorySpace>
KOKKOS_INLINE_FUNCTION std::size_t copies_up_to(Span<Copy const, MemorySpace> const& copies, std::size_t place)
{
  std::size_t low = 0;
  std::size_t high = copies.extent(0);
  while (low < high) {
    std::size_t const middle = low + (high - low) / 2;
    if (place_of<places>(copies(middle)) <= place)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// function(place in the rest, place in the text, symbols) of the stretches of the rest in a work item of places of the rest,
/// or of the text.
/// \param size  [0..size) are all places
template <PlacesOf places, class ExecutionSpace, class MemorySpace, class Function>
KOKKOS_INLINE_FUNCTION void for_each_of_rest(Span<Copy const, MemorySpace> const& copies, std::size_t size,
                                             std::size_t item, Function const& function)
{
  std::size_t place = item * places_of_item<ExecutionSpace>;
  std::size_t const end = end_of_item<ExecutionSpace>(item, size);
  for (std::size_t k = copies_up_to<places>(copies, place); place < end; ++k) {
    Copy const before = k == 0 ? Copy{0, 0, 0, 0} : copies(k - 1);
    std::size_t const copied = std::size_t{before.copied} + before.length;
    std::size_t const skipped = places == PlacesOf::rest ? copied : 0;
    std::size_t const begin = std::size_t{before.begin} + before.length - skipped;
    std::size_t const next = k == copies.extent(0) ? end : place_of<places>(copies(k));
    std::size_t const stop = next < end ? next : end;
    if (place < begin) place = begin;
    if (place >= stop) continue;
    std::size_t const of_text = place + skipped;
    function(of_text - copied, of_text, static_cast<std::uint32_t>(stop - place));
    place = stop;
  }
}

/// function(place among the copied symbols, place in the text, symbols, distance) of the stretches of copies in a work item.
template <class ExecutionSpace, class MemorySpace, class Function>
KOKKOS_INLINE_FUNCTION void for_each_copied(Span<Copy const, MemorySpace> const& copies, std::size_t size,
                                            std::size_t item, Function const& function)
{
  std::size_t place = item * places_of_item<ExecutionSpace>;
  std::size_t const end = end_of_item<ExecutionSpace>(item, size);
  for (std::size_t k = copies_up_to<PlacesOf::copies>(copies, place); place < end; ++k) {
    Copy const copy = copies(k - 1);
    std::size_t const next = std::size_t{copy.copied} + copy.length;
    std::size_t const stop = next < end ? next : end;
    function(place, copy.begin + (place - copy.copied), static_cast<std::uint32_t>(stop - place), copy.distance);
    place = stop;
  }
}

template <class ExecutionSpace>
struct TakeRest
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<std::uint8_t const, MemorySpace> text;
  Span<Copy const, MemorySpace> copies;
  Span<std::uint8_t, MemorySpace> rest;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    for_each_of_rest<PlacesOf::rest, ExecutionSpace>(copies, rest.extent(0), item,
                                                     [&](std::size_t place, std::size_t of_text, std::uint32_t count) {
                                                       copy_symbols(text, of_text, rest, place, count);
                                                     });
  }
};

/// By places of the text, which are written, so that most words are written at once.
template <class ExecutionSpace>
struct PutRest
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<std::uint8_t const, MemorySpace> rest;
  Span<Copy const, MemorySpace> copies;
  Span<std::uint8_t, MemorySpace> text;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    for_each_of_rest<PlacesOf::text, ExecutionSpace>(copies, text.extent(0), item,
                                                     [&](std::size_t place, std::size_t of_text, std::uint32_t count) {
                                                       copy_symbols(rest, place, text, of_text, count);
                                                     });
  }
};

/// Where a copied symbol comes from: a place of the rest, in the text; or another copied one, by its number.
class Source
{
 public:
  KOKKOS_INLINE_FUNCTION static Source of_rest(std::size_t place) { return Source(static_cast<std::uint32_t>(place)); }
  KOKKOS_INLINE_FUNCTION static Source copied(std::size_t number)
  {
    return Source(static_cast<std::uint32_t>(number) | mark);
  }
  KOKKOS_INLINE_FUNCTION explicit Source(std::uint32_t word) : m_word(word) {}

  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool is_copied() const { return (m_word & mark) != 0; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t place() const { return m_word & ~mark; }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t word() const { return m_word; }

 private:
  static constexpr std::uint32_t mark = 1u << 31;  // a text has 2^31 symbols at most

  std::uint32_t m_word;
};

template <class ExecutionSpace>
struct FindSources
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<Copy const, MemorySpace> copies;
  Span<std::uint32_t, MemorySpace> sources;  // of copied symbols

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    for_each_copied<ExecutionSpace>(
        copies, sources.extent(0), item,
        [&](std::size_t number, std::size_t place, std::uint32_t count, std::size_t distance) {
          std::size_t from = place - distance;
          std::size_t k = copies_up_to<PlacesOf::text>(copies, from);
          for (std::size_t const end = number + count; number < end; ++number, ++from) {
            while (k < copies.extent(0) && copies(k).begin <= from) ++k;
            Copy const copy = k == 0 ? Copy{0, 0, 0, 0} : copies(k - 1);
            std::size_t const in_copy = from - copy.begin;
            sources(number) =
                (in_copy < copy.length ? Source::copied(copy.copied + in_copy) : Source::of_rest(from)).word();
          }
        });
  }
};

/// Goes twice as far. What another thread has already changed leads further on the same way.
template <class MemorySpace>
struct FollowOnce
{
  std::uint32_t* sources;

  KOKKOS_FUNCTION void operator()(std::size_t number, std::uint64_t& left) const
  {
    Source const own(Kokkos::atomic_load(&sources[number]));
    if (!own.is_copied()) return;
    Source const next(Kokkos::atomic_load(&sources[own.place()]));
    Kokkos::atomic_store(&sources[number], next.word());
    left += next.is_copied() ? 1 : 0;
  }
};

template <class ExecutionSpace>
struct CopySymbols
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  Span<Copy const, MemorySpace> copies;
  Span<std::uint32_t const, MemorySpace> sources;
  Span<std::uint8_t, MemorySpace> text;

  KOKKOS_FUNCTION void operator()(std::size_t item) const
  {
    for_each_copied<ExecutionSpace>(copies, sources.extent(0), item,
                                    [&](std::size_t number, std::size_t place, std::uint32_t count, std::size_t) {
                                      for (std::uint32_t i = 0; i < count; ++i)
                                        text(place + i) = text(Source(sources(number + i)).place());
                                    });
  }
};

template <class ExecutionSpace>
void put_back_by_rounds(ExecutionSpace const& space,
                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& rest,
                        std::vector<Copy> const& copies,
                        Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text, Workspace& workspace)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  Workspace::Scope const scope(workspace);
  std::size_t const copied = text.extent(0) - rest.extent(0);
  auto const on_device = detail::copy_from_host(space, copies, workspace);
  auto const sources = workspace.take<std::uint32_t, MemorySpace>(copied);
  auto const of_items = [&](std::size_t places) { return Range(space, 0, items_of<ExecutionSpace>(places)); };
  Kokkos::parallel_for("lexikos::compress::put_rest", of_items(text.extent(0)),
                       PutRest<ExecutionSpace>{rest, on_device, text});
  Kokkos::parallel_for("lexikos::compress::find_sources", of_items(copied),
                       FindSources<ExecutionSpace>{on_device, sources});
  for (std::uint64_t left = 1; left != 0;)
    Kokkos::parallel_reduce("lexikos::compress::follow", Range(space, 0, copied),
                            FollowOnce<MemorySpace>{sources.data()}, left);
  Kokkos::parallel_for("lexikos::compress::copy_symbols", of_items(copied),
                       CopySymbols<ExecutionSpace>{on_device, sources, text});
  space.fence("lexikos::compress::put_back");
}

/// In memory of the host. The rest may lie at the end of the text: no symbol of it is written over before it is read.
void put_back_in_order(std::uint8_t const* rest, std::vector<Copy> const& copies, std::uint8_t* text, std::size_t n)
{
  std::size_t done = 0;
  for (Copy const& copy : copies) {
    std::memmove(text + done, rest, copy.begin - done);
    rest += copy.begin - done;
    std::uint8_t* const to = text + copy.begin;
    // what is there already grows to any number of periods
    for (std::size_t i = 0; i < copy.length;) {
      std::size_t const size = std::min<std::size_t>(copy.length - i, i + copy.distance);
      std::memcpy(to + i, to - copy.distance, size);
      i += size;
    }
    done = std::size_t{copy.begin} + copy.length;
  }
  if (done < n) std::memmove(text + done, rest, n - done);
}

}  // namespace

template <class ExecutionSpace>
void take_rest(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
               Span<Copy const, typename ExecutionSpace::memory_space> const& copies,
               Span<std::uint8_t, typename ExecutionSpace::memory_space> const& rest)
{
  Kokkos::parallel_for("lexikos::compress::take_rest",
                       backends::Range<ExecutionSpace>(space, 0, items_of<ExecutionSpace>(rest.extent(0))),
                       TakeRest<ExecutionSpace>{text, copies, rest});
}

template <class ExecutionSpace>
PutBack best_put_back()
{
  return detail::works_on_host<ExecutionSpace> ? PutBack::in_order : PutBack::by_rounds;
}

template <class ExecutionSpace>
void put_back(ExecutionSpace const& space, Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& rest,
              std::vector<Copy> const& copies, Span<std::uint8_t, typename ExecutionSpace::memory_space> const& text,
              Workspace& workspace, PutBack how)
{
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    if (how == PutBack::in_order) {
      space.fence("lexikos::compress::put_back");
      return put_back_in_order(rest.data(), copies, text.data(), text.extent(0));
    }
  }
  put_back_by_rounds(space, rest, copies, text, workspace);
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                                    \
  template PutBack best_put_back<SPACE>();                                                                            \
  template void take_rest<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                  \
                                 Span<Copy const, SPACE::memory_space> const&,                                        \
                                 Span<std::uint8_t, SPACE::memory_space> const&);                                     \
  template void put_back<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&,                   \
                                std::vector<Copy> const&, Span<std::uint8_t, SPACE::memory_space> const&, Workspace&, \
                                PutBack);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::compress_detail
