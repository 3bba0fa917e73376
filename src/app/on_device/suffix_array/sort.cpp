// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/suffix_array/sort.hpp"

#include <algorithm>
#include <array>
#include <lexikos/check.hpp>
#include <lexikos/out_of_core.hpp>

#include "app/on_device/suffix_array/entries.hpp"
#include "app/on_device/suffix_array/out_of_core.hpp"
#include "app/on_device/suffix_array/sort_of_documents.hpp"
#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

namespace
{

unsigned alphabet_size(std::span<std::uint8_t const> text)
{
  std::array<bool, 256> seen{};
  for (std::uint8_t const symbol : text) seen[symbol] = true;
  return static_cast<unsigned>(std::ranges::count(seen, true));
}

void take_statistics(SortOutcome& outcome, SuffixArrayStatistics const& statistics)
{
  outcome.algorithm = std::string(to_string(statistics.algorithm));
  outcome.reason = statistics.reason;
  outcome.alphabet_size = statistics.alphabet_size;
  outcome.rounds = statistics.rounds();
  outcome.parts = statistics.parts;
  outcome.unsorted = statistics.unsorted;
  for (auto const& step : statistics.steps) outcome.steps.emplace_back(step.name, step.seconds);
  outcome.workspace_bytes = statistics.workspace_bytes;
  outcome.seconds = statistics.seconds;
}

/// The text as symbols; where they compare as bytes, with the first byte as the highest.
template <class Symbol, class ExecutionSpace>
Array<Symbol const, typename ExecutionSpace::memory_space> symbols_of(TextRun<ExecutionSpace> const& run,
                                                                      TokenOptions const& tokens)
{
  auto const symbols = run.template symbols<Symbol>();
  if (sizeof(Symbol) == 1 || !tokens.in_order_of_bytes) return symbols;
  auto const swapped = run.template array<Symbol>("lexikos::app::swapped", symbols.extent(0));
  swap_bytes(run.space, symbols.data(), swapped.data(), symbols.extent(0));
  return swapped;
}

/// Text and results stay in host memory.
template <class Index, class Symbol, class ExecutionSpace>
class SortOutOfCore
{
  using HostText = Span<Symbol const, Kokkos::HostSpace>;
  using HostArray = Array<Index, Kokkos::HostSpace>;

 public:
  SortOutOfCore(TextRun<ExecutionSpace>& run, SortRequest const& request)
      : m_run(run), m_request(request), m_n(run.n / sizeof(Symbol))
  {}

  SortOutcome sort()
  {
    auto const& tokens = m_request.tokens;
    bool const with_inverse = m_request.inverse != nullptr;
    std::size_t const array = m_n * sizeof(Index);
    std::size_t const entry_bytes = entry_bytes_of(tokens, m_run.n, sizeof(Index));
    bool const as_in_file =
        entry_bytes == FiveByteEntries::entry_bytes && !tokens.are_bytes && !with_inverse && !m_request.check;
    m_run.require_host_memory_for({{"the suffix array", as_in_file ? m_n * entry_bytes : array},
                                   {"its inverse", with_inverse ? array : 0},
                                   {"the check", m_request.check ? array : 0}});
    m_request.suffix_array->reserve(m_n * entry_bytes);
    if (with_inverse) m_request.inverse->reserve(array);
    m_outcome.device = m_run.device;
    m_outcome.entry_bytes = entry_bytes;
    Stopwatch watch;
    auto const text = symbols_in<Symbol>(m_run.load_on_host());
    m_outcome.load_seconds = watch.lap();
    if (as_in_file)
      sort_to_entries_of_file(text);
    else
      sort_to_indices(text, entry_bytes);
    m_outcome.peak_bytes = m_run.n + m_n * (as_in_file ? entry_bytes : sizeof(Index)) + (with_inverse ? array : 0) +
                           m_outcome.workspace_bytes;
    return std::move(m_outcome);
  }

