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
#include <future>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fence_at_end.hpp>
#include <lexikos/detail/pinned_space.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

namespace file_detail
{

template <detail::SymbolType T>
constexpr FileValue file_value()
{
  if (sizeof(T) == 1) return FileValue::u8;
  if (sizeof(T) == 2) return FileValue::u16;
  return sizeof(T) == 4 ? FileValue::u32 : FileValue::u64;
}

class NewFile;
struct Sections;
struct Mapping;

}  // namespace file_detail

/// Writes a file, which exists as a whole or not at all: it grows without a name (or, where the file system cannot do that,
/// under another name in the same folder), and `commit` gives it its own; without that, it is removed. A file of that name
/// stays as it is until then.
///
/// Names are 1 to 31 characters, kinds 1 to 23; values are of u8, u16, u32 or u64. All members throw `Error`: unwritable_file
/// with the reason, invalid_argument for names that are too long or given twice, out_of_memory. One host thread at a time.
class FileWriter
{
 public:
  /// Finds out at once whether the file can be written.
  /// \param kind      what is in it, such as "suffix_index"
  /// \param resource  of pinned memory (32 MiB), through which views are copied that the host cannot read
  FileWriter(std::string const& path, std::string_view kind, MemoryResource& resource = default_memory_resource());
  FileWriter(FileWriter const&) = delete;
  FileWriter& operator=(FileWriter const&) = delete;
  ~FileWriter();

  void add_integer(std::string_view name, std::uint64_t value);

  template <detail::SymbolType T>
  void add_array(std::string_view name, std::span<T const> values)
  {
    begin_array(name, file_detail::file_value<T>(), values.size());
    append(values.data(), values.size_bytes());
  }
  template <detail::SymbolType T>
  void add_array(std::string_view name, std::vector<T> const& values)
  {
    add_array(name, std::span<T const>(values));
  }

  /// The entries of a view that the space works on. Fences.
  template <detail::ExecutionSpaceType ExecutionSpace, detail::SymbolView<ExecutionSpace> View>
  void add_array(ExecutionSpace const& space, std::string_view name, View const& view)
  {
    using T = detail::ValueOf<View>;
    if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename View::memory_space>::accessible) {
      space.fence("lexikos::file::add_array");
      add_array(name, std::span<T const>(view.data(), view.extent(0)));
    }
    else {
      std::size_t const n = view.extent(0);
      std::size_t const block = std::min(n, block_bytes / sizeof(T));
      auto const host = detail::allocate<T, detail::PinnedSpace>(*m_resource, "lexikos::file::blocks", 2 * block);
      begin_array(name, file_detail::file_value<T>(), n);
      detail::FenceAtEnd const nothing_on_its_way(space);
      auto const fetch = [&](std::size_t first) {
        std::size_t const size = std::min(block, n - first);
        Kokkos::deep_copy(space, Span<T, detail::PinnedSpace>(host.data() + first / block % 2 * block, size),
                          Span<T const, typename View::memory_space>(view.data() + first, size));
      };
      if (n != 0) fetch(0);
      for (std::size_t first = 0; first < n; first += block) {
        space.fence("lexikos::file::add_array");
        if (first + block < n) fetch(first + block);  // while this one is written
        append(host.data() + first / block % 2 * block, std::min(block, n - first) * sizeof(T));
      }
    }
  }

  /// Writes everything to the disk and gives the file its name.
  void commit();

  /// The name until `commit`, for callers that remove it when the process is ended by a signal; empty if it has none.
  [[nodiscard]] std::string const& temporary_path() const;

 private:
  static constexpr std::size_t block_bytes = std::size_t{16} << 20;

  void begin_array(std::string_view name, FileValue value, std::size_t n);
  void append(void const* data, std::size_t bytes);
  void write(void const* data, std::size_t bytes);
  [[noreturn]] void fail(int error) const;

  MemoryResource* m_resource;
  std::string m_path;
  std::string m_kind;
  std::unique_ptr<file_detail::NewFile> m_file;
  std::uint64_t m_bytes = 0;  // written
  std::unique_ptr<file_detail::Sections> m_sections;
};

/// A file of `FileWriter`, mapped into memory; copies share the mapping, and its arrays live as long as the last of them.
///
/// The constructor checks the header, the list of sections and the places of all; an array is checked, in full, whenever it is
/// read: whichever byte of a file is changed, and whatever is cut off or added, the caller gets an `Error`, and no wrong data.
/// A change is always detected if it lies within one aligned word of 8 bytes, and otherwise with probability 1 - 2^-64. The
/// file must not be cut while it is mapped (the system answers with SIGBUS), nor changed.
///
/// Errors name the file: unreadable_file (missing, a folder, no permission), corrupt_input (not a file of Lexikos, damaged,
/// truncated, or without the section that is read), not_supported (a newer version of the format), invalid_argument (another
/// kind).
class FileReader
{
 public:
  /// \param kind  the kind that the file must have; empty for any
  explicit FileReader(std::string const& path, std::string_view kind = {});

  [[nodiscard]] std::string const& path() const { return m_path; }
  [[nodiscard]] std::string kind() const;
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// The type of a section's values, and their number, which is 1 for an integer.
  [[nodiscard]] FileValue value_of(std::string_view name) const;
  [[nodiscard]] std::size_t size_of(std::string_view name) const;

  [[nodiscard]] std::uint64_t integer(std::string_view name) const;
  /// The same, with corrupt_input for an integer above `most`, such as one that other sizes follow from.
  [[nodiscard]] std::uint64_t integer(std::string_view name, std::uint64_t most) const;

  /// The entries of an array, which start at a multiple of 64 bytes.
  template <detail::SymbolType T>
  [[nodiscard]] Span<T const, Kokkos::HostSpace> array(std::string_view name) const
  {
    auto const entries = unchecked_array<T>(name);
    check(name);
    return entries;
  }
  /// The same, with corrupt_input unless the array has n entries.
  template <detail::SymbolType T>
  [[nodiscard]] Span<T const, Kokkos::HostSpace> array(std::string_view name, std::size_t n) const
  {
    auto const found = array<T>(name);
    require_size(name, n);
    return found;
  }
  /// Throws corrupt_input unless an array has n entries.
  void require_size(std::string_view name, std::size_t n) const;

  /// Checks an array in a thread of its own. What is found, corrupt_input where the array is damaged, the future's get()
  /// throws; the future's destructor waits.
  [[nodiscard]] std::future<void> start_check(std::string_view name) const;
  /// The entries of an array that is checked elsewhere: what is done with them before is worth nothing where they are damaged.
  template <detail::SymbolType T>
  [[nodiscard]] Span<T const, Kokkos::HostSpace> unchecked_array(std::string_view name) const
  {
    std::size_t n = 0;
    void const* const data = find_array(name, file_detail::file_value<T>(), n);
    return Span<T const, Kokkos::HostSpace>(static_cast<T const*>(data), n);
  }

  /// Throws corrupt_input for this file, for callers that find its contents impossible.
  [[noreturn]] void corrupt(std::string const& what) const;

 private:
  [[nodiscard]] void const* find_array(std::string_view name, FileValue value, std::size_t& n) const;
  void check(std::string_view name) const;

  std::string m_path;
  std::shared_ptr<file_detail::Mapping const> m_mapping;
};

/// Whether a file starts as those of `FileWriter` do; false where there is none, and for what is not a regular file. Says
/// nothing about the rest. Error: unreadable_file.
[[nodiscard]] bool is_lexikos_file(std::string const& path);

}  // namespace lexikos
