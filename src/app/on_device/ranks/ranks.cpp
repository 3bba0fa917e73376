// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/ranks/ranks.hpp"

#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI
#include <algorithm>
#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/lcp.hpp>
#include <lexikos/distributed/suffix_array.hpp>

#include "app/command_line/index_width.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/ranks/files.hpp"
#include "app/on_device/session/run_on_text.hpp"
#endif

namespace lexikos::app
{

#ifndef LEXIKOS_HAVE_MPI

bool runs_on_ranks()
{
  return false;
}

RanksOutcome run_on_ranks(RanksRequest const&)
{
  throw Failure(ExitCode::not_supported, "this build has no MPI");
}

bool has_joined_ranks()
{
  return false;
}

void leave_ranks() {}

#else

namespace
{

using distributed::Communicator;
using Product = RanksRequest::Product;

/// What all products of a run on ranks share.
template <class ExecutionSpace, class Symbol>
class RanksRun
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  template <class T>
  using Values = Array<T, MemorySpace>;

  RanksRun(ExecutionSpace const& space, Session const& session, World& world, RanksRequest const& request,
           SharedInput const& input)
      : m_space(space),
        m_world(world),
        m_request(request),
        m_communicator(space, MPI_COMM_WORLD),
        m_n(input.bytes() / sizeof(Symbol)),
        m_part(distributed::part_of(m_n, world.ranks().rank(), world.ranks().size()))
  {
    m_outcome.ranks = static_cast<std::size_t>(world.ranks().size());
    m_outcome.rank = static_cast<std::size_t>(world.ranks().rank());
    m_outcome.transport = to_string(m_communicator.transport());
    m_outcome.device = described<ExecutionSpace>(session.device());
    m_outcome.threads = session.threads();
    m_outcome.bytes = input.bytes();
    Stopwatch watch;
    m_text = read<Symbol>(input, "lexikos::app::text");
    m_outcome.load_seconds = watch.lap();
  }

  template <class Index>
  RanksOutcome arrays();
  RanksOutcome transform();

 private:
  template <class T>
  [[nodiscard]] Values<T> array(char const* label)
  {
    Values<T> values;
    m_world.together([&] { values = allocate<T>(m_space, label, m_part.extent); });
    return values;
  }

  template <class T>
  [[nodiscard]] Values<T> read(SharedInput const& input, char const* label)
  {
    auto const values = array<T>(label);
    m_world.together([&] { input.read(m_space, m_part.first, Span<T, MemorySpace>(values)); });
    return values;
  }

  template <class View>
  void write(SharedOutput& output, View const& values)
  {
    output.write(m_space, m_part.first, values);
    output.commit();
  }

  template <class Index>
  void sort(Values<Index> const& suffix_array, Values<Index> const& inverse);
  [[nodiscard]] distributed::SuffixArrayOptions options(ProgressBar& bar,
                                                        distributed::SuffixArrayStatistics& statistics)
  {
    distributed::SuffixArrayOptions options;
    options.workspace = &m_workspace;
    options.statistics = &statistics;
    options.progress = bar.updates();
    return options;
  }
  template <class Index>
  void check(Values<Index> const& suffix_array);
  template <class Index>
  void save_index(Values<Index> const& suffix_array);
  void tell(distributed::SuffixArrayStatistics const& statistics);

  [[nodiscard]] ProgressBar bar(char const* label) const
  {
    return ProgressBar(label, m_request.show_progress && m_outcome.rank == 0);
  }

