// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Files whose contents are changed while all their checksums are right: what an attacker writes, and no build.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/file.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "file/format.hpp"
#include "scratch_folder.hpp"

namespace lexikos::tests
{

struct FileSection
{
  std::string name;
  FileValue value;
  std::uint64_t integer = 0;        ///< of an integer
  std::vector<unsigned char> data;  ///< of an array

  [[nodiscard]] std::size_t entry_bytes() const
  {
    return value == FileValue::integer ? 8 : file_detail::width(static_cast<std::uint32_t>(value));
  }
  [[nodiscard]] std::size_t entries() const { return value == FileValue::integer ? 1 : data.size() / entry_bytes(); }

  /// An entry as a number.
  [[nodiscard]] std::uint64_t entry(std::size_t i) const
  {
    if (value == FileValue::integer) return integer;
    std::uint64_t number = 0;
    std::memcpy(&number, data.data() + i * entry_bytes(), entry_bytes());
    return number;
  }
  void set_entry(std::size_t i, std::uint64_t number)
  {
    if (value == FileValue::integer)
      integer = number;
    else
      std::memcpy(data.data() + i * entry_bytes(), &number, entry_bytes());
  }
  void resize(std::size_t entries) { data.resize(entries * entry_bytes()); }
};

/// A file of FileWriter, section by section.
class AlteredFile
{
 public:
  explicit AlteredFile(std::string const& path) : AlteredFile(read_bytes(path)) {}
  explicit AlteredFile(Bytes const& bytes)
  {
    file_detail::Header header;
    std::memcpy(&header, bytes.data(), sizeof(header));
    m_kind = file_detail::text_of(header.kind);
    std::size_t const list = bytes.size() - header.sections * sizeof(file_detail::Section);
    for (std::size_t s = 0; s < header.sections; ++s) {
      file_detail::Section section;
      std::memcpy(&section, bytes.data() + list + s * sizeof(section), sizeof(section));
      FileSection found{std::string(file_detail::text_of(section.name)), static_cast<FileValue>(section.value), 0, {}};
      if (found.value == FileValue::integer) {
        found.integer = section.size;
      }
      else {
        auto const first = bytes.begin() + static_cast<std::ptrdiff_t>(section.offset);
        found.data.assign(first, first + static_cast<std::ptrdiff_t>(section.size * found.entry_bytes()));
      }
      m_sections.push_back(std::move(found));
    }
  }

  [[nodiscard]] std::vector<FileSection>& sections() { return m_sections; }
  [[nodiscard]] FileSection& section(std::string_view name)
  {
    auto const found = std::ranges::find(m_sections, name, &FileSection::name);
    if (found == m_sections.end()) throw std::runtime_error("no section " + std::string(name));
    return *found;
  }

  /// The file that `write` writes, without a disk.
  [[nodiscard]] Bytes bytes() const
  {
    Bytes bytes(sizeof(file_detail::Header));
    std::vector<file_detail::Section> list;
    for (auto const& section : m_sections) {
      file_detail::Section entry = {};
      section.name.copy(entry.name, sizeof(entry.name) - 1);
      entry.value = static_cast<std::uint32_t>(section.value);
      entry.size = section.value == FileValue::integer ? section.integer : section.entries();
      if (section.value != FileValue::integer) {
        bytes.resize(file_detail::aligned(bytes.size()));
        entry.offset = bytes.size();
        entry.checksum = file_detail::checksum(section.data.data(), section.data.size());
        bytes.insert(bytes.end(), section.data.begin(), section.data.end());
      }
      list.push_back(entry);
    }
    bytes.resize(file_detail::aligned(bytes.size()));
    file_detail::Header header = {};
    std::ranges::copy(file_detail::magic, header.magic);
    header.version = file_detail::version_of_whole_checksums;
    header.sections = static_cast<std::uint32_t>(list.size());
    std::size_t const list_bytes = list.size() * sizeof(file_detail::Section);
    header.bytes = bytes.size() + list_bytes;
    m_kind.copy(header.kind, sizeof(header.kind) - 1);
    header.list_checksum = file_detail::checksum(list.data(), list_bytes);
    header.checksum = file_detail::checksum(&header, offsetof(file_detail::Header, checksum));
    std::memcpy(bytes.data(), &header, sizeof(header));
    auto const* const first = reinterpret_cast<char const*>(list.data());
    bytes.insert(bytes.end(), first, first + list_bytes);
    return bytes;
  }

