// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Duplicates that ranks find together, against their definition.
#include <doctest/doctest.h>

#include <lexikos/distributed/duplicates.hpp>
#include <random>

#include "duplicates/tuning.hpp"
#include "tests/duplicates/oracle.hpp"
#include "tests/mpi/calls.hpp"

namespace lexikos::tests::mpi
{

namespace
{

using Bytes = std::vector<std::uint8_t>;

struct Collection
{
  Bytes text;
  Positions offsets;  ///< empty: it is one document

  [[nodiscard]] duplicates_detail::HostCollection on_host() const
  {
    return duplicates_detail::host_collection(std::span<std::uint8_t const>(text),
                                              std::span<std::uint64_t const>(offsets));
  }
  [[nodiscard]] DuplicateOracle<std::uint8_t> oracle() const { return {text, offsets}; }
};

/// The same on all ranks, which draw from the same source.
Collection draw_collection(std::mt19937_64& random)
{
  Collection drawn;
  std::uint64_t const letters = random() % 5 == 0 ? 256 : 1 + random() % 4;
  drawn.text.resize(random() % 200);
  for (auto& symbol : drawn.text) symbol = static_cast<std::uint8_t>(random() % letters);
  if (random() % 2 == 0) return drawn;
  for (std::uint64_t i = random() % 8; i > 0; --i) drawn.offsets.push_back(random() % (drawn.text.size() + 1));
  drawn.offsets.push_back(0);
  drawn.offsets.push_back(drawn.text.size());
  std::sort(drawn.offsets.begin(), drawn.offsets.end());
  return drawn;
}

DuplicateQuestion draw_question(Collection const& collection, bool has_other, std::mt19937_64& random)
{
  DuplicateQuestion question;
  question.length = 1 + random() % 12;
  question.min_occurrences = has_other ? 1 + random() % 3 : 2 + random() % 3;
  if (has_other) return question;
  question.keep = static_cast<KeepDuplicates>(random() % (collection.offsets.empty() ? 2 : 3));
  bool const is_across = !collection.offsets.empty() && random() % 3 == 0;
  question.scope = is_across ? DuplicateScope::across_documents : DuplicateScope::any;
  return question;
}

/// Few bits make fingerprints collide, and leave some ranks without any; few candidates make slices, and frequent windows.
duplicates_detail::FingerprintTuning draw_tuning(std::mt19937_64& random)
{
  duplicates_detail::FingerprintTuning tuning;
  constexpr std::uint64_t masks[] = {~std::uint64_t{0}, 0, 1, 7, 255};
  tuning.mask = masks[random() % 5];
  if (random() % 2 == 0) tuning.max_candidates = 64;
  if (random() % 2 == 0) tuning.chunk_bytes = 16;
  return tuning;
}

bool equals(HostTextRanges const& found, std::vector<Range> const& expected)
{
  std::uint64_t symbols = 0;
  bool is_equal = found.size() == expected.size();
  for (std::size_t i = 0; is_equal && i < expected.size(); ++i) {
    is_equal = Range{found.begins[i], found.ends[i]} == expected[i];
    symbols += expected[i].end - expected[i].begin;
  }
  return is_equal && found.symbols == symbols;
}

}  // namespace

TEST_CASE("duplicates on ranks: their definition, of drawn collections")
{
  std::mt19937_64 random(11);
  int found_some = 0;
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    Collection const collection = draw_collection(random);
    Collection const other = draw_collection(random);
    bool const has_other = random() % 4 == 0;
    auto const question = draw_question(collection, has_other, random);
    auto const tuning = draw_tuning(random);
    auto const against = other.on_host();
    auto const ranges = distributed_detail::find_duplicates<Space>(Space(), communicator(), collection.on_host(),
                                                                   has_other ? &against : nullptr,
                                                                   {.length = question.length,
                                                                    .min_occurrences = question.min_occurrences,
                                                                    .keep = question.keep,
                                                                    .scope = question.scope},
                                                                   tuning);
    auto const expected = has_other ? collection.oracle().ranges_of_other(other.oracle(), question)
                                    : collection.oracle().ranges(question);
    REQUIRE(on_all(equals(ranges, expected)));
    found_some += expected.empty() ? 0 : 1;
  }
  CHECK(found_some > 50);
}

