// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are inverse suffix arrays, LCP arrays and their statistics made of a suffix array that is there already? Over the
// texts of the environment (support/texts.hpp), every execution space and number of threads, and beside them libsais where
// the build was given it.

#include <cstdint>
#include <lexikos/lcp.hpp>
#include <string>

#include "bench/peer_benchmarks.hpp"
#include "bench/support/lcp_check.hpp"
#include "bench/support/measure.hpp"
#include "bench/support/program.hpp"
#include "bench/support/results.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

using Index = std::uint32_t;
constexpr std::size_t max_symbols = 0xfffffffe;

template <class ExecutionSpace>
using Indices = Kokkos::View<Index*, typename ExecutionSpace::memory_space>;

template <class ExecutionSpace>
Indices<ExecutionSpace> make_indices(char const* label, std::size_t n)
{
  return Indices<ExecutionSpace>(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), n);
}

/// The text and its suffix array, checked, its inverse, and room for two results.
template <class ExecutionSpace>
struct Suffixes
{
  Arrays<ExecutionSpace, Index> arrays;
  Indices<ExecutionSpace> inverse, result, other;
  Workspace workspace;

  Suffixes(ExecutionSpace const& space, LoadedText& text)
      : arrays(space, text),
        inverse(make_indices<ExecutionSpace>("lexikos::bench::inverse", text.size())),
        result(make_indices<ExecutionSpace>("lexikos::bench::result", text.size())),
        other(make_indices<ExecutionSpace>("lexikos::bench::other", text.size()))
  {
    {
      Workspace of_sorting;
      suffix_array(space, arrays.text, arrays.suffix_array, inverse, {.workspace = &of_sorting});
      require_right(space, text, arrays.text, arrays.suffix_array, of_sorting);
    }
    if (!check_inverse_suffix_array(space, arrays.suffix_array, inverse))
      throw std::runtime_error("WRONG: the inverse suffix array");
  }
};

enum class Question
{
  lcp,                  ///< from text, suffix array and inverse
  lcp_without_inverse,  ///< from text and suffix array
  plcp,                 ///< from text, suffix array and inverse
  inverse,
  statistics
};

constexpr std::pair<Question, char const*> questions[] = {{Question::lcp, "lcp"},
                                                          {Question::lcp_without_inverse, "lcp_without_inverse"},
                                                          {Question::plcp, "plcp"},
                                                          {Question::inverse, "inverse_suffix_array"},
                                                          {Question::statistics, "lcp_statistics"}};

/// Indices that the caller holds for an answer, beside the text.
double caller_arrays(Question question)
{
  switch (question) {
    case Question::lcp:
    case Question::plcp:
      return 3;
    case Question::lcp_without_inverse:
    case Question::inverse:
      return 2;
    case Question::statistics:
      break;
  }
  return 1;
}

template <class ExecutionSpace>
void answer(ExecutionSpace const& space, Question question, Suffixes<ExecutionSpace>& s)
{
  LcpOptions const options{.workspace = &s.workspace};
  auto const& text = s.arrays.text;
  auto const& array = s.arrays.suffix_array;
  switch (question) {
    case Question::lcp:
      return lcp_array(space, text, array, s.inverse, s.result, options);
    case Question::lcp_without_inverse:
      return lcp_array(space, text, array, s.result, options);
    case Question::plcp:
      return plcp_array(space, text, array, s.inverse, s.result, options);
    case Question::inverse:
      return inverse_suffix_array(space, array, s.result, options);
    case Question::statistics:
      (void)lcp_statistics(space, s.other);
  }
}

template <class ExecutionSpace>
void require_answer(ExecutionSpace const& space, Question question, Suffixes<ExecutionSpace> const& s)
{
  auto const& text = s.arrays.text;
  auto const& array = s.arrays.suffix_array;
  if (question == Question::lcp || question == Question::lcp_without_inverse)
    require_lcp(space, text, array, s.inverse, s.result, s.other);
  if (question == Question::plcp) require_plcp(space, text, array, s.inverse, s.result);
  if (question == Question::inverse && !check_inverse_suffix_array(space, array, s.result))
    throw std::runtime_error("WRONG: the inverse suffix array");
}

template <class ExecutionSpace>
void run_question(benchmark::State& state, LoadedText& text, int threads, Question question)
{
  auto const space = instance<ExecutionSpace>(threads);
  std::size_t const n = text.size();
  std::size_t const least = n * (1 + 4 * sizeof(Index));
  if (!has_memory<ExecutionSpace>(least)) return skip(state, "needs " + std::to_string(least) + " bytes and more");
  Suffixes<ExecutionSpace> suffixes(space, text);
  if (question == Question::statistics)
    lcp_array(space, suffixes.arrays.text, suffixes.arrays.suffix_array, suffixes.inverse, suffixes.other,
              {.workspace = &suffixes.workspace});
  suffixes.workspace.release();
  suffixes.workspace.reset_peak();
  auto const timing = measure([&] { answer(space, question, suffixes); });
  report_peer(state, text, timing);
  double const characters = static_cast<double>(n);
  double const held = (question == Question::statistics || question == Question::inverse ? 0 : 1) +
                      caller_arrays(question) * sizeof(Index);
  double const peak = held * characters + static_cast<double>(suffixes.workspace.peak_bytes());
  state.counters["peak_bytes"] = peak;
  state.counters["bytes/character"] = peak / characters;
  if (question == Question::statistics) {
    auto const statistics = lcp_statistics(space, suffixes.other);
    state.counters["mean LCP"] = statistics.mean;
    state.counters["maximum LCP"] = static_cast<double>(statistics.maximum);
  }
  require_answer(space, question, suffixes);
}

#ifdef LEXIKOS_BENCH_LIBSAIS
void add_libsais_lcp(TextSource const& source)
{
  if (source.size > peers::libsais_max) return;
  for (int const threads : thread_counts())
    add_benchmark("lcp/" + source.name + "/openmp/libsais/threads:" + std::to_string(threads),
                  [source, threads](benchmark::State& state) {
                    using Space = Kokkos::DefaultHostExecutionSpace;
                    LoadedText& text = load(source);
                    Suffixes<Space> const s(Space(), text);
                    report_peer(state, text, measure([&] {
                                  peers::libsais_lcp_array(s.arrays.text.data(), s.arrays.suffix_array.data(),
                                                           s.other.data(), s.result.data(), text.size(), threads);
                                }));
                    require_answer(Space(), Question::lcp, s);
                  });
}
#endif

void add_text(TextSource const& source)
{
  if (source.size == 0 || source.size > max_symbols) return;
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      for (auto const& [question, variant] : questions) {
        std::string name = "lcp/" + source.name + "/" + device + "/" + variant;
        name += lexikos::detail::works_on_host<ExecutionSpace> ? "/threads:" + std::to_string(threads) : "/device";
        add_benchmark(name, [source, threads, question = question](benchmark::State& state) {
          run_question<ExecutionSpace>(state, load(source), threads, question);
        });
      }
  });
#ifdef LEXIKOS_BENCH_LIBSAIS
  if (wants_device("openmp")) add_libsais_lcp(source);
#endif
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::text_sources()) lexikos::bench::add_text(source);
  });
}
