// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are the k-mers of a text counted and listed, by a suffix array and an LCP array that are there already? Over the
// texts of the environment (support/texts.hpp), every execution space and number of threads.
//
// LEXIKOS_BENCH_KMER_LENGTH  symbols of a k-mer; 21 when not set

#include <cstdint>
#include <lexikos/kmers.hpp>
#include <lexikos/lcp.hpp>
#include <stdexcept>
#include <string>

#include "bench/support/environment.hpp"
#include "bench/support/kept.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/search_data.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

using Index = std::uint32_t;
constexpr std::size_t max_symbols = 0xfffffffe;
constexpr std::size_t bins = 10'001;

enum class Question
{
  spectrum,            ///< how many k-mers occur how often
  list,                ///< each with a position and its occurrences
  canonical_spectrum,  ///< of DNA, a k-mer and its reverse complement being one
  canonical_list
};

constexpr std::pair<Question, char const*> questions[] = {{Question::spectrum, "spectrum"},
                                                          {Question::list, "list"},
                                                          {Question::canonical_spectrum, "canonical_spectrum"},
                                                          {Question::canonical_list, "canonical_list"}};

constexpr bool is_canonical(Question question)
{
  return question == Question::canonical_spectrum || question == Question::canonical_list;
}

/// A text, its suffix array, checked, and its LCP array.
template <class ExecutionSpace>
struct Suffixes
{
  Arrays<ExecutionSpace, Index> arrays;
  Kokkos::View<Index*, typename ExecutionSpace::memory_space> lcp;

  Suffixes(ExecutionSpace const& space, LoadedText& text)
      : arrays(space, text), lcp(Kokkos::view_alloc("lexikos::bench::lcp", Kokkos::WithoutInitializing), text.size())
  {
    Workspace workspace;
    suffix_array(space, arrays.text, arrays.suffix_array, {.workspace = &workspace});
    require_right(space, text, arrays.text, arrays.suffix_array, workspace);
    lcp_array(space, arrays.text, arrays.suffix_array, lcp, {.workspace = &workspace});
  }
};

/// Distinct k-mers, by the suffixes that share fewer than k symbols with those beside them.
template <class Indices>
struct CountDistinct
{
  Indices suffix_array;
  Indices lcp;
  std::uint64_t k;

  KOKKOS_FUNCTION void operator()(std::int64_t r, std::uint64_t& distinct) const
  {
    auto const row = static_cast<std::uint64_t>(r);
    distinct += suffix_array(row) + k <= suffix_array.extent(0) && (row == 0 || lcp(row) < k) ? 1 : 0;
  }
};

/// Listed k-mers that are not greater than those before them.
template <class Text, class Positions>
struct CountUnordered
{
  Text text;
  Positions positions;
  std::uint64_t k;

  KOKKOS_FUNCTION void operator()(std::int64_t m, std::uint64_t& wrong) const
  {
    if (m == 0) return;
    std::uint64_t const before = positions(m - 1), at = positions(m);
    std::uint64_t common = 0;
    while (common < k && text(before + common) == text(at + common)) ++common;
    wrong += common == k || text(before + common) > text(at + common) ? 1 : 0;
  }
};

template <class Values>
struct SumOf
{
  Values values;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& sum) const { sum += values(i); }
};

template <class ExecutionSpace, class Functor>
std::uint64_t sum_over(ExecutionSpace const& space, std::size_t count, Functor const& functor)
{
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("lexikos::bench::kmers",
                          IndexRange<ExecutionSpace>(space, 0, static_cast<std::int64_t>(count)), functor, sum);
  return sum;
}

void require_equal(std::uint64_t found, std::uint64_t expected, std::string const& what)
{
  if (found != expected)
    throw std::runtime_error("WRONG: " + std::to_string(found) + " " + what + ", not " + std::to_string(expected));
}

