// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The format, version 2; files without an array of more than ChecksumByBlocks::block bytes are of version 1, which is all that
// is different. All integers are little-endian.
//
//     header      64 bytes
//     sections    the data of the arrays, each from a multiple of 64 bytes on, in the order of the list, zeros between
//     list        64 bytes a section, to the end of the file
//
// Nothing in a file is free: what is neither data nor checksum follows from the rest and is checked. In later versions, the
// first 16 bytes and the place and meaning of the header's checksum stay.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/file.hpp>
#include <string_view>
#include <vector>

#include "file/checksum.hpp"

namespace lexikos::file_detail
{

static_assert(std::endian::native == std::endian::little, "files are little-endian");

constexpr std::uint32_t format_version = 2;
/// In which the checksum of each array is that of its bytes, however many there are.
constexpr std::uint32_t version_of_whole_checksums = 1;
constexpr std::size_t alignment = 64;
/// Not text, and damaged by programs that convert line ends or strip the eighth bit.
constexpr unsigned char magic[8] = {0x89, 'L', 'E', 'X', '\r', '\n', 0x1A, '\n'};

struct Header
{
  unsigned char magic[8];
  std::uint32_t version;
  std::uint32_t sections;
  std::uint64_t bytes;  // of the file
  char kind[24];        // filled up with zeros, at least one
  std::uint64_t list_checksum;
  std::uint64_t checksum;  // of the 56 bytes before it
};
static_assert(sizeof(Header) == 64);

struct Section
{
  char name[32];  // filled up with zeros, at least one
  std::uint32_t value;
  std::uint32_t zero;
  std::uint64_t size;      // entries; of an integer, its value
  std::uint64_t offset;    // in the file; of an integer, 0
  std::uint64_t checksum;  // of the data; of an integer, 0
};
static_assert(sizeof(Section) == 64);

constexpr std::uint64_t aligned(std::uint64_t bytes)
{
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Bytes of an entry.
constexpr std::uint64_t width(std::uint32_t value)
{
  return std::uint64_t{1} << (value - 1);
}

/// What stands before the zeros.
template <std::size_t room>
std::string_view text_of(char const (&field)[room])
{
  std::size_t size = 0;
  while (size < room && field[size] != 0) ++size;
  return {field, size};
}

struct Sections
{
  std::vector<Section> list;
  ChecksumByBlocks checksum;  // of the last array as far as it is written
  bool has_blocks = false;    // whether an array has several
};

}  // namespace lexikos::file_detail
