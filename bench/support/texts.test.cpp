// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/texts.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace lexikos::bench
{

namespace
{

class TextFile
{
 public:
  explicit TextFile(std::string const& text)
      : m_path(
            (std::filesystem::temp_directory_path() / ("lexikos_bench_texts_" + std::to_string(::getpid()))).string())
  {
    std::ofstream(m_path, std::ios::binary) << text;
  }
  TextFile(TextFile const&) = delete;
  TextFile& operator=(TextFile const&) = delete;
  ~TextFile()
  {
    unload();
    std::filesystem::remove(m_path);
  }
  [[nodiscard]] std::string load(std::string const& how) const
  {
    auto const& bytes = bench::load(text_source(m_path + how)).bytes;
    return {bytes.data(), bytes.data() + bytes.extent(0)};
  }

 private:
  std::string m_path;
};

}  // namespace

TEST_CASE("texts: files, their beginnings, repeated, and with some of the repetitions' symbols changed")
{
  std::string period;
  for (int i = 0; i < 10'000; ++i) period += static_cast<char>('a' + i * i % 23);
  TextFile const file(period);
  CHECK(file.load("") == period);
  CHECK(file.load("@100") == period.substr(0, 100));
  CHECK(file.load("@100*2") == period.substr(0, 100) + period.substr(0, 100));
  CHECK(file.load("*3") == period + period + period);

  std::string const changed = file.load("*3~20");
  REQUIRE(changed.size() == 3 * period.size());
  CHECK(changed.substr(0, period.size()) == period);
  std::size_t different = 0;
  for (std::size_t i = period.size(); i < changed.size(); ++i) different += changed[i] != period[i % period.size()];
  double const share = static_cast<double>(different) / static_cast<double>(2 * period.size());
  CHECK(share > 0.15);  // some are replaced by the same
  CHECK(share < 0.21);
  CHECK(std::ranges::all_of(changed, [&](char symbol) { return period.find(symbol) != std::string::npos; }));
}

}  // namespace lexikos::bench
