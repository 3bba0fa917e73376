// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lexikos::app
{

/// Free bytes of a file system whose files lie in memory (tmpfs, as /dev/shm is); none of others.
[[nodiscard]] std::optional<std::uint64_t> free_memory_for_files(int descriptor);

/// The room of a new file in memory, every page of which has to be found, cleared and mapped. Threads do that while the work
/// goes on whose results are written to it in place, by as many threads as one likes.
class RoomInMemory
{
 public:
  /// \param most  bytes that the file may get. Where the system has no addresses to map these to, none of the room is there.
  RoomInMemory(int descriptor, std::size_t most);
  RoomInMemory(RoomInMemory const&) = delete;
  RoomInMemory& operator=(RoomInMemory const&) = delete;
  ~RoomInMemory();

  /// The file gets so many bytes, and more when this is called again. Begins, or goes on, to find them.
  void expect(std::size_t bytes);
  /// How many have their pages.
  [[nodiscard]] std::size_t found();
  /// Some bytes of the file that are expected, once they have their room. nullptr where they get none, and for good.
  [[nodiscard]] std::byte* at(std::size_t offset, std::size_t bytes);
  /// Why the file system refuses room that it had: its error number; 0 where it does not.
  [[nodiscard]] int error();

 private:
  void start_threads();
  void find_pages();
  void clear_pages();
  bool find_up_to(std::size_t end);
  bool wait_for_pages(std::size_t end);

  int m_descriptor;
  std::size_t m_max_bytes;
  std::byte* m_data = nullptr;

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::size_t m_expected = 0;
  std::size_t m_found = 0;  ///< bytes that have their pages
  int m_error = 0;          ///< for which no more are found
  bool m_stops = false;
  std::atomic<std::size_t> m_cleared{0};  ///< bytes that a thread clears, or has
  std::vector<std::thread> m_threads;
};

}  // namespace lexikos::app
