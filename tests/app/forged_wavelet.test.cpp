// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Wavelet files whose checksums are right and whose contents are not: the program refuses them as damaged, and does not
// crash, loop or answer. Each case here did one of these once.

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "app/process.hpp"
#include "app/saved_file.hpp"

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using process::read;
using process::shell;

std::string text()
{
  std::string const once = "mississippi\nfoo bar\nmississippi\n";
  return once + once + once;
}

void fill(std::string& data, std::uint32_t word)
{
  for (std::size_t i = 0; i + sizeof word <= data.size(); i += sizeof word)
    data.replace(i, sizeof word, reinterpret_cast<char const*>(&word), sizeof word);
}

struct Forgery
{
  std::string structure;
  std::string what;
  std::function<void(saved_file::File&)> change;
};

TEST_CASE("wavelet files with right checksums and wrong contents are refused")
{
  std::vector<Forgery> const forgeries = {
      {"quad", "no samples", [](auto& file) { file["wavelet.l.samples"].data.clear(); }},
      {"quad", "codes beyond the alphabet", [](auto& file) { fill(file["wavelet.a.table"].data, 0xFFFFFFFF); }},
      {"quad", "starts beyond the text", [](auto& file) { fill(file["wavelet.starts"].data, 0x7FFFFFFF); }},
      {"binary", "too many ones", [](auto& file) { file["wavelet.l.bits.ones"].number *= 2; }},
      {"tree", "too many ones", [](auto& file) { file["wavelet.bits.ones"].number *= 2; }},
      {"tree", "nodes that lead anywhere", [](auto& file) { fill(file["wavelet.nodes"].data, 0x338); }},
      {"huffman", "codes that no symbol has", [](auto& file) { fill(file["wavelet.code_of"].data, 0x80000000); }},
  };
  for (auto const& forgery : forgeries) {
    CAPTURE(forgery.structure);
    CAPTURE(forgery.what);
    Folder const folder;
    std::string const input = folder.write("text", text());
    REQUIRE(lexikos({"wavelet", "build", input, "--structure", forgery.structure, "--quiet"}).exit_code == 0);
    auto file = saved_file::from_bytes(read(input + ".wavelet"));
    REQUIRE(saved_file::to_bytes(file) == read(input + ".wavelet"));
    forgery.change(file);
    std::string const forged = folder.write("forged", saved_file::to_bytes(file));
    for (std::string const& command :
         {"info " + forged, "query " + forged + " select:i:3", "query " + forged + " access:5 rank:s:20 top:0:96:5"})
    {
      CAPTURE(command);
      auto const result = shell("timeout 60 $lexikos wavelet " + command);
      CAPTURE(result.err);
      CHECK(result.exit_code == 3);
      CHECK(contains(result.err, forged));
      CHECK(result.out.empty());
    }
  }
}

}  // namespace