  void write(std::string const& path) const
  {
    FileWriter file(path, m_kind);
    for (auto const& section : m_sections) {
      switch (section.value) {
        case FileValue::integer:
          file.add_integer(section.name, section.integer);
          break;
        case FileValue::u8:
          add<std::uint8_t>(file, section);
          break;
        case FileValue::u16:
          add<std::uint16_t>(file, section);
          break;
        case FileValue::u32:
          add<std::uint32_t>(file, section);
          break;
        case FileValue::u64:
          add<std::uint64_t>(file, section);
          break;
      }
    }
    file.commit();
  }

 private:
  template <class T>
  static void add(FileWriter& file, FileSection const& section)
  {
    std::vector<T> values(section.entries());
    if (!values.empty()) std::memcpy(values.data(), section.data.data(), section.data.size());
    file.add_array(section.name, values);
  }

  std::string m_kind;
  std::vector<FileSection> m_sections;
};

/// Changes one section at random, so that it is another: an entry, the number of entries, or all of them.
/// \param random  returns random numbers
/// \returns what was changed, for the message of a test
template <class Random>
std::string change_at_random(AlteredFile& file, Random& random)
{
  std::vector<FileSection>& sections = file.sections();
  for (;;) {
    FileSection& section = sections[random() % sections.size()];
    FileSection const before = section;
    std::size_t const n = section.entries();
    std::string what = section.name + ": ";
    std::size_t const i = n == 0 ? 0 : random() % n;
    std::uint64_t const near[] = {0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 31, std::uint64_t{1} << 40, random()};
    switch (section.value == FileValue::integer ? random() % 3 : random() % 7) {
      case 0:
        if (n == 0) continue;
        section.set_entry(i, near[random() % 6]);
        what += "entry " + std::to_string(i) + " set to " + std::to_string(section.entry(i));
        break;
      case 1:
        if (n == 0) continue;
        section.set_entry(i, section.entry(i) ^ std::uint64_t{1} << random() % (8 * section.entry_bytes()));
        what += "a bit of entry " + std::to_string(i);
        break;
      case 2:
        if (n == 0) continue;
        section.set_entry(i, section.entry(i) + (random() % 2 == 0 ? 1 : ~std::uint64_t{0}));
        what += "entry " + std::to_string(i) + " is one more or less";
        break;
      case 3:
        section.resize(n == 0 ? 1 : random() % 2 == 0 ? n - 1 : n + 1);
        what += "one entry more or less";
        break;
      case 4:
        section.resize(random() % 3 == 0 ? 2 * n : random() % (n + 1));
        what += std::to_string(section.entries()) + " entries";
        break;
      case 5:
        std::ranges::fill(section.data, static_cast<unsigned char>(random() % 2 == 0 ? 0xFF : 0));
        what += "all bytes equal";
        break;
      default: {
        if (n < 2) continue;
        std::size_t const j = random() % n;
        std::uint64_t const other = section.entry(j);
        section.set_entry(j, section.entry(i));
        section.set_entry(i, other);
        what += "entries " + std::to_string(i) + " and " + std::to_string(j) + " exchanged";
      }
    }
    if (section.integer != before.integer || section.data != before.data) return what;
  }
}

/// The file with another header, whose checksum is right.
inline void write_with_header(std::string const& path, Bytes bytes, file_detail::Header header)
{
  header.checksum = file_detail::checksum(&header, offsetof(file_detail::Header, checksum));
  std::memcpy(bytes.data(), &header, sizeof(header));
  tests::write_bytes(path, bytes);
}

inline file_detail::Header header_of(Bytes const& bytes)
{
  file_detail::Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  return header;
}

}  // namespace lexikos::tests