  ExecutionSpace m_space;
  World& m_world;
  RanksRequest const& m_request;
  Communicator m_communicator;
  std::uint64_t m_n;
  distributed::Part m_part;
  Values<Symbol> m_text;
  Workspace m_workspace;
  RanksOutcome m_outcome;
};

template <class ExecutionSpace, class Symbol>
void RanksRun<ExecutionSpace, Symbol>::tell(distributed::SuffixArrayStatistics const& statistics)
{
  m_outcome.alphabet_size = statistics.alphabet_size;
  m_outcome.unsorted = statistics.unsorted;
  m_outcome.sampled = statistics.sampled;
  m_outcome.imbalance = std::max(statistics.imbalance_of_samples, statistics.imbalance_of_suffixes);
  m_outcome.sort_seconds = statistics.seconds;
  m_outcome.workspace_bytes = m_world.largest(static_cast<std::uint64_t>(statistics.workspace_bytes));
  for (auto const& step : statistics.steps)
    m_outcome.steps.push_back({step.name, step.seconds, m_world.sum(step.bytes_sent)});
}

template <class ExecutionSpace, class Symbol>
template <class Index>
void RanksRun<ExecutionSpace, Symbol>::sort(Values<Index> const& suffix_array, Values<Index> const& inverse)
{
  ProgressBar progress = bar("sorting suffixes");
  distributed::SuffixArrayStatistics statistics;
  auto const sort_options = options(progress, statistics);
  Span<Index, MemorySpace> const array = suffix_array;
  if (m_request.inverse.empty())
    distributed::suffix_array(m_space, m_communicator, m_text, array, sort_options);
  else
    distributed::suffix_array(m_space, m_communicator, m_text, array, Span<Index, MemorySpace>(inverse), sort_options);
  tell(statistics);
}

template <class ExecutionSpace, class Symbol>
template <class Index>
void RanksRun<ExecutionSpace, Symbol>::check(Values<Index> const& suffix_array)
{
  Stopwatch watch;
  auto const verdict = distributed::check_suffix_array(
      m_space, m_communicator, m_text, Span<Index, MemorySpace>(suffix_array), {.workspace = &m_workspace});
  if (!verdict) m_outcome.defect = to_string(verdict);
  m_outcome.first_offending_index = verdict.index;
  m_outcome.seconds = watch.lap();
}

template <class ExecutionSpace, class Symbol>
template <class Index>
void RanksRun<ExecutionSpace, Symbol>::save_index(Values<Index> const& suffix_array)
{
  Stopwatch watch;
  m_workspace.release();
  distributed::IndexByRange<MemorySpace, Index, Symbol> const index(m_space, m_communicator, m_text, suffix_array);
  m_outcome.seconds = watch.lap();
  index.save(m_space, m_request.output);
  m_outcome.write_seconds = watch.lap();
}

/// Suffix and LCP arrays, verdicts and indexes. What is wrong is not written.
template <class ExecutionSpace, class Symbol>
template <class Index>
RanksOutcome RanksRun<ExecutionSpace, Symbol>::arrays()
{
  m_outcome.index_bytes = sizeof(Index);
  std::optional<SharedOutput> output;
  std::optional<SharedOutput> inverse_output;
  std::optional<SharedFolder> folder;
  if (m_request.product == Product::index) {
    folder.emplace(m_world, m_request.output);
  }
  else if (m_request.product != Product::verdict) {
    output.emplace(m_world, m_request.output);
    output->reserve(m_n * sizeof(Index));
  }
  if (!m_request.inverse.empty()) {
    inverse_output.emplace(m_world, m_request.inverse);
    inverse_output->reserve(m_n * sizeof(Index));
  }
  Values<Index> suffix_array;
  Values<Index> inverse;
  if (!m_request.array.empty()) {
    suffix_array = read<Index>(SharedInput(m_world, m_request.array), "lexikos::app::suffix_array");
  }
  else {
    suffix_array = array<Index>("lexikos::app::suffix_array");
    if (inverse_output) inverse = array<Index>("lexikos::app::inverse");
    sort<Index>(suffix_array, inverse);
  }
  if (m_request.check || !m_request.array.empty()) check<Index>(suffix_array);
  if (!m_outcome.defect.empty() || m_request.product == Product::verdict) return m_outcome;

  if (m_request.product == Product::index) {
    save_index<Index>(suffix_array);
    folder->keep();
    return m_outcome;
  }
  Stopwatch watch;
  if (m_request.product == Product::lcp_array) {
    Span<Index, MemorySpace> const lcp = inverse = array<Index>("lexikos::app::lcp");
    distributed::lcp_array(m_space, m_communicator, m_text, Span<Index, MemorySpace>(suffix_array), lcp,
                           {.workspace = &m_workspace});
    auto const statistics = lcp_statistics(m_space, lcp);
    m_outcome.max_lcp = m_world.largest(statistics.maximum);
    double const sum = statistics.mean * static_cast<double>(m_part.extent);
    double all = 0;
    for (double const part : m_world.ranks().all_gather(sum)) all += part;
    m_outcome.mean_lcp = m_n == 0 ? 0 : all / static_cast<double>(m_n);
    m_outcome.seconds = watch.lap();
    suffix_array = inverse;
  }
  output->write(m_space, m_part.first, suffix_array);
  if (inverse_output) inverse_output->write(m_space, m_part.first, inverse);
  output->commit();
  if (inverse_output) inverse_output->commit();
  m_outcome.write_seconds = watch.lap();
  return m_outcome;
}

template <class ExecutionSpace, class Symbol>
RanksOutcome RanksRun<ExecutionSpace, Symbol>::transform()
{
  SharedOutput output(m_world, m_request.output);
  output.reserve(m_n * sizeof(Symbol));
  std::unique_ptr<Output> primary;
  m_world.together([&] {
    if (m_world.is_first()) primary = std::make_unique<Output>(m_request.primary);
  });
  auto const bwt = array<Symbol>("lexikos::app::bwt");
  {
    ProgressBar progress = bar("sorting suffixes");
    distributed::SuffixArrayStatistics statistics;
    m_outcome.primary_index = distributed::burrows_wheeler_transform(
        m_space, m_communicator, m_text, Span<Symbol, MemorySpace>(bwt), options(progress, statistics));
    tell(statistics);
  }
  Stopwatch watch;
  m_world.together([&] {
    if (primary) primary->write(std::to_string(m_outcome.primary_index) + "\n");
  });
  write(output, bwt);
  m_world.together([&] {
    if (primary) primary->commit();
  });
  m_outcome.write_seconds = watch.lap();
  return m_outcome;
}

/// Bytes of an entry: of the array that is given, by its size, or as the user wants.
std::size_t index_bytes(World& world, RanksRequest const& request, std::uint64_t n)
{
  if (request.array.empty() || request.index != "auto") return index_bytes_for(n, request.index);
  SharedInput const array(world, request.array);
  for (std::size_t const bytes : {std::size_t{4}, std::size_t{8}})
    if (array.bytes() == n * bytes) return bytes;
  throw Failure(ExitCode::no, request.array + " has " + std::to_string(array.bytes()) +
                                  " bytes, which no suffix array of a text of " + std::to_string(n) + " symbols has");
}

/// What has to be the same on all ranks.
std::string words_of(RanksRequest const& request)
{
  std::string words = std::to_string(static_cast<int>(request.product)) + std::to_string(request.symbol_bytes) +
                      (request.check ? "c" : "-");
  for (auto const* word :
       {&request.text, &request.array, &request.output, &request.inverse, &request.primary, &request.index})
    words += *word + '\n';
  return words;
}

RanksOutcome run(World& world, RanksRequest const& request)
{
  require_same(world, words_of(request));
  world.together([&] {
    check_paths({request.text, request.array}, {request.output, request.inverse, request.primary});
  });
  std::unique_ptr<Session> session;
  world.together([&] { session = std::make_unique<Session>(request.device); });
  SharedInput const input(world, request.text);
  std::uint64_t const n = symbols_of(request.text, input.bytes(), request.symbol_bytes);
  bool const is_transform = request.product == Product::transform;
  std::size_t const entry = is_transform ? 0 : index_bytes(world, request, n);
  return on_device<RanksOutcome>(*session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    if (is_transform) return RanksRun<ExecutionSpace, std::uint8_t>(space, *session, world, request, input).transform();
    return with_symbol(request.symbol_bytes, [&](auto symbol) {
      RanksRun<ExecutionSpace, decltype(symbol)> run(space, *session, world, request, input);
      return with_index(entry, [&](auto index) { return run.template arrays<decltype(index)>(); });
    });
  });
}

}  // namespace

bool runs_on_ranks()
{
  return true;
}

RanksOutcome run_on_ranks(RanksRequest const& request)
{
  return in_world([&](World& world) { return run(world, request); });
}

bool has_joined_ranks()
{
  int was_initialized = 0;
  MPI_Initialized(&was_initialized);
  return was_initialized != 0;
}

void leave_ranks()
{
  int was_finalized = 0;
  MPI_Finalized(&was_finalized);
  if (!has_joined_ranks() || was_finalized != 0) return;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}

#endif

}  // namespace lexikos::app
