// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <lexikos/file.hpp>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/code_of.hpp"
#include "tests/file/altered_file.hpp"
#include "tests/wavelet/structures.hpp"

// Files with right checksums and wrong contents: they are refused, or every query ends, within the memory of the structure.

namespace lexikos::tests
{

namespace
{

/// Asks every query of a structure, of a symbol each time, at places spread over the text and beyond it. Sums the answers,
/// so that nothing is left out.
template <class Structure>
struct AskEverything
{
  using Symbol = typename Structure::SymbolType;

  Structure structure;

  KOKKOS_FUNCTION void operator()(std::size_t q, std::uint64_t& sum) const
  {
    std::uint64_t const n = structure.size();
    std::uint64_t const i = q < 64 ? q : n / 61 * (q % 61) + q / 61;
    std::uint64_t const end = i + q % 37;
    auto const symbol = static_cast<Symbol>(q % 3 == 0 ? q : structure.alphabet().symbol(q % 11));
    sum += structure.access(i) + structure.rank(symbol, i) + structure.select(symbol, i % 50) +
           structure.inverse_select(i).rank + structure.range_count(q % 7, symbol, i, end) +
           structure.range_quantile(i, end, q % 5).symbol + structure.range_next_value(symbol, i, end).symbol +
           structure.range_previous_value(symbol, i, end).symbol + structure.select(symbol, n) +
           structure.rank(symbol, n);
    Symbol symbols[5];
    std::uint64_t counts[5];
    sum += structure.distinct(i, end, symbols, counts, 5) + structure.top_k(0, n, 5, symbols, counts);
  }
};

template <class ExecutionSpace, class Structure>
void ask_everything(ExecutionSpace const& space, Structure const& structure)
{
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("lexikos::tests::ask_everything", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 200),
                          AskEverything<Structure>{structure}, sum);
  auto const positions = to_view<ExecutionSpace>(std::vector<std::uint64_t>{0, 1, structure.size(), ~std::uint64_t{0}});
  if (structure.alphabet().size() < 1000) {
    TestArray<std::uint64_t, ExecutionSpace> const ranks("ranks", 4 * structure.alphabet().size());
    structure.rank_all(space, positions, ranks);
  }
  space.fence();
}

/// Whether rank, select and inverse select are those of the text that access tells; empty if so.
template <class ExecutionSpace, class Structure>
std::string contradiction(ExecutionSpace const& space, Structure const& structure)
{
  using Symbol = typename Structure::SymbolType;
  std::size_t const n = structure.size();
  std::vector<std::uint64_t> positions(n);
  for (std::size_t i = 0; i < n; ++i) positions[i] = i;
  auto const asked = to_view<ExecutionSpace>(positions);
  TestArray<Symbol, ExecutionSpace> const text("text", n);
  TestArray<std::uint64_t, ExecutionSpace> const found("found", n);
  structure.access(space, asked, text);
  space.fence();
  auto const symbols = to_vector(text);
  std::map<Symbol, std::uint64_t> seen;
  std::vector<std::uint64_t> ranks(n);
  std::vector<std::uint64_t> occurrences(n);
  for (std::size_t i = 0; i < n; ++i) {
    ranks[i] = seen[symbols[i]]++;
    occurrences[i] = ranks[i] + 1;
  }
  structure.inverse_select(space, asked, text, found);
  space.fence();
  std::string wrong = difference(text, symbols) + difference(found, ranks);
  structure.rank(space, text, asked, found);
  space.fence();
  wrong += difference(found, ranks);
  structure.select(space, text, to_view<ExecutionSpace>(occurrences), found);
  space.fence();
  return wrong + difference(found, positions);
}

/// A change of a file, and the kind of structure that it is for.
struct Attack
{
  std::string structure;
  std::string name;
  std::function<void(AlteredFile&)> change;
};

void fill(FileSection& section, std::uint64_t value)
{
  for (std::size_t i = 0; i < section.entries(); ++i) section.set_entry(i, value);
}

std::vector<Attack> const& attacks()
{
  static std::vector<Attack> const list{
      {"quad", "no samples", [](AlteredFile& f) { f.section("wavelet.l.samples").resize(0); }},
      {"quad", "samples beyond the blocks", [](AlteredFile& f) { fill(f.section("wavelet.l.samples"), 1u << 30); }},
      {"quad", "a table of codes of ones", [](AlteredFile& f) { fill(f.section("wavelet.a.table"), 0xFFFFFFFF); }},
      {"quad", "places of samples beyond them", [](AlteredFile& f) { fill(f.section("wavelet.l.places"), 1u << 20); }},
      {"quad", "bases beyond the text", [](AlteredFile& f) { fill(f.section("wavelet.l.base"), 1u << 20); }},
      {"quad", "fewer levels", [](AlteredFile& f) { f.section("wavelet.l.levels").integer -= 1; }},
      {"quad", "starts that overlap", [](AlteredFile& f) { fill(f.section("wavelet.starts"), 1); }},
      {"quad", "a larger text", [](AlteredFile& f) { f.section("wavelet.size").integer += 1; }},
      {"binary", "ones beyond the bits", [](AlteredFile& f) { f.section("wavelet.l.bits.ones").integer *= 2; }},
      {"binary", "zeros beyond the text",
       [](AlteredFile& f) { fill(f.section("wavelet.l.zeros"), ~std::uint64_t{0}); }},
      {"binary", "other ones before levels", [](AlteredFile& f) { fill(f.section("wavelet.l.ones"), 5); }},
      {"binary", "a smaller text", [](AlteredFile& f) { f.section("wavelet.size").integer -= 1; }},
      {"tree", "ones beyond the bits", [](AlteredFile& f) { f.section("wavelet.bits.ones").integer *= 2; }},
      {"tree", "a node that is its own child",
       [](AlteredFile& f) {
         // children of the first node: the first half of word 3 is the right one and the second half the parent
         auto& nodes = f.section("wavelet.nodes");
         nodes.set_entry(2, nodes.entry(2) & 0xFFFFFFFF);
       }},
      {"tree", "a parent that is below its leaf's node", [](AlteredFile& f) { fill(f.section("wavelet.parents"), 0); }},
      {"tree", "a cycle of parents",
       [](AlteredFile& f) {
         auto& nodes = f.section("wavelet.nodes");
         std::size_t const last = nodes.entries() / 4 - 1;
         nodes.set_entry(4 * last + 3, (nodes.entry(4 * last + 3) & 0xFFFFFFFF) | std::uint64_t{last} << 32);
       }},
      {"tree", "counts of more than the text", [](AlteredFile& f) { fill(f.section("wavelet.counts"), 1u << 20); }},
      {"tree", "splits beyond the leaves",
       [](AlteredFile& f) {
         auto& nodes = f.section("wavelet.nodes");
         for (std::size_t id = 0; id < nodes.entries() / 4; ++id) nodes.set_entry(4 * id + 2, ~std::uint64_t{0});
       }},
      {"huffman", "codes beyond the alphabet", [](AlteredFile& f) { fill(f.section("wavelet.code_of"), 1u << 31); }},
      {"huffman", "leaves beyond the tree", [](AlteredFile& f) { fill(f.section("wavelet.leaf_of"), 1u << 31); }},
      {"huffman", "no tables of codes", [](AlteredFile& f) { f.section("wavelet.leaf_of").resize(0); }},
      {"huffman", "symbols in no order", [](AlteredFile& f) { fill(f.section("wavelet.a.symbols"), 7); }}};
  return list;
}

std::vector<std::string> const structure_names{"quad", "binary", "tree", "huffman"};

template <class ExecutionSpace, class Structure, class View>
void save_built(ExecutionSpace const& space, View const& text, WaveletShape shape, std::string const& path)
{
  FileWriter writer(path, "wavelet");
  Structure(space, text, {.shape = shape}).save(space, writer);
  writer.commit();
}

template <class ExecutionSpace>
void expect_refused()
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::string const text = "mississippi\nfoo bar\nmississippi\nmississippi\nfoo bar\nmississippi\n";
  auto const view = to_view<ExecutionSpace>(std::vector<std::uint8_t>(text.begin(), text.end()));
  ScratchFolder const folder;
  std::size_t next = 0;
  for_each_structure_type<ExecutionSpace, std::uint8_t>([&](auto tag, WaveletShape shape) {
    using Structure = typename decltype(tag)::type;
    std::string const name = structure_names[next++];
    save_built<ExecutionSpace, Structure>(space, view, shape, folder / "built");
    for (auto const& attack : attacks()) {
      if (attack.structure != name) continue;
      CAPTURE(attack.name);
      AlteredFile file(folder / "built");
      attack.change(file);
      file.write(folder / "altered");
      FileReader const reader(folder / "altered", "wavelet");
      CHECK(code_of([&] { (void)Structure::load(space, reader); }) == ErrorCode::corrupt_input);
    }
  });
}

