// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "app/io/ending.hpp"
#include "app/io/file_descriptor.hpp"
#include "app/io/room_in_memory.hpp"
#include "file/new_file.hpp"

namespace lexikos::app
{

/// A file that is there complete or not at all. Standard output ("-"), devices and pipes are written directly. All members
/// throw Failure (unwritable_output), and BrokenPipe where the reader of a pipe is gone.
class Output
{
 public:
  /// Finds out at once whether the output can be written. Waits, after saying so, for the reader of a pipe with a name.
  explicit Output(std::string const& path);
  Output(Output const&) = delete;
  Output& operator=(Output const&) = delete;
  ~Output();

  [[nodiscard]] static std::unique_ptr<Output> standard_error();

  /// Asks the file system for the room, where it can tell, so that a full disk shows before the work starts. A file system in
  /// memory, which takes its time for that, gives it while the work goes on. Before the first write, and of all that is
  /// written.
  void reserve(std::size_t bytes);
  /// The output will have about so many bytes: a file system in memory begins to look for them. Again as they become more.
  void expect(std::size_t bytes);
  /// Where the next bytes lie in memory: they count as written, and the caller puts them there before it calls `write` or
  /// `commit`. nullptr where they have to be written.
  [[nodiscard]] std::byte* place(std::size_t bytes);
  void write(void const* data, std::size_t bytes);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Without it, a file is not there; and what standard output, a device or a pipe says only when it is closed, is not
  /// known.
  void commit();

  [[nodiscard]] std::string const& name() const { return m_name; }
  /// Bytes so far.
  [[nodiscard]] std::size_t size() const { return m_size; }

 private:
  Output(int descriptor, std::string name) : m_name(std::move(name)), m_direct(descriptor) {}

  void open_new(std::string const& path);
  void open_directly(std::string const& path);
  [[nodiscard]] int descriptor() const;
  void leave_room();
  [[noreturn]] void fail(int error) const;

  std::string m_name;
  FileDescriptor m_direct;
  file_detail::NewFile m_file;
  std::unique_ptr<RemovedAtTheEnd> m_guard;
  std::unique_ptr<RoomInMemory> m_room;
  std::size_t m_size = 0;
};

}  // namespace lexikos::app
