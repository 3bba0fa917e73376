// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// lexikos_verify FOLDER [--device D] [--algorithm A]... [--only WHAT]... [NAME...]: are the suffix arrays, LCP arrays and
// Burrows-Wheeler transforms of the real texts in FOLDER those of its expected.tsv, and does the inverse transform return
// the text? What has no checksum there is checked by its rules instead.

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <lexikos/bwt.hpp>
#include <lexikos/check.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/suffix_array.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/support/expected_table.hpp"
#include "bench/support/lcp_check.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/sha256.hpp"
#include "bench/support/texts.hpp"
#include "system/device_memory.hpp"

namespace lexikos::bench
{

namespace
{

constexpr char const* usage =
    "usage: lexikos_verify FOLDER [--device D] [--algorithm A|all]... [--only sa|lcp|bwt]... [NAME...]";

struct Options
{
  std::string folder;
  std::string device;  // empty: the build's default
  std::vector<SuffixArrayAlgorithm> algorithms;
  bool all_algorithms = false;
  bool suffix_array = true;
  bool lcp = true;
  bool bwt = true;
  std::vector<std::string> names;
};

/// A line of the report.
struct Outcome
{
  std::string what;
  unsigned alphabet_size = 0;
  std::size_t rounds = 0;
  double seconds = 0;
  double bytes_per_character = 0;
  bool right = false;
  std::string verdict;
};

void select(Options& options, std::vector<std::string> const& wanted)
{
  if (wanted.empty()) return;
  for (auto const& what : wanted)
    if (what != "sa" && what != "lcp" && what != "bwt") throw std::invalid_argument("--only is sa, lcp or bwt");
  auto const wants = [&](char const* what) { return std::ranges::find(wanted, what) != wanted.end(); };
  options.suffix_array = wants("sa");
  options.lcp = wants("lcp");
  options.bwt = wants("bwt");
}

Options parse(int argc, char** argv)
{
  Options options;
  std::vector<std::string> only;
  for (int i = 1; i < argc; ++i) {
    std::string const argument = argv[i];
    auto const value = [&] {
      if (++i == argc) throw std::invalid_argument(argument + " needs a value");
      return std::string(argv[i]);
    };
    if (argument == "--device")
      options.device = value();
    else if (argument == "--only")
      only.push_back(value());
    else if (argument == "--algorithm") {
      std::string const name = value();
      if (name == "all")
        options.all_algorithms = true;
      else
        options.algorithms.push_back(suffix_array_algorithm(name));
    }
    else if (argument.starts_with("--"))
      throw std::invalid_argument("there is no option " + argument + "\n" + usage);
    else if (options.folder.empty())
      options.folder = argument;
    else
      options.names.push_back(argument);
  }
  if (options.folder.empty()) throw std::invalid_argument(usage);
  select(options, only);
  return options;
}

/// Of entries in any memory, little-endian, through a block of pinned memory.
template <class ExecutionSpace, class View>
std::string sha256_of(ExecutionSpace const& space, View const& view)
{
  static_assert(std::endian::native == std::endian::little, "the table's checksums are of little-endian entries");
  using T = typename View::non_const_value_type;
  constexpr std::size_t block = std::size_t{1} << 24;
  PinnedView<T> const staging(Kokkos::view_alloc("lexikos::bench::staging", Kokkos::WithoutInitializing),
                              std::min(block, view.extent(0)));
  Sha256 sha256;
  for (std::size_t begin = 0; begin < view.extent(0); begin += block) {
    std::size_t const end = std::min(begin + block, view.extent(0));
    auto const part = Kokkos::subview(staging, Kokkos::make_pair(std::size_t{0}, end - begin));
    Kokkos::deep_copy(space, part, Kokkos::subview(view, Kokkos::make_pair(begin, end)));
    space.fence("lexikos::bench::sha256_of");
    sha256.add(part.data(), (end - begin) * sizeof(T));
  }
  return sha256.digest();
}

void compare(Outcome& outcome, std::string const& sha256, std::string const& expected)
{
  outcome.right = sha256 == expected;
  outcome.verdict = outcome.right ? "ok (SHA-256)" : "BAD: SHA-256 is " + sha256;
}

/// What is verified of one text, on one device.
template <class ExecutionSpace>
class Verification
{
 public:
  Verification(ExpectedText const& expected, LoadedText const& text)
      : m_expected(expected),
        m_characters(static_cast<double>(std::max<std::size_t>(expected.bytes, 1))),
        m_arrays(m_space, text)
  {}

