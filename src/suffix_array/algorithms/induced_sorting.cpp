// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Induced sorting (Nong, Zhang and Chan 2011) on hosts: the substrings between leftmost suffixes of type S are sorted by
// induction and named; the text of their names is sorted in the same way, and leads to the order of all suffixes by induction
// again. induction/ has the parts. Lists of each type of suffix and of the one before it (Kaerkkaeinen, Kempa and Puglisi 2017
// do so, too), names on the way, requests of what is read at random ahead of its use.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/launch.hpp"
#include "common/invert.hpp"
#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/induction/sort.hpp"
#include "system/concurrency.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::suffix_array_detail
{

namespace
{

/// The host's threads by an instance of its execution space, the caller's workspace and report.
template <class ExecutionSpace>
class InstanceMachine final : public induction::Machine
{
 public:
  explicit InstanceMachine(Context<ExecutionSpace> const& context) : m_context(context) {}

  [[nodiscard]] std::size_t threads() const override
  {
    return static_cast<std::size_t>(detail::concurrency_of(m_context.space));
  }

  [[nodiscard]] std::size_t entries_of_window(std::size_t n) const override
  {
    auto const& tuning = m_context.tuning;
    bool const is_worth_sharing =
        threads() >= tuning.min_threads_for_windows && n >= threads() * tuning.min_length_for_windows;
    return is_worth_sharing ? threads() * tuning.entries_of_window_per_thread : 0;
  }

  void for_parts(std::size_t parts, std::function<void(std::size_t)> const& body) override
  {
    if (parts == 1) return body(0);
    Kokkos::parallel_for("lexikos::suffix_array::induction", backends::Range<ExecutionSpace>(m_context.space, 0, parts),
                         [&body](std::size_t part) { body(part); });
    m_context.space.fence("lexikos::suffix_array::induction");
  }

  void with_memory(std::size_t bytes, std::function<void(void*)> const& function) override
  {
    Workspace::Scope const scope(m_context.workspace);
    function(m_context.workspace.template take<std::uint64_t, Kokkos::HostSpace>((bytes + 7) / 8).data());
  }

  void step(char const* name, std::function<void()> const& function) override
  {
    m_context.step(name, function);
    m_context.report.known(m_known);
  }

  void known(std::size_t suffixes) override { m_known = suffixes; }

 private:
  Context<ExecutionSpace> const& m_context;
  std::size_t m_known = 0;
};

template <class Index>
void sort_text(induction::Machine& machine, SymbolText<Kokkos::HostSpace> const& text, unsigned alphabet_size,
               Index* array)
{
  std::size_t const n = text.size();
  text.visit([&](auto const& symbols) {
    using Symbol = typename std::decay_t<decltype(symbols)>::non_const_value_type;
    std::size_t const alphabet = sizeof(Symbol) == 1 ? 256 : alphabet_size;
    induction::sort<Symbol, Index>(machine, {symbols.data(), n, alphabet, array, n});
  });
}

/// Positions of 32 bits in the upper half of the array, to 64 bits in all of it. What is written to the first half of the rest
/// overwrites only what has been read before; of a last one, what it is itself.
void widen(induction::Machine& machine, std::uint64_t* array, std::size_t n)
{
  auto const* const narrow = reinterpret_cast<std::byte const*>(array) + n * sizeof(std::uint32_t);
  for (std::size_t done = 0; done < n;) {
    std::size_t const end = done + std::max<std::size_t>((n - done) / 2, 1);
    std::size_t const parts = end - done < 65536 ? 1 : machine.threads();
    machine.for_parts(parts, [&](std::size_t part) {
      std::size_t const count = end - done;
      for (std::size_t i = done + count * part / parts; i < done + count * (part + 1) / parts; ++i) {
        std::uint32_t position = 0;
        std::memcpy(&position, narrow + i * sizeof(position), sizeof(position));
        array[i] = position;
      }
    });
    done = end;
  }
}

template <class ExecutionSpace, class Index>
void sort_on_host(SortRun<ExecutionSpace, Index>& run)
{
  auto const& context = run.context;
  std::size_t const n = run.size();
  Index* const array = run.suffix_array.data();
  unsigned const alphabet = run.statistics().alphabet_size;
  InstanceMachine<ExecutionSpace> machine(context);
  bool const is_short =
      n <= std::min(induction::max_length<std::uint32_t>, context.tuning.max_length_for_narrow_induction);
  if constexpr (sizeof(Index) == 8) {
    if (!is_short) return sort_text(machine, run.text, alphabet, array);
    sort_text(machine, run.text, alphabet, reinterpret_cast<std::uint32_t*>(array) + n);
    context.step("widen", [&] { widen(machine, array, n); });
  }
  else {
    if (is_short) return sort_text(machine, run.text, alphabet, array);
    Workspace::Scope const scope(context.workspace);
    auto const wide = context.template take<std::uint64_t>(n);
    sort_text(machine, run.text, alphabet, wide.data());
    context.step("narrow", [&] {
      std::size_t const parts = machine.threads();
      machine.for_parts(parts, [&](std::size_t part) {
        for (std::size_t i = n * part / parts; i < n * (part + 1) / parts; ++i) array[i] = static_cast<Index>(wide(i));
      });
    });
  }
}

}  // namespace

template <class ExecutionSpace>
bool has_induced_sorting()
{
  return detail::works_on_host<ExecutionSpace>;
}

/// Tables of at most seven entries a name, of which there are as many as LMS at most, or symbols of a wide text; only where the
/// array's own free entries do not hold them. Windows take what names leave; of what each thread takes for itself, less than
/// `suffix_array_workspace_bytes` adds. Where 32 bits have no room for a mark, an array of 64.
template <class Index>
std::size_t induced_sorting_workspace_bytes(std::size_t n, bool of_bytes)
{
  std::size_t const entry = n > induction::max_length<std::uint32_t> ? 8 : 4;
  std::size_t const array = sizeof(Index) < entry ? entry * n : 0;
  std::size_t const max_names = of_bytes ? n / 2 : n;
  return array + 7 * entry * max_names + n / 4 + (std::size_t{1} << 16);
}

template <class ExecutionSpace, class Index>
void induced_sorting([[maybe_unused]] SortRun<ExecutionSpace, Index>& run)
{
  detail::require(has_induced_sorting<ExecutionSpace>(), ErrorCode::not_supported,
                  "induced sorting works on hosts, not on " + std::string(ExecutionSpace::name()));
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    auto const& context = run.context;
    context.report.all_unsorted();
    context.space.fence(
        "lexikos::suffix_array::induced_sorting");  // some of it is read and written outside of the instance
    sort_on_host(run);
    if (run.wants_inverse())
      context.step("invert", [&] { detail::invert(context.space, run.suffix_array, run.inverse); });
    context.report.progress(0);
  }
}

