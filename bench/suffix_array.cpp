// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How fast are suffix arrays built? Over the texts of the environment (support/texts.hpp), every execution space,
// algorithm and number of threads, and beside them the peers that the build was given; and those of many texts of 10 KB.

#include <algorithm>
#include <cstdint>
#include <lexikos/check.hpp>
#include <lexikos/segmented_sort.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/suffix_arrays.hpp>
#include <limits>
#include <string>
#include <vector>

#include "bench/peer_benchmarks.hpp"
#include "bench/support/program.hpp"
#include "bench/support/sort_text.hpp"
#include "bench/support/texts.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::bench
{

namespace
{

/// "prefix_doubling+cub", as rows are named.
std::string name_of(SuffixArrayOptions const& options)
{
  std::string name(to_string(options.algorithm));
  if (options.low_memory) name += "+low_memory";
  if (options.segmented_sort != SegmentedSort::automatic) name += "+" + std::string(to_string(options.segmented_sort));
  return name;
}

template <class ExecutionSpace>
void add_sort(TextSource const& source, std::string const& device, SuffixArrayOptions const& options, int threads,
              Residence residence)
{
  std::string name = "suffix_array/" + source.name + "/" + device + "/" + name_of(options);
  if (!lexikos::detail::works_on_host<ExecutionSpace>) name += residence == Residence::pinned ? "/pinned" : "/device";
  if (lexikos::detail::works_on_host<ExecutionSpace>) name += "/threads:" + std::to_string(threads);
  add_benchmark(name, [source, options, threads, residence](benchmark::State& state) {
    LoadedText& text = load(source);
    auto const space = instance<ExecutionSpace>(threads);
    if (text.size() < std::numeric_limits<std::uint32_t>::max())
      (void)sort_text<std::uint32_t>(state, text, space, options, residence);
    else
      (void)sort_text<std::uint64_t>(state, text, space, options, residence);
  });
}

/// Every algorithm, with every number of threads and in every place.
template <class ExecutionSpace>
void add_algorithms(TextSource const& source, std::string const& device, bool with_libdivsufsort)
{
  auto algorithms = suffix_array_algorithms<ExecutionSpace>();
  algorithms.insert(algorithms.begin(), SuffixArrayAlgorithm::automatic);
  for (auto const algorithm : algorithms) {
    if (algorithm == SuffixArrayAlgorithm::libdivsufsort) {
      if (with_libdivsufsort) add_sort<ExecutionSpace>(source, device, {.algorithm = algorithm}, 1, Residence::device);
      continue;
    }
    for (int const threads : thread_counts_of<ExecutionSpace>())
      add_sort<ExecutionSpace>(source, device, {.algorithm = algorithm}, threads, Residence::device);
    if (!lexikos::detail::works_on_host<ExecutionSpace>)
      add_sort<ExecutionSpace>(source, device, {.algorithm = algorithm}, 0, Residence::pinned);
  }
  if (!lexikos::detail::works_on_host<ExecutionSpace>)
    add_sort<ExecutionSpace>(source, device, {.low_memory = true}, 0, Residence::device);
}

/// Prefix doubling by the segmented sorts of others.
template <class ExecutionSpace>
void add_segmented_sorts(TextSource const& source, std::string const& device)
{
  for (auto const sort : segmented_sorts<ExecutionSpace>()) {
    if (sort == SegmentedSort::automatic) continue;
    for (int const threads : thread_counts_of<ExecutionSpace>())
      add_sort<ExecutionSpace>(source, device,
                               {.algorithm = SuffixArrayAlgorithm::prefix_doubling, .segmented_sort = sort}, threads,
                               Residence::device);
  }
}

/// The text in texts of so many bytes, each of which is sorted by itself.
constexpr std::size_t bytes_of_short_text = 10'000;

struct ShortTexts
{
  std::vector<std::uint64_t> offsets{0};

  explicit ShortTexts(std::size_t n)
  {
    while (offsets.back() < n) offsets.push_back(std::min(n, offsets.back() + bytes_of_short_text));
  }
  [[nodiscard]] std::size_t count() const { return offsets.size() - 1; }
};

/// Of a sample of the texts.
template <class ExecutionSpace>
void require_right_arrays(ExecutionSpace const& space, Arrays<ExecutionSpace, std::uint32_t> const& arrays,
                          ShortTexts const& texts)
{
  for (std::size_t d = 0; d < texts.count(); d += 1 + texts.count() / 100) {
    std::pair const part(texts.offsets[d], texts.offsets[d + 1]);
    if (!check_suffix_array(space, Kokkos::subview(arrays.text, part), Kokkos::subview(arrays.suffix_array, part)))
      throw std::runtime_error("WRONG: the suffix array of text " + std::to_string(d));
  }
}

template <class ExecutionSpace>
void add_short_texts(TextSource const& source, std::string const& device)
{
  for (int const threads : thread_counts_of<ExecutionSpace>()) {
    bool const on_host = lexikos::detail::works_on_host<ExecutionSpace>;
    std::string const where = on_host ? "threads:" + std::to_string(threads) : "device";
    add_benchmark("suffix_arrays/" + source.name + "/" + device + "/lexikos/" + where, [source, threads](
                                                                                           benchmark::State& state) {
      LoadedText& text = load(source);
      auto const space = instance<ExecutionSpace>(threads);
      Arrays<ExecutionSpace, std::uint32_t> const arrays(space, text);
      ShortTexts const texts(text.size());
      auto const documents = documents_from_host(space, texts.offsets, text.size());
      Workspace workspace;
      report_peer(state, text, measure([&] {
                    suffix_arrays(space, arrays.text, documents, arrays.suffix_array, {.workspace = &workspace});
                  }));
      require_right_arrays(space, arrays, texts);
    });
  }
}

#ifdef LEXIKOS_BENCH_LIBSAIS
void add_short_texts_by_libsais(TextSource const& source)
{
  for (int const threads : thread_counts())
    add_benchmark("suffix_arrays/" + source.name + "/openmp/libsais/threads:" + std::to_string(threads),
                  [source, threads](benchmark::State& state) {
                    using Host = Kokkos::DefaultHostExecutionSpace;
                    LoadedText& text = load(source);
                    Arrays<Host, std::uint32_t> const arrays(Host(), text);
                    ShortTexts const texts(text.size());
                    report_peer(state, text, measure([&] {
                                  peers::libsais_suffix_arrays(arrays.text.data(), texts.offsets.data(), texts.count(),
                                                               arrays.suffix_array.data(), threads);
                                }));
                    require_right_arrays(Host(), arrays, texts);
                  });
}
#endif

void add_text(TextSource const& source)
{
  bool has_libdivsufsort = false;  // once is enough: no execution space makes a difference to it
  for_each_device([&](std::string const& device, auto tag) {
    using ExecutionSpace = typename decltype(tag)::type;
    add_algorithms<ExecutionSpace>(source, device, !has_libdivsufsort);
    has_libdivsufsort = has_libdivsufsort || lexikos::detail::works_on_host<ExecutionSpace>;
    add_segmented_sorts<ExecutionSpace>(source, device);
    if (source.size < std::numeric_limits<std::uint32_t>::max()) add_short_texts<ExecutionSpace>(source, device);
  });
#ifdef LEXIKOS_BENCH_LIBSAIS
  if (wants_device("openmp") && source.size < std::numeric_limits<std::uint32_t>::max())
    add_short_texts_by_libsais(source);
#endif
  add_peers(source);
}

}  // namespace

}  // namespace lexikos::bench

int main(int argc, char** argv)
{
  return lexikos::bench::run_program(argc, argv, [] {
    for (auto const& source : lexikos::bench::text_sources()) lexikos::bench::add_text(source);
  });
}
