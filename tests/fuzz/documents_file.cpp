// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Files of documents whose contents are altered: they are refused, or the documents answer rightly for the offsets they have.

#include <cstdint>
#include <lexikos/documents.hpp>
#include <string>
#include <vector>

#include "tests/fuzz/altered_files.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;

std::vector<tests::AlteredFile> saved_files(fuzz::Space const& space)
{
  std::vector<tests::AlteredFile> files;
  for (std::vector<std::uint64_t> const& offsets :
       {std::vector<std::uint64_t>{0}, {0, 0}, {0, 9}, {3, 3, 5, 9, 9, 9, 20, 21}, {0, 1, 1'000, 1'001, 1'002, 50'000}})
    files.push_back(fuzz::saved_file("documents", [&](FileWriter& file) {
      documents_from_host(space, offsets, offsets.back() + offsets.size() % 3).save(space, file);
    }));
  return files;
}

/// Asks the document of every offset, of the positions beside it, and of the largest.
std::string wrong_answer(Documents<fuzz::MemorySpace> const& documents)
{
  std::vector<std::uint64_t> positions = {0, documents.size(), not_found};
  for (std::size_t i = 0; i < documents.offsets().extent(0); ++i)
    for (std::uint64_t const beside : {~std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{1}})
      positions.push_back(documents.offsets()(i) + beside);
  for (auto const position : positions) {
    DocumentBounds const found = documents.bounds_of(position);
    std::uint64_t expected = not_found;
    for (std::uint64_t d = 0; d < documents.count() && expected == not_found; ++d)
      if (documents.begin(d) <= position && position < documents.end(d)) expected = d;
    bool const is_right = found.document == expected && found.begin == documents.begin(expected) &&
                          found.end == documents.end(expected) && documents.document_of(position) == expected;
    if (!is_right)
      return "position " + std::to_string(position) + " is of document " + std::to_string(found.document) + ", not " +
             std::to_string(expected);
  }
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  static fuzz::Space const space;
  static std::vector<tests::AlteredFile> const files = saved_files(space);
  FuzzedDataProvider input(data, size);
  fuzz::Numbers numbers(input);
  fuzz::load_altered(
      files, "documents", numbers,
      [](FileReader const& file) { return Documents<fuzz::MemorySpace>::load(space, file); },
      [](Documents<fuzz::MemorySpace> const& documents) {
        fuzz::expect_none(wrong_answer(documents), "loaded documents");
      });
  return 0;
}
