// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// lexikos::distributed: texts that lie on several ranks, of one host or of a cluster. A target of its own, which needs MPI:
// link lexikos::distributed beside lexikos::lexikos.

#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/detail/views.hpp>
#include <memory>
#include <string_view>

namespace lexikos
{

namespace backends::mpi
{
class Ranks;
}
namespace backends::nccl
{
class Communicator;
}

namespace distributed
{

/// How arrays travel.
enum class Transport
{
  automatic,   ///< the best that the execution space, the build and the MPI library offer
  mpi,         ///< MPI reads and writes the arrays themselves: host memory
  staged_mpi,  ///< device memory through pinned memory of the host, piece after piece
  device_mpi,  ///< MPI reads and writes device memory: when asked for, where the MPI library says that it can
  nccl  ///< from GPU to GPU by NCCL, where the build has it and each rank has a GPU of its own; small messages by MPI
};

[[nodiscard]] std::string_view to_string(Transport transport) noexcept;

struct CommunicatorOptions
{
  /// Settled by all ranks together, and told by `Communicator::transport`. `automatic` takes `mpi` on hosts; on devices
  /// `nccl` where several ranks have it, else `staged_mpi`.
  Transport transport = Transport::automatic;
  /// Of pinned memory, twice, where device memory goes by way of the host.
  std::size_t staging_bytes = std::size_t{64} << 20;
  /// Of one message, at most: longer ones go in pieces. At most 2^30.
  std::size_t piece_bytes = std::size_t{1} << 30;
  /// After which a rank that waits for another throws `Error` (device), the communicator being of no use from then on; 0:
  /// never, as MPI's users expect. It counts from where a rank begins to wait: others may be at work for as long. A message
  /// that was given up may still arrive: keep the arrays of that call until MPI is finalised. The first long message by NCCL,
  /// which joins the GPUs, gets a minute at least.
  double patience_seconds = 0;
};

/// The ranks that index one text together. Collective to make, and all ranks give the same options: it duplicates the MPI
/// communicator, whose other messages it never meets. Keep it. Cheap to copy; the last copy frees the duplicate, so it goes
/// before MPI_Finalize, on all ranks. MPI is initialised by the caller, before Kokkos, which chooses devices by local ranks.
///
/// One call at a time uses a communicator, and only the thread that MPI_Init_thread's level allows calls MPI.
/// Errors: invalid_argument (MPI not initialised, options that differ or are out of range), not_supported (a transport that
/// this build, space or MPI library does not have), device (MPI's own).
class Communicator
{
 public:
  template <detail::ExecutionSpaceType ExecutionSpace>
  Communicator(ExecutionSpace const& space, MPI_Comm ranks, CommunicatorOptions const& options = {})
      : Communicator(ranks, options, device_of(space))
  {}

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  [[nodiscard]] Transport transport() const { return m_transport; }
  [[nodiscard]] std::size_t staging_bytes() const { return m_staging_bytes; }
  /// Whether a transport failed: the communicator is of no use any more.
  [[nodiscard]] bool is_broken() const;

  /// For the library's own sources.
  [[nodiscard]] backends::mpi::Ranks& ranks() const { return *m_ranks; }
  /// Where the transport is NCCL.
  [[nodiscard]] backends::nccl::Communicator& nccl() const { return *m_nccl; }

 private:
  static constexpr int on_host = -1;
  static constexpr int on_other_device = -2;

  /// CUDA's number of a space's device.
  template <class ExecutionSpace>
  [[nodiscard]] static int device_of(ExecutionSpace const& space)
  {
    if constexpr (requires { space.cuda_device(); }) return space.cuda_device();
    static_cast<void>(space);
    return Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename ExecutionSpace::memory_space>::accessible
               ? on_host
               : on_other_device;
  }

  Communicator(MPI_Comm ranks, CommunicatorOptions const& options, int device);
  [[nodiscard]] Transport settled(CommunicatorOptions const& options, int device) const;

  std::shared_ptr<backends::mpi::Ranks> m_ranks;
  std::shared_ptr<backends::nccl::Communicator> m_nccl;  // goes before the ranks
  Transport m_transport = Transport::mpi;
  std::size_t m_staging_bytes = 0;
};

/// Symbols [first, first + extent) of a text.
struct Part
{
  std::uint64_t first = 0;
  std::size_t extent = 0;
};

/// The part of rank `rank` of `size` where n symbols are split evenly: parts differ by one symbol at most.
[[nodiscard]] constexpr Part part_of(std::uint64_t n, int rank, int size)
{
  auto const share = n / static_cast<unsigned>(size);
  auto const rest = n % static_cast<unsigned>(size);
  auto const r = static_cast<std::uint64_t>(rank);
  return {r * share + (r < rest ? r : rest), static_cast<std::size_t>(share + (r < rest ? 1 : 0))};
}

}  // namespace distributed

namespace distributed_detail
{

/// Work that may fail on one rank: then all throw the same, that of the lowest rank that failed. Collective.
void together(distributed::Communicator const& ranks, std::function<void()> const& work);

}  // namespace distributed_detail
}  // namespace lexikos
