// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/distributed/communicator.hpp>

#include <algorithm>
#include <array>

#include "distributed/transport.hpp"

namespace lexikos::distributed
{

namespace
{

void check(CommunicatorOptions const& options)
{
  constexpr std::size_t most = std::size_t{1} << 30;
  auto const fits = [](std::size_t bytes) { return bytes > 0 && bytes <= most; };
  detail::require(fits(options.piece_bytes) && fits(options.staging_bytes), ErrorCode::invalid_argument,
                  "messages and staging have 1 to 2^30 bytes");
  detail::require(options.patience_seconds >= 0, ErrorCode::invalid_argument, "patience is not negative");
}

}  // namespace

std::string_view to_string(Transport transport) noexcept
{
  switch (transport) {
    case Transport::automatic:
      return "automatic";
    case Transport::mpi:
      return "MPI";
    case Transport::staged_mpi:
      return "staged MPI";
    case Transport::device_mpi:
      return "device MPI";
    case Transport::nccl:
      return "NCCL";
  }
  return "unknown";
}

/// Collective: ranks that want different ones are told apart when all have settled.
Transport Communicator::settled(CommunicatorOptions const& options, int device) const
{
  Transport wanted = options.transport;
  bool has_nccl = false;
#ifdef LEXIKOS_RANKS_HAVE_NCCL
  has_nccl = backends::nccl::has_own_device(*m_ranks, device);
#endif
  if (wanted == Transport::automatic && device == on_host) wanted = Transport::mpi;
  if (wanted == Transport::automatic)
    wanted = has_nccl && m_ranks->size() > 1 ? Transport::nccl : Transport::staged_mpi;
  detail::require((device == on_host) == (wanted == Transport::mpi), ErrorCode::not_supported,
                  "the transport " + std::string(to_string(wanted)) + " is not for this execution space");
  detail::require(wanted != Transport::device_mpi || backends::mpi::sends_device_memory(), ErrorCode::not_supported,
                  "this MPI library does not say that it sends device memory");
  detail::require(wanted != Transport::nccl || has_nccl, ErrorCode::not_supported,
                  "this build has no NCCL, or ranks share a GPU");
  return wanted;
}

Communicator::Communicator(MPI_Comm ranks, CommunicatorOptions const& options, int device)
    : m_ranks(std::make_shared<backends::mpi::Ranks>(
          ranks, backends::mpi::RanksOptions{options.patience_seconds,
                                             std::clamp<std::size_t>(options.piece_bytes, 1, std::size_t{1} << 30)})),
      m_staging_bytes(options.staging_bytes)
{
  backends::mpi::together(*m_ranks, [&] {
    check(options);
    m_transport = settled(options, device);
    struct Choices
    {
      std::uint64_t transport, piece_bytes, staging_bytes;
      bool operator==(Choices const&) const = default;
    };
    Choices const mine{static_cast<std::uint64_t>(m_transport), options.piece_bytes, options.staging_bytes};
    auto const all = m_ranks->all_gather(mine);
    detail::require(std::all_of(all.begin(), all.end(), [&](Choices const& choices) { return choices == all[0]; }),
                    ErrorCode::invalid_argument, "ranks gave a communicator different options");
#ifdef LEXIKOS_RANKS_HAVE_NCCL
    if (m_transport == Transport::nccl)
      m_nccl = std::make_shared<backends::nccl::Communicator>(
          *m_ranks, device, backends::nccl::Options{options.patience_seconds, options.piece_bytes});
#endif
  });
}

int Communicator::rank() const
{
  return m_ranks->rank();
}

int Communicator::size() const
{
  return m_ranks->size();
}

bool Communicator::is_broken() const
{
  return m_ranks->is_broken();
}

}  // namespace lexikos::distributed

void lexikos::distributed_detail::together(distributed::Communicator const& ranks, std::function<void()> const& work)
{
  backends::mpi::together(ranks.ranks(), work);
}
