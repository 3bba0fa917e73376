// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/mpi/ranks.hpp"

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <thread>

namespace lexikos::backends::mpi
{

namespace
{

/// Some microseconds, in which a rank that is at the same place answers.
constexpr int tests_before_yield = 64;
/// Of what a rank tells all others: the rest says what, and whose.
constexpr std::uint64_t has_trouble = std::uint64_t{1} << 63;

}  // namespace

bool sends_device_memory()
{
#ifdef MPIX_CUDA_AWARE_SUPPORT
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

void DirectMover::keep(std::size_t from, std::size_t to, std::size_t bytes)
{
  if (bytes != 0) std::memmove(m_receive + to, m_send + from, bytes);
}

Ranks::Ranks(MPI_Comm communicator, RanksOptions const& options) : m_options(options)
{
  int initialised = 0;
  int finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  detail::require(initialised != 0 && finalised == 0, ErrorCode::invalid_argument,
                  "MPI is not initialised, or not any more");
  detail::require(communicator != MPI_COMM_NULL, ErrorCode::invalid_argument, "the communicator is MPI_COMM_NULL");
  check(MPI_Comm_dup(communicator, &m_communicator), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(m_communicator, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(m_communicator, &m_rank), "MPI_Comm_rank");
  check(MPI_Comm_size(m_communicator, &m_size), "MPI_Comm_size");
}

Ranks::~Ranks()
{
  int finalised = 0;
  MPI_Finalized(&finalised);
  if (m_communicator != MPI_COMM_NULL && finalised == 0 && !m_broken) MPI_Comm_free(&m_communicator);
  if (!m_broken) return;
  static_cast<void>(m_letter.release());  // left to MPI
  static_cast<void>(m_room.release());
}

std::byte* Ranks::room(std::size_t bytes)
{
  if (m_broken) give_up("the transport has failed before");
  if (m_room->size() < bytes) m_room->resize(bytes);
  return m_room->data();
}

void Ranks::give_up(std::string const& why)
{
  m_broken = true;
  throw Error(ErrorCode::device, "rank " + std::to_string(m_rank) + " of " + std::to_string(m_size) + ": " + why +
                                     "; the communicator is of no use any more");
}

void Ranks::check(int code, char const* call)
{
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  give_up(std::string(call) + " failed: " + std::string(text.data(), static_cast<std::size_t>(length)));
}

void Ranks::wait(MPI_Request* requests, int count)
{
  using Clock = std::chrono::steady_clock;
  auto const patience = std::chrono::duration<double>(m_options.patience_seconds);
  auto const start = m_options.patience_seconds > 0 ? Clock::now() : Clock::time_point();
  for (int tries = 0;; ++tries) {
    int done = 0;
    check(MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (done != 0) return;
    if (tries < tests_before_yield) continue;
    if (m_options.patience_seconds > 0 && Clock::now() - start > patience)
      give_up("waited more than " + std::to_string(m_options.patience_seconds) + " s for another rank");
    std::this_thread::yield();  // where there are more ranks than processors, to the one that is waited for
  }
}

std::uint64_t Ranks::trouble(ErrorCode code) const
{
  return has_trouble | static_cast<std::uint64_t>(m_size - m_rank) << 32 | static_cast<std::uint32_t>(code);
}

std::uint64_t Ranks::settle(std::uint64_t mine, std::string_view message)
{
  if (m_broken) give_up("the transport has failed before");
  m_letter->mine = mine;
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Iallreduce(&m_letter->mine, &m_letter->worst, 1, MPI_UINT64_T, MPI_MAX, m_communicator, &request),
        "MPI_Iallreduce");
  wait(&request, 1);
  std::uint64_t const worst = m_letter->worst;
  if ((worst & has_trouble) == 0) return worst;

  int const failed = m_size - static_cast<int>((worst & ~has_trouble) >> 32);
  auto& text = m_letter->text;
  text.fill(0);
  if (failed == m_rank) std::copy_n(message.data(), std::min(message.size(), text.size() - 1), text.data());
  check(MPI_Ibcast(text.data(), static_cast<int>(text.size()), MPI_BYTE, failed, m_communicator, &request),
        "MPI_Ibcast");
  wait(&request, 1);
  m_told = true;
  auto const code = static_cast<ErrorCode>(worst & 0xffffffffu);
  throw Error(code, "rank " + std::to_string(failed) + " of " + std::to_string(m_size) + ": " + text.data());
}

void Ranks::progress()
{
  int arrived = 0;
  check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, m_communicator, &arrived, MPI_STATUS_IGNORE), "MPI_Iprobe");
}

void Ranks::agree()
{
  settle(0, {});
}

std::uint64_t Ranks::largest(std::uint64_t mine)
{
  return settle(mine, {});
}

void Ranks::fail(ErrorCode code, std::string_view message)
{
  settle(trouble(code), message);
  throw Error(code, message);  // never: this rank's own is not 0
}

void Ranks::tell(ErrorCode code, std::string_view message)
{
  try {
    fail(code, message);
  }
  catch (std::exception const&) {
    // which all others have now
  }
}

void Ranks::all_gather(void const* mine, std::size_t bytes, void* all)
{
  detail::require(bytes <= (std::size_t{1} << 30), ErrorCode::not_supported, "a gathered record is too long");
  std::size_t const size = static_cast<std::size_t>(m_size);
  std::byte* const sent = room((1 + size) * bytes);
  std::byte* const received = sent + bytes;
  if (bytes != 0) std::memcpy(sent, mine, bytes);
  agree();
  MPI_Request request = MPI_REQUEST_NULL;
  auto const count = static_cast<int>(bytes);
  check(MPI_Iallgather(sent, count, MPI_BYTE, received, count, MPI_BYTE, m_communicator, &request), "MPI_Iallgather");
  wait(&request, 1);
  if (bytes != 0) std::memcpy(all, received, size * bytes);
  m_traffic.sent += bytes * static_cast<std::size_t>(m_size - 1);
  m_traffic.received += bytes * static_cast<std::size_t>(m_size - 1);
}

void Ranks::all_gather(void const* mine, std::vector<std::size_t> const& bytes, void* all)
{
  Parcels parcels(m_size);
  auto const self = static_cast<std::size_t>(m_rank);
  std::size_t first = 0;
  for (std::size_t r = 0; r < bytes.size(); ++r) {
    parcels.send_bytes[r] = bytes[self];
    parcels.receive_bytes[r] = bytes[r];
    parcels.receive_first[r] = first;
    first += bytes[r];
  }
  DirectMover mover(mine, all);
  exchange(parcels, mover);
}

void Ranks::sum(std::vector<std::uint64_t>& values)
{
  reduce(values, MPI_SUM);
}

void Ranks::unite(std::vector<std::uint64_t>& values)
{
  reduce(values, MPI_BOR);
}

void Ranks::reduce(std::vector<std::uint64_t>& values, MPI_Op operation)
{
  constexpr std::size_t most = std::size_t{1} << 24;
  std::byte* const reduced = room(std::min(most, values.size()) * sizeof(std::uint64_t));
  agree();
  for (std::size_t begin = 0; begin < values.size(); begin += most) {
    std::size_t const count = std::min(most, values.size() - begin);
    std::memcpy(reduced, values.data() + begin, count * sizeof(std::uint64_t));
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Iallreduce(MPI_IN_PLACE, reduced, static_cast<int>(count), MPI_UINT64_T, operation, m_communicator,
                         &request),
          "MPI_Iallreduce");
    wait(&request, 1);
    std::memcpy(values.data() + begin, reduced, count * sizeof(std::uint64_t));
  }
  if (m_size == 1) return;
  m_traffic.sent += values.size() * sizeof(std::uint64_t);
  m_traffic.received += values.size() * sizeof(std::uint64_t);
}

