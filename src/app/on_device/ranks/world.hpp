// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <functional>
#include <lexikos/distributed/communicator.hpp>
#include <lexikos/error.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/failure.hpp"
#include "app/io/launcher.hpp"
#include "distributed/context.hpp"

namespace lexikos::app
{

/// What ranks need of MPI, which they leave by `leave_ranks` alone. All members are for all ranks together, and one World is
/// made at most.
class World
{
 public:
  /// Failure (not_supported) where MPI knows of other ranks than the launcher started.
  World()
  {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (static_cast<std::size_t>(size) != launch().ranks) {
      MPI_Finalize();
      throw Failure(ExitCode::not_supported, "the launcher started " + std::to_string(launch().ranks) + " ranks (" +
                                                 launch().variable + "), but MPI has " + std::to_string(size) +
                                                 ": they belong to different MPI libraries");
    }
    m_ranks.emplace(MPI_COMM_WORLD, backends::mpi::RanksOptions{});
  }
  World(World const&) = delete;
  World& operator=(World const&) = delete;

  [[nodiscard]] distributed_detail::Ranks& ranks() { return *m_ranks; }
  [[nodiscard]] bool is_first() const { return m_ranks->rank() == 0; }

  /// Work that may fail on one rank: then it fails on all.
  template <class Work>
  void together(Work const& work)
  {
    backends::mpi::together(*m_ranks, [&] {
      try {
        work();
      }
      catch (Failure const& failure) {
        throw Error(code_of(failure.code()), failure.what());
      }
    });
  }

  /// Rank 0's text, cut to 4095 bytes.
  [[nodiscard]] std::string from_first(std::string const& mine)
  {
    std::array<char, 4096> text{};
    std::copy_n(mine.data(), std::min(mine.size(), text.size() - 1), text.data());
    return m_ranks->all_gather(text)[0].data();
  }

  /// What all ranks have, on rank 0: a list of each. Nothing on others.
  [[nodiscard]] std::vector<std::vector<std::uint64_t>> to_first(std::vector<std::uint64_t> const& mine)
  {
    auto const extents = m_ranks->all_gather(static_cast<std::uint64_t>(mine.size()));
    backends::mpi::Parcels parcels(m_ranks->size());
    parcels.send_bytes[0] = mine.size() * sizeof(std::uint64_t);
    std::vector<std::uint64_t> all;
    std::vector<std::vector<std::uint64_t>> lists;
    together([&] {
      if (!is_first()) return;
      std::uint64_t sum = 0;
      for (std::size_t r = 0; r < extents.size(); ++r) {
        parcels.receive_first[r] = sum * sizeof(std::uint64_t);
        parcels.receive_bytes[r] = extents[r] * sizeof(std::uint64_t);
        sum += extents[r];
      }
      all.resize(sum);
    });
    backends::mpi::DirectMover mover(mine.data(), all.data());
    m_ranks->exchange(parcels, mover);
    together([&] {
      if (!is_first()) return;
      auto next = all.begin();
      for (std::uint64_t const extent : extents) {
        lists.emplace_back(next, next + static_cast<std::ptrdiff_t>(extent));
        next += static_cast<std::ptrdiff_t>(extent);
      }
    });
    return lists;
  }

  [[nodiscard]] std::uint64_t sum(std::uint64_t mine)
  {
    std::uint64_t sum = 0;
    for (auto const value : m_ranks->all_gather(mine)) sum += value;
    return sum;
  }
  template <class Number>
  [[nodiscard]] Number largest(Number mine)
  {
    auto const all = m_ranks->all_gather(mine);
    return *std::max_element(all.begin(), all.end());
  }

 private:
  static ErrorCode code_of(ExitCode code)
  {
    switch (code) {
      case ExitCode::unreadable_input:
        return ErrorCode::unreadable_file;
      case ExitCode::unwritable_output:
        return ErrorCode::unwritable_file;
      case ExitCode::out_of_memory:
        return ErrorCode::out_of_memory;
      case ExitCode::not_supported:
        return ErrorCode::not_supported;
      case ExitCode::usage:
      case ExitCode::no:
        return ErrorCode::invalid_argument;
      case ExitCode::ok:
      case ExitCode::device_failure:
        break;
    }
    return ErrorCode::device;
  }

  std::optional<distributed_detail::Ranks> m_ranks;
};

/// Of a failure of all ranks, which rank 0 tells.
[[noreturn]] inline void tell_together(World& world, ExitCode code, std::string const& message)
{
  if (world.is_first()) std::fprintf(stderr, "lexikos: %s\n", message.c_str());
  throw ToldFailure(code, message);
}

/// Returns work(world). What one rank alone throws ends the others by the launcher.
template <class Work>
auto in_world(Work const& work)
{
  World world;
  try {
    return work(world);
  }
  catch (Error const& error) {
    if (!world.ranks().is_broken()) tell_together(world, exit_code_of(error.code()), message_of(error));
    std::fprintf(stderr, "lexikos: %s\n", message_of(error).c_str());
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::device_failure));
    throw;
  }
  catch (Failure const& failure) {
    tell_together(world, failure.code(), failure.what());
  }
  catch (std::exception const& error) {
    std::fprintf(stderr, "lexikos: rank %d: %s\n", world.ranks().rank(), error.what());
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::device_failure));
    throw;
  }
}

/// Failure (usage) on all ranks unless they were given the same words. Collective.
inline void require_same(World& world, std::string_view words)
{
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (unsigned char const letter : words) hash = (hash ^ letter) * 0x100000001b3u;
  auto const all = world.ranks().all_gather(hash);
  if (std::adjacent_find(all.begin(), all.end(), std::not_equal_to<>()) != all.end())
    throw Failure(ExitCode::usage, "the ranks were started with different command lines");
}

}  // namespace lexikos::app

#endif
