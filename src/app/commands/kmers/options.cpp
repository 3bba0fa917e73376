// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/kmers/options.hpp"

namespace lexikos::app
{

void check(KmersOptions const& options)
{
  constexpr std::size_t max_packed = 64;  // letters of a k-mer of DNA
  auto const require = [](bool condition, std::string const& message) {
    if (!condition) throw Failure(ExitCode::usage, message);
  };
  require(options.texts.size() <= 2, "k-mers of one file, or of two, not of " + std::to_string(options.texts.size()));
  require(!(options.list && options.histogram), "either a list or a histogram, not both");
  require(options.set.empty() || options.texts.size() == 2, "--set chooses among the k-mers of two files");
  require(options.set.empty() || options.list, "--set chooses among k-mers for --list; a histogram shows all");
  require(options.high == 0 || !options.list, "--high is of a histogram; a list has --max-count");
  require(options.list || options.min_count <= options.highest(),
          "--min-count is " + std::to_string(options.min_count) + ", and k-mers that occur more often than " +
              std::to_string(options.highest()) + " (--high) are counted together");
  require(!options.dna || options.k <= max_packed,
          "-k is " + std::to_string(options.k) + "; k-mers of DNA have 64 letters at most");
  require(options.texts.size() < 2 || options.texts[0] != "-" || options.texts[1] != "-",
          "only one of the texts can come from standard input");
}

}  // namespace lexikos::app
