// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The GPUs of all ranks, one each, as NCCL joins them: bulk data go from device to device. Nothing else includes nccl.h.

#include <cstddef>
#include <memory>

#include "backends/mpi/ranks.hpp"

namespace lexikos::backends::nccl
{

/// Whether each rank has a GPU of its own, which NCCL asks for. Collective.
/// \param device  CUDA's number of this rank's; negative for a rank that works on the host
[[nodiscard]] bool has_own_device(mpi::Ranks& ranks, int device);

struct Options
{
  double patience_seconds = 0;                     ///< 0: for ever
  std::size_t piece_bytes = std::size_t{1} << 30;  ///< of one message, at most
};

/// Collective to make; destroyed by all ranks, in any order.
class Communicator
{
 public:
  /// Error (not_supported) for a library that is older than the header.
  Communicator(mpi::Ranks& ranks, int device, Options const& options);
  Communicator(Communicator const&) = delete;
  Communicator& operator=(Communicator const&) = delete;
  ~Communicator();

  /// Moves all parcels between arrays in device memory. Returns when they are there. Collective, right after the ranks have
  /// agreed; Error (device) where NCCL fails, or patience ends, on all ranks that hear of it, with the ranks broken. The first
  /// call joins the GPUs, which takes NCCL seconds, and gets a minute of patience at least.
  /// \param stream  a cudaStream_t, on which what is sent is ready
  void exchange(mpi::Parcels const& parcels, void const* send, void* receive, void* stream);

 private:
  struct Joined;
  void join();

  mpi::Ranks& m_ranks;
  int m_device;
  Options m_options;
  std::unique_ptr<Joined> m_joined;
};

}  // namespace lexikos::backends::nccl
