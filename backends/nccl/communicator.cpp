// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "backends/nccl/communicator.hpp"

#include <cuda_runtime.h>
#include <nccl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>

#if NCCL_VERSION_CODE < NCCL_VERSION(2, 18, 0)
#error "NCCL 2.18 or newer is needed: communicators that do not block, and can be given up"
#endif

namespace lexikos::backends::nccl
{

namespace
{

/// Where a GPU is: equal for two ranks that share one.
struct Place
{
  std::array<char, 256> host{};
  std::array<char, 32> bus{};
};

/// What ranks join by. NCCL's own type has no name, which nvcc 13 cannot put into a vector.
struct Key
{
  ncclUniqueId id{};
};

/// How long a rank waits for others.
class Patience
{
  using Clock = std::chrono::steady_clock;

 public:
  explicit Patience(double seconds) : m_seconds(seconds), m_start(Clock::now()) {}

  [[nodiscard]] bool is_over() const
  {
    return m_seconds > 0 && std::chrono::duration<double>(Clock::now() - m_start).count() > m_seconds;
  }

 private:
  double m_seconds;
  Clock::time_point m_start;
};

std::string reason_of(ncclResult_t result, ncclComm_t communicator)
{
  std::string reason = ncclGetErrorString(result);
  char const* const more = communicator != nullptr ? ncclGetLastError(communicator) : nullptr;
  if (more != nullptr && *more != '\0') reason += std::string(" (") + more + ")";
  return reason;
}

}  // namespace

bool has_own_device(mpi::Ranks& ranks, int device)
{
  Place mine;
  bool is_known = device >= 0 && ::gethostname(mine.host.data(), mine.host.size() - 1) == 0;
  if (is_known && cudaDeviceGetPCIBusId(mine.bus.data(), static_cast<int>(mine.bus.size()), device) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // an answer here, not an error for the next call to find
    is_known = false;
  }
  auto const places = ranks.all_gather(mine);
  bool const is_alone = std::count_if(places.begin(), places.end(), [&](Place const& place) {
                          return place.host == mine.host && place.bus == mine.bus;
                        }) == 1;
  auto const all = ranks.all_gather(is_known && is_alone ? 1 : 0);
  return std::count(all.begin(), all.end(), 0) == 0;
}

/// NCCL's communicator, which does not block: every call may return before it is done.
struct Communicator::Joined
{
  mpi::Ranks& ranks;
  double patience_seconds;
  ncclComm_t communicator = nullptr;

  /// Waits until a call is done, or gives NCCL up.
  void finish(ncclResult_t result, char const* call) { finish(result, call, patience_seconds); }
  void finish(ncclResult_t result, char const* call, double seconds)
  {
    Patience const patience(seconds);
    while (result == ncclInProgress) {
      if (patience.is_over()) give_up(std::string(call) + ": waited too long for another rank");
      ranks.progress();
      std::this_thread::yield();
      if (ncclResult_t const asked = ncclCommGetAsyncError(communicator, &result); asked != ncclSuccess) result = asked;
    }
    if (result != ncclSuccess) give_up(std::string(call) + " failed: " + reason_of(result, communicator));
  }

  /// The same for what a stream was given. NCCL tells of a peer that is gone, the stream would wait for ever.
  void finish(cudaStream_t stream)
  {
    Patience const patience(patience_seconds);
    for (;;) {
      cudaError_t const status = cudaStreamQuery(stream);
      if (status == cudaSuccess) return;
      if (status != cudaErrorNotReady) give_up(std::string("an exchange failed: ") + cudaGetErrorString(status));
      ncclResult_t result = ncclSuccess;
      if (ncclCommGetAsyncError(communicator, &result) != ncclSuccess ||
          (result != ncclSuccess && result != ncclInProgress))
        give_up("an exchange failed: " + reason_of(result, communicator));
      if (patience.is_over()) give_up("an exchange: waited too long for another rank");
      ranks.progress();
      std::this_thread::yield();
    }
  }