 private:
  template <class Sort>
  void with_options(Sort const& sort)
  {
    SuffixArrayStatistics statistics;
    ProgressBar progress = m_run.bar("sorting suffixes");
    sort(SuffixArrayOptions{.algorithm = m_run.algorithm(m_request.sort.algorithm),
                            .workspace = &m_run.workspace,
                            .statistics = &statistics,
                            .time_steps = m_request.time_steps,
                            .progress = progress.updates(),
                            .device_bytes = m_request.device_memory});
    take_statistics(m_outcome, statistics);
  }

  void sort_to_entries_of_file(HostText const& text)
  {
    auto const bytes = detail::allocate<std::uint8_t, Kokkos::HostSpace>(
        default_memory_resource(), "lexikos::app::suffix_array", m_n * FiveByteEntries::entry_bytes);
    with_options([&](SuffixArrayOptions const& options) {
      suffix_array_out_of_core(m_run.space, text, FiveByteEntries(bytes), options);
    });
    Stopwatch watch;
    m_request.suffix_array->write(bytes.data(), bytes.extent(0));
    m_outcome.write_seconds = watch.lap();
  }

  void sort_to_indices(HostText const& text, std::size_t entry_bytes)
  {
    HostArray const array = host_array();
    HostArray const inverse = m_request.inverse != nullptr ? host_array() : HostArray();
    with_options([&](SuffixArrayOptions const& options) {
      if (m_request.inverse != nullptr)
        suffix_array_out_of_core(m_run.space, text, array, inverse, options);
      else
        suffix_array_out_of_core(m_run.space, text, array, options);
    });
    Kokkos::DefaultHostExecutionSpace const host;
    Stopwatch watch;
    if (m_request.check) {
      m_run.workspace.release();
      auto const check = check_suffix_array(host, text, array, {.workspace = &m_run.workspace});
      m_outcome.defect = check ? std::string() : to_string(check);
      m_outcome.check_seconds = watch.lap();
      if (!check) return;
    }
    std::uint64_t const factor = m_request.tokens.are_bytes ? sizeof(Symbol) : 1;
    write_entries(host, array, factor, entry_bytes, *m_request.suffix_array);
    if (m_request.inverse != nullptr) write(host, inverse, *m_request.inverse);
    m_outcome.write_seconds = watch.lap();
  }

  [[nodiscard]] HostArray host_array() const
  {
    return detail::allocate<Index, Kokkos::HostSpace>(default_memory_resource(), "lexikos::app::suffix_array", m_n);
  }

  TextRun<ExecutionSpace>& m_run;
  SortRequest const& m_request;
  std::size_t m_n;
  SortOutcome m_outcome;
};

template <class Index, class Symbol, class ExecutionSpace>
SortOutcome sort_at_once(TextRun<ExecutionSpace>& run, SortRequest const& request)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto options = suffix_array_options(run, request.sort);
  auto const& tokens = request.tokens;
  std::size_t const n = run.n / sizeof(Symbol);
  std::size_t const array = n * sizeof(Index);
  bool const with_inverse = request.inverse != nullptr;
  run.require_memory({{"the suffix array", array},
                      {"its inverse", with_inverse ? array : 0},
                      {"symbols in the order of their bytes", tokens.in_order_of_bytes ? run.n : 0},
                      {"the workspace", run.template sorting_bytes<Index>(options.algorithm, with_inverse)},
                      {"the check", request.check ? array : 0}});
  std::size_t const entry_bytes = entry_bytes_of(tokens, run.n, sizeof(Index));
  request.suffix_array->reserve(n * entry_bytes);
  if (with_inverse) request.inverse->reserve(array);

  SortOutcome outcome;
  outcome.device = run.device;
  outcome.entry_bytes = entry_bytes;
  Stopwatch watch;
  run.load();
  auto const text = symbols_of<Symbol>(run, tokens);
  auto const suffix_array = run.template array<Index>("lexikos::app::suffix_array", n);
  auto const inverse = run.template array<Index>("lexikos::app::inverse", with_inverse ? n : 0);
  std::size_t const ranks = with_inverse ? 0 : array;  // which are in the inverse otherwise
  if (request.low_memory) run.workspace.template reserve<MemorySpace>(4 * n + ranks);  // one block, none wasted
  outcome.load_seconds = watch.lap();