  Outcome suffix_array(SuffixArrayAlgorithm algorithm)
  {
    SuffixArrayStatistics statistics;
    lexikos::suffix_array(m_space, m_arrays.text, m_arrays.suffix_array,
                          {.algorithm = algorithm, .workspace = &m_workspace, .statistics = &statistics});
    Outcome outcome;
    outcome.what = "sa " + std::string(to_string(statistics.algorithm));
    outcome.alphabet_size = statistics.alphabet_size;
    outcome.rounds = statistics.rounds();
    outcome.seconds = statistics.seconds;
    outcome.bytes_per_character = 5 + static_cast<double>(statistics.workspace_bytes) / m_characters;
    if (m_expected.suffix_array_sha256.empty()) {
      auto const check = check_suffix_array(m_space, m_arrays.text, m_arrays.suffix_array, {.workspace = &m_workspace});
      outcome.right = static_cast<bool>(check);
      outcome.verdict = outcome.right ? "ok (by its rules)" : "BAD: " + to_string(check);
    }
    else
      compare(outcome, sha256_of(m_space, m_arrays.suffix_array), m_expected.suffix_array_sha256);
    return outcome;
  }

  Outcome lcp()
  {
    m_workspace.release();  // what sorting took
    Indices const inverse(Kokkos::view_alloc("lexikos::bench::inverse", Kokkos::WithoutInitializing), n());
    Indices const lcp(Kokkos::view_alloc("lexikos::bench::lcp", Kokkos::WithoutInitializing), n());
    inverse_suffix_array(m_space, m_arrays.suffix_array, inverse, {&m_workspace});
    m_workspace.reset_peak();
    auto outcome =
        timed("lcp", [&] { lcp_array(m_space, m_arrays.text, m_arrays.suffix_array, inverse, lcp, {&m_workspace}); });
    outcome.bytes_per_character = 13 + static_cast<double>(m_workspace.peak_bytes()) / m_characters;
    if (m_expected.lcp_sha256.empty()) {
      Indices const plcp(Kokkos::view_alloc("lexikos::bench::plcp", Kokkos::WithoutInitializing), n());
      require_lcp(m_space, m_arrays.text, m_arrays.suffix_array, inverse, lcp, plcp);
      outcome.right = true;
      outcome.verdict = "ok (by its rules)";
      return outcome;
    }
    compare(outcome, sha256_of(m_space, lcp), m_expected.lcp_sha256);
    auto const statistics = lcp_statistics(m_space, lcp);
    if (outcome.right && statistics.maximum != m_expected.maximum_lcp) {
      outcome.right = false;
      outcome.verdict = "BAD: its maximum is " + std::to_string(statistics.maximum);
    }
    return outcome;
  }

  Outcome bwt()
  {
    m_bwt = Bytes(Kokkos::view_alloc("lexikos::bench::bwt", Kokkos::WithoutInitializing), n());
    auto outcome = timed("bwt", [&] {
      m_primary =
          burrows_wheeler_transform(m_space, m_arrays.text, m_arrays.suffix_array, m_bwt, {.workspace = &m_workspace});
    });
    outcome.bytes_per_character = 6;
    outcome.right = true;
    outcome.verdict = "ok (by its inverse)";
    if (!m_expected.bwt_sha256.empty()) compare(outcome, sha256_of(m_space, m_bwt), m_expected.bwt_sha256);
    if (outcome.right && !m_expected.bwt_sha256.empty() && m_primary != m_expected.primary_index) {
      outcome.right = false;
      outcome.verdict = "BAD: its primary index is " + std::to_string(m_primary);
    }
    return outcome;
  }

