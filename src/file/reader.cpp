// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <lexikos/file.hpp>
#include <utility>
#include <vector>

#include "common/host_containers.hpp"
#include "common/in_a_thread.hpp"
#include "file/format.hpp"
#include "system/thread_processors.hpp"

namespace lexikos
{

namespace file_detail
{

struct Mapping
{
  unsigned char const* data = nullptr;
  std::size_t bytes = 0;

  Mapping() = default;
  Mapping(Mapping const&) = delete;
  Mapping& operator=(Mapping const&) = delete;
  ~Mapping()
  {
    if (data != nullptr) ::munmap(const_cast<unsigned char*>(data), bytes);
  }

  [[nodiscard]] Header const& header() const { return *reinterpret_cast<Header const*>(data); }
  [[nodiscard]] std::size_t list_bytes() const { return header().sections * sizeof(Section); }
  [[nodiscard]] Section const* begin() const { return reinterpret_cast<Section const*>(data + bytes - list_bytes()); }
  [[nodiscard]] Section const* end() const { return begin() + header().sections; }
};

}  // namespace file_detail

namespace
{

using file_detail::Header;
using file_detail::Section;

struct OpenFile
{
  int descriptor;

  explicit OpenFile(int file) : descriptor(file) {}
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;
  ~OpenFile()
  {
    if (descriptor >= 0) ::close(descriptor);
  }
};

[[noreturn]] void unreadable(std::string const& path, std::string const& why)
{
  throw Error(ErrorCode::unreadable_file, "cannot read " + path + ": " + why);
}

[[noreturn]] void corrupt_file(std::string const& path, std::string const& why)
{
  throw Error(ErrorCode::corrupt_input, path + why);
}

void map(std::string const& path, file_detail::Mapping& mapping)
{
  // opening a pipe without a writer would block
  OpenFile const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.descriptor < 0) unreadable(path, std::strerror(errno));
  struct stat status = {};
  if (::fstat(file.descriptor, &status) != 0) unreadable(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) unreadable(path, std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) unreadable(path, "it is not a regular file");
  if (status.st_size == 0) corrupt_file(path, " is empty");
  auto const bytes = static_cast<std::size_t>(status.st_size);
  void* const data = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.descriptor, 0);
  if (data == MAP_FAILED) unreadable(path, std::strerror(errno));
  mapping.data = static_cast<unsigned char const*>(data);
  mapping.bytes = bytes;
}

/// Whether a name is there, and is followed by zeros only.
template <std::size_t room>
bool is_name(char const (&field)[room])
{
  auto const name = file_detail::text_of(field);
  return !name.empty() && name.size() < room &&
         std::all_of(field + name.size(), std::end(field), [](char c) { return c == 0; });
}

void check_header(std::string const& path, file_detail::Mapping const& file, std::string_view kind)
{
  std::size_t const seen = std::min(file.bytes, sizeof(file_detail::magic));
  if (std::memcmp(file.data, file_detail::magic, seen) != 0) corrupt_file(path, " is not a file of Lexikos");
  if (file.bytes < sizeof(Header)) corrupt_file(path, " is truncated: it ends within its header");
  Header const& header = file.header();
  if (header.checksum != file_detail::checksum(&header, offsetof(Header, checksum)))
    corrupt_file(path, " is damaged: the checksum of its header is wrong");
  detail::require(header.version <= file_detail::format_version, ErrorCode::not_supported,
                  path + " was written by a newer Lexikos: its format is version " + std::to_string(header.version) +
                      ", and this one reads up to " + std::to_string(file_detail::format_version));
  if (header.version == 0) corrupt_file(path, " is damaged: its format is version 0");
  if (file.bytes != header.bytes)
    corrupt_file(path, (file.bytes < header.bytes ? " is truncated: it has " : " is damaged: it has ") +
                           std::to_string(file.bytes) + " bytes of " + std::to_string(header.bytes));
  if (!is_name(header.kind)) corrupt_file(path, " is damaged: malformed kind");
  auto const found = file_detail::text_of(header.kind);
  detail::require(kind.empty() || found == kind, ErrorCode::invalid_argument,
                  path + " holds a " + std::string(found) + ", not a " + std::string(kind));
}