TEST_CASE("duplicates on ranks: a longer text, in little memory, as one process finds them")
{
  std::mt19937_64 random(5);
  Bytes text(300'000);
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = i >= 100'000 && i / 700 % 2 == 0 && random() % 90 != 0 ? text[i - 100'000]
                                                                     : static_cast<std::uint8_t>(random());
  std::span<std::uint8_t const> const symbols(text);
  std::vector<std::uint64_t> const offsets{0, 1000, 100'000, 250'000, text.size()};
  std::span<std::uint64_t const> const documents(offsets);
  auto const expected = streamed_duplicate_ranges(Space(), symbols, documents, {.length = 30});
  REQUIRE(on_all(expected.size() > 100));
  FingerprintStatistics statistics;
  StreamedDuplicateOptions options{.length = 30, .statistics = &statistics};
  auto const ranges = distributed::streamed_duplicate_ranges(Space(), communicator(), symbols, documents, options);
  REQUIRE(on_all(ranges.begins == expected.begins && ranges.ends == expected.ends));
  std::vector<std::uint64_t> all{statistics.candidates};
  MPI_Allreduce(MPI_IN_PLACE, all.data(), 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  CHECK(statistics.candidates < all[0] / static_cast<std::uint64_t>(size()) * 2);  // shares are even
  auto const beginning = symbols.first(50'000), end = symbols.last(100'000);
  auto const common = distributed::streamed_duplicate_ranges(Space(), communicator(), beginning, {}, end, {}, options);
  auto const of_one = streamed_duplicate_ranges(Space(), beginning, {}, end, {}, {.length = 30});
  CHECK(on_all(common.begins == of_one.begins && common.ends == of_one.ends));
}

TEST_CASE("duplicates on ranks: what one rank gives otherwise is refused by all")
{
  Bytes text(1000);
  std::span<std::uint8_t const> const symbols(text);
  std::vector<std::uint64_t> const offsets{0, 500, 1000};
  std::span<std::uint64_t const> const documents(offsets);
  auto const code = [&](std::span<std::uint8_t const> const& given, std::span<std::uint64_t const> const& borders,
                        StreamedDuplicateOptions const& options) {
    return ending_of([&] {
             static_cast<void>(
                 distributed::streamed_duplicate_ranges(Space(), communicator(), given, borders, options));
           })
        .code;
  };
  bool const is_last = rank() + 1 == size();
  std::string const refused = size() == 1 ? "success" : std::string(lexikos::to_string(ErrorCode::invalid_argument));
  CHECK(on_all(code(symbols.first(is_last ? 999 : 1000), {}, {.length = 5}) == refused));
  CHECK(on_all(code(symbols, is_last ? documents : std::span<std::uint64_t const>(), {.length = 5}) == refused));
  CHECK(on_all(code(symbols, {}, {.length = is_last ? 5u : 6u}) == refused));
  CHECK(on_all(code(symbols, {}, {.length = 5, .keep = is_last ? KeepDuplicates::first : KeepDuplicates::none}) ==
               refused));
  CHECK(on_all(code(symbols, {}, {.length = 0}) == lexikos::to_string(ErrorCode::invalid_argument)));
  CHECK(on_all(code(symbols, {}, {.length = 5, .max_bytes = is_last ? 1u : 0u}) ==
               lexikos::to_string(ErrorCode::out_of_memory)));
  CHECK(on_all(code(symbols, {}, {.length = 5, .progress = [&](double) { return !is_last; }}) ==
               lexikos::to_string(ErrorCode::cancelled)));
  CHECK(on_all(code(symbols, documents, {.length = 5}) == "success"));
}

}  // namespace lexikos::tests::mpi