  /// After bwt.
  Outcome inverse_bwt()
  {
    m_workspace.release();
    m_workspace.reset_peak();
    auto outcome = timed("inverse bwt",
                         [&] { inverse_burrows_wheeler_transform(m_space, m_bwt, m_primary, m_bwt, {&m_workspace}); });
    outcome.bytes_per_character = 1 + static_cast<double>(m_workspace.peak_bytes()) / m_characters;
    outcome.right = fingerprint(m_space, m_bwt) == fingerprint(m_space, m_arrays.text);
    outcome.verdict = outcome.right ? "ok (the text)" : "BAD: it is another text";
    return outcome;
  }

 private:
  using Indices = Kokkos::View<std::uint32_t*, typename ExecutionSpace::memory_space>;
  using Bytes = Kokkos::View<std::uint8_t*, typename ExecutionSpace::memory_space>;

  [[nodiscard]] std::size_t n() const { return m_arrays.text.extent(0); }

  template <class Run>
  Outcome timed(std::string what, Run const& run)
  {
    Outcome outcome;
    outcome.what = std::move(what);
    Kokkos::Timer timer;
    run();
    outcome.seconds = timer.seconds();
    return outcome;
  }

  ExecutionSpace m_space;
  ExpectedText m_expected;
  double m_characters;
  Arrays<ExecutionSpace, std::uint32_t> m_arrays;
  Workspace m_workspace;
  Bytes m_bwt;
  std::size_t m_primary = 0;
};

void print(ExpectedText const& text, Outcome const& outcome)
{
  double const speed = outcome.seconds > 0 ? static_cast<double>(text.bytes) / outcome.seconds / 1e6 : 0;
  std::printf("%-20s %13zu %-28s %8u %7zu %9.4f %9.1f %11.2f  %s\n", text.name.c_str(), text.bytes,
              outcome.what.c_str(), outcome.alphabet_size, outcome.rounds, outcome.seconds, speed,
              outcome.bytes_per_character, outcome.verdict.c_str());
  std::fflush(stdout);
}

/// Whether all that was asked for is right. The LCP array and the transform are those of the last algorithm's array.
template <class ExecutionSpace>
bool verify(Options const& options, ExpectedText const& expected, std::string const& path)
{
  bool all_right = true;
  auto const tell = [&](Outcome const& outcome) {
    all_right = all_right && outcome.right;
    print(expected, outcome);
  };
  auto algorithms = options.all_algorithms ? suffix_array_algorithms<ExecutionSpace>() : options.algorithms;
  if (algorithms.empty()) algorithms.push_back(SuffixArrayAlgorithm::automatic);
  if (!options.suffix_array) algorithms.resize(1);
  Outcome failure;
  failure.what = "text";
  try {
    TextSource const source = text_source(path);
    LoadedText const& text = load(source);
    if (text.size() != expected.bytes)
      throw std::runtime_error("the text has " + std::to_string(text.size()) + " bytes");
    Verification<ExecutionSpace> verification(expected, text);
    unload();  // a text of several gigabytes is not needed twice
    for (auto const algorithm : algorithms) {
      failure.what = "sa " + std::string(to_string(algorithm));
      tell(verification.suffix_array(algorithm));
    }
    failure.what = "lcp";
    if (options.lcp) tell(verification.lcp());
    failure.what = "bwt";
    if (options.bwt) tell(verification.bwt());
    failure.what = "inverse bwt";
    if (options.bwt) tell(verification.inverse_bwt());
  }
  catch (std::exception const& error) {
    failure.verdict = std::string("BAD: ") + error.what();
    tell(failure);
  }
  return all_right;
}

bool verify_on_device(Options const& options, ExpectedText const& expected)
{
  bool right = false;
  bool done = false;
  for_each_device([&](std::string const& device, auto tag) {
    if (done || (!options.device.empty() && options.device != device)) return;
    done = true;
    right = verify<typename decltype(tag)::type>(options, expected, options.folder + "/" + expected.name);
  });
  if (!done) throw std::invalid_argument("this build has no device " + options.device);
  return right;
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
  bool all_right = true;
  std::printf("%-20s %13s %-28s %8s %7s %9s %9s %11s  %s\n", "text", "bytes", "what", "alphabet", "rounds", "seconds",
              "MB/s", "bytes/char", "verdict");
  for (auto const& text : wanted(options)) all_right = verify_on_device(options, text) && all_right;
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
