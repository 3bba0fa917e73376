// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns of all ranks in drawn texts and splits, against the definition.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/index_by_text.hpp>
#include <lexikos/distributed/suffix_array.hpp>
#include <optional>

#include "distributed/tuning.hpp"
#include "tests/mpi/drawn_texts.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

namespace
{

using distributed::Communicator;
using distributed::IndexByRange;
using distributed::IndexByText;
using MemorySpace = Space::memory_space;

/// A rank's patterns, on the device as indexes take them, and what they should find.
template <class Symbol>
struct DrawnBatch
{
  std::vector<std::vector<Symbol>> patterns;
  std::vector<std::vector<std::uint64_t>> positions;  ///< of each, ascending
  TestArray<Symbol, Space> symbols;
  TestArray<std::uint64_t, Space> offsets;
  std::vector<std::uint64_t> counts;

  /// \param longest  of the patterns; 0: no limit
  /// \param borders  that no occurrence crosses
  /// \param length   of all patterns, unless it is drawn for each
  DrawnBatch(std::vector<Symbol> const& text, std::size_t longest, Split const& borders, std::mt19937_64& random,
             std::optional<std::size_t> length = std::nullopt)
  {
    std::size_t const count = random() % 3 == 0 ? 0 : random() % 25;
    std::vector<Symbol> all;
    std::vector<std::uint64_t> begins{0};
    for (std::size_t i = 0; i < count; ++i) {
      patterns.push_back(draw(text, length.value_or(drawn_length(text, longest, random)), random));
      positions.push_back(occurrences(text, patterns.back(), borders));
      counts.push_back(positions.back().size());
      all.insert(all.end(), patterns.back().begin(), patterns.back().end());
      begins.push_back(all.size());
    }
    symbols = to_view<Space>(all);
    offsets = to_view<Space>(begins);
  }

 private:
  static std::size_t drawn_length(std::vector<Symbol> const& text, std::size_t longest, std::mt19937_64& random)
  {
    std::size_t const most = longest == 0 ? text.size() + 2 : longest;
    return random() % 4 == 0 ? random() % (most + 1) : std::min<std::size_t>(most, random() % 9);
  }

  static std::vector<Symbol> draw(std::vector<Symbol> const& text, std::size_t length, std::mt19937_64& random)
  {
    std::vector<Symbol> pattern(length);
    std::size_t const from = text.empty() ? 0 : random() % text.size();
    for (std::size_t k = 0; k < length; ++k)
      pattern[k] = from + k < text.size() ? text[from + k] : static_cast<Symbol>(random());
    if (length != 0 && random() % 5 == 0) pattern[random() % length] = static_cast<Symbol>(random() % 5);
    return pattern;
  }

