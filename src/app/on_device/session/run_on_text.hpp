// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/lcp.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <string>
#include <vector>

#include "app/io/input.hpp"
#include "app/io/memory.hpp"
#include "app/on_device/session/on_device.hpp"
#include "app/on_device/session/text_job.hpp"
#include "app/on_device/session/transfer.hpp"
#include "app/report/joined.hpp"
#include "app/report/progress_bar.hpp"
#include "app/report/stopwatch.hpp"

namespace lexikos::app
{

/// Bytes as the symbols that they are.
template <class Symbol, class MemorySpace>
[[nodiscard]] Span<Symbol const, MemorySpace> symbols_in(Span<std::uint8_t const, MemorySpace> const& bytes)
{
  return Span<Symbol const, MemorySpace>(reinterpret_cast<Symbol const*>(bytes.data()),
                                         bytes.extent(0) / sizeof(Symbol));
}

/// A command's work on one text and one execution space: what all of them need.
template <class ExecutionSpace>
class TextRun
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  static constexpr bool on_host = detail::works_on_host<ExecutionSpace>;

  TextRun(ExecutionSpace const& instance, Session const& session, TextJob const& job)
      : space(instance),
        device(described<ExecutionSpace>(session.device())),
        n(job.text->bytes().size()),
        m_session(session),
        m_job(job)
  {}

  // ----- before anything is allocated

  /// Failure (out_of_memory) unless there is room for the text and for all of these. What sorting takes depends on the text:
  /// see `sorting_bytes`.
  void require_memory(std::vector<MemoryNeed> needs) const
  {
    std::size_t const pending = m_job.text->pending_bytes();
    needs.insert(needs.begin(), {"the text", on_host ? pending : n});
    app::require_memory(device, detail::available_memory<ExecutionSpace>(), needs);
    if constexpr (!on_host) require_host_memory({{"the text", pending}, {"the staging block", staging_bytes}});
  }
  /// The same of the host where the text and all of these stay there.
  void require_host_memory_for(std::vector<MemoryNeed> needs) const
  {
    needs.insert(needs.begin(), {"the text", m_job.text->pending_bytes()});
    require_host_memory(needs);
  }

  /// The workspace that sorting takes for certain. The bounds of the parallel algorithms are those of rare texts, several
  /// times what others take, and `automatic` chooses when it has seen the text: for these it is nothing, and a run that
  /// meets the end of the memory says how much more it wanted.
  template <class Index>
  [[nodiscard]] std::size_t sorting_bytes(SuffixArrayAlgorithm algorithm, bool with_inverse) const
  {
    if (algorithm != SuffixArrayAlgorithm::libdivsufsort) return 0;
    return suffix_array_workspace_bytes<ExecutionSpace, Index>(n, algorithm, with_inverse);
  }

  /// The algorithm of that name. Failure (not_supported) unless this build has it on this execution space.
  [[nodiscard]] SuffixArrayAlgorithm algorithm(std::string const& name) const
  {
    auto const wanted = suffix_array_algorithm(name);
    if (wanted == SuffixArrayAlgorithm::automatic) return wanted;
    std::vector<std::string> names;
    for (auto const known : suffix_array_algorithms<ExecutionSpace>()) {
      if (known == wanted) return wanted;
      names.emplace_back(to_string(known));
    }
    throw Failure(ExitCode::not_supported, "this build does not have the algorithm " + name + " on " +
                                               m_session.device() + " (it has " + listed(names) + ")");
  }

  // ----- the work

  /// Reads the text, and copies it to where the execution space works.
  void load()
  {
    if constexpr (on_host) m_session.runtime().host_memory.set_aside(m_job.text->pending_bytes());
    m_job.text->load();
    m_text = OnDevice<ExecutionSpace, std::uint8_t>(space, "lexikos::app::text", m_job.text->bytes());
  }
  /// Reads the text, and leaves it in the memory of the host.
  [[nodiscard]] Span<std::uint8_t const, Kokkos::HostSpace> load_on_host()
  {
    m_session.runtime().host_memory.set_aside(m_job.text->pending_bytes());
    m_job.text->load();
    auto const bytes = m_job.text->bytes();
    return Span<std::uint8_t const, Kokkos::HostSpace>(bytes.data(), bytes.size());
  }
  /// Gives back what this run has taken where the execution space works.
  void unload()
  {
    m_text = {};
    workspace.release();
  }
  [[nodiscard]] Span<std::uint8_t const, MemorySpace> const& text() const { return m_text.view(); }
  /// The same as wider symbols.
  template <class Symbol>
  [[nodiscard]] Span<Symbol const, MemorySpace> symbols() const
  {
    return symbols_in<Symbol>(text());
  }

  template <class T>
  [[nodiscard]] Array<T, MemorySpace> array(char const* label, std::size_t size) const
  {
    return allocate<T>(space, label, size);
  }

  [[nodiscard]] ProgressBar bar(char const* label) const { return ProgressBar(label, m_job.show_progress); }
  /// A bar for work that cannot tell how far it is.
  [[nodiscard]] ProgressBar announced(char const* label) const
  {
    return ProgressBar(label, m_job.show_progress, ProgressBar::announced);
  }

  /// Sorts the suffixes; an inverse of no entries is not wanted.
  template <class Index>
  void sort(Array<Index, MemorySpace> const& suffix_array, Array<Index, MemorySpace> const& inverse,
            SuffixArrayOptions const& options)
  {
    sort(text(), suffix_array, inverse, options);
  }
  /// The same of a text of other symbols.
  template <class Symbols, class Index>
  void sort(Symbols const& symbols, Array<Index, MemorySpace> const& suffix_array,
            Array<Index, MemorySpace> const& inverse, SuffixArrayOptions options)
  {
    ProgressBar progress = bar("sorting suffixes");
    options.workspace = &workspace;
    options.progress = progress.updates();
    if (inverse.extent(0) != 0)
      lexikos::suffix_array(space, symbols, suffix_array, Span<Index, MemorySpace>(inverse), options);
    else
      lexikos::suffix_array(space, symbols, suffix_array, options);
  }

  ExecutionSpace space;
  std::string device;  ///< as described to people
  std::size_t n;       ///< bytes of the text
  Workspace workspace;

 private:
  Session const& m_session;
  TextJob const& m_job;
  OnDevice<ExecutionSpace, std::uint8_t> m_text;
};

/// Returns work(run), run being the `TextRun` of the session's execution space.
template <class Outcome, class Work>
Outcome run_on_text(Session const& session, TextJob const& job, Work const& work)
{
  return on_device<Outcome>(session, [&](auto const& space) {
    TextRun run(space, session, job);
    return work(run);
  });
}

/// Returns function(Symbol{}) for a symbol of 1, 2 or 4 bytes.
template <class Function>
auto with_symbol(unsigned bytes, Function const& function)
{
  if (bytes == 1) return function(std::uint8_t{});
  return bytes == 2 ? function(std::uint16_t{}) : function(std::uint32_t{});
}

/// Returns function(Index{}) for an index of that many bytes.
template <class Function>
auto with_index(std::size_t bytes, Function const& function)
{
  return bytes == 4 ? function(std::uint32_t{}) : function(std::uint64_t{});
}

}  // namespace lexikos::app
