// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <lexikos/file.hpp>
#include <system_error>
#include <utility>

#include "common/host_containers.hpp"
#include "file/format.hpp"

namespace lexikos
{

namespace
{

using file_detail::Header;
using file_detail::Section;

constexpr mode_t readable_and_writable = 0666;  // less the umask
constexpr mode_t permissions = 07777;

template <std::size_t room>
void copy_name(char (&field)[room], std::string_view name)
{
  detail::require(
      !name.empty() && name.size() < room && name.find('\0') == name.npos, ErrorCode::invalid_argument,
      "a name of " + std::to_string(name.size()) + " characters: files have names of 1 to " + std::to_string(room - 1));
  std::memset(field, 0, room);
  std::memcpy(field, name.data(), name.size());
}

/// Opens a file under a name that is not taken, in the folder of the target.
int open_beside(std::string const& target, std::string& name)
{
  std::string const folder = std::filesystem::path(target).parent_path().string();
  auto stamp = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  for (int file = -1;; ++stamp) {
    name = (folder.empty() ? "." : folder) + "/.lexikos-" + std::to_string(::getpid()) + "-" + std::to_string(stamp);
    file = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, readable_and_writable);
    if (file >= 0 || errno != EEXIST) return file;
  }
}

}  // namespace

FileWriter::FileWriter(std::string const& path, std::string_view kind, MemoryResource& resource)
    : m_resource(&resource),
      m_path(path),
      m_target(path),
      m_kind(kind),
      m_sections(
          detail::with_host_memory("the sections of a file", [] { return std::make_unique<file_detail::Sections>(); }))
{
  Header header = {};
  copy_name(header.kind, kind);
  struct stat status = {};
  bool const exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(EISDIR);
  detail::require(!exists || S_ISREG(status.st_mode), ErrorCode::unwritable_file,
                  "cannot write " + m_path + ": it is not a regular file");
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(errno);
  std::error_code error;
  auto const resolved = std::filesystem::weakly_canonical(path, error);  // a link keeps pointing to its file
  if (!error) m_target = resolved.string();
  std::string temporary;
  m_file = open_beside(m_target, temporary);
  if (m_file < 0) fail(errno);
  m_temporary = temporary;
  try {
    if (exists && ::fchmod(m_file, status.st_mode & permissions) != 0) fail(errno);
    write(&header, sizeof(header));  // only its place, for now
  }
  catch (...) {  // the destructor will not be called
    ::close(m_file);
    ::unlink(m_temporary.c_str());
    throw;
  }
}

FileWriter::~FileWriter()
{
  if (m_file >= 0) ::close(m_file);
  if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
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
    ssize_t const done = ::write(m_file, next, std::min(bytes, block_bytes));
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
  detail::require(m_file >= 0, ErrorCode::invalid_argument, m_path + " is complete already");
  Section section = {};
  copy_name(section.name, name);
  for (auto const& other : m_sections->list)
    detail::require(file_detail::text_of(other.name) != name, ErrorCode::invalid_argument,
                    "two sections of " + m_path + " are named " + std::string(name));
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
  write(data, bytes);
  m_sections->checksum.add(data, bytes);
  m_sections->list.back().checksum = m_sections->checksum.value();
}

void FileWriter::commit()
{
  detail::require(m_file >= 0, ErrorCode::invalid_argument, m_path + " is complete already");
  auto const& list = m_sections->list;
  static constexpr unsigned char zeros[file_detail::alignment] = {};
  write(zeros, file_detail::aligned(m_bytes) - m_bytes);
  write(list.data(), list.size() * sizeof(Section));

  Header header = {};
  std::memcpy(header.magic, file_detail::magic, sizeof(header.magic));
  header.version = file_detail::format_version;
  header.sections = static_cast<std::uint32_t>(list.size());
  header.bytes = m_bytes;
  copy_name(header.kind, m_kind);
  header.list_checksum = file_detail::checksum(list.data(), list.size() * sizeof(Section));
  header.checksum = file_detail::checksum(&header, offsetof(Header, checksum));
  if (::lseek(m_file, 0, SEEK_SET) != 0) fail(errno);
  write(&header, sizeof(header));

  if (::fsync(m_file) != 0) fail(errno);
  if (::close(std::exchange(m_file, -1)) != 0) fail(errno);
  if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) fail(errno);
  m_temporary.clear();
}

}  // namespace lexikos