/// Whether it has a name, and an integer has nothing that an array has.
bool is_well_formed(Section const& section)
{
  bool const is_integer = section.value == static_cast<std::uint32_t>(FileValue::integer);
  return is_name(section.name) && section.zero == 0 && (!is_integer || (section.offset == 0 && section.checksum == 0));
}

/// Whether a file of these sections is of the version of ChecksumByBlocks: no writer gives that to another.
bool has_blocks(file_detail::Mapping const& file)
{
  return std::any_of(file.begin(), file.end(), [](Section const& section) {
    return section.value != static_cast<std::uint32_t>(FileValue::integer) &&
           section.size * file_detail::width(section.value) > file_detail::ChecksumByBlocks::block;
  });
}

/// Checks that the sections follow each other, with zeros between, from the header to the list.
void check_list(std::string const& path, file_detail::Mapping const& file)
{
  // otherwise the list could not be read in place
  if (file.bytes % file_detail::alignment != 0) corrupt_file(path, " is damaged: its parts are not aligned");
  if (file.list_bytes() > file.bytes - sizeof(Header))
    corrupt_file(path, " is damaged: it has no room for its list of sections");
  if (file.header().list_checksum != file_detail::checksum(file.begin(), file.list_bytes()))
    corrupt_file(path, " is damaged: the checksum of its list of sections is wrong");
  std::uint64_t const data_end = file.bytes - file.list_bytes();
  std::uint64_t end = sizeof(Header);
  auto const skip_zeros = [&] {
    std::uint64_t const next = std::min(file_detail::aligned(end), data_end);
    for (; end < next; ++end)
      if (file.data[end] != 0) corrupt_file(path, " is damaged: there is something between its sections");
  };
  for (Section const& section : file) {
    if (!is_well_formed(section)) corrupt_file(path, " is damaged: malformed section entry");
    if (section.value == static_cast<std::uint32_t>(FileValue::integer)) continue;
    skip_zeros();
    bool const fits = section.value <= static_cast<std::uint32_t>(FileValue::u64) && section.offset == end &&
                      end <= data_end && section.size <= (data_end - end) / file_detail::width(section.value);
    if (!fits) corrupt_file(path, " is damaged: its sections are not where they belong");
    end += section.size * file_detail::width(section.value);
  }
  skip_zeros();
  if (end != data_end) corrupt_file(path, " is damaged: there is something after its sections");
  if (file.header().version > file_detail::version_of_whole_checksums && !has_blocks(file))
    corrupt_file(path, " is damaged: its format is of files with larger arrays");
}

/// ChecksumByBlocks of an array, whose blocks several threads take.
std::uint64_t checksum_by_blocks(unsigned char const* data, std::size_t bytes)
{
  constexpr std::size_t block = file_detail::ChecksumByBlocks::block;
  if (bytes <= block) return file_detail::checksum(data, bytes);
  auto sums =
      detail::with_host_memory("checksums", [&] { return std::vector<std::uint64_t>((bytes - 1) / block + 1); });
  std::atomic<std::size_t> taken{0};
  auto const take = [&] {
    for (std::size_t b = taken++; b < sums.size(); b = taken++)
      sums[b] = file_detail::checksum(data + b * block, std::min(block, bytes - b * block));
  };
  // half of them, as something else is done meanwhile
  std::size_t const threads = std::min<std::size_t>(sums.size(), (detail::processor_count() + 1) / 2);
  std::vector<std::future<void>> others;
  for (std::size_t t = 1; t < threads; ++t) others.push_back(detail::in_a_thread([&take] { take(); }));
  take();
  for (auto& other : others) other.get();
  return file_detail::checksum(sums.data(), sums.size() * sizeof(std::uint64_t));
}

char const* name_of(FileValue value)
{
  static constexpr char const* names[] = {"an integer", "an array of u8", "an array of u16", "an array of u32",
                                          "an array of u64"};
  return names[static_cast<std::uint32_t>(value)];
}

Section const* find(file_detail::Mapping const& file, std::string_view name)
{
  return std::find_if(file.begin(), file.end(),
                      [&](Section const& section) { return file_detail::text_of(section.name) == name; });
}

