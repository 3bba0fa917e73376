// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Files of arrays and indexes: named arrays and integers, little-endian, with sizes and checksums.
//
//     FileWriter file("genome.index", "suffix_index");
//     file.add_integer("n", n);
//     file.add_array(space, "suffix_array", suffix_array);  // a view of any memory space, or a span of the host
//     file.commit();                                        // before this, there is no genome.index
//
//     FileReader const file("genome.index", "suffix_index");
//     std::uint64_t const n = file.integer("n");
//     auto const suffix_array = file.array<std::uint32_t>("suffix_array", n);  // Span of HostSpace, mapped

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lexikos/error.hpp>
#include <lexikos/workspace.hpp>

namespace lexikos
{

/// What a section of a file holds.
enum class FileValue : std::uint32_t
{
  integer = 0,  ///< one u64
  u8 = 1,
  u16 = 2,
  u32 = 3,
  u64 = 4
};

namespace detail
{

template <class T>
constexpr FileValue file_value()
{
  static_assert(std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::uint16_t> ||
                    std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>,
                "files hold arrays of std::uint8_t, std::uint16_t, std::uint32_t and std::uint64_t");
  if (sizeof(T) == 1) return FileValue::u8;
  if (sizeof(T) == 2) return FileValue::u16;
  return sizeof(T) == 4 ? FileValue::u32 : FileValue::u64;
}

struct FileSections;
struct FileMapping;

}  // namespace detail

namespace file_detail
{

class NewFile;

}  // namespace file_detail

/// Writes a file, which is there complete or not at all: it grows without a name, or under another name in the same folder
/// where the file system knows no files without names, and `commit` gives it its own; without that, the destructor removes
/// it. A file that was there before stays until then.
///
/// Names are 1 to 31 characters, kinds 1 to 23. All members throw `Error`: unwritable_file with the reason,
/// invalid_argument for names that are too long or given twice. One host thread at a time.
class FileWriter
{
 public:
  /// Finds out at once whether the file can be written. kind: what is in it, such as "suffix_index".
  FileWriter(std::string const& path, std::string_view kind);
  FileWriter(FileWriter const&) = delete;
  FileWriter& operator=(FileWriter const&) = delete;
  ~FileWriter();

  void add_integer(std::string_view name, std::uint64_t value);

  template <class T>
  void add_array(std::string_view name, std::span<T const> values)
  {
    begin_array(name, detail::file_value<T>(), values.size());
    append(values.data(), values.size_bytes());
  }
  template <class T>
  void add_array(std::string_view name, std::vector<T> const& values)
  {
    add_array(name, std::span<T const>(values));
  }

  /// A contiguous view of rank 1 of the space's memory, which is copied through a block of host memory (32 MiB) where the
  /// host cannot read it. Fences.
  template <class ExecutionSpace, class View>
  void add_array(ExecutionSpace const& space, std::string_view name, View const& view)
  {
    using T = typename View::non_const_value_type;
    static_assert(View::rank == 1 && !std::is_same_v<typename View::array_layout, Kokkos::LayoutStride>,
                  "arrays of files are contiguous views of rank 1");
    if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename View::memory_space>::accessible) {
      space.fence("lexikos::file::add_array");
      add_array(name, std::span<T const>(view.data(), view.extent(0)));
    }
    else {
      begin_array(name, detail::file_value<T>(), view.extent(0));
      std::size_t const n = view.extent(0);
      std::size_t const block = std::min(n, block_bytes / sizeof(T));
      std::unique_ptr<T[]> const host(new T[block]);
      for (std::size_t done = 0; done < n; done += block) {
        std::size_t const size = std::min(block, n - done);
        Kokkos::deep_copy(space, Span<T, Kokkos::HostSpace>(host.get(), size),
                          Span<T const, typename View::memory_space>(view.data() + done, size));
        space.fence("lexikos::file::add_array");
        append(host.get(), size * sizeof(T));
      }
    }
  }

  /// Writes all to the disk and gives the file its name.
  void commit();

  /// The name until `commit`, for callers that remove it when the process is ended by a signal; empty where it has none.
  [[nodiscard]] std::string const& temporary_path() const;

 private:
  static constexpr std::size_t block_bytes = std::size_t{32} << 20;

  void begin_array(std::string_view name, FileValue value, std::size_t n);
  void append(void const* data, std::size_t bytes);
  void write(void const* data, std::size_t bytes);
  [[noreturn]] void fail(int error) const;

  std::string m_path;
  std::string m_kind;
  std::unique_ptr<file_detail::NewFile> m_file;
  std::uint64_t m_bytes = 0;  // written
  std::unique_ptr<detail::FileSections> m_sections;
};

/// A file of `FileWriter`, mapped into memory; copies share the mapping, and its arrays live as long as the last of them.
///
/// The constructor checks the header, the list of sections and the places of all; an array is checked, in full, when it is
/// asked for: whatever byte of a file is changed, whatever is cut off or added, whoever asks gets an `Error`, and no wrong
/// data. A changed file is always detected where the changes lie within one aligned word of 8 bytes, and else but for one
/// in 2^64. The file must not be cut while it is mapped: the system answers with SIGBUS.
///
/// Errors name the file: unreadable_file (none, a folder, no permission), corrupt_input (none of Lexikos', damaged,
/// truncated, or without the section that is asked for), not_supported (of a newer version of the format),
/// invalid_argument (of another kind).
class FileReader
{
 public:
  /// kind: the kind the file must have; empty: any.
  explicit FileReader(std::string const& path, std::string_view kind = {});

  [[nodiscard]] std::string const& path() const { return m_path; }
  [[nodiscard]] std::string kind() const;
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// What a section holds, and how many.
  [[nodiscard]] FileValue value_of(std::string_view name) const;
  [[nodiscard]] std::size_t size_of(std::string_view name) const;

  [[nodiscard]] std::uint64_t integer(std::string_view name) const;
  /// An integer that must not be above `most`, such as one that other sizes follow from.
  [[nodiscard]] std::uint64_t integer(std::string_view name, std::uint64_t most) const;

  /// The entries of an array; the data begin at a multiple of 64 bytes.
  template <class T>
  [[nodiscard]] Span<T const, Kokkos::HostSpace> array(std::string_view name) const
  {
    std::size_t n = 0;
    void const* const data = checked_array(name, detail::file_value<T>(), n);
    return Span<T const, Kokkos::HostSpace>(static_cast<T const*>(data), n);
  }
  /// The same, of an array that has to have n entries.
  template <class T>
  [[nodiscard]] Span<T const, Kokkos::HostSpace> array(std::string_view name, std::size_t n) const
  {
    auto const found = array<T>(name);
    if (found.extent(0) != n) wrong_size(name, found.extent(0), n);
    return found;
  }

  /// Throws corrupt_input for this file, for readers that find its contents impossible.
  [[noreturn]] void corrupt(std::string const& what) const;

 private:
  [[nodiscard]] void const* checked_array(std::string_view name, FileValue value, std::size_t& n) const;
  [[noreturn]] void wrong_size(std::string_view name, std::size_t found, std::size_t expected) const;

  std::string m_path;
  std::shared_ptr<detail::FileMapping const> m_mapping;
};

/// Whether a file begins as those of `FileWriter` do; false for one that cannot be read. Says nothing about the rest.
[[nodiscard]] bool is_lexikos_file(std::string const& path);

}  // namespace lexikos
