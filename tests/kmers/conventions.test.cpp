// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the signatures and calls refuse, how much workspace is taken, and progress.

#include <lexikos/kmers.hpp>
#include <lexikos/lcp.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>

#include "tests/code_of.hpp"
#include "tests/faults/arrays.hpp"
#include "tests/progress.hpp"
#include "tests/workspace_bounds.hpp"

namespace lexikos::tests
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;

template <class T>
using View = Kokkos::View<T, Space::memory_space>;

template <class Text, class Array, class Lcp, class Histogram>
concept HasSpectrum = requires(Space space, Text text, Array array, Lcp lcp, Histogram histogram)
{
  kmer_spectrum(space, text, array, lcp, 3, histogram);
};

template <class Text, class Array>
concept HasLists = requires(Space space, Text text, Array array)
{
  list_kmers(space, text, array, array, 3, {.letters = KmerLetters::dna, .canonical = true});
  compare_kmers(space, text, 1, array, array, 3);
  list_compared_kmers(space, text, 1, array, array, 3, KmerSet::common);
};

using Bytes = View<std::uint8_t const*>;
using Array32 = View<std::uint32_t*>;
using Array64 = View<std::uint64_t*>;

static_assert(HasSpectrum<Bytes, View<std::uint32_t const*>, Array32, Array64>);
static_assert(HasSpectrum<View<std::uint64_t*>, Array64, Array64, Array64>);
template <class Index>
concept HasSize = requires
{
  kmer_spectrum_workspace_bytes<Space, Index>(1, 1);
};
static_assert(HasSize<std::uint32_t>);
static_assert(!HasSize<std::uint16_t>, "arrays are of 32 or 64 bits");
static_assert(!HasSpectrum<Bytes, Array32, Array64, Array64>, "arrays have one type");
static_assert(!HasSpectrum<Bytes, Array32, Array32, Array32>, "histograms are of 64 bits");
static_assert(!HasSpectrum<Bytes, Array32, Array32, View<std::uint64_t const*>>, "histograms can be written");
static_assert(!HasSpectrum<View<char*>, Array32, Array32, Array64>, "texts are of unsigned integers");
static_assert(HasLists<Bytes, Array32>);
static_assert(!HasLists<Bytes, View<int*>>);

texts::Text dna(std::size_t n, std::uint64_t seed, std::string const& letters)
{
  auto text = texts::copies_with_mutations(n, 50, seed);
  for (auto& c : text) c = static_cast<std::uint8_t>(letters[c % letters.size()]);
  return text;
}

/// All functions, on one text.
template <class ExecutionSpace, class Index>
class Calls
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Options = KmerOptions<MemorySpace>;

  Calls(texts::Text const& text, std::size_t bins)
      : m_arrays(text),
        m_histogram("histogram", bins),
        m_offsets(to_view<ExecutionSpace>(std::vector<std::uint64_t>{0, text.size() / 3, text.size()}))
  {}

  [[nodiscard]] std::vector<BoundedCall> bounded(KmerLetters letters, bool canonical, bool has_documents,
                                                 std::size_t k) const
  {
    std::size_t const n = m_arrays.size(), bins = m_histogram.extent(0);
    auto const options = [=, this](Workspace* workspace) { return with(letters, canonical, has_documents, workspace); };
    auto const none = options(nullptr);
    return {{"kmer_spectrum", kmer_spectrum_workspace_bytes<ExecutionSpace, Index>(n, bins, none),
             [=, this](Workspace* workspace) { spectrum(k, options(workspace)); }},
            {"list_kmers", list_kmers_workspace_bytes<ExecutionSpace, Index>(n, none),
             [=, this](Workspace* workspace) { list(k, options(workspace)); }},
            {"compare_kmers", compare_kmers_workspace_bytes<ExecutionSpace, Index>(n, bins, none),
             [=, this](Workspace* workspace) { compare(k, n / 2, options(workspace)); }},
            {"list_compared_kmers", list_compared_kmers_workspace_bytes<ExecutionSpace, Index>(n, none),
             [=, this](Workspace* workspace) { list_compared(k, n / 2, options(workspace)); }}};
  }

  [[nodiscard]] Options with(KmerLetters letters, bool canonical, bool has_documents, Workspace* workspace) const
  {
    Options options{.letters = letters, .canonical = canonical, .workspace = workspace};
    if (has_documents) options.text_offsets = m_offsets;
    return options;
  }

  void spectrum(std::size_t k, Options const& options) const
  {
    kmer_spectrum(m_space, m_arrays.text, m_arrays.suffix_array, m_arrays.lcp, k, m_histogram, options);
  }
  void list(std::size_t k, Options const& options) const
  {
    static_cast<void>(list_kmers(m_space, m_arrays.text, m_arrays.suffix_array, m_arrays.lcp, k, options));
  }
  void compare(std::size_t k, std::size_t border, Options const& options) const
  {
    compare_kmers(m_space, m_arrays.text, border, m_arrays.suffix_array, m_arrays.lcp, k,
                  {m_histogram, m_histogram, m_histogram, m_histogram}, options);
  }
  void list_compared(std::size_t k, std::size_t border, Options const& options) const
  {
    static_cast<void>(list_compared_kmers(m_space, m_arrays.text, border, m_arrays.suffix_array, m_arrays.lcp, k,
                                          KmerSet::either, options));
  }

  [[nodiscard]] ExecutionSpace const& space() const { return m_space; }

 private:
  ExecutionSpace m_space = own_instance<ExecutionSpace>();
  ArraysOfText<ExecutionSpace, Index> m_arrays;
  TestArray<std::uint64_t, ExecutionSpace> m_histogram;
  TestArray<std::uint64_t, ExecutionSpace> m_offsets;
};