  static std::vector<std::uint64_t> occurrences(std::vector<Symbol> const& text, std::vector<Symbol> const& pattern,
                                                Split const& borders)
  {
    std::vector<std::uint64_t> found;
    std::uint64_t begin = 0;
    for (std::uint64_t const extent : borders) {
      for (std::uint64_t i = begin; i < begin + extent && pattern.size() <= begin + extent - i; ++i)
        if (std::equal(pattern.begin(), pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(i)))
          found.push_back(i);
      begin += extent;
    }
    return found;
  }
};

/// Every rank draws its own.
std::mt19937_64 own_random(std::mt19937_64& random, int own = rank())
{
  return std::mt19937_64(random() + static_cast<std::uint64_t>(own));
}

template <class Positions>
std::vector<std::vector<std::uint64_t>> lists_of(Positions const& found)
{
  auto const offsets = to_vector(found.offsets);
  auto const positions = to_vector(found.positions);
  std::vector<std::vector<std::uint64_t>> lists;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    lists.emplace_back(positions.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                       positions.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
  return lists;
}

/// A folder that all ranks see, and rank 0 removes.
class SharedFolder
{
 public:
  SharedFolder()
  {
    std::array<char, 64> name{"/tmp/lexikos_ranks_XXXXXX"};
    if (rank() == 0) REQUIRE(::mkdtemp(name.data()) != nullptr);
    MPI_Bcast(name.data(), static_cast<int>(name.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    m_path = name.data();
  }
  SharedFolder(SharedFolder const&) = delete;
  SharedFolder& operator=(SharedFolder const&) = delete;
  ~SharedFolder()
  {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0) std::filesystem::remove_all(m_path);
  }
  [[nodiscard]] std::string path() const { return m_path + "/index"; }

 private:
  std::string m_path;
};

/// Calls work(ranks) on the first `count` ranks, with a communicator of these.
template <class Work>
void on_first(int count, Work const& work)
{
  MPI_Comm some = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank() < count ? 0 : MPI_UNDEFINED, rank(), &some);
  if (some == MPI_COMM_NULL) return;
  work(Communicator(Space(), some));
  MPI_Comm_free(&some);
}

Communicator const& drawn_communicator(std::mt19937_64& random)
{
  return communicator(std::vector<std::size_t>{8, 100, std::size_t{1} << 30}[random() % 3]);
}

// ----- by text

/// Whether an index finds what a rank's batch should; a limit leaves any positions, but as many as there are.
template <class Index, class Symbol>
void expect_by_text(Index const& index, DrawnBatch<Symbol> const& batch, SearchOptions options)
{
  TestArray<std::uint64_t, Space> const counts("counts", batch.counts.size());
  index.count(Space(), batch.symbols, batch.offsets, counts, options);
  REQUIRE(on_all(to_vector(counts) == batch.counts));
  auto found = lists_of(index.locate(Space(), batch.symbols, batch.offsets, options));
  REQUIRE(on_all(found.size() == batch.positions.size()));
  bool is_right = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto const& all = batch.positions[i];
    std::size_t const wanted =
        options.max_positions == 0 ? all.size() : std::min<std::size_t>(options.max_positions, all.size());
    is_right = is_right && found[i].size() == wanted && std::is_sorted(found[i].begin(), found[i].end()) &&
               std::includes(all.begin(), all.end(), found[i].begin(), found[i].end());
  }
  REQUIRE(on_all(is_right));
}

/// Whether ranges that this rank draws, some of them empty, reversed or beyond the end, are those of the text.
template <class Index, class Symbol>
bool extracts(Index const& index, std::vector<Symbol> const& text, std::mt19937_64& random)
{
  std::size_t const count = random() % 3 == 0 ? 0 : random() % 12;
  std::vector<std::uint64_t> begins, ends;
  std::vector<std::uint64_t> offsets{0};
  std::vector<Symbol> expected;
  for (std::size_t i = 0; i < count; ++i) {
    begins.push_back(random() % (text.size() + 3));
    ends.push_back(random() % 4 == 0 ? random() % (text.size() + 3) : begins.back() + random() % 30);
    for (std::uint64_t p = begins.back(); p < std::min<std::uint64_t>(ends.back(), text.size()); ++p)
      expected.push_back(text[p]);
    offsets.push_back(expected.size());
  }
  auto const found = index.extract(Space(), to_view<Space>(begins), to_view<Space>(ends));
  return to_vector(found.symbols) == expected && to_vector(found.offsets) == offsets;
}

template <class LocalIndex>
void expect_index_by_text(std::mt19937_64& random, std::size_t n)
{
  using Symbol = typename IndexByText<LocalIndex>::Symbol;
  std::vector<Symbol> const text = widened<Symbol>(draw_text(n, random));
  Split const split = draw_split(n, random);
  std::size_t const longest = random() % 3 == 0 ? 0 : 1 + random() % 40;
  CAPTURE(n);
  CAPTURE(longest);
  CAPTURE(to_string(split));
  distributed_detail::tuning().items_of_piece = 1 + random() % 30;
  distributed_detail::tuning().max_pieces = 1 + random() % 100;
  distributed_detail::tuning().max_pieces_of_patterns = 1 + random() % 100;
  IndexByText<LocalIndex> const index(Space(), drawn_communicator(random), to_view<Space>(own_part(text, split)),
                                      longest);
  REQUIRE(on_all(index.size() == n));
  Split const borders = longest == 0 ? split : Split{n};
  auto own = own_random(random);
  SearchOptions options;
  options.max_positions = random() % 2 == 0 ? 0 : 1 + random() % 5;
  options.sort_patterns = random() % 2 == 0;
  expect_by_text(index, DrawnBatch<Symbol>(text, longest, borders, own), options);
  REQUIRE(on_all(extracts(index, text, own)));

  SharedFolder const folder;
  index.save(Space(), folder.path());
  index.save(Space(), folder.path(), [](FileWriter& manifest) { manifest.add_integer("more", 7); });  // in its place
  auto const facts = distributed::index_by_text_facts(folder.path());
  bool const is_fm = std::is_same_v<LocalIndex, FmIndex<MemorySpace, std::uint32_t>>;
  REQUIRE(on_all(facts.is_fm == is_fm && facts.size == n && facts.longest_pattern == longest &&
                 facts.symbol == sizeof(Symbol) && FileReader(folder.path() + "/manifest").integer("more") == 7));
  auto const shards = std::count_if(split.begin(), split.end(), [](auto extent) { return extent != 0; });
  REQUIRE(on_all(distributed::folder_facts(folder.path()).shards == static_cast<std::uint64_t>(shards)));
  int const fewer = 1 + static_cast<int>(random() % static_cast<unsigned>(size()));
  DrawnBatch<Symbol> const batch(text, longest, borders, own);
  bool is_right = true;
  on_first(fewer, [&](Communicator const& ranks) {
    auto const loaded = IndexByText<LocalIndex>::load(Space(), ranks, folder.path());
    TestArray<std::uint64_t, Space> const counts("counts", batch.counts.size());
    loaded.count(Space(), batch.symbols, batch.offsets, counts, options);
    auto const found = lists_of(loaded.locate(Space(), batch.symbols, batch.offsets));
    is_right = to_vector(counts) == batch.counts && found == batch.positions && extracts(loaded, text, own);
  });
  REQUIRE(on_all(is_right));
  distributed_detail::tuning() = {};
}

// ----- by range

template <class Index, class Symbol, class Indices>
void expect_by_range(IndexByRange<MemorySpace, Index, Symbol> const& index, std::vector<Symbol> const& text,
                     DrawnBatch<Symbol> const& batch, Indices const& suffixes, SearchOptions const& options,
                     bool& is_right)
{
  std::size_t const count = batch.counts.size();
  TestArray<Index, Space> const counts("counts", count), begins("begins", count), ends("ends", count);
  index.count(Space(), batch.symbols, batch.offsets, counts);
  index.intervals(Space(), batch.symbols, batch.offsets, begins, ends);
  auto const found = lists_of(index.locate(Space(), batch.symbols, batch.offsets, options));
  auto const own_begins = to_vector(begins);
  auto const own_ends = to_vector(ends);
  auto const own_counts = to_vector(counts);
  is_right = found.size() == count;
  for (std::size_t i = 0; is_right && i < count; ++i) {
    std::vector<std::uint64_t> expected(suffixes.begin() + static_cast<std::ptrdiff_t>(own_begins[i]),
                                        suffixes.begin() + static_cast<std::ptrdiff_t>(own_ends[i]));
    auto all = expected;
    std::sort(all.begin(), all.end());
    is_right = own_counts[i] == batch.counts[i] && all == batch.positions[i];
    if (options.max_positions != 0) expected.resize(std::min<std::size_t>(expected.size(), options.max_positions));
    if (options.text_order) std::sort(expected.begin(), expected.end());
    is_right = is_right && found[i] == expected;
  }
  auto const extracted = index.extract(Space(), begins, ends);  // as positions, which they are too
  std::vector<Symbol> expected;
  for (std::size_t i = 0; i < count; ++i)
    for (std::uint64_t p = own_begins[i]; p < own_ends[i]; ++p) expected.push_back(text[p]);
  is_right = is_right && to_vector(extracted.symbols) == expected;
}

template <class Symbol, class Index>
void expect_index_by_range(std::mt19937_64& random, std::size_t n)
{
  std::vector<Symbol> const text = widened<Symbol>(draw_text(n, random));
  auto const suffixes = sorted_suffixes(text);
  Split const split = draw_split(n, random);
  Split const array_split = draw_split(n, random);
  CAPTURE(n);
  CAPTURE(to_string(split));
  CAPTURE(to_string(array_split));
  distributed_detail::tuning().items_of_piece = 1 + random() % 30;
  distributed_detail::tuning().max_pieces = 1 + random() % 100;
  distributed_detail::tuning().max_pieces_of_patterns = 1 + random() % 100;
  auto const array = to_view<Space>(own_part(std::vector<Index>(suffixes.begin(), suffixes.end()), array_split));
  distributed::IndexByRangeOptions build;
  build.table_entries = random() % 3 == 0 ? 0 : 1 + random() % 1000;
  IndexByRange<MemorySpace, Index, Symbol> const index(Space(), drawn_communicator(random),
                                                       to_view<Space>(own_part(text, split)), array, build);
  std::optional<std::size_t> length;  // of all patterns of all ranks
  if (random() % 2 == 0) length = random() % 14;
  auto own = own_random(random);
  SearchOptions options;
  options.max_positions = random() % 2 == 0 ? 0 : 1 + random() % 5;
  options.text_order = random() % 2 == 0;
  bool is_right = false;
  expect_by_range(index, text, DrawnBatch<Symbol>(text, 0, {n}, own, length), suffixes, options, is_right);
  REQUIRE(on_all(is_right));

  SharedFolder const folder;
  int const some = 1 + static_cast<int>(random() % static_cast<unsigned>(size()));
  index.save(Space(), folder.path());
  DrawnBatch<Symbol> const batch(text, 0, {n}, own);
  is_right = true;
  on_first(some, [&](Communicator const& ranks) {
    auto const loaded = IndexByRange<MemorySpace, Index, Symbol>::load(Space(), ranks, folder.path(), build);
    expect_by_range(loaded, text, batch, suffixes, options, is_right);
    if (is_right) loaded.save(Space(), folder.path());  // of fewer ranks, for all
  });
  REQUIRE(on_all(is_right));
  auto const again = IndexByRange<MemorySpace, Index, Symbol>::load(Space(), communicator(), folder.path(), build);
  expect_by_range(again, text, DrawnBatch<Symbol>(text, 0, {n}, own), suffixes, options, is_right);
  REQUIRE(on_all(is_right));
  distributed_detail::tuning() = {};
}

void expect_drawn_search(std::uint64_t seed)
{
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::size_t const n = random() % 4 == 0 ? random() % 12 : random() % 300;
  switch (random() % 6) {
    case 0:
      return expect_index_by_text<SuffixIndex<MemorySpace, std::uint32_t>>(random, n);
    case 1:
      return expect_index_by_text<SuffixIndex<MemorySpace, std::uint64_t, std::uint16_t>>(random, n);
    case 2:
      return expect_index_by_text<FmIndex<MemorySpace, std::uint32_t>>(random, n);
    case 3:
      return expect_index_by_range<std::uint16_t, std::uint64_t>(random, n);
    default:
      return expect_index_by_range<std::uint8_t, std::uint32_t>(random, n);
  }
}

}  // namespace

TEST_CASE("indexes by text and by range find what is there, and are saved and loaded on other numbers of ranks")
{
  for (std::uint64_t seed = 0; seed < 60; ++seed) expect_drawn_search(seed);
}

TEST_CASE("many searches" * doctest::test_suite("long"))
{
  std::uint64_t const cases = tries_all_cases() ? 5'000 : 300 / static_cast<unsigned>(size());
  for (std::uint64_t seed = 2'000'000; seed < 2'000'000 + cases; ++seed) expect_drawn_search(seed);
}

}  // namespace lexikos::tests::mpi
