// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// lexikos_verify FOLDER [--device D] [--algorithm A] [NAME...]: are the suffix arrays of the real texts in FOLDER those of
// its expected.tsv? A text without a checksum there is checked by the rules of a suffix array instead.

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <lexikos/check.hpp>
#include <lexikos/suffix_array.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/device_memory.hpp"
#include "bench/support/expected_table.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/sha256.hpp"
#include "bench/support/texts.hpp"

namespace lexikos::bench
{

namespace
{

struct Options
{
  std::string folder;
  std::string device;  // empty: the build's default
  SuffixArrayAlgorithm algorithm = SuffixArrayAlgorithm::prefix_doubling;
  std::vector<std::string> names;
};

struct Outcome
{
  SuffixArrayStatistics statistics;
  double bytes_per_character = 0;
  bool right = false;
  std::string verdict;
};

Options parse(int argc, char** argv)
{
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string const argument = argv[i];
    auto const value = [&] {
      if (++i == argc) throw std::invalid_argument(argument + " needs a value");
      return std::string(argv[i]);
    };
    if (argument == "--device")
      options.device = value();
    else if (argument == "--algorithm")
      options.algorithm = suffix_array_algorithm(value());
    else if (argument.starts_with("--"))
      throw std::invalid_argument("there is no option " + argument);
    else if (options.folder.empty())
      options.folder = argument;
    else
      options.names.push_back(argument);
  }
  if (options.folder.empty())
    throw std::invalid_argument("usage: lexikos_verify FOLDER [--device D] [--algorithm A] [NAME...]");
  return options;
}

/// Of entries in any memory, as little-endian u32, through a block of pinned memory.
template <class ExecutionSpace, class IndexView>
std::string sha256_of(ExecutionSpace const& space, IndexView const& suffix_array)
{
  static_assert(std::endian::native == std::endian::little, "the table's checksums are of little-endian entries");
  constexpr std::size_t block = std::size_t{1} << 24;
  PinnedView<std::uint32_t> const staging(Kokkos::view_alloc("lexikos::bench::staging", Kokkos::WithoutInitializing),
                                          std::min(block, suffix_array.extent(0)));
  Sha256 sha256;
  for (std::size_t begin = 0; begin < suffix_array.extent(0); begin += block) {
    std::size_t const end = std::min(begin + block, suffix_array.extent(0));
    auto const part = Kokkos::subview(staging, Kokkos::make_pair(std::size_t{0}, end - begin));
    Kokkos::deep_copy(space, part, Kokkos::subview(suffix_array, Kokkos::make_pair(begin, end)));
    space.fence("lexikos::bench::sha256_of");
    sha256.add(part.data(), (end - begin) * sizeof(std::uint32_t));
  }
  return sha256.digest();
}

template <class ExecutionSpace>
Outcome verify(ExecutionSpace const& space, ExpectedText const& expected, std::string const& path,
               SuffixArrayAlgorithm algorithm)
{
  Outcome outcome;
  LoadedText const& text = load(text_source(path));
  if (text.size() != expected.bytes) {
    outcome.verdict = "BAD: the text has " + std::to_string(text.size()) + " bytes";
    return outcome;
  }
  Arrays<ExecutionSpace, std::uint32_t> const arrays(space, text);
  unload();  // a text of several gigabytes is not needed twice
  Workspace workspace;
  suffix_array(space, arrays.text, arrays.suffix_array,
               {.algorithm = algorithm, .workspace = &workspace, .statistics = &outcome.statistics});
  auto const n = static_cast<double>(std::max<std::size_t>(expected.bytes, 1));
  outcome.bytes_per_character = 5 + static_cast<double>(outcome.statistics.workspace_bytes) / n;
  if (expected.suffix_array_sha256.empty()) {
    auto const check = check_suffix_array(space, arrays.text, arrays.suffix_array, &workspace);
    outcome.right = static_cast<bool>(check);
    outcome.verdict = outcome.right ? "ok (by its rules)" : "BAD: " + to_string(check);
  }
  else {
    std::string const sha256 = sha256_of(space, arrays.suffix_array);
    outcome.right = sha256 == expected.suffix_array_sha256;
    outcome.verdict = outcome.right ? "ok (SHA-256)" : "BAD: SHA-256 is " + sha256;
  }
  return outcome;
}

Outcome verify_on_device(Options const& options, ExpectedText const& expected, std::string const& path)
{
  Outcome outcome{{}, 0, false, "BAD: this build has no device " + options.device};
  bool done = false;
  for_each_device([&](std::string const& device, auto tag) {
    if (done || (!options.device.empty() && options.device != device)) return;
    done = true;
    try {
      outcome = verify(typename decltype(tag)::type{}, expected, path, options.algorithm);
    }
    catch (std::exception const& error) {
      outcome.verdict = std::string("BAD: ") + error.what();
    }
  });
  return outcome;
}

/// The table's texts that were asked for, the smallest first. Without names: those that are in the folder.
std::vector<ExpectedText> wanted(Options const& options)
{
  auto texts = read_expected(options.folder + "/expected.tsv");
  for (auto const& name : options.names)
    if (std::ranges::find(texts, name, &ExpectedText::name) == texts.end())
      throw std::invalid_argument("expected.tsv has no text " + name);
  std::erase_if(texts, [&](ExpectedText const& text) {
    if (options.names.empty()) return !std::filesystem::exists(options.folder + "/" + text.name);
    return std::ranges::find(options.names, text.name) == options.names.end();
  });
  std::ranges::sort(texts, {}, &ExpectedText::bytes);
  if (texts.empty()) throw std::invalid_argument("none of expected.tsv's texts is in " + options.folder);
  return texts;
}

bool verify_all(Options const& options)
{
  auto const texts = wanted(options);
  bool all_right = true;
  std::printf("%-20s %13s %8s %7s %9s %9s %11s  %s\n", "text", "bytes", "alphabet", "rounds", "seconds", "MB/s",
              "bytes/char", "suffix array");
  for (auto const& text : texts) {
    Outcome const outcome = verify_on_device(options, text, options.folder + "/" + text.name);
    all_right = all_right && outcome.right;
    auto const& run = outcome.statistics;
    double const speed = run.seconds > 0 ? static_cast<double>(text.bytes) / run.seconds / 1e6 : 0;
    std::printf("%-20s %13zu %8u %7zu %9.4f %9.1f %11.2f  %s\n", text.name.c_str(), text.bytes, run.alphabet_size,
                run.rounds(), run.seconds, speed, outcome.bytes_per_character, outcome.verdict.c_str());
    std::fflush(stdout);
  }
  return all_right;
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  int status = 2;
  try {
    auto const options = lexikos::bench::parse(argc, argv);
    Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
    status = lexikos::bench::verify_all(options) ? 0 : 1;
    lexikos::bench::unload();
  }
  catch (std::exception const& error) {
    std::cerr << "lexikos_verify: " << error.what() << '\n';
  }
  return status;
}