void Ranks::swap_counts(std::vector<std::uint64_t> const& sent, std::vector<std::uint64_t>& received)
{
  received.resize(sent.size());
  std::size_t const bytes = sent.size() * sizeof(std::uint64_t);
  std::byte* const out = room(2 * bytes);
  std::byte* const in = out + bytes;
  std::memcpy(out, sent.data(), bytes);
  agree();
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Ialltoall(out, 1, MPI_UINT64_T, in, 1, MPI_UINT64_T, m_communicator, &request), "MPI_Ialltoall");
  wait(&request, 1);
  std::memcpy(received.data(), in, bytes);
  m_traffic.sent += sizeof(std::uint64_t) * static_cast<std::size_t>(m_size - 1);
  m_traffic.received += sizeof(std::uint64_t) * static_cast<std::size_t>(m_size - 1);
}

void Ranks::exchange(Parcels const& parcels, Mover& mover)
{
  agree();
  std::size_t const piece =
      std::max<std::size_t>(1, std::min({m_options.piece_bytes, mover.max_bytes(), std::size_t{1} << 30}));
  auto const self = static_cast<std::size_t>(m_rank);
  auto const size = static_cast<std::size_t>(m_size);
  constexpr int tag = 1;  // the communicator is ours alone
  mover.keep(parcels.send_first[self], parcels.receive_first[self], parcels.send_bytes[self]);
  for (std::size_t step = 1; step < size; ++step) {
    std::size_t const to = (self + step) % size;
    std::size_t const from = (self + size - step) % size;
    std::size_t const sent = parcels.send_bytes[to];
    std::size_t const received = parcels.receive_bytes[from];
    for (std::size_t begin = 0; begin < std::max(sent, received); begin += piece) {
      std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
      std::size_t const incoming = begin < received ? std::min(piece, received - begin) : 0;
      std::size_t const outgoing = begin < sent ? std::min(piece, sent - begin) : 0;
      if (incoming != 0)
        check(MPI_Irecv(mover.incoming(parcels.receive_first[from] + begin, incoming), static_cast<int>(incoming),
                        MPI_BYTE, static_cast<int>(from), tag, m_communicator, &requests[0]),
              "MPI_Irecv");
      if (outgoing != 0)
        check(MPI_Isend(mover.outgoing(parcels.send_first[to] + begin, outgoing), static_cast<int>(outgoing), MPI_BYTE,
                        static_cast<int>(to), tag, m_communicator, &requests[1]),
              "MPI_Isend");
      wait(requests.data(), 2);
      if (incoming != 0) mover.arrived(parcels.receive_first[from] + begin, incoming);
    }
    m_traffic.sent += sent;
    m_traffic.received += received;
  }
}

}  // namespace lexikos::backends::mpi
