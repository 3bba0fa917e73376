// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "app/file_descriptor.hpp"
#include "app/signals.hpp"

namespace lexikos::app
{

/// A file that is there complete or not at all: it is written under a temporary name in the same folder, which `commit`
/// changes into its own, and which goes away on any failure or signal. Standard output ("-"), devices and pipes are
/// written directly. All members throw Failure (unwritable_output).
class Output
{
 public:
  /// Finds out at once whether the output can be written.
  explicit Output(std::string const& path);
  Output(Output const&) = delete;
  Output& operator=(Output const&) = delete;
  ~Output();

  /// Asks the file system for the room, where it can tell, so that a full disk shows before the work begins.
  void reserve(std::size_t bytes);
  void write(void const* data, std::size_t bytes);
  void commit();

  [[nodiscard]] std::string const& name() const { return m_name; }

 private:
  [[noreturn]] void fail(int error) const;
  void open_temporary(std::string const& target);

  std::string m_name;
  FileDescriptor m_file;
  std::string m_target;     // where `commit` puts it; empty when written directly
  std::string m_temporary;  // its name until then
  std::unique_ptr<RemovedOnSignal> m_guard;
};

}  // namespace lexikos::app