template <class ExecutionSpace, class Symbol>
void expect_no_crash(std::vector<Symbol> const& text, int changes, std::uint64_t seed)
{
  auto const space = smallest_instance<ExecutionSpace>();
  auto const view = to_view<ExecutionSpace>(text);
  std::mt19937_64 random(seed);
  ScratchFolder const folder;
  for_each_structure_type<ExecutionSpace, Symbol>([&](auto tag, WaveletShape shape) {
    using Structure = typename decltype(tag)::type;
    save_built<ExecutionSpace, Structure>(space, view, shape, folder / "built");
    for (int change = 0; change < changes; ++change) {
      AlteredFile file(folder / "built");
      std::string const what = change_at_random(file, random);
      CAPTURE(what);
      file.write(folder / "altered");
      FileReader const reader(folder / "altered", "wavelet");
      std::unique_ptr<Structure> loaded;
      auto const code = code_of([&] { loaded = std::make_unique<Structure>(Structure::load(space, reader)); });
      bool const is_refused = code == ErrorCode::corrupt_input || code == ErrorCode::invalid_argument;
      CHECK((is_refused || !code.has_value()));
      if (loaded == nullptr) continue;
      ask_everything(space, *loaded);
      if (loaded->size() < 100'000) CHECK(contradiction(space, *loaded) == "");
    }
  });
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wavelet files whose checksums are right: contents that are wrong are refused",
                          ExecutionSpace, wavelet_attacks)
{
  expect_refused<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_attacks, Spaces);

namespace
{

/// \param share  which part of all changes: one in `share`
template <class ExecutionSpace>
void expect_no_crash_of_any(int share)
{
  expect_no_crash<ExecutionSpace>(generated<std::uint8_t>(300, 13, 7, Spread::skewed, 1), 400 / share, 1);
  expect_no_crash<ExecutionSpace>(generated<std::uint8_t>(200, 1, 1, Spread::uniform, 1), 100 / share, 2);
  expect_no_crash<ExecutionSpace>(generated<std::uint16_t>(1000, 400, 3, Spread::uniform, 1), 200 / share, 3);
  expect_no_crash<ExecutionSpace>(generated<std::uint32_t>(500, 100, 1u << 25, Spread::runs, 1), 200 / share, 4);
  expect_no_crash<ExecutionSpace>(std::vector<std::uint8_t>{}, 50 / share, 5);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wavelet files whose checksums are right: random changes", ExecutionSpace, wavelet_changes)
{
  expect_no_crash_of_any<ExecutionSpace>(20);
}
TEST_CASE_TEMPLATE_APPLY(wavelet_changes, Spaces);

TEST_CASE_TEMPLATE_DEFINE("wavelet files whose checksums are right: many random changes" * doctest::test_suite("long"),
                          ExecutionSpace, many_wavelet_changes)
{
  expect_no_crash_of_any<ExecutionSpace>(1);
}
TEST_CASE_TEMPLATE_APPLY(many_wavelet_changes, Spaces);

}  // namespace lexikos::tests
