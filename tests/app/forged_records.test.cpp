// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Indexes of sequences whose checksums are right, and whose contents are not.

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "app/fasta_records.hpp"
#include "app/process.hpp"
#include "app/saved_file.hpp"

namespace forged_records_tests
{

namespace
{

using fasta_records::kinds;
using fasta_records::Names;
using fasta_records::with;
using process::contains;
using process::Folder;
using process::lexikos;

/// Files with right checksums and wrong records.
class ForgedIndex
{
 public:
  explicit ForgedIndex(Names const& options)
  {
    std::string const genome = m_folder.write("genome.fa", ">chr1\nACGTACGT\n>chr2\nACGGAC\n>chr3\nTTACGT\n");
    m_query = m_folder.write("query.fa", ">q\nGTACGTACGGACTTACG\n");
    REQUIRE(lexikos(with({"index", "--fasta", genome, "-o", m_folder / "index", "-q"}, options)).exit_code == 0);
    m_file = saved_file::from_bytes(process::read(m_folder / "index"));
  }

  [[nodiscard]] saved_file::File const& file() const { return m_file; }
  [[nodiscard]] process::Result search(saved_file::File const& forged) const
  {
    return lexikos({"search", m_folder.write("forged", saved_file::to_bytes(forged)), "ACG", "CG", "", "--json"});
  }
  [[nodiscard]] process::Result match(saved_file::File const& forged) const
  {
    return lexikos(
        {"match", m_folder.write("forged", saved_file::to_bytes(forged)), m_query, "--maxmatch", "-l", "2", "-q"});
  }

 private:
  Folder m_folder;
  std::string m_query;
  saved_file::File m_file;
};

TEST_CASE("lexikos search: forged records are refused")
{
  using saved_file::Section;
  using Offsets = std::vector<std::uint64_t>;
  for (auto const& options : kinds()) {
    ForgedIndex const index(options);
    CHECK(index.search(index.file()).exit_code == 0);
    for (Section const& section : {
             Section{"records.size", 0, 19},
             Section{"records.size", 0, std::uint64_t{1} << 63},
             Section::array("records.offsets", Offsets{0, 8, 14, 19}),
             Section::array("records.offsets", Offsets{}),
             Section::array("records.offsets", Offsets{0, 8, 14, 21}),
             Section::array("records.offsets", Offsets{1, 8, 14, 20}),
             Section::array("records.offsets", Offsets{0, 14, 8, 20}),
             Section::array("records.offsets", Offsets{0, 20}),
             Section::array("records.offsets", Offsets{20}),
             Section::array("records.offsets", Offsets{0, ~std::uint64_t{0}, 14, 20}),
             Section::array("records.name_offsets", Offsets{}),
             Section::array("records.name_offsets", Offsets{0, 12}),
             Section::array("records.name_offsets", Offsets{0, 4, 8, 13}),
             Section::array("records.name_offsets", Offsets{0, 4, 8, 11}),
             Section::array("records.name_offsets", Offsets{0, 8, 4, 12}),
             Section::array("records.name_offsets", Offsets{4, 4, 8, 12}),
             Section::array("records.name_offsets", Offsets{0, 4, ~std::uint64_t{0}, 12}),
             Section::array("records.names", std::vector<std::uint8_t>(11, 'x')),
             Section::array("records.names", std::vector<std::uint8_t>{}),
             Section::array("records.names", std::vector<std::uint32_t>(12, 'x')),
         })
    {
      auto forged = index.file();
      forged[section.name] = section;
      CAPTURE(section.name);
      auto const refused = index.search(forged);
      CAPTURE(refused.out);
      CHECK(refused.exit_code == 3);
      CHECK(contains(refused.err, "forged"));  // the file
      if (!options.empty()) continue;
      CHECK(index.match(forged).exit_code == 3);
    }
    for (std::string const name : {"records.size", "records.names", "records.name_offsets"}) {
      auto forged = index.file();
      std::erase_if(forged.sections, [&](Section const& section) { return section.name == name; });
      CHECK(index.search(forged).exit_code == 3);
    }
  }
}

/// Names are shown, whatever they are.
TEST_CASE("lexikos search: control characters of forged names stay in the file")
{
  ForgedIndex const index({});
  auto forged = index.file();
  forged["records.names"].data = "\x1B[2Jab\n\tcdef";
  Folder const folder;
  CHECK(lexikos({"search", folder.write("index", saved_file::to_bytes(forged)), "ACG", "--context", "0", "-q"}).out ==
        "4\tACG\n  .[2J\t0\t[ACG]\n  .[2J\t4\t[ACG]\n  ab..\t0\t[ACG]\n  cdef\t2\t[ACG]\n");
}

TEST_CASE("lexikos match: no forged index leads out of its text")
{
  std::mt19937_64 random(3);
  ForgedIndex const index({"--lcp", "--isa"});
  auto const expected = index.match(index.file());
  REQUIRE(expected.exit_code == 0);
  for (int change = 0; change < 40; ++change) {
    auto forged = index.file();
    auto& section = forged.sections[random() % forged.sections.size()];
    if (section.value == 0)
      section.number += random() % 3 - 1;
    else if (!section.data.empty())
      section.data[random() % section.data.size()] ^= static_cast<char>(1 << random() % 5);
    CAPTURE(section.name);
    auto const result = index.match(forged);
    bool const is_answered = result.exit_code == 0 || result.exit_code == 3;
    CHECK(is_answered);
  }
  auto forged = index.file();
  auto& array = forged["suffix_array"].data;
  std::swap_ranges(array.begin(), array.begin() + 4, array.begin() + 4);
  CHECK(contains(index.match(forged).err, "is damaged"));
}

}  // namespace
}  // namespace forged_records_tests
