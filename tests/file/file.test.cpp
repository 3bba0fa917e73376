// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <lexikos/file.hpp>
#include <string>
#include <vector>

#include "common/file_arrays.hpp"
#include "file/format.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/spaces.hpp"
#include "tests/texts.hpp"

using namespace lexikos;
using tests::Bytes;
using tests::error_of;
using tests::header_of;
using tests::write_with_header;

namespace
{

struct Contents
{
  std::uint64_t number = 0;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint16_t> shorts;
  std::vector<std::uint32_t> words;
  std::vector<std::uint64_t> longs;

  friend bool operator==(Contents const&, Contents const&) = default;
};

Contents some_contents(std::size_t n)
{
  texts::Random next(n);
  Contents contents;
  contents.number = next();
  for (std::size_t i = 0; i < n; ++i) {
    contents.bytes.push_back(static_cast<std::uint8_t>(next()));
    if (i % 3 == 0) contents.shorts.push_back(static_cast<std::uint16_t>(next()));
    if (i % 2 == 0) contents.words.push_back(static_cast<std::uint32_t>(next()));
    if (i % 5 == 0) contents.longs.push_back(next());
  }
  return contents;
}

template <class ExecutionSpace>
void save(std::string const& path, Contents const& contents)
{
  ExecutionSpace const space{};
  FileWriter file(path, "contents");
  file.add_array(space, "bytes", tests::to_view<ExecutionSpace>(contents.bytes));
  file.add_integer("number", contents.number);
  file.add_array("shorts", contents.shorts);
  file.add_array(space, "words", tests::to_view<ExecutionSpace>(contents.words));
  file.add_array("longs", std::span<std::uint64_t const>(contents.longs));
  file.commit();
}

template <class T>
std::vector<T> read(FileReader const& file, char const* name)
{
  auto const span = file.array<T>(name);
  CHECK(reinterpret_cast<std::uintptr_t>(span.data()) % 64 == 0);
  return {span.data(), span.data() + span.extent(0)};
}

Contents load(std::string const& path)
{
  FileReader const file(path, "contents");
  return {file.integer("number"), read<std::uint8_t>(file, "bytes"), read<std::uint16_t>(file, "shorts"),
          read<std::uint32_t>(file, "words"), read<std::uint64_t>(file, "longs")};
}

void expect_error(std::string const& path, ErrorCode code, std::string const& words)
{
  auto const caught = error_of([&] { (void)load(path); });
  REQUIRE(caught.has_value());
  CAPTURE(caught->message);
  CHECK(caught->code == code);
  CHECK(caught->message.find(path) != std::string::npos);
  CHECK(caught->message.find(words) != std::string::npos);
}

template <class ExecutionSpace>
void expect_what_was_saved()
{
  tests::ScratchFolder const folder;
  for (std::size_t const n : {0u, 1u, 2u, 7u, 8u, 63u, 64u, 65u, 10'000u}) {
    CAPTURE(n);
    Contents const contents = some_contents(n);
    save<ExecutionSpace>(folder / "file", contents);
    CHECK(load(folder / "file") == contents);
    CHECK(folder.files() == 1);
  }
}

void expect_changes_detected(std::size_t n, std::size_t changes, std::size_t truncations)
{
  tests::ScratchFolder const folder;
  std::string const path = folder / "file";
  save<Kokkos::DefaultHostExecutionSpace>(path, some_contents(n));
  Bytes const right = tests::read_bytes(path);
  texts::Random next(n);
  auto const is_detected = [&](Bytes const& bytes) {
    tests::write_bytes(path, bytes);
    return error_of([&] { (void)load(path); }).has_value();
  };
  for (std::size_t i = 0; i < changes; ++i) {
    Bytes wrong = right;
    std::size_t const at = changes == right.size() ? i : next.below(right.size());
    wrong[at] = static_cast<char>(wrong[at] ^ static_cast<char>(1 + next.below(255)));
    CAPTURE(at);
    CHECK(is_detected(wrong));
  }
  for (std::size_t i = 0; i < truncations; ++i)
    CHECK(is_detected(Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(next.below(right.size())))));
  Bytes longer = right;
  longer.push_back(0);
  CHECK(is_detected(longer));
  CHECK_FALSE(is_detected(right));
}

/// The file with another section in place of the first, all checksums right.
void write_with_section(std::string const& path, Bytes bytes, void (*change)(file_detail::Section&))
{
  auto header = header_of(bytes);
  std::size_t const list_bytes = header.sections * sizeof(file_detail::Section);
  char* const list = bytes.data() + bytes.size() - list_bytes;
  file_detail::Section section;
  std::memcpy(&section, list, sizeof(section));
  change(section);
  std::memcpy(list, &section, sizeof(section));
  header.list_checksum = file_detail::checksum(list, list_bytes);
  write_with_header(path, bytes, header);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("files give back what was saved", ExecutionSpace, saved)
{
  expect_what_was_saved<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(saved, tests::Spaces);

TEST_CASE("every changed byte and every cut is detected")
{
  expect_changes_detected(0, 64 * 6, 64 * 6);  // the header and the list of five sections, each byte
  expect_changes_detected(2'000, 1'000, 200);
}

TEST_CASE_TEMPLATE_DEFINE("arrays that are checked while they are copied", ExecutionSpace, checked_beside)
{
  tests::ScratchFolder const folder;
  std::string const path = folder / "file";
  ExecutionSpace const space{};
  auto const copied = [&] {
    FileReader const file(path);
    return tests::to_vector(detail::array_of_section<std::uint32_t, std::uint32_t>(
        space, file, default_memory_resource(), "lexikos::tests::section", "words"));
  };
  constexpr std::size_t block = std::size_t{4} << 20;  // words that are copied at a time
  for (std::size_t const n : {std::size_t{0}, std::size_t{3}, std::size_t{262'144}, std::size_t{262'145}, block,
                              2 * block + 1, 3 * block + 12'345})
  {
    CAPTURE(n);
    std::vector<std::uint32_t> words(n);
    texts::Random next(n);
    for (auto& word : words) word = static_cast<std::uint32_t>(next());
    {
      FileWriter file(path, "contents");
      file.add_array("words", words);
      file.commit();
    }
    CHECK((copied() == words));
    if (n == 0) continue;
    Bytes bytes = tests::read_bytes(path);
    char& last = bytes[file_detail::aligned(sizeof(file_detail::Header)) + sizeof(std::uint32_t) * n - 1];
    last = static_cast<char>(last ^ 1);
    tests::write_bytes(path, bytes);
    auto const caught = error_of([&] { (void)copied(); });
    REQUIRE(caught.has_value());
    CHECK(caught->code == ErrorCode::corrupt_input);
    CHECK(caught->message.find("the checksum of its section words is wrong") != std::string::npos);
    auto check = FileReader(path).start_check("words");  // the file stays mapped as long as that
    auto const waited_for = error_of([&] { check.get(); });
    REQUIRE(waited_for.has_value());
    CHECK(waited_for->code == ErrorCode::corrupt_input);
  }
}
TEST_CASE_TEMPLATE_APPLY(checked_beside, tests::Spaces);

TEST_CASE("files that cannot be read")
{
  tests::ScratchFolder const folder;
  std::string const path = folder / "file";
  expect_error(path, ErrorCode::unreadable_file, "No such file");
  expect_error(folder / "", ErrorCode::unreadable_file, "directory");
  tests::write_bytes(path, {});
  expect_error(path, ErrorCode::corrupt_input, "is empty");
  tests::write_bytes(path, {'a'});
  expect_error(path, ErrorCode::corrupt_input, "not a file of Lexikos");
  tests::write_bytes(path, Bytes(100'000, 'x'));
  expect_error(path, ErrorCode::corrupt_input, "not a file of Lexikos");
  save<Kokkos::DefaultHostExecutionSpace>(path, some_contents(10));
  if (::geteuid() != 0) {  // whom permissions bind
    REQUIRE(::chmod(path.c_str(), 0) == 0);
    expect_error(path, ErrorCode::unreadable_file, "Permission");
  }
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  expect_error(folder / "pipe", ErrorCode::unreadable_file, "not a regular file");
}

TEST_CASE("files of a newer format, and with right checksums of wrong contents")
{
  tests::ScratchFolder const folder;
  std::string const path = folder / "file";
  save<Kokkos::DefaultHostExecutionSpace>(path, some_contents(100));
  Bytes const right = tests::read_bytes(path);
  auto header = header_of(right);
  write_with_header(path, right, header);
  CHECK_FALSE(error_of([&] { (void)load(path); }).has_value());

  header.version = file_detail::format_version + 1;
  write_with_header(path, right, header);
  expect_error(path, ErrorCode::not_supported, "newer Lexikos");
  header.version = 0;
  write_with_header(path, right, header);
  expect_error(path, ErrorCode::corrupt_input, "version 0");
  header = header_of(right);
  header.sections = 0xFFFFFFFFu;
  write_with_header(path, right, header);
  expect_error(path, ErrorCode::corrupt_input, "no room");
  header = header_of(right);
  header.bytes += 1;
  write_with_header(path, right, header);
  expect_error(path, ErrorCode::corrupt_input, "truncated");

  for (auto const change : {+[](file_detail::Header& changed) { changed.kind[0] = 0; },
                            +[](file_detail::Header& changed) { changed.kind[20] = 'x'; },
                            +[](file_detail::Header& changed) { std::memset(changed.kind, 'x', sizeof changed.kind); }})
  {
    header = header_of(right);
    change(header);
    write_with_header(path, right, header);
    expect_error(path, ErrorCode::corrupt_input, "malformed kind");
  }

  Bytes shifted = right;
  header = header_of(right);
  header.bytes += 4;
  std::size_t const list_bytes = header.sections * sizeof(file_detail::Section);
  shifted.insert(shifted.end() - static_cast<std::ptrdiff_t>(list_bytes), 4, 0);
  write_with_header(path, shifted, header);
  expect_error(path, ErrorCode::corrupt_input, "not aligned");

  write_with_section(path, right, [](file_detail::Section& section) { section.size = ~std::uint64_t{0}; });
  expect_error(path, ErrorCode::corrupt_input, "not where they belong");
  write_with_section(path, right, [](file_detail::Section& section) { section.size = std::uint64_t{1} << 61; });
  expect_error(path, ErrorCode::corrupt_input, "not where they belong");
  write_with_section(path, right, [](file_detail::Section& section) { section.offset = 0; });
  expect_error(path, ErrorCode::corrupt_input, "not where they belong");
  write_with_section(path, right, [](file_detail::Section& section) { section.value = 77; });
  expect_error(path, ErrorCode::corrupt_input, "not where they belong");
  write_with_section(path, right, [](file_detail::Section& section) { section.size -= 1; });
  expect_error(path, ErrorCode::corrupt_input, "between its sections");
  for (auto const change : {+[](file_detail::Section& section) { section.zero = 1; },
                            +[](file_detail::Section& section) { section.name[0] = 0; },
                            +[](file_detail::Section& section) { section.name[20] = 'x'; },
                            +[](file_detail::Section& section) { std::memset(section.name, 'x', sizeof section.name); },
                            +[](file_detail::Section& section) { section.value = 0; }})
  {
    write_with_section(path, right, change);
    expect_error(path, ErrorCode::corrupt_input, "malformed section entry");
  }
  write_with_section(path, right, [](file_detail::Section& section) { section.name[0] = 'B'; });
  expect_error(path, ErrorCode::corrupt_input, "has no section bytes");
}

TEST_CASE("altered files are those that a writer writes")
{
  tests::ScratchFolder const folder;
  for (std::size_t const n : {0u, 1u, 8u, 1000u}) {
    CAPTURE(n);
    save<Kokkos::DefaultHostExecutionSpace>(folder / "file", some_contents(n));
    CHECK(tests::AlteredFile(folder / "file").bytes() == tests::read_bytes(folder / "file"));
  }
}

TEST_CASE("sections have a name, a type and a size")
{
  tests::ScratchFolder const folder;
  std::string const path = folder / "file";
  save<Kokkos::DefaultHostExecutionSpace>(path, some_contents(100));
  FileReader const file(path);
  CHECK(file.kind() == "contents");
  CHECK(file.path() == path);
  CHECK(file.has("bytes"));
  CHECK_FALSE(file.has("byte"));
  CHECK(file.value_of("words") == FileValue::u32);
  CHECK(file.value_of("number") == FileValue::integer);
  CHECK(file.size_of("words") == 50);
  CHECK(file.array<std::uint32_t>("words", 50).extent(0) == 50);
  auto const code_of = [&](auto const& call) {
    auto const caught = error_of(call);
    return caught ? caught->code : ErrorCode::cancelled;
  };
  CHECK(code_of([&] { (void)FileReader(path, "other"); }) == ErrorCode::invalid_argument);
  CHECK(code_of([&] { (void)file.array<std::uint32_t>("words", 51); }) == ErrorCode::corrupt_input);
  CHECK(code_of([&] { (void)file.array<std::uint64_t>("words"); }) == ErrorCode::corrupt_input);
  CHECK(code_of([&] { (void)file.integer("words"); }) == ErrorCode::corrupt_input);
  CHECK(code_of([&] { (void)file.array<std::uint8_t>("number"); }) == ErrorCode::corrupt_input);
  CHECK(code_of([&] { (void)file.integer("none"); }) == ErrorCode::corrupt_input);
  CHECK(code_of([&] { (void)file.integer("number", 3); }) == ErrorCode::corrupt_input);
  FileReader const copy = file;  // shares the mapping
  CHECK(copy.integer("number") == file.integer("number"));
}

namespace
{

using Space = Kokkos::DefaultExecutionSpace;

template <class View>
concept HasArray = requires(FileWriter& file, Space space, View view)
{
  file.add_array(space, "name", view);
};

template <class T>
concept HasValues = requires(FileWriter& file, FileReader const& reader, std::vector<T> values)
{
  file.add_array("name", values);
  file.add_array("name", std::span<T const>(values));
  reader.array<T>("name");
};

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

static_assert(HasArray<View<std::uint64_t const*>>);
static_assert(HasArray<lexikos::Array<std::uint8_t const, Space::memory_space>>);
static_assert(!HasArray<View<float*>>, "files hold unsigned integers");
static_assert(!HasArray<View<std::uint8_t**>>, "arrays of files have rank 1");
static_assert(!HasArray<Kokkos::View<std::uint8_t*, Kokkos::LayoutStride, Space::memory_space>>, "contiguous");
static_assert(HasValues<std::uint16_t>);
static_assert(!HasValues<int>, "files hold unsigned integers");

}  // namespace

TEST_CASE("files are there complete or not at all")
{
  tests::ScratchFolder const folder;
  std::string const path = folder / "file";
  save<Kokkos::DefaultHostExecutionSpace>(path, some_contents(100));
  Bytes const before = tests::read_bytes(path);
  {
    FileWriter file(path, "contents");
    file.add_integer("number", 1);
    CHECK(folder.files() == (file.temporary_path().empty() ? 1 : 2));
    CHECK(tests::read_bytes(path) == before);
  }
  CHECK(folder.files() == 1);
  CHECK(tests::read_bytes(path) == before);

  auto const refused = [&](auto const& call, ErrorCode code) {
    auto const caught = error_of(call);
    REQUIRE(caught.has_value());
    CHECK(caught->code == code);
    CHECK(folder.files() == 1);
  };
  refused([&] { FileWriter(folder / "", "contents"); }, ErrorCode::unwritable_file);
  refused([&] { FileWriter(folder / "none/file", "contents"); }, ErrorCode::unwritable_file);
  refused([&] { FileWriter("/dev/null", "contents"); }, ErrorCode::unwritable_file);
  refused([&] { FileWriter(path, ""); }, ErrorCode::invalid_argument);
  refused([&] { FileWriter(path, "a kind of more than 23 characters"); }, ErrorCode::invalid_argument);
  refused(
      [&] {
        FileWriter file(path, "contents");
        file.add_integer("number", 1);
        file.add_integer("number", 1);
      },
      ErrorCode::invalid_argument);
  FileWriter file(path, "contents");
  file.commit();
  refused([&] { file.commit(); }, ErrorCode::invalid_argument);
  refused([&] { file.add_integer("number", 1); }, ErrorCode::invalid_argument);
  CHECK(FileReader(path).bytes() == 64);
}
