// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace lexikos::bench
{

/// SHA-256 of a stream of bytes, by the program sha256sum.
class Sha256
{
 public:
  /// Starts the program; throws std::runtime_error where it cannot.
  Sha256();
  Sha256(Sha256 const&) = delete;
  Sha256& operator=(Sha256 const&) = delete;
  ~Sha256();

  void add(void const* data, std::size_t bytes);
  /// 64 hexadecimal digits. Nothing can be added afterwards.
  [[nodiscard]] std::string digest();

 private:
  void close_input();

  pid_t m_process = -1;
  int m_input = -1;
  int m_output = -1;
};

}  // namespace lexikos::bench
