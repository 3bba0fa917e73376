// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace lexikos::app
{

/// Free bytes of a file system whose files lie in memory (tmpfs, as /dev/shm is); none of others.
[[nodiscard]] std::optional<std::uint64_t> free_memory_for_files(int descriptor);

/// The room of a new file in memory, every page of which has to be found and cleared: threads do that while the work goes on whose
/// results are written to it in place, by as many threads as one likes.
class RoomInMemory
{
 public:
  /// Makes the file so long, and begins. Where the system has no memory to map it to, none of the room is there.
  RoomInMemory(int descriptor, std::size_t bytes);
  RoomInMemory(RoomInMemory const&) = delete;
  RoomInMemory& operator=(RoomInMemory const&) = delete;
  ~RoomInMemory();

  /// Some bytes of the file, once they have their room. nullptr where they have none, for which `error` may tell the reason.
  [[nodiscard]] std::byte* at(std::size_t offset, std::size_t bytes);
  /// Why the file system refuses room that it had: its error number. 0 where it does not, but cannot give room before it is
  /// written to (Linux before 5.14).
  [[nodiscard]] int error() const { return m_error; }

 private:
  enum class Piece : std::uint8_t
  {
    waits,
    is_made,
    is_there,
    failed
  };

  void make_pieces();
  void make(std::size_t p);
  void stop();

  std::byte* m_data = nullptr;
  std::size_t m_bytes = 0;
  std::vector<std::atomic<Piece>> m_pieces;
  std::atomic<std::size_t> m_next{0};
  std::atomic<bool> m_stops{false};
  std::atomic<int> m_error{0};
  std::vector<std::thread> m_threads;
};

}  // namespace lexikos::app
