// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/wavelet_matrix.hpp>
#include <lexikos/wavelet_tree.hpp>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/integer_texts.hpp"

namespace lexikos::tests
{

namespace
{

template <class ExecutionSpace, class Symbol>
struct TextOfWavelet
{
  explicit TextOfWavelet(std::vector<Symbol> const& symbols) : host(symbols), text(to_view<ExecutionSpace>(symbols))
  {
    std::vector<std::uint64_t> places(symbols.size());
    std::iota(places.begin(), places.end(), 0);
    begins = to_view<ExecutionSpace>(places);
    for (auto& place : places) place = place + place * place % 61;
    ends = to_view<ExecutionSpace>(places);
  }

  [[nodiscard]] std::size_t size() const { return host.size(); }
  [[nodiscard]] auto values() const { return std::tuple(host, to_vector(text), to_vector(begins), to_vector(ends)); }

  ExecutionSpace space = smallest_instance<ExecutionSpace>();
  std::vector<Symbol> host;
  TestArray<Symbol, ExecutionSpace> text;
  TestArray<std::uint64_t, ExecutionSpace> begins;
  TestArray<std::uint64_t, ExecutionSpace> ends;
};

/// The answers of batches on points, sorted by symbol too.
template <class ExecutionSpace, class Symbol, class Wavelet>
auto points_of(TextOfWavelet<ExecutionSpace, Symbol> const& text, Surroundings const& surroundings,
               Wavelet const& wavelet, bool sort_by_symbol = false)
{
  WaveletBatchOptions const options{.sort_by_symbol = sort_by_symbol, .workspace = surroundings.workspace()};
  auto const symbols = results_of<Symbol, ExecutionSpace>(text.size());
  auto const inverse = results_of<Symbol, ExecutionSpace>(text.size());
  auto const inverse_ranks = results_of<std::uint64_t, ExecutionSpace>(text.size());
  auto const ranks = results_of<std::uint64_t, ExecutionSpace>(text.size());
  auto const positions = results_of<std::uint64_t, ExecutionSpace>(text.size());
  surroundings.within([&] {
    wavelet.access(text.space, text.begins, symbols);
    wavelet.inverse_select(text.space, text.begins, inverse, inverse_ranks);
    wavelet.rank(text.space, text.text, text.ends, ranks, options);
    wavelet.select(text.space, text.text, text.begins, positions, options);
    text.space.fence();
  });
  return std::tuple(to_vector(symbols), to_vector(inverse), to_vector(inverse_ranks), to_vector(ranks),
                    to_vector(positions));
}

/// The answers of batches on ranges.
template <class ExecutionSpace, class Symbol, class Wavelet>
auto ranges_of(TextOfWavelet<ExecutionSpace, Symbol> const& text, Surroundings const& surroundings,
               Wavelet const& wavelet)
{
  WaveletBatchOptions const options{.workspace = surroundings.workspace()};
  std::size_t const n = text.size();
  std::uint64_t const k = 2;
  auto const u64 = [](std::size_t size) { return results_of<std::uint64_t, ExecutionSpace>(size); };
  auto const counts = u64(n), quantiles = u64(n), next = u64(n), previous = u64(n), offsets = u64(n + 1);
  auto const all_ranks = u64(n * wavelet.alphabet().size());
  auto const top_symbols = results_of<Symbol, ExecutionSpace>(k * n);
  auto const top_counts = u64(k * n), top_found = u64(n);
  std::uint64_t const distinct = surroundings.within([&] {
    wavelet.rank_all(text.space, text.begins, all_ranks);
    wavelet.range_count(text.space, text.begins, text.ends, text.begins, text.ends, counts);
    wavelet.range_quantile(text.space, text.begins, text.ends, text.begins, quantiles);
    wavelet.range_next_value(text.space, text.text, text.begins, text.ends, next);
    wavelet.range_previous_value(text.space, text.text, text.begins, text.ends, previous);
    wavelet.top_k(text.space, text.begins, text.ends, k, top_symbols, top_counts, top_found);
    return wavelet.distinct_offsets(text.space, text.begins, text.ends, offsets, options);
  });
  auto const symbols = results_of<Symbol, ExecutionSpace>(distinct);
  auto const occurrences = u64(distinct);
  surroundings.within([&] {
    wavelet.distinct(text.space, text.begins, text.ends, offsets, symbols, occurrences);
    text.space.fence();
  });
  return std::tuple(to_vector(counts), to_vector(quantiles), to_vector(next), to_vector(previous), to_vector(offsets),
                    to_vector(all_ranks), to_vector(top_found), to_vector(symbols), to_vector(occurrences));
}

template <class Wavelet, class ExecutionSpace, class Symbol>
void expect_wavelet(std::string const& structure, TextOfWavelet<ExecutionSpace, Symbol> const& text,
                    WaveletOptions const& options = {})
{
  std::string const kind = type_name<Symbol>();
  auto const inputs = [&] { return text.values(); };
  Faults building(fault_name<ExecutionSpace>(structure, kind));
  building.expect(inputs, [&](Surroundings const& surroundings) {
    auto with_workspace = options;
    with_workspace.workspace = surroundings.workspace();
    auto const wavelet = surroundings.within([&] { return Wavelet(text.space, text.text, with_workspace); });
    return points_of(text, surroundings, wavelet);
  });
  Wavelet const wavelet(text.space, text.text, options);
  Faults sorted(fault_name<ExecutionSpace>(structure + ", batches sorted by symbol", kind));
  sorted.expect(inputs, [&](Surroundings const& surroundings) { return points_of(text, surroundings, wavelet, true); });
  Faults on_ranges(fault_name<ExecutionSpace>(structure + ", batches on ranges", kind));
  on_ranges.expect(inputs, [&](Surroundings const& surroundings) { return ranges_of(text, surroundings, wavelet); });

  if (sizeof(Symbol) > 1) return;  // files of wider symbols differ in nothing else
  ScratchFolder const folder;
  Faults saving(fault_name<ExecutionSpace>(structure + "::save", kind));
  saving.expect(inputs, [&](Surroundings const& surroundings) {
    surroundings.within([&] {
      FileWriter file(folder / "wavelet", "wavelet", surroundings.resource());
      wavelet.save(text.space, file);
      file.commit();
    });
    REQUIRE(folder.files() == 1);
    return read_bytes(folder / "wavelet");
  });
  Faults loading(fault_name<ExecutionSpace>(structure + "::load", kind));
  loading.expect(inputs, [&](Surroundings const& surroundings) {
    auto const loaded = surroundings.within([&] {
      FileReader const file(folder / "wavelet", "wavelet");
      return Wavelet::load(text.space, file, "wavelet", surroundings.resource());
    });
    return points_of(text, surroundings, loaded);
  });
}

/// A text of the host that is read in chunks, of 4 096 symbols at least.
template <class Wavelet, class ExecutionSpace, class Symbol>
void expect_chunks(std::string const& structure, TextOfWavelet<ExecutionSpace, Symbol> const& text)
{
  Faults faults(fault_name<ExecutionSpace>(structure + " of a text of the host, in chunks", type_name<Symbol>()),
                false);
  faults.expect([&] { return text.values(); },
                [&](Surroundings const& surroundings) {
                  WaveletOptions const options{.memory_budget = 1, .workspace = surroundings.workspace()};
                  Span<Symbol const, Kokkos::HostSpace> const host(text.host.data(), text.host.size());
                  Wavelet const wavelet(text.space, host, options);
                  return points_of(text, surroundings, wavelet);
                });
}

template <class ExecutionSpace, class Symbol>
void expect_wavelets(std::vector<Symbol> const& symbols, std::vector<Symbol> const& chunks)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  TextOfWavelet<ExecutionSpace, Symbol> const text(symbols);
  expect_wavelet<WaveletMatrix<MemorySpace, Symbol>>("WaveletMatrix/quad", text);
  expect_wavelet<WaveletMatrix<MemorySpace, Symbol, WaveletLevels::binary>>("WaveletMatrix/binary", text);
  expect_wavelet<WaveletTree<MemorySpace, Symbol>>("WaveletTree/balanced", text);
  expect_wavelet<WaveletTree<MemorySpace, Symbol>>("WaveletTree/huffman", text, {.shape = WaveletShape::huffman});
  TextOfWavelet<ExecutionSpace, Symbol> const long_text(chunks);
  expect_chunks<WaveletMatrix<MemorySpace, Symbol>>("WaveletMatrix/quad", long_text);
  expect_chunks<WaveletTree<MemorySpace, Symbol>>("WaveletTree/balanced", long_text);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: wavelet matrices and trees", ExecutionSpace, failing_wavelets)
{
  expect_wavelets<ExecutionSpace>(texts::random(100, 6, 7), texts::random(5'000, 40, 7));
  auto const values = texts::sparse_values<std::uint32_t>(30, 5);
  expect_wavelets<ExecutionSpace>(texts::random_of(values, 50, 6), texts::random_of(values, 5'000, 6));
}
TEST_CASE_TEMPLATE_APPLY(failing_wavelets, Spaces);

}  // namespace lexikos::tests
