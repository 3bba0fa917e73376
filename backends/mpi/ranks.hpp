// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The ranks of an MPI communicator, as all that is distributed uses them: small collectives, an exchange of any sizes in
// pieces, and agreement. Every collective begins by asking all ranks whether they are well; a rank that has failed answers
// there, once, and all throw the same error. So no rank is ever left waiting for one that has given up.

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <lexikos/error.hpp>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace lexikos::backends::mpi
{

/// Bytes that have left this rank, and that have come to it, from and to others.
struct Traffic
{
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

struct RanksOptions
{
  double patience_seconds = 0;                     ///< 0: for ever
  std::size_t piece_bytes = std::size_t{1} << 30;  ///< of one message, at most
};

/// Where the bytes of an exchange lie. What is named by an offset is the sender's or the receiver's array.
class Mover
{
 public:
  Mover() = default;
  Mover(Mover const&) = delete;
  Mover& operator=(Mover const&) = delete;
  virtual ~Mover() = default;

  /// Bytes of a piece, at most.
  [[nodiscard]] virtual std::size_t max_bytes() const = 0;
  /// What MPI sends from: the bytes are there when the function returns.
  [[nodiscard]] virtual void const* outgoing(std::size_t offset, std::size_t bytes) = 0;
  /// What MPI receives into.
  [[nodiscard]] virtual void* incoming(std::size_t offset, std::size_t bytes) = 0;
  /// What was received there has come.
  virtual void arrived(std::size_t offset, std::size_t bytes) = 0;
  /// The share that a rank sends to itself.
  virtual void keep(std::size_t from, std::size_t to, std::size_t bytes) = 0;
};

/// Arrays that MPI reads and writes itself.
class DirectMover : public Mover
{
 public:
  DirectMover(void const* send, void* receive)
      : m_send(static_cast<std::byte const*>(send)), m_receive(static_cast<std::byte*>(receive))
  {}

  [[nodiscard]] std::size_t max_bytes() const override { return static_cast<std::size_t>(-1); }
  [[nodiscard]] void const* outgoing(std::size_t offset, std::size_t) override { return m_send + offset; }
  [[nodiscard]] void* incoming(std::size_t offset, std::size_t) override { return m_receive + offset; }
  void arrived(std::size_t, std::size_t) override {}
  void keep(std::size_t from, std::size_t to, std::size_t bytes) override;

 protected:
  [[nodiscard]] std::byte const* send() const { return m_send; }
  [[nodiscard]] std::byte* receive() const { return m_receive; }

 private:
  std::byte const* m_send;
  std::byte* m_receive;
};

/// Who sends how many bytes to whom, from where, and where they go: an entry a rank.
struct Parcels
{
  std::vector<std::size_t> send_first, send_bytes, receive_first, receive_bytes;

  explicit Parcels(int ranks)
      : send_first(static_cast<std::size_t>(ranks)),
        send_bytes(send_first),
        receive_first(send_first),
        receive_bytes(send_first)
  {}
};

/// All functions but the first four are collective, and throw on all ranks or on none, but where the transport itself breaks.
class Ranks
{
 public:
  /// Duplicates the communicator. Error (device) where MPI refuses.
  Ranks(MPI_Comm communicator, RanksOptions const& options);
  Ranks(Ranks const&) = delete;
  Ranks& operator=(Ranks const&) = delete;
  ~Ranks();

  [[nodiscard]] int rank() const { return m_rank; }
  [[nodiscard]] int size() const { return m_size; }
  [[nodiscard]] Traffic const& traffic() const { return m_traffic; }
  /// The transport failed: nothing can be agreed any more.
  [[nodiscard]] bool is_broken() const { return m_broken; }

  /// All ranks are well, or all throw what the lowest of those that are not has said.
  void agree();
  /// The same, and the largest of all ranks' values, which are below 2^63.
  [[nodiscard]] std::uint64_t largest(std::uint64_t mine);
  /// Lets MPI work on what others have sent, for those who wait for something else. Not collective.
  void progress();
  /// What another transport has moved. Not collective.
  void add(Traffic const& traffic)
  {
    m_traffic.sent += traffic.sent;
    m_traffic.received += traffic.received;
  }
  /// Another transport has failed: nothing can be agreed any more. Throws Error (device).
  [[noreturn]] void lose(std::string const& why) { give_up(why); }
  /// What a rank that has failed calls in place of its next collective. Throws.
  [[noreturn]] void fail(ErrorCode code, std::string_view message);
  /// The same, but returns.
  void tell(ErrorCode code, std::string_view message);

  /// all[r] = mine of rank r; the same bytes on all ranks.
  void all_gather(void const* mine, std::size_t bytes, void* all);
  template <class T>
  [[nodiscard]] std::vector<T> all_gather(T const& mine)
  {
    std::vector<T> all(static_cast<std::size_t>(m_size));
    all_gather(&mine, sizeof(T), all.data());
    return all;
  }
  /// The parts of all ranks one after the other, of so many bytes each.
  void all_gather(void const* mine, std::vector<std::size_t> const& bytes, void* all);
  /// values(i) = the sum of all ranks' values(i).
  void sum(std::vector<std::uint64_t>& values);
  /// values(i) = the bits that any rank has set there.
  void unite(std::vector<std::uint64_t>& values);
  /// received[r] = what rank r has in sent[this rank].
  void swap_counts(std::vector<std::uint64_t> const& sent, std::vector<std::uint64_t>& received);
  /// Moves all parcels, in pieces, pair after pair: in step i to the i-th rank after this one and from the i-th before it.
  void exchange(Parcels const& parcels, Mover& mover);

 private:
  /// The error on its way needs no more telling: all know it, or nobody can.
  [[nodiscard]] bool is_settled() const { return m_told || m_broken; }
  void check(int code, char const* call);
  void wait(MPI_Request* requests, int count);
  void reduce(std::vector<std::uint64_t>& values, MPI_Op operation);
  /// The largest of all ranks' values, or what `trouble` made of an error, which all throw then.
  std::uint64_t settle(std::uint64_t mine, std::string_view message);
  /// Larger than all values; the largest of several is that of the lowest rank.
  [[nodiscard]] std::uint64_t trouble(ErrorCode code) const;
  [[noreturn]] void give_up(std::string const& why);

  /// Memory of so many bytes for a collective operation. One that was given up cannot be cancelled: MPI may write it later,
  /// so it is nobody else's.
  [[nodiscard]] std::byte* room(std::size_t bytes);

  /// What every agreement sends and receives; kept as the room is.
  struct Letter
  {
    std::uint64_t mine = 0;
    std::uint64_t worst = 0;
    std::array<char, 512> text{};  // of an error, its end included
  };

  MPI_Comm m_communicator = MPI_COMM_NULL;
  std::unique_ptr<Letter> m_letter = std::make_unique<Letter>();
  std::unique_ptr<std::vector<std::byte>> m_room = std::make_unique<std::vector<std::byte>>();
  RanksOptions m_options;
  int m_rank = 0;
  int m_size = 1;
  bool m_broken = false;
  bool m_told = false;  // the error on its way is known to all ranks
  Traffic m_traffic;

  template <class Body>
  friend void together(Ranks& ranks, Body const& body);
};

/// Whether the MPI library says that it reads and writes device memory.
[[nodiscard]] bool sends_device_memory();

/// Runs a public function's work: what a rank throws on its own, all ranks throw, at the next collective or at the end. A
/// rank throws what is not the library's, such as what a caller's function throws, as it is, and the others an `Error`.
template <class Body>
void together(Ranks& ranks, Body const& body)
{
  ranks.m_told = false;
  try {
    body();
  }
  catch (Error const& error) {
    if (ranks.is_settled()) throw;
    ranks.fail(error.code(), error.message());
  }
  catch (std::bad_alloc const&) {
    if (ranks.is_settled()) throw;
    ranks.fail(ErrorCode::out_of_memory, "the host has no memory left");
  }
  catch (...) {
    if (!ranks.is_settled()) ranks.tell(ErrorCode::device, "an exception that is not the library's");
    throw;
  }
  ranks.agree();
}

}  // namespace lexikos::backends::mpi
