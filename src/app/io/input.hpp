// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "app/io/host_pages.hpp"

namespace lexikos::app
{

/// The path, or "standard input" for "-".
[[nodiscard]] std::string name_of_input(std::string const& path);

/// The bytes of a file, mapped into memory, or of standard input ("-") and other streams, read in growing blocks.
class Input
{
 public:
  /// Failure (unreadable_input) with the reason, if that shows without opening it, which a pipe would notice.
  static void require_readable(std::string const& path);
  /// Of a file; of other streams, which end where they want, the largest number. 0 where the system does not say.
  [[nodiscard]] static std::uint64_t bytes_of(std::string const& path);
  /// Failure (unreadable_input) with the reason; Failure (out_of_memory) when a stream outgrows the memory.
  explicit Input(std::string const& path);
  /// Bytes that are in memory already, and stay there.
  Input(std::string name, std::span<std::uint8_t const> bytes) : m_name(std::move(name)), m_bytes(bytes) {}

  [[nodiscard]] std::span<std::uint8_t const> bytes() const { return m_bytes; }
  [[nodiscard]] std::string const& name() const { return m_name; }
  /// Bytes of memory that the input has yet to take: those of a mapped file are still on the disk.
  [[nodiscard]] std::size_t pending_bytes() const { return m_mapped != nullptr ? m_bytes.size() : 0; }
  /// Reads a mapped file into memory now, so that no later step waits for the disk.
  void load() const;

 private:
  struct Unmap
  {
    std::size_t size;
    void operator()(std::uint8_t* data) const;
  };

  void map(int file, std::size_t size);
  void read_stream(int file);

  std::string m_name;
  std::unique_ptr<std::uint8_t, Unmap> m_mapped;  // or null
  HostPages m_read;
  std::span<std::uint8_t const> m_bytes;
};

}  // namespace lexikos::app