template <class ExecutionSpace>
class Measurement
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Histogram = Kokkos::View<std::uint64_t*, MemorySpace>;

 public:
  Measurement(ExecutionSpace const& space, Suffixes<ExecutionSpace> const& suffixes, Question question)
      : m_space(space),
        m_suffixes(suffixes),
        m_question(question),
        m_k(static_cast<std::size_t>(number_of("LEXIKOS_BENCH_KMER_LENGTH", 21))),
        m_histogram("lexikos::bench::histogram", bins)
  {
    if (is_canonical(question)) {
      m_options.letters = KmerLetters::dna_upper_case;
      m_options.canonical = true;
    }
    m_options.workspace = &m_workspace;
  }

  void run(benchmark::State& state)
  {
    if (m_k == 0 || m_suffixes.arrays.text.extent(0) < m_k) return skip(state, "the text is shorter than a k-mer");
    auto const timing = measure([&] { ask(); });
    double const symbols = static_cast<double>(m_suffixes.arrays.text.extent(0));
    report(state, timing, symbols, symbols * 2 * sizeof(Index));
    state.counters["k"] = static_cast<double>(m_k);
    state.counters["distinct"] = static_cast<double>(m_totals.distinct);
    state.counters["workspace bytes/symbol"] = static_cast<double>(m_workspace.peak_bytes()) / symbols;
    require_right_answer();
  }

 private:
  [[nodiscard]] bool is_list() const { return m_question == Question::list || m_question == Question::canonical_list; }

  void ask()
  {
    auto const& [text, array] = m_suffixes.arrays;
    m_kmers = {};
    if (is_list()) {
      m_kmers = list_kmers(m_space, text, array, m_suffixes.lcp, m_k, m_options);
      m_totals = m_kmers.totals.first;
    }
    else {
      m_totals = kmer_spectrum(m_space, text, array, m_suffixes.lcp, m_k, m_histogram, m_options);
    }
  }

  void require_right_answer()
  {
    auto const& [text, array] = m_suffixes.arrays;
    require_equal(m_totals.all, text.extent(0) - m_k + 1, "k-mers");
    std::uint64_t distinct = m_totals.distinct;
    if (!is_canonical(m_question)) {
      using Indices = std::decay_t<decltype(m_suffixes.lcp)>;
      distinct = sum_over(m_space, text.extent(0), CountDistinct<Indices>{array, m_suffixes.lcp, m_k});
      require_equal(m_totals.distinct, distinct, "distinct k-mers");
    }
    if (!is_list()) return require_equal(sum_over(m_space, bins, SumOf<Histogram>{m_histogram}), distinct, "in bins");
    using Listed = std::decay_t<decltype(m_kmers.positions)>;
    std::size_t const listed = m_kmers.positions.extent(0);
    require_equal(listed, distinct, "listed k-mers");
    require_equal(sum_over(m_space, listed, SumOf<Listed>{m_kmers.counts}), m_totals.all, "occurrences");
    if (!is_canonical(m_question))
      require_equal(
          sum_over(m_space, listed, CountUnordered<std::decay_t<decltype(text)>, Listed>{text, m_kmers.positions, m_k}),
          0, "listed out of order");
  }

  ExecutionSpace m_space;
  Suffixes<ExecutionSpace> const& m_suffixes;
  Question m_question;
  std::size_t m_k;
  Histogram m_histogram;
  Workspace m_workspace;
  KmerOptions<MemorySpace> m_options;
  Kmers<MemorySpace, Index> m_kmers;
  KmerTotals m_totals;
};

template <class ExecutionSpace>
void run_question(benchmark::State& state, LoadedText& text, int threads, std::string const& place, Question question)
{
  auto const space = instance<ExecutionSpace>(threads);
  auto const suffixes =
      kept<Suffixes<ExecutionSpace>>("kmers/arrays", place, [&] { return Suffixes<ExecutionSpace>(space, text); });
  Measurement<ExecutionSpace>(space, *suffixes, question).run(state);
}

void add_text(TextSource const& source)
{
  if (source.size == 0 || source.size > max_symbols) return;
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const& [question, variant] : questions) {
        std::string const place = source.name + "/" + device + "/";
        std::string name = "kmers/" + place + variant;
        if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
        add_benchmark(name, [=, question = question](benchmark::State& state) {
          run_question<ExecutionSpace>(state, load(source), threads, place, question);
        });
      }
  });
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::text_sources()) lexikos::bench::add_text(source);
  });
}