template <class ExecutionSpace, class Index>
std::size_t transform_by_induction(
    [[maybe_unused]] SortRun<ExecutionSpace, Index>& run,
    [[maybe_unused]] Span<std::uint8_t, typename ExecutionSpace::memory_space> const& bwt)
{
  std::size_t primary_index = 0;
  if constexpr (detail::works_on_host<ExecutionSpace>) {
    auto const& context = run.context;
    std::size_t const n = run.size();
    if (n > induction::max_length<Index>) return 0;
    context.report.all_unsorted();
    context.space.fence("lexikos::suffix_array::transform_by_induction");
    InstanceMachine<ExecutionSpace> machine(context);
    primary_index =
        induction::transform<Index>(machine, {run.text.bytes().data(), n, 256, run.suffix_array.data(), n}, bwt.data());
    context.report.progress(0);
  }
  return primary_index;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                \
  template void induced_sorting(SortRun<SPACE, INDEX>&); \
  template std::size_t transform_by_induction(SortRun<SPACE, INDEX>&, Span<std::uint8_t, SPACE::memory_space> const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#define LEXIKOS_INSTANTIATE_SPACE(SPACE) template bool has_induced_sorting<SPACE>();
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE_SPACE)
template std::size_t induced_sorting_workspace_bytes<std::uint32_t>(std::size_t, bool);
template std::size_t induced_sorting_workspace_bytes<std::uint64_t>(std::size_t, bool);
#undef LEXIKOS_INSTANTIATE_SPACE
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::suffix_array_detail
