// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lexikos within a code that has MPI, streams and a memory pool of its own: while the ranks compute the next epoch of an
// automaton on one stream, each looks on another for what the last one repeats, in memory of the code's pool.
//
//   mpirun -n 4 repeats_of_a_simulation [RULE]
#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <lexikos/lcp.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/workspace.hpp>
#include <map>
#include <mutex>
#include <utility>

namespace
{

using ExecutionSpace = Kokkos::DefaultExecutionSpace;
using MemorySpace = ExecutionSpace::memory_space;
using Cells = Kokkos::View<std::uint8_t*, MemorySpace>;
using Indices = Kokkos::View<std::uint32_t*, MemorySpace>;

constexpr std::size_t cells = 1'000;  // of a rank
constexpr std::size_t steps = 100;    // of an epoch, all of whose states are its text
constexpr int epochs = 6;

/// The code's pool: what is given back is kept, and serves whoever asks for as much or less.
class Pool final : public lexikos::MemoryResource
{
 public:
  ~Pool() override
  {
    for (auto const& [block, data] : m_kept) m_system.deallocate(block.first, data, block.second);
  }

  [[nodiscard]] void* allocate(lexikos::MemoryKind kind, std::size_t bytes, char const* label) override
  {
    std::lock_guard const lock(m_mutex);
    ++m_requests;
    auto const kept = m_kept.lower_bound({kind, bytes});
    if (kept == m_kept.end() || kept->first.first != kind) {
      ++m_of_system;
      void* const data = m_system.allocate(kind, bytes, label);
      m_bytes[data] = bytes;
      return data;
    }
    void* const data = kept->second;
    m_kept.erase(kept);
    return data;
  }
  void deallocate(lexikos::MemoryKind kind, void* data, std::size_t) noexcept override
  {
    std::lock_guard const lock(m_mutex);
    m_kept.insert({{kind, m_bytes[data]}, data});
  }

  [[nodiscard]] std::size_t requests() const { return m_requests; }
  /// Those that the system had to serve.
  [[nodiscard]] std::size_t of_system() const { return m_of_system; }

 private:
  lexikos::MemoryResource& m_system = lexikos::kokkos_memory_resource();
  std::multimap<std::pair<lexikos::MemoryKind, std::size_t>, void*> m_kept;
  std::map<void*, std::size_t> m_bytes;
  std::size_t m_requests = 0, m_of_system = 0;
  std::mutex m_mutex;
};

/// A step of an elementary cellular automaton: state(0) and state(cells + 1) are the neighbours' cells.
struct Step
{
  unsigned rule;
  Cells state, next, history;
  std::size_t step;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    unsigned const seen = state(i) << 2 | state(i + 1) << 1 | state(i + 2);
    next(i + 1) = static_cast<std::uint8_t>(rule >> seen & 1);
    history(step * cells + i) = next(i + 1);
  }
};

class Automaton
{
 public:
  Automaton(ExecutionSpace const& stream, unsigned rule) : m_stream(stream), m_rule(rule)
  {
    MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m_ranks);
    if (m_rank == 0) Kokkos::deep_copy(Kokkos::subview(m_state, cells / 2), std::uint8_t{1});
  }

  /// All steps of an epoch.
  void compute(Cells const& history)
  {
    for (std::size_t step = 0; step < steps; ++step) {
      exchange_borders();
      Kokkos::parallel_for("step", Kokkos::RangePolicy<ExecutionSpace>(m_stream, 0, cells),
                           Step{m_rule, m_state, m_next, history, step});
      std::swap(m_state, m_next);
    }
  }

 private:
  void exchange_borders()
  {
    std::array<std::uint8_t, 2> mine{}, theirs{};
    get(mine[0], 1);
    get(mine[1], cells);
    m_stream.fence();
    int const left = (m_rank + m_ranks - 1) % m_ranks, right = (m_rank + 1) % m_ranks;
    MPI_Sendrecv(&mine[0], 1, MPI_BYTE, left, 0, &theirs[1], 1, MPI_BYTE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&mine[1], 1, MPI_BYTE, right, 1, &theirs[0], 1, MPI_BYTE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    Kokkos::deep_copy(m_stream, Kokkos::subview(m_state, 0), theirs[0]);
    Kokkos::deep_copy(m_stream, Kokkos::subview(m_state, cells + 1), theirs[1]);
  }
  void get(std::uint8_t& cell, std::size_t i) const
  {
    Kokkos::deep_copy(m_stream, Kokkos::View<std::uint8_t, Kokkos::HostSpace>(&cell), Kokkos::subview(m_state, i));
  }

  ExecutionSpace m_stream;
  unsigned m_rule;
  int m_rank = 0, m_ranks = 1;
  Cells m_state{"state", cells + 2}, m_next{"next", cells + 2};
};

/// The length of the longest string that an epoch has twice. Whatever the library takes comes from the workspace's pool.
std::uint32_t longest_repeat(ExecutionSpace const& stream, Cells const& text, Indices const& suffixes,
                             Indices const& lcp, lexikos::Workspace& workspace)
{
  lexikos::suffix_array(stream, text, suffixes, {.workspace = &workspace});
  lexikos::lcp_array(stream, text, suffixes, lcp, {.workspace = &workspace});
  std::uint32_t longest = 0;
  Kokkos::parallel_reduce(
      "longest", Kokkos::RangePolicy<ExecutionSpace>(stream, 0, lcp.extent(0)),
      KOKKOS_LAMBDA(std::size_t i, std::uint32_t & most) { most = lcp(i) > most ? lcp(i) : most; },
      Kokkos::Max<std::uint32_t>(longest));
  return longest;
}

void run(unsigned rule)
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  auto const streams = Kokkos::Experimental::partition_space(ExecutionSpace(), 1, 1);
  Pool pool;
  Automaton automaton(streams[0], rule);
  std::array<Cells, 2> const histories = {Cells("even epochs", cells * steps), Cells("odd epochs", cells * steps)};
  Indices const suffixes("suffixes", cells * steps), lcp("lcp", cells * steps);
  automaton.compute(histories[0]);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    streams[0].fence();  // this epoch is computed
    if (epoch + 1 < epochs) automaton.compute(histories[(epoch + 1) % 2]);
    lexikos::Workspace workspace(pool);
    std::uint32_t const longest = longest_repeat(streams[1], histories[epoch % 2], suffixes, lcp, workspace);
    std::printf("rank %d, epoch %d: the longest repeat has %u cells\n", rank, epoch, longest);
  }
  std::printf("rank %d: %zu of %zu allocations were served by the pool\n", rank, pool.requests() - pool.of_system(),
              pool.requests());
}

}  // namespace

int main(int argc, char** argv)
{
  MPI_Init(&argc, &argv);
  {
    Kokkos::ScopeGuard const kokkos(argc, argv);
    run(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 30);
  }
  MPI_Finalize();
}
