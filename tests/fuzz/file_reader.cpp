// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Any bytes as a file, some of its checksums made right: it is refused, or it is just what a writer would have written.

#include <algorithm>
#include <cstring>
#include <lexikos/file.hpp>
#include <string>
#include <vector>

#include "file/format.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;
using file_detail::Header;
using file_detail::Section;

enum Repair : std::uint8_t
{
  repair_start = 1,  // magic, version and size
  repair_count = 2,  // no more sections than there is room for
  repair_arrays = 4,
  repair_list = 8,
  repair_header = 16
};

void repair(fuzz::Bytes& file, unsigned what)
{
  if (file.size() < sizeof(Header)) return;
  Header header;
  std::memcpy(&header, file.data(), sizeof(header));
  if ((what & repair_start) != 0) {
    std::ranges::copy(file_detail::magic, header.magic);
    header.version = file_detail::version_of_whole_checksums;  // the one of files as small as these
    header.bytes = file.size();
  }
  std::size_t const room = file.size() / sizeof(Section) - 1;
  if ((what & repair_count) != 0) header.sections %= room + 1;
  if (header.sections <= room) {
    std::size_t const list_bytes = header.sections * sizeof(Section);
    unsigned char* const list = file.data() + (file.size() - list_bytes);
    for (std::size_t s = 0; s < header.sections && (what & repair_arrays) != 0; ++s) {
      Section section;
      std::memcpy(&section, list + s * sizeof(section), sizeof(section));
      if (section.value < 1 || section.value > 4 || section.offset > file.size()) continue;
      std::uint64_t const width = file_detail::width(section.value);
      if (section.size > (file.size() - section.offset) / width) continue;
      section.checksum = file_detail::checksum(file.data() + section.offset, section.size * width);
      std::memcpy(list + s * sizeof(section), &section, sizeof(section));
    }
    if ((what & repair_list) != 0) header.list_checksum = file_detail::checksum(list, list_bytes);
  }
  if ((what & repair_header) != 0) header.checksum = file_detail::checksum(&header, offsetof(Header, checksum));
  std::memcpy(file.data(), &header, sizeof(header));
}

/// Reads an array and compares it with the section's data. Returns whether it is there.
template <class T>
bool read_array(FileReader const& file, tests::FileSection const& section)
{
  Span<T const, Kokkos::HostSpace> found;
  auto const code = fuzz::code_of([&] { found = file.array<T>(section.name); });
  if (code.has_value()) {
    if (code != ErrorCode::corrupt_input) fuzz::fail("an array is refused as " + std::string(to_string(*code)));
    return false;
  }
  if (found.extent(0) != section.entries()) fuzz::fail(section.name + " has another size");
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < found.extent(0); ++i) sum += found(i) ^ section.entry(i);
  if (sum != 0) fuzz::fail(section.name + " has other entries");
  return true;
}

bool read_section(FileReader const& file, tests::FileSection const& section)
{
  switch (section.value) {
    case FileValue::integer:
      if (file.integer(section.name) != section.integer) fuzz::fail(section.name + " is another integer");
      return !read_array<std::uint8_t>(file, section);
    case FileValue::u8:
      return read_array<std::uint8_t>(file, section);
    case FileValue::u16:
      return read_array<std::uint16_t>(file, section);
    case FileValue::u32:
      return read_array<std::uint32_t>(file, section);
    case FileValue::u64:
      return read_array<std::uint64_t>(file, section);
  }
  fuzz::fail("a section of no type");
}

void read_all(FileReader const& file, fuzz::Bytes const& bytes)
{
  tests::Bytes const chars(bytes.begin(), bytes.end());
  tests::AlteredFile parsed(chars);
  if (file.bytes() != bytes.size()) fuzz::fail("another size");
  bool is_whole = true;
  std::vector<std::string> names;
  for (auto const& section : parsed.sections()) {
    if (std::ranges::find(names, section.name) != names.end()) return;  // read are the first of a name
    names.push_back(section.name);
    if (!file.has(section.name)) fuzz::fail("no section " + section.name);
    if (file.value_of(section.name) != section.value) fuzz::fail(section.name + " is of another type");
    if (file.size_of(section.name) != section.entries()) fuzz::fail(section.name + " has another size");
    is_whole = read_section(file, section) && is_whole;
  }
  if (is_whole && parsed.bytes() != chars) fuzz::fail("a file that no writer writes is whole");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static fuzz::MemoryFile const file;
  if (size == 0) return 0;
  fuzz::Bytes bytes(data, data + (size - 1));
  repair(bytes, data[size - 1]);
  file.write(bytes);
  auto const code = fuzz::code_of([&] { read_all(FileReader(file.path()), bytes); });
  bool const is_refused = code == ErrorCode::corrupt_input || code == ErrorCode::not_supported;
  if (code.has_value() && !is_refused) fuzz::fail("a file is refused as " + std::string(to_string(*code)));
  return 0;
}