  SuffixArrayStatistics statistics;
  options.statistics = &statistics;
  options.time_steps = request.time_steps;
  options.low_memory = request.low_memory;
  if (TextRun<ExecutionSpace>::on_host) options.device_bytes = request.device_memory;  // a device's was counted before
  if (request.offsets.empty())
    run.sort(text, suffix_array, inverse, options);
  else
    sort_of_documents(run, text, request.offsets, suffix_array, inverse, options);
  take_statistics(outcome, statistics);
  if (outcome.alphabet_size == 0 && sizeof(Symbol) == 1)
    outcome.alphabet_size = alphabet_size(request.job.text->bytes());
  outcome.peak_bytes = run.n + array + (with_inverse ? array : 0) + outcome.workspace_bytes;

  if (request.check) {
    static_cast<void>(watch.lap());
    auto const check = check_suffix_array(run.space, text, suffix_array, {.workspace = &run.workspace});
    outcome.defect = check ? std::string() : to_string(check);
    outcome.check_seconds = watch.lap();
    if (!check) return outcome;
  }
  static_cast<void>(watch.lap());
  write_entries(run.space, suffix_array, tokens.are_bytes ? sizeof(Symbol) : 1, entry_bytes, *request.suffix_array);
  if (with_inverse) write(run.space, inverse, *request.inverse);
  outcome.write_seconds = watch.lap();
  return outcome;
}

/// At once where text, results and scratch find room, else out of core, where that is possible.
template <class Index, class Symbol, class ExecutionSpace>
SortOutcome sort_on(TextRun<ExecutionSpace>& run, SortRequest const& request)
{
  auto const algorithm = run.algorithm(request.sort.algorithm);
  bool const with_inverse = request.inverse != nullptr;
  bool const may = may_be_out_of_core(algorithm) && request.offsets.empty() && !request.tokens.in_order_of_bytes;
  std::size_t const n = run.n / sizeof(Symbol);
  std::size_t const arrays = run.n + (with_inverse ? 2 : 1) * n * sizeof(Index);
  std::size_t const workspace =
      suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n, leanest<ExecutionSpace>(algorithm), with_inverse);
  auto const out_of_core = [&] { return SortOutOfCore<Index, Symbol, ExecutionSpace>(run, request).sort(); };
  if (may && is_too_small(run, request.device_memory, arrays, workspace)) return out_of_core();
  return at_once_or_out_of_core(
      run, may, [&] { return sort_at_once<Index, Symbol>(run, request); }, out_of_core);
}

}  // namespace

void add_sort_options(Command& command, SortOptions& options, char const* algorithm_name)
{
  command.options.push_back(text(algorithm_name, "NAME", options.algorithm,
                                 "How to sort the suffixes: automatic, or one of those that 'lexikos info' lists"));
  command.options.push_back(
      text("--segmented-sort", "NAME", options.segmented_sort,
           "How prefix doubling sorts its groups of suffixes, for comparison: automatic, or one of "
           "those that 'lexikos info' lists"));
}

void add_memory_options(Command& command, std::size_t& bytes)
{
  command.options.push_back(number(
      "--memory", "BYTES", bytes,
      "Limit of the memory that is taken: on a GPU, of the device's, for text, results and scratch; on the host, for "
      "scratch alone. The automatic algorithm is then one that stays within it; if none does, only the packed text and "
      "samples lie there, and results are sorted in parts. Not available for documents. Default: what is free",
      {1}));
  command.options.push_back(number("--device-memory", "BYTES", bytes, "The same as --memory", {1}));
}

void refuse_memory_of_documents()
{
  throw Failure(ExitCode::usage, "--memory is for texts that are not divided into documents or records");
}

void require_known(SortOptions const& options)
{
  static_cast<void>(suffix_array_algorithm(options.algorithm));
  static_cast<void>(segmented_sort(options.segmented_sort));
}

SortOutcome sort_text(Session const& session, SortRequest const& request)
{
  return run_on_text<SortOutcome>(session, request.job, [&](auto& run) {
    return with_index(request.index_bytes, [&](auto index) {
      return with_symbol(request.tokens.symbol_bytes,
                         [&](auto symbol) { return sort_on<decltype(index), decltype(symbol)>(run, request); });
    });
  });
}

}  // namespace lexikos::app
