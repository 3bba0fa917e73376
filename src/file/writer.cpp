// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <lexikos/file.hpp>

#include "common/host_containers.hpp"
#include "common/in_a_thread.hpp"
#include "file/format.hpp"
#include "file/new_file.hpp"

namespace lexikos
{

namespace
{

using file_detail::Header;
using file_detail::Section;

template <std::size_t room>
void copy_name(char (&field)[room], std::string_view name)
{
  detail::require(
      !name.empty() && name.size() < room && name.find('\0') == name.npos, ErrorCode::invalid_argument,
      "a name of " + std::to_string(name.size()) + " characters: files have names of 1 to " + std::to_string(room - 1));
  std::memset(field, 0, room);
  std::memcpy(field, name.data(), name.size());
}

}  // namespace

FileWriter::FileWriter(std::string const& path, std::string_view kind, MemoryResource& resource)
    : m_resource(&resource), m_path(path), m_kind(kind)
{
  detail::with_host_memory("the sections of a file", [&] {
    m_file = std::make_unique<file_detail::NewFile>();
    m_sections = std::make_unique<file_detail::Sections>();
  });
  Header header = {};
  copy_name(header.kind, kind);
  struct stat status = {};
  detail::require(::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode),
                  ErrorCode::unwritable_file, "cannot write " + m_path + ": it is not a regular file");
  if (int const error = m_file->open(path); error != 0) fail(error);
  write(&header, sizeof(header));  // only its place, for now
}

FileWriter::~FileWriter() = default;

std::string const& FileWriter::temporary_path() const
{
  return m_file->temporary_path();
}

void FileWriter::fail(int error) const
{
  throw Error(ErrorCode::unwritable_file, "cannot write " + m_path + ": " + std::strerror(error));
}

void FileWriter::write(void const* data, std::size_t bytes)
{
  auto const* next = static_cast<unsigned char const*>(data);
  m_bytes += bytes;
  while (bytes > 0) {
    ssize_t const done = ::write(m_file->descriptor(), next, std::min(bytes, block_bytes));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(errno);
    next += done;
    bytes -= static_cast<std::size_t>(done);
  }
}

void FileWriter::add_integer(std::string_view name, std::uint64_t value)
{
  begin_array(name, FileValue::integer, 0);
  Section& section = m_sections->list.back();
  section.size = value;
  section.offset = 0;
  section.checksum = 0;
}

void FileWriter::begin_array(std::string_view name, FileValue value, std::size_t n)
{
  detail::require(m_file->is_open(), ErrorCode::invalid_argument, m_path + " is complete already");
  Section section = {};
  copy_name(section.name, name);
  for (auto const& other : m_sections->list)
    if (file_detail::text_of(other.name) == name)
      throw Error(ErrorCode::invalid_argument, "two sections of " + m_path + " are named " + std::string(name));
  section.value = static_cast<std::uint32_t>(value);
  section.size = n;
  if (value != FileValue::integer) {
    static constexpr unsigned char zeros[file_detail::alignment] = {};
    write(zeros, file_detail::aligned(m_bytes) - m_bytes);
  }
  section.offset = m_bytes;
  m_sections->checksum = {};
  section.checksum = m_sections->checksum.value();
  detail::with_host_memory("the sections of a file", [&] { m_sections->list.push_back(section); });
}

void FileWriter::append(void const* data, std::size_t bytes)
{
  constexpr std::size_t worth_a_thread = std::size_t{1} << 20;
  auto const add = [this, data, bytes] { m_sections->checksum.add(data, bytes); };
  if (bytes < worth_a_thread) {
    write(data, bytes);
    add();
  }
  else {
    auto sum = detail::in_a_thread(add);
    write(data, bytes);
    sum.get();
  }
  m_sections->list.back().checksum = m_sections->checksum.value();
  m_sections->has_blocks = m_sections->has_blocks || m_sections->checksum.has_blocks();
}

void FileWriter::commit()
{
  detail::require(m_file->is_open(), ErrorCode::invalid_argument, m_path + " is complete already");
  auto const& list = m_sections->list;
  static constexpr unsigned char zeros[file_detail::alignment] = {};
  write(zeros, file_detail::aligned(m_bytes) - m_bytes);
  write(list.data(), list.size() * sizeof(Section));

  Header header = {};
  std::memcpy(header.magic, file_detail::magic, sizeof(header.magic));
  header.version = m_sections->has_blocks ? file_detail::format_version : file_detail::version_of_whole_checksums;
  header.sections = static_cast<std::uint32_t>(list.size());
  header.bytes = m_bytes;
  copy_name(header.kind, m_kind);
  header.list_checksum = file_detail::checksum(list.data(), list.size() * sizeof(Section));
  header.checksum = file_detail::checksum(&header, offsetof(Header, checksum));
  if (::lseek(m_file->descriptor(), 0, SEEK_SET) != 0) fail(errno);
  write(&header, sizeof(header));

  if (::fsync(m_file->descriptor()) != 0) fail(errno);
  if (int const error = m_file->commit(); error != 0) fail(error);
}

}  // namespace lexikos