Section const& section_of(std::string const& path, file_detail::Mapping const& file, std::string_view name)
{
  Section const* const section = find(file, name);
  if (section == file.end()) corrupt_file(path, " has no section " + std::string(name));
  return *section;
}

void require_value(std::string const& path, Section const& section, FileValue value)
{
  auto const found = static_cast<FileValue>(section.value);
  if (found != value)
    corrupt_file(path, ": the section " + std::string(file_detail::text_of(section.name)) + " is " + name_of(found) +
                           ", not " + name_of(value));
}

}  // namespace

FileReader::FileReader(std::string const& path, std::string_view kind) : m_path(path)
{
  auto mapping = detail::with_host_memory("a mapped file", [] { return std::make_shared<file_detail::Mapping>(); });
  map(path, *mapping);
  check_header(path, *mapping, kind);
  check_list(path, *mapping);
  m_mapping = std::move(mapping);
}

std::string FileReader::kind() const
{
  return std::string(file_detail::text_of(m_mapping->header().kind));
}

std::uint64_t FileReader::bytes() const
{
  return m_mapping->bytes;
}

bool FileReader::has(std::string_view name) const
{
  return find(*m_mapping, name) != m_mapping->end();
}

FileValue FileReader::value_of(std::string_view name) const
{
  return static_cast<FileValue>(section_of(m_path, *m_mapping, name).value);
}

std::size_t FileReader::size_of(std::string_view name) const
{
  Section const& section = section_of(m_path, *m_mapping, name);
  return section.value == static_cast<std::uint32_t>(FileValue::integer) ? 1 : section.size;
}

std::uint64_t FileReader::integer(std::string_view name) const
{
  Section const& section = section_of(m_path, *m_mapping, name);
  require_value(m_path, section, FileValue::integer);
  return section.size;
}

std::uint64_t FileReader::integer(std::string_view name, std::uint64_t most) const
{
  std::uint64_t const value = integer(name);
  if (value > most)
    corrupt(std::string(name) + " is " + std::to_string(value) + ", which is more than " + std::to_string(most));
  return value;
}

void const* FileReader::find_array(std::string_view name, FileValue value, std::size_t& n) const
{
  Section const& section = section_of(m_path, *m_mapping, name);
  require_value(m_path, section, value);
  n = section.size;
  return m_mapping->data + section.offset;
}

void FileReader::check(std::string_view name) const
{
  Section const& section = section_of(m_path, *m_mapping, name);
  if (section.value == static_cast<std::uint32_t>(FileValue::integer)) return;
  std::size_t const bytes = section.size * file_detail::width(section.value);
  auto const* const data = m_mapping->data + section.offset;
  bool const is_by_blocks = m_mapping->header().version > file_detail::version_of_whole_checksums;
  if (section.checksum != (is_by_blocks ? checksum_by_blocks(data, bytes) : file_detail::checksum(data, bytes)))
    corrupt_file(m_path, " is damaged: the checksum of its section " + std::string(name) + " is wrong");
}

std::future<void> FileReader::start_check(std::string_view name) const
{
  return detail::in_a_thread([file = *this, section = std::string(name)] { file.check(section); });
}

void FileReader::require_size(std::string_view name, std::size_t n) const
{
  std::size_t const found = size_of(name);
  if (found != n)
    corrupt("the section " + std::string(name) + " has " + std::to_string(found) + " entries instead of " +
            std::to_string(n));
}

void FileReader::corrupt(std::string const& what) const
{
  corrupt_file(m_path, " is damaged: " + what);
}

bool is_lexikos_file(std::string const& path)
{
  struct stat status = {};  // opening a pipe would take from it
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  OpenFile const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.descriptor < 0) unreadable(path, std::strerror(errno));
  unsigned char found[sizeof(file_detail::magic)];
  for (std::size_t bytes = 0; bytes < sizeof(found);) {
    ssize_t const got = ::read(file.descriptor, found + bytes, sizeof(found) - bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) unreadable(path, std::strerror(errno));
    if (got == 0) return false;
    bytes += static_cast<std::size_t>(got);
  }
  return std::memcmp(found, file_detail::magic, sizeof(found)) == 0;
}

}  // namespace lexikos
