// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "file/checksum.hpp"

// Files of the library's format, taken apart and put together again with right checksums, so that what is in them can be
// wrong although nothing is damaged. The format is described in src/file/format.hpp.

namespace saved_file
{

struct Section
{
  std::string name;
  std::uint32_t value = 0;   // 0: an integer; 1 to 4: u8, u16, u32, u64
  std::uint64_t number = 0;  // of an integer
  std::string data = {};     // of an array

  template <class T>
  static Section array(std::string const& name, std::vector<T> const& values)
  {
    std::uint32_t value = 1;
    while ((std::size_t{1} << (value - 1)) < sizeof(T)) ++value;
    return {name, value, 0, std::string(reinterpret_cast<char const*>(values.data()), values.size() * sizeof(T))};
  }
};

struct File
{
  std::string kind;
  std::vector<Section> sections;

  Section& operator[](std::string const& name)
  {
    for (auto& section : sections)
      if (section.name == name) return section;
    throw std::runtime_error("no section " + name);
  }
};

inline void append(std::string& bytes, std::uint64_t number, std::size_t size)
{
  bytes.append(reinterpret_cast<char const*>(&number), size);
}

inline std::uint64_t number_at(std::string const& bytes, std::size_t offset, std::size_t size)
{
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + offset, size);
  return number;
}

inline void append_name(std::string& bytes, std::string const& name, std::size_t room)
{
  bytes += name + std::string(room - name.size(), '\0');
}

inline void align(std::string& bytes)
{
  bytes.resize((bytes.size() + 63) / 64 * 64);
}

inline std::uint64_t sum(std::string const& bytes)
{
  return lexikos::file_detail::checksum(bytes.data(), bytes.size());
}

inline std::string to_bytes(File const& file)
{
  std::string bytes(64, '\0'), list;
  for (auto const& section : file.sections) {
    bool const is_array = section.value != 0;
    if (is_array) align(bytes);
    append_name(list, section.name, 32);
    append(list, section.value, 4);
    append(list, 0, 4);
    append(list, is_array ? section.data.size() >> (section.value - 1) : section.number, 8);
    append(list, is_array ? bytes.size() : 0, 8);
    append(list, is_array ? sum(section.data) : 0, 8);
    bytes += section.data;
  }
  align(bytes);
  bytes += list;
  std::string header = "\x89LEX\r\n\x1A\n";
  append(header, 1, 4);
  append(header, file.sections.size(), 4);
  append(header, bytes.size(), 8);
  append_name(header, file.kind, 24);
  append(header, sum(list), 8);
  append(header, sum(header), 8);
  return bytes.replace(0, 64, header);
}

inline File from_bytes(std::string const& bytes)
{
  File file{bytes.substr(24, 24).c_str(), {}};
  std::size_t const count = number_at(bytes, 12, 4);
  for (std::size_t entry = bytes.size() - 64 * count; entry < bytes.size(); entry += 64) {
    Section section{bytes.substr(entry, 32).c_str(), static_cast<std::uint32_t>(number_at(bytes, entry + 32, 4))};
    std::uint64_t const size = number_at(bytes, entry + 40, 8);
    if (section.value == 0)
      section.number = size;
    else
      section.data = bytes.substr(number_at(bytes, entry + 48, 8), size << (section.value - 1));
    file.sections.push_back(std::move(section));
  }
  return file;
}

}  // namespace saved_file
