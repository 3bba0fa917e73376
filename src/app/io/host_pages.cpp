// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/host_pages.hpp"

#include <cstdlib>

#include "system/large_pages.hpp"

#ifdef __linux__

#include <sys/mman.h>
#include <unistd.h>

#include <optional>

namespace lexikos::app
{

namespace
{

constexpr std::size_t large_page = std::size_t{2} << 20;
constexpr std::size_t min_for_large_pages = 2 * large_page;

/// Bytes in whole pages, large ones if there are many; none if no number is so large. (Of memory that has both, the system
/// makes two pieces, which cannot grow together.)
std::optional<std::size_t> whole_pages(std::size_t bytes)
{
  static auto const small_page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  if (bytes > ~std::size_t{0} - 2 * large_page) return std::nullopt;
  std::size_t const page = bytes >= min_for_large_pages ? large_page : small_page;
  return (bytes + page - 1) / page * page;
}

/// Addresses that begin where a large page does, or null.
void* mapped(std::size_t bytes, int protection)
{
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  void* const all = ::mmap(nullptr, bytes + large_page, protection, flags, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  auto const begin = reinterpret_cast<std::uintptr_t>(all);
  std::size_t const before = (large_page - begin % large_page) % large_page;
  auto* const data = static_cast<std::uint8_t*>(all) + before;
  if (before != 0) static_cast<void>(::munmap(all, before));
  if (before != large_page) static_cast<void>(::munmap(data + bytes, large_page - before));
  return data;
}

/// As much memory at other addresses, to which the pages move; or null.
void* moved(void* from, std::size_t bytes, std::size_t to_bytes)
{
  void* const to = mapped(to_bytes, PROT_NONE);
  if (to != nullptr) {
    void* const there = ::mremap(from, bytes, to_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    if (there != MAP_FAILED) return there;
    static_cast<void>(::munmap(to, to_bytes));
  }
  void* const anywhere = ::mremap(from, bytes, to_bytes, MREMAP_MAYMOVE);
  return anywhere == MAP_FAILED ? nullptr : anywhere;
}

/// Where the pages stay, if there is room after them or they become fewer.
bool resized_in_place(void* data, std::size_t bytes, std::size_t to_bytes)
{
  return ::mremap(data, bytes, to_bytes, 0) != MAP_FAILED;
}

}  // namespace

HostPages::~HostPages()
{
  if (m_data != nullptr) static_cast<void>(::munmap(m_data, *whole_pages(m_size)));
}

bool HostPages::resize(std::size_t bytes)
{
  auto const wanted = whole_pages(bytes);
  if (!wanted) return false;
  std::size_t const had = m_data == nullptr ? 0 : *whole_pages(m_size);
  if (*wanted != had) {
    void* data = m_data;
    if (m_data == nullptr)
      data = mapped(*wanted, PROT_READ | PROT_WRITE);
    else if (!resized_in_place(m_data, had, *wanted))
      data = moved(m_data, had, *wanted);
    if (data == nullptr) return false;
    m_data = static_cast<std::uint8_t*>(data);
    if (*wanted >= min_for_large_pages) detail::advise_large_pages(data, *wanted);
  }
  m_size = bytes;
  return true;
}

}  // namespace lexikos::app

#else

namespace lexikos::app
{

HostPages::~HostPages()
{
  std::free(m_data);
}

bool HostPages::resize(std::size_t bytes)
{
  void* const data = std::realloc(m_data, bytes);
  if (data == nullptr) return false;
  m_data = static_cast<std::uint8_t*>(data);
  m_size = bytes;
  return true;
}

}  // namespace lexikos::app

#endif