  [[noreturn]] void give_up(std::string const& why)
  {
    if (communicator != nullptr) static_cast<void>(ncclCommAbort(communicator));
    communicator = nullptr;
    ranks.lose(why);
  }
};

Communicator::Communicator(mpi::Ranks& ranks, int device, Options const& options)
    : m_ranks(ranks), m_device(device), m_options(options), m_joined(new Joined{ranks, options.patience_seconds})
{
  int version = 0;
  bool const is_new = ncclGetVersion(&version) == ncclSuccess && version >= NCCL_VERSION(2, 18, 0);
  detail::require(is_new, ErrorCode::not_supported,
                  "NCCL's library is version " + std::to_string(version) + ", and 2.18 is needed");
}

void Communicator::join()
{
  Key key;
  if (cudaSetDevice(m_device) != cudaSuccess) throw Error(ErrorCode::device, "the GPU of this rank cannot be chosen");
  if (m_ranks.rank() == 0 && ncclGetUniqueId(&key.id) != ncclSuccess)
    throw Error(ErrorCode::device, "ncclGetUniqueId failed: " + reason_of(ncclSystemError, nullptr));
  key = m_ranks.all_gather(key)[0];
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclResult_t const result =
      ncclCommInitRankConfig(&m_joined->communicator, m_ranks.size(), key.id, m_ranks.rank(), &config);
  constexpr double seconds_to_join = 60;
  double const patience = m_options.patience_seconds;
  m_joined->finish(result, "ncclCommInitRankConfig", patience > 0 ? std::max(patience, seconds_to_join) : 0);
}

Communicator::~Communicator()
{
  ncclComm_t const communicator = m_joined->communicator;
  if (communicator == nullptr) return;
  if (m_ranks.is_broken()) {
    static_cast<void>(ncclCommAbort(communicator));
    return;
  }
  ncclResult_t result = ncclCommFinalize(communicator);
  Patience const patience(m_options.patience_seconds);
  while (result == ncclInProgress && !patience.is_over()) {
    std::this_thread::yield();
    if (ncclCommGetAsyncError(communicator, &result) != ncclSuccess) break;
  }
  static_cast<void>(result == ncclSuccess ? ncclCommDestroy(communicator) : ncclCommAbort(communicator));
}

void Communicator::exchange(mpi::Parcels const& parcels, void const* send, void* receive, void* stream)
{
  if (m_joined->communicator == nullptr) join();
  auto const self = static_cast<std::size_t>(m_ranks.rank());
  auto const size = static_cast<std::size_t>(m_ranks.size());
  auto* const on = static_cast<cudaStream_t>(stream);
  auto const* const from = static_cast<std::byte const*>(send);
  auto* const to = static_cast<std::byte*>(receive);
  if (parcels.send_bytes[self] != 0 &&
      cudaMemcpyAsync(to + parcels.receive_first[self], from + parcels.send_first[self], parcels.send_bytes[self],
                      cudaMemcpyDeviceToDevice, on) != cudaSuccess)
    m_joined->give_up("a rank's own share cannot be copied");

  // A pair's pieces are in the same groups on both sides, which know how many bytes there are; pairs without any post nothing.
  std::size_t most = 0;
  for (std::size_t r = 0; r < size; ++r)
    if (r != self) most = std::max({most, parcels.send_bytes[r], parcels.receive_bytes[r]});
  std::size_t const piece = m_options.piece_bytes;
  for (std::size_t begin = 0; begin < most; begin += piece) {
    m_joined->finish(ncclGroupStart(), "ncclGroupStart");
    ncclResult_t worst = ncclSuccess;
    auto const post = [&](ncclResult_t result) {
      if (result != ncclSuccess && result != ncclInProgress) worst = result;
    };
    for (std::size_t step = 1; step < size; ++step) {
      std::size_t const r = (self + step) % size;
      std::size_t const s = (self + size - step) % size;
      if (begin < parcels.send_bytes[r])
        post(ncclSend(from + parcels.send_first[r] + begin, std::min(piece, parcels.send_bytes[r] - begin), ncclChar,
                      static_cast<int>(r), m_joined->communicator, on));
      if (begin < parcels.receive_bytes[s])
        post(ncclRecv(to + parcels.receive_first[s] + begin, std::min(piece, parcels.receive_bytes[s] - begin),
                      ncclChar, static_cast<int>(s), m_joined->communicator, on));
    }
    ncclResult_t const ended = ncclGroupEnd();
    m_joined->finish(worst != ncclSuccess ? worst : ended, "an exchange by NCCL");
  }
  m_joined->finish(on);
  mpi::Traffic traffic;
  for (std::size_t r = 0; r < size; ++r) {
    if (r == self) continue;
    traffic.sent += parcels.send_bytes[r];
    traffic.received += parcels.receive_bytes[r];
  }
  m_ranks.add(traffic);
}

}  // namespace lexikos::backends::nccl
