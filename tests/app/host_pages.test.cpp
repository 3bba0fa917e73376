// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/host_pages.hpp"

#include <doctest/doctest.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>

namespace
{

using lexikos::app::HostPages;

std::uint8_t value_at(std::size_t i)
{
  return static_cast<std::uint8_t>(i * 2654435761U >> 13);
}

/// Makes it longer or shorter, compares what it had, and writes the rest.
bool keeps_and_takes(HostPages& pages, std::size_t bytes)
{
  std::size_t const kept = std::min(bytes, pages.size());
  if (!pages.resize(bytes) || pages.size() != bytes) return false;
  for (std::size_t i = 0; i < kept; ++i)
    if (pages.data()[i] != value_at(i)) return false;
  for (std::size_t i = kept; i < bytes; ++i) pages.data()[i] = value_at(i);
  return true;
}

TEST_CASE("pages of the host keep what they have, as they become longer and shorter")
{
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    HostPages pages;
    void* neighbour = MAP_FAILED;
    for (int step = 0; step < 12; ++step) {
      std::size_t const bytes = 1 + random() % (std::size_t{1} << (4 + random() % 22));
      CAPTURE(pages.size());
      CAPTURE(bytes);
      REQUIRE(keeps_and_takes(pages, bytes));
      if (step % 3 == 0) {  // what is in the way of the next time
        if (neighbour != MAP_FAILED) ::munmap(neighbour, 4096);
        neighbour = ::mmap(pages.data() + (bytes + (4U << 20)) / 4096 * 4096, 4096, PROT_READ,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      }
      HostPages moved = std::move(pages);
      CHECK(pages.data() == nullptr);
      CHECK(pages.size() == 0);
      pages = std::move(moved);
    }
    if (neighbour != MAP_FAILED) ::munmap(neighbour, 4096);
  }
}

TEST_CASE("pages of the host that cannot be had change nothing")
{
  HostPages pages;
  REQUIRE(keeps_and_takes(pages, 5'000'000));
  CHECK_FALSE(pages.resize(~std::size_t{0}));
  CHECK_FALSE(pages.resize(~std::size_t{0} / 2));
  CHECK(pages.size() == 5'000'000);
  CHECK(keeps_and_takes(pages, 6'000'000));
  CHECK_FALSE(HostPages().resize(~std::size_t{0} / 2));
}

}  // namespace
