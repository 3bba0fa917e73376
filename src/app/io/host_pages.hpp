// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace lexikos::app
{

/// Memory of the host that becomes longer without a copy. On Linux it begins where large pages do, and is made of these as far
/// as the system has them: the first write to a page takes microseconds in a virtual machine, and a gigabyte has 262 144 small
/// ones.
class HostPages
{
 public:
  HostPages() = default;
  HostPages(HostPages&& other) noexcept
      : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0))
  {}
  HostPages& operator=(HostPages&& other) noexcept
  {
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    return *this;
  }
  ~HostPages();

  [[nodiscard]] std::uint8_t* data() const { return m_data; }
  /// As many bytes as were asked for.
  [[nodiscard]] std::size_t size() const { return m_size; }

  /// Makes it longer or shorter; what it has up to there stays. False where there is no memory, and then nothing has changed.
  /// \param bytes  not 0
  [[nodiscard]] bool resize(std::size_t bytes);

 private:
  std::uint8_t* m_data = nullptr;
  std::size_t m_size = 0;
};

}  // namespace lexikos::app
