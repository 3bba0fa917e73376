// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <lexikos/file.hpp>
#include <span>
#include <string>
#include <vector>

#include "file/format.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/texts.hpp"

using namespace lexikos;
using tests::Bytes;
using tests::error_of;
using tests::header_of;
using tests::write_with_header;

TEST_CASE("arrays of several blocks have a checksum of those of their blocks")
{
  tests::ScratchFolder const folder;
  std::string const path = folder / "file";
  constexpr std::size_t block = file_detail::ChecksumByBlocks::block;
  constexpr std::size_t n = 3 * block + 12'345;
  std::vector<std::uint8_t> const values = texts::random(n, 256, 7);
  auto const write = [&](std::span<std::uint8_t const> part) {
    FileWriter file(path, "contents");
    file.add_array("values", part);
    file.commit();
  };
  write(values);
  {
    FileReader const file(path);
    auto const loaded = file.array<std::uint8_t>("values");
    CHECK(std::equal(values.begin(), values.end(), loaded.data(), loaded.data() + loaded.extent(0)));
  }
  Bytes const right = tests::read_bytes(path);
  CHECK(header_of(right).version == 2);
  std::size_t const first = file_detail::aligned(sizeof(file_detail::Header));
  std::vector<std::uint64_t> sums;
  for (std::size_t begin = 0; begin < n; begin += block) {
    sums.push_back(file_detail::checksum(values.data() + begin, std::min(block, n - begin)));
    for (std::size_t const place : {begin, std::min(begin + block, n) - 1}) {
      Bytes damaged = right;
      damaged[first + place] = static_cast<char>(damaged[first + place] ^ 1);
      tests::write_bytes(path, damaged);
      auto const caught = error_of([&] { (void)FileReader(path).array<std::uint8_t>("values"); });
      REQUIRE(caught.has_value());
      CHECK(caught->code == ErrorCode::corrupt_input);
    }
  }
  auto const with_checksum = [&](std::uint64_t sum, std::uint32_t version) {
    Bytes bytes = right;
    auto header = header_of(bytes);
    file_detail::Section section;
    std::size_t const list = bytes.size() - sizeof(section);
    std::memcpy(&section, bytes.data() + list, sizeof(section));
    section.checksum = sum;
    std::memcpy(bytes.data() + list, &section, sizeof(section));
    header.version = version;
    header.list_checksum = file_detail::checksum(&section, sizeof(section));
    write_with_header(path, bytes, header);
    return !error_of([&] { (void)FileReader(path).array<std::uint8_t>("values"); }).has_value();
  };
  std::uint64_t const of_blocks = file_detail::checksum(sums.data(), sums.size() * sizeof(sums[0]));
  std::uint64_t const of_all = file_detail::checksum(values.data(), n);
  CHECK(with_checksum(of_blocks, 2));
  CHECK_FALSE(with_checksum(of_all, 2));
  CHECK(with_checksum(of_all, 1));  // as those that were written before
  CHECK_FALSE(with_checksum(of_blocks, 1));

  for (std::size_t const part : {n, block, block - 1, block + 1, std::size_t{12'345}}) {
    CAPTURE(part);
    file_detail::ChecksumByBlocks sum;
    for (std::size_t begin = 0; begin < n; begin += part) sum.add(values.data() + begin, std::min(part, n - begin));
    CHECK(sum.value() == of_blocks);
  }
  write(std::span(values).first(block));
  Bytes const small = tests::read_bytes(path);
  auto header = header_of(small);
  CHECK(header.version == 1);
  header.version = 2;  // which no writer gives it
  write_with_header(path, small, header);
  auto const caught = error_of([&] { FileReader const file(path); });
  REQUIRE(caught.has_value());
  CHECK(caught->code == ErrorCode::corrupt_input);
}