template <class ExecutionSpace, class Index>
void expect_all_bounds(texts::Text const& text)
{
  for (std::size_t const bins : {0u, 10u, 65'536u}) {
    Calls<ExecutionSpace, Index> const calls(text, bins);
    for (auto const letters : {KmerLetters::all, KmerLetters::dna, KmerLetters::dna_upper_case})
      for (bool const canonical : {false, true})
        for (bool const has_documents : {false, true}) {
          if (canonical && letters == KmerLetters::all) continue;
          for (std::size_t const k : {5u, 21u, 60u}) {
            CAPTURE(k);
            CAPTURE(static_cast<int>(letters));
            CAPTURE(canonical);
            expect_bounds(calls.space(), calls.bounded(letters, canonical, has_documents, k));
          }
        }
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("k-mers: the workspace is not larger than announced", ExecutionSpace, kmer_bounds)
{
  for (auto const& text : {texts::Text{}, texts::text_of("A"), dna(500, 1, "ACGT"), dna(70'000, 2, "ACGTacgN"),
                           texts::random(30'000, 256, 4)})
    expect_all_bounds<ExecutionSpace, std::uint32_t>(text);
  // all k-mers are reverse complements of canonical ones
  expect_all_bounds<ExecutionSpace, std::uint32_t>(dna(50'000, 3, "TTGT"));
  expect_all_bounds<ExecutionSpace, std::uint64_t>(dna(50'000, 3, "TTGt"));
}
TEST_CASE_TEMPLATE_APPLY(kmer_bounds, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers: progress", ExecutionSpace, kmer_progress)
{
  Calls<ExecutionSpace, std::uint32_t> const calls(dna(3'000, 5, "ACGTN"), 10);
  for (bool const canonical : {false, true})
    for (bool const has_documents : {false, true}) {
      auto const options = [&](Progress const& progress) {
        auto all = calls.with(KmerLetters::dna, canonical, has_documents, nullptr);
        all.progress = progress;
        return all;
      };
      expect_progress(3, [&](Progress const& progress) { calls.spectrum(9, options(progress)); });
      expect_progress(3, [&](Progress const& progress) { calls.list(40, options(progress)); });
      expect_progress(3, [&](Progress const& progress) { calls.compare(9, 1'000, options(progress)); });
      expect_progress(3, [&](Progress const& progress) { calls.list_compared(9, 1'000, options(progress)); });
      expect_progress(1, [&](Progress const& progress) { calls.list(64, options(progress)); });
    }
  Calls<ExecutionSpace, std::uint32_t> const none({}, 10);
  expect_progress(1, [&](Progress const& progress) { none.list(3, {.progress = progress}); });
}
TEST_CASE_TEMPLATE_APPLY(kmer_progress, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers: what is refused", ExecutionSpace, refused_kmers)
{
  using Calls32 = Calls<ExecutionSpace, std::uint32_t>;
  using Options = typename Calls32::Options;
  auto const text = dna(100, 6, "ACGT");
  Calls32 const calls(text, 10);
  auto const refused = [](auto const& call) { return code_of(call) == ErrorCode::invalid_argument; };
  auto const refused_by_all = [&](std::size_t k, Options const& options) {
    return refused([&] { calls.spectrum(k, options); }) && refused([&] { calls.list(k, options); }) &&
           refused([&] { calls.compare(k, 50, options); }) && refused([&] { calls.list_compared(k, 50, options); });
  };
  CHECK(refused_by_all(0, {}));
  CHECK(refused_by_all(65, {.letters = KmerLetters::dna}));
  CHECK(refused_by_all(65, {.letters = KmerLetters::dna_upper_case, .canonical = true}));
  CHECK(refused_by_all(3, {.canonical = true}));
  CHECK_FALSE(refused([&] { calls.list(std::numeric_limits<std::size_t>::max(), {}); }));
  CHECK(refused([&] { calls.compare(3, 101, {}); }));
  CHECK(refused([&] { calls.list_compared(3, 101, {}); }));
  CHECK_FALSE(refused([&] { calls.compare(3, 100, {}); }));
  CHECK(refused([&] { Calls32(text, max_kmer_bins + 1).spectrum(3, {}); }));
  CHECK(refused([&] { Calls32(text, max_kmer_bins + 1).compare(3, 50, {}); }));

  for (std::vector<std::uint64_t> const& offsets :
       {std::vector<std::uint64_t>{0}, {0, 99}, {1, 100}, {0, 101}, {0, 60, 50, 100}, {0, 100, 100, 99}, {100, 0}})
  {
    auto const view = to_view<ExecutionSpace>(offsets);
    CHECK(refused_by_all(3, {.text_offsets = view}));
  }
  for (std::vector<std::uint64_t> const& offsets : {std::vector<std::uint64_t>{0, 100}, {0, 0, 50, 50, 100, 100}}) {
    auto const view = to_view<ExecutionSpace>(offsets);
    CHECK_FALSE(refused([&] { calls.list(3, {.text_offsets = view}); }));
  }
  auto const no_offsets = to_view<ExecutionSpace>(std::vector<std::uint64_t>{0});
  CHECK_FALSE(refused([&] { Calls32({}, 3).list(3, {.text_offsets = no_offsets}); }));
}
TEST_CASE_TEMPLATE_APPLY(refused_kmers, Spaces);

TEST_CASE_TEMPLATE_DEFINE("k-mers: sizes that do not fit, and texts of wide symbols", ExecutionSpace, kmer_sizes)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  std::vector<std::uint16_t> const symbols{700, 800, 700, 800, 700, 65535};
  ArraysOfText<ExecutionSpace, std::uint32_t, std::uint16_t> const arrays(symbols);
  TestArray<std::uint64_t, ExecutionSpace> const histogram("histogram", 4), other("other", 3);
  TestArray<std::uint32_t, ExecutionSpace> const short_array("short", 5);
  auto const totals = kmer_spectrum(space, arrays.text, arrays.suffix_array, arrays.lcp, 2, histogram);
  CHECK(totals == KmerTotals{3, 1, 5, 2});
  CHECK(to_vector(histogram) == std::vector<std::uint64_t>{0, 1, 2, 0});
  auto const code = [&](auto const& call) { return code_of(call); };
  CHECK(code([&] {
          kmer_spectrum(space, arrays.text, arrays.suffix_array, arrays.lcp, 2, histogram,
                        {.letters = KmerLetters::dna_upper_case});
        }) == ErrorCode::invalid_argument);
  CHECK(code([&] { kmer_spectrum(space, arrays.text, short_array, arrays.lcp, 2, histogram); }) ==
        ErrorCode::invalid_argument);
  CHECK(code([&] { kmer_spectrum(space, arrays.text, arrays.suffix_array, short_array, 2, histogram); }) ==
        ErrorCode::invalid_argument);
  CHECK(code([&] {
          compare_kmers(space, arrays.text, 3, arrays.suffix_array, arrays.lcp, 2,
                        {histogram, histogram, other, histogram});
        }) == ErrorCode::invalid_argument);
}
TEST_CASE_TEMPLATE_APPLY(kmer_sizes, Spaces);

}  // namespace lexikos::tests
