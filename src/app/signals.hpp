// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

namespace lexikos::app
{

/// SIGINT, SIGTERM and their like end the program as they do by default, but remove unfinished files first. SIGBUS, which
/// a mapped file raises when it shrinks or cannot be read, ends it with a message. SIGPIPE and SIGXFSZ become errors of
/// the write.
void install_signal_handlers();

/// A file that a signal, until `release`, removes.
class RemovedOnSignal
{
 public:
  explicit RemovedOnSignal(std::string const& path);
  RemovedOnSignal(RemovedOnSignal const&) = delete;
  RemovedOnSignal& operator=(RemovedOnSignal const&) = delete;
  ~RemovedOnSignal() { release(); }

  void release();

 private:
  std::size_t m_slot;
};

}  // namespace lexikos::app
