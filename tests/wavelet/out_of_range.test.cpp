// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/wavelet/structures.hpp"

// One rule for all queries: positions beyond the end are cut to it, and what is not there is the largest value of the result's
// type, or not found. Asked of one argument in kernels, and of batches of 64 and of 32 bits.

namespace lexikos::tests
{

namespace
{

enum class Query
{
  access,
  rank,
  select,
  inverse_select_symbol,
  inverse_select_rank,
  rank_all,  ///< summed over all symbols
  range_count,
  range_quantile,
  range_next_value,
  range_previous_value,
  distinct,
  top_k,
  symbol_of_code,
  code_of_symbol
};

constexpr std::uint64_t last = ~std::uint64_t{0};
constexpr std::uint64_t no_symbol = 255;

/// A query, its arguments in the order of the function's, and the answer.
struct Row
{
  char const* name;
  Query query;
  std::uint64_t arguments[4];
  std::uint64_t expected;
};

/// Of "abracadabra": 11 symbols; a five times, b and r twice, c and d once.
std::vector<Row> const& rows_of_text()
{
  static std::vector<Row> const rows{
      {"access at the end", Query::access, {11}, no_symbol},
      {"access far away", Query::access, {last}, no_symbol},
      {"rank at the end", Query::rank, {'a', 11}, 5},
      {"rank beyond the end", Query::rank, {'a', 12}, 5},
      {"rank far away", Query::rank, {'r', last}, 2},
      {"rank of no symbol", Query::rank, {'z', 11}, 0},
      {"rank of no symbol far away", Query::rank, {'A', last}, 0},
      {"select 0", Query::select, {'a', 0}, not_found},
      {"select one too many", Query::select, {'a', 6}, not_found},
      {"select far too many", Query::select, {'d', last}, not_found},
      {"select of no symbol", Query::select, {'z', 1}, not_found},
      {"inverse select at the end", Query::inverse_select_symbol, {11}, no_symbol},
      {"inverse select far away", Query::inverse_select_symbol, {last}, no_symbol},
      {"rank of inverse select at the end", Query::inverse_select_rank, {11}, not_found},
      {"rank of inverse select far away", Query::inverse_select_rank, {last}, not_found},
      {"all ranks beyond the end", Query::rank_all, {12}, 11},
      {"all ranks far away", Query::rank_all, {last}, 11},
      {"count beyond the end", Query::range_count, {'a', 'c', 9, 100}, 1},
      {"count after the end", Query::range_count, {'a', 'c', 11, 100}, 0},
      {"count of all", Query::range_count, {0, last, 0, last}, 11},
      {"count of a reversed range", Query::range_count, {'a', 'z', 7, 3}, 0},
      {"count of reversed symbols", Query::range_count, {'c', 'a', 0, 11}, 0},
      {"quantile one too many", Query::range_quantile, {0, 11, 11}, not_found},
      {"quantile beyond the end", Query::range_quantile, {9, 100, 1}, 'r'},
      {"quantile far too many", Query::range_quantile, {0, last, last}, not_found},
      {"quantile of an empty range", Query::range_quantile, {5, 5, 0}, not_found},
      {"quantile of a reversed range", Query::range_quantile, {5, 3, 0}, not_found},
      {"quantile after the end", Query::range_quantile, {11, last, 0}, not_found},
      {"no larger value", Query::range_next_value, {'s', 0, 11}, not_found},
      {"next value after the end", Query::range_next_value, {'a', 11, last}, not_found},
      {"next value of a reversed range", Query::range_next_value, {'a', 6, 2}, not_found},
      {"no smaller value", Query::range_previous_value, {'A', 0, last}, not_found},
      {"previous value after the end", Query::range_previous_value, {'z', last, last}, not_found},
      {"distinct after the end", Query::distinct, {11, last}, 0},
      {"distinct beyond the end", Query::distinct, {8, last}, 3},
      {"distinct of a reversed range", Query::distinct, {8, 2}, 0},
      {"no most frequent", Query::top_k, {0, last, 0}, 0},
      {"most frequent after the end", Query::top_k, {11, last, 3}, 0},
      {"most frequent beyond the end", Query::top_k, {8, last, 5}, 3},
      {"symbol of no code", Query::symbol_of_code, {5}, no_symbol},
      {"symbol of a far code", Query::symbol_of_code, {last}, no_symbol},
      {"code of no symbol", Query::code_of_symbol, {'z'}, 5},
      {"code of a gap", Query::code_of_symbol, {'e'}, 5}};
  return rows;
}

/// Of the empty text.
std::vector<Row> const& rows_of_nothing()
{
  static std::vector<Row> const rows{{"access", Query::access, {0}, no_symbol},
                                     {"rank", Query::rank, {'a', 0}, 0},
                                     {"rank far away", Query::rank, {'a', last}, 0},
                                     {"select", Query::select, {'a', 1}, not_found},
                                     {"inverse select", Query::inverse_select_symbol, {0}, no_symbol},
                                     {"rank of inverse select", Query::inverse_select_rank, {0}, not_found},
                                     {"all ranks", Query::rank_all, {last}, 0},
                                     {"count", Query::range_count, {0, last, 0, last}, 0},
                                     {"quantile", Query::range_quantile, {0, last, 0}, not_found},
                                     {"next value", Query::range_next_value, {'a', 0, last}, not_found},
                                     {"previous value", Query::range_previous_value, {'a', 0, last}, not_found},
                                     {"distinct", Query::distinct, {0, last}, 0},
                                     {"most frequent", Query::top_k, {0, last, 5}, 0}};
  return rows;
}

template <class Symbol>
KOKKOS_FUNCTION std::uint64_t number_of(FoundSymbol<Symbol> const& found)
{
  return found.found ? std::uint64_t{found.symbol} : not_found;
}

/// Asks the single form of a query.
template <class ExecutionSpace, class Structure>
struct AskRow
{
  Structure structure;
  Row row;
  TestArray<std::uint64_t, ExecutionSpace> answer;

  KOKKOS_FUNCTION void operator()(std::size_t) const { answer(0) = ask(); }

  KOKKOS_FUNCTION std::uint64_t ask() const
  {
    std::uint64_t const* const a = row.arguments;
    auto const symbol = static_cast<std::uint8_t>(a[0]);
    std::uint8_t symbols[5];
    std::uint64_t counts[16] = {};
    std::uint64_t sum = 0;
    switch (row.query) {
      case Query::access:
        return structure.access(a[0]);
      case Query::rank:
        return structure.rank(symbol, a[1]);
      case Query::select:
        return structure.select(symbol, a[1]);
      case Query::inverse_select_symbol:
        return structure.inverse_select(a[0]).symbol;
      case Query::inverse_select_rank:
        return structure.inverse_select(a[0]).rank;
      case Query::rank_all:
        structure.rank_all(a[0], counts);
        for (std::uint64_t code = 0; code < structure.alphabet().size(); ++code) sum += counts[code];
        return sum;
      case Query::range_count:
        return structure.range_count(a[0], a[1], a[2], a[3]);
      case Query::range_quantile:
        return number_of(structure.range_quantile(a[0], a[1], a[2]));
      case Query::range_next_value:
        return number_of(structure.range_next_value(symbol, a[1], a[2]));
      case Query::range_previous_value:
        return number_of(structure.range_previous_value(symbol, a[1], a[2]));
      case Query::distinct:
        return structure.distinct(a[0], a[1], symbols, counts, 5);
      case Query::top_k:
        return structure.top_k(a[0], a[1], a[2], symbols, counts);
      case Query::symbol_of_code:
        return structure.alphabet().symbol(a[0]);
      case Query::code_of_symbol:
        return structure.alphabet().code(symbol);
    }
    return 0;
  }
};

/// Asks batches of one query each.
template <class ExecutionSpace, class Structure>
class AskBatches
{
  template <class T>
  using View = TestArray<T, ExecutionSpace>;

 public:
  AskBatches(ExecutionSpace const& space, Structure const& structure) : m_space(space), m_structure(structure) {}

  /// Of indices of a type; arguments that it cannot hold are its largest value.
  template <class Index>
  [[nodiscard]] std::uint64_t point(Row const& row) const
  {
    std::uint64_t const argument =
        row.query == Query::rank || row.query == Query::select ? row.arguments[1] : row.arguments[0];
    auto const asked = one<Index>(std::min<std::uint64_t>(argument, std::numeric_limits<Index>::max()));
    auto const symbol = one<std::uint8_t>(row.arguments[0]);
    View<Index> const result("result", 1);
    View<std::uint8_t> const found("found", 1);
    switch (row.query) {
      case Query::access:
        m_structure.access(m_space, asked, found);
        return value(found);
      case Query::rank:
        m_structure.rank(m_space, symbol, asked, result);
        return widened(value(result));
      case Query::select:
        m_structure.select(m_space, symbol, asked, result);
        return widened(value(result));
      case Query::inverse_select_symbol:
        m_structure.inverse_select(m_space, asked, found, result);
        return value(found);
      case Query::inverse_select_rank:
        m_structure.inverse_select(m_space, asked, found, result);
        return widened(value(result));
      default:
        return row.expected;
    }
  }

  [[nodiscard]] std::uint64_t range(Row const& row) const
  {
    std::uint64_t const* const a = row.arguments;
    View<std::uint64_t> const result("result", 1);
    std::uint64_t const k = row.query == Query::top_k ? a[2] : 0;
    View<std::uint8_t> const symbols("symbols", k);
    View<std::uint64_t> const counts("counts", k);
    View<std::uint64_t> const offsets("offsets", 2);
    View<std::uint64_t> const ranks("ranks", m_structure.alphabet().size());
    std::uint64_t sum = 0;
    switch (row.query) {
      case Query::rank_all:
        m_structure.rank_all(m_space, one<std::uint64_t>(a[0]), ranks);
        m_space.fence();
        for (auto const rank : to_vector(ranks)) sum += rank;
        return sum;
      case Query::range_count:
        m_structure.range_count(m_space, u64(a[0]), u64(a[1]), u64(a[2]), u64(a[3]), result);
        return value(result);
      case Query::range_quantile:
        m_structure.range_quantile(m_space, u64(a[0]), u64(a[1]), u64(a[2]), result);
        return value(result);
      case Query::range_next_value:
        m_structure.range_next_value(m_space, one<std::uint8_t>(a[0]), u64(a[1]), u64(a[2]), result);
        return value(result);
      case Query::range_previous_value:
        m_structure.range_previous_value(m_space, one<std::uint8_t>(a[0]), u64(a[1]), u64(a[2]), result);
        return value(result);
      case Query::distinct:
        return m_structure.distinct_offsets(m_space, u64(a[0]), u64(a[1]), offsets);
      case Query::top_k:
        m_structure.top_k(m_space, u64(a[0]), u64(a[1]), k, symbols, counts, result);
        return value(result);
      default:
        return row.expected;
    }
  }

 private:
  template <class T>
  [[nodiscard]] static View<T> one(std::uint64_t value)
  {
    return to_view<ExecutionSpace>(std::vector<T>{static_cast<T>(value)});
  }
  [[nodiscard]] static View<std::uint64_t> u64(std::uint64_t value) { return one<std::uint64_t>(value); }

  template <class T>
  [[nodiscard]] T value(View<T> const& view) const
  {
    m_space.fence();
    return to_vector(view)[0];
  }
  template <class Index>
  [[nodiscard]] static std::uint64_t widened(Index result)
  {
    return result == std::numeric_limits<Index>::max() ? not_found : result;
  }

  ExecutionSpace m_space;
  Structure const& m_structure;
};

template <class ExecutionSpace, class Structure>
void expect_rows(ExecutionSpace const& space, Structure const& structure, std::vector<Row> const& rows)
{
  TestArray<std::uint64_t, ExecutionSpace> const answer("answer", 1);
  AskBatches<ExecutionSpace, Structure> const batches(space, structure);
  for (auto const& row : rows) {
    CAPTURE(row.name);
    Kokkos::parallel_for("lexikos::tests::ask_row", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1),
                         AskRow<ExecutionSpace, Structure>{structure, row, answer});
    space.fence();
    CHECK(to_vector(answer)[0] == row.expected);
    CHECK(batches.template point<std::uint64_t>(row) == row.expected);
    CHECK(batches.template point<std::uint32_t>(row) == row.expected);
    CHECK(batches.range(row) == row.expected);
  }
}

/// A query of a bit vector, its argument, and the answer: of 1011, and of nothing.
struct BitRow
{
  char const* name;
  std::uint64_t argument;
  std::uint64_t access, rank0, rank1, select0, select1;
};

std::vector<BitRow> const& rows_of_bits()
{
  static std::vector<BitRow> const rows{{"0", 0, 1, 0, 0, not_found, not_found},
                                        {"the last position", 3, 1, 1, 2, not_found, 3},
                                        {"the size", 4, no_bit, 1, 3, not_found, not_found},
                                        {"one more", 5, no_bit, 1, 3, not_found, not_found},
                                        {"far away", last, no_bit, 1, 3, not_found, not_found}};
  return rows;
}

std::vector<BitRow> const& rows_of_no_bits()
{
  static std::vector<BitRow> const rows{{"0", 0, no_bit, 0, 0, not_found, not_found},
                                        {"1", 1, no_bit, 0, 0, not_found, not_found},
                                        {"far away", last, no_bit, 0, 0, not_found, not_found}};
  return rows;
}

template <class ExecutionSpace, class Bits>
struct AskBitRow
{
  Bits bits;
  std::uint64_t argument;
  TestArray<std::uint64_t, ExecutionSpace> answers;

  KOKKOS_FUNCTION void operator()(std::size_t) const
  {
    answers(0) = bits.access(argument);
    answers(1) = bits.rank0(argument);
    answers(2) = bits.rank1(argument);
    answers(3) = bits.select0(argument);
    answers(4) = bits.select1(argument);
    answers(5) = bits.access_rank1(argument).bit;
    answers(6) = bits.access_rank1(argument).rank;
  }
};

template <class Index, class ExecutionSpace, class Bits>
std::vector<std::uint64_t> ask_bit_batches(ExecutionSpace const& space, Bits const& bits, std::uint64_t argument)
{
  constexpr Index most = std::numeric_limits<Index>::max();
  auto const asked =
      to_view<ExecutionSpace>(std::vector<Index>{static_cast<Index>(std::min<std::uint64_t>(argument, most))});
  TestArray<Index, ExecutionSpace> const result("result", 1);
  TestArray<std::uint8_t, ExecutionSpace> const bit("bit", 1);
  std::vector<std::uint64_t> answers;
  auto const keep = [&] {
    space.fence();
    Index const value = to_vector(result)[0];
    answers.push_back(value == most ? not_found : value);
  };
  bits.access(space, asked, bit);
  space.fence();
  answers.push_back(to_vector(bit)[0]);
  bits.rank0(space, asked, result);
  keep();
  bits.rank1(space, asked, result);
  keep();
  bits.select0(space, asked, result);
  keep();
  bits.select1(space, asked, result);
  keep();
  return answers;
}

template <class Layout, class ExecutionSpace>
void expect_bit_rows(ExecutionSpace const& space)
{
  using Bits = BitVector<typename ExecutionSpace::memory_space, Layout>;
  CAPTURE(Layout::name);
  auto const some = Bits::from_flags(space, to_view<ExecutionSpace>(std::vector<std::uint8_t>{1, 0, 1, 1}));
  auto const none = Bits::from_flags(space, to_view<ExecutionSpace>(std::vector<std::uint8_t>{}));
  TestArray<std::uint64_t, ExecutionSpace> const answers("answers", 7);
  auto const expect = [&](Bits const& bits, std::vector<BitRow> const& rows) {
    for (auto const& row : rows) {
      CAPTURE(row.name);
      std::vector<std::uint64_t> expected{row.access, row.rank0, row.rank1, row.select0, row.select1};
      CHECK(first_difference(ask_bit_batches<std::uint64_t>(space, bits, row.argument), expected) == "");
      CHECK(first_difference(ask_bit_batches<std::uint32_t>(space, bits, row.argument), expected) == "");
      expected.insert(expected.end(), {row.access, row.rank1});
      Kokkos::parallel_for("lexikos::tests::ask_bit_row", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1),
                           AskBitRow<ExecutionSpace, Bits>{bits, row.argument, answers});
      space.fence();
      CHECK(difference(answers, expected) == "");
    }
  };
  expect(some, rows_of_bits());
  expect(none, rows_of_no_bits());
  expect(Bits(), rows_of_no_bits());
}

template <class ExecutionSpace>
void expect_rows_of_all()
{
  auto const space = smallest_instance<ExecutionSpace>();
  std::string const text = "abracadabra";
  for_each_structure(space, std::vector<std::uint8_t>(text.begin(), text.end()), {},
                     [&](auto const& structure) { expect_rows(space, structure, rows_of_text()); });
  std::vector<std::uint8_t> const nothing;
  for_each_structure(space, nothing, {}, [&](auto const& structure) {
    expect_rows(space, structure, rows_of_nothing());
    expect_rows(space, std::remove_cvref_t<decltype(structure)>(), rows_of_nothing());
  });
  for_each_structure(space, nothing, {.alphabet = {'a', 'b', 'x'}},
                     [&](auto const& structure) { expect_rows(space, structure, rows_of_nothing()); });
  expect_bit_rows<bit_layouts::Interleaved32>(space);
  expect_bit_rows<bit_layouts::Interleaved64>(space);
  expect_bit_rows<bit_layouts::Compact32>(space);
  expect_bit_rows<bit_layouts::Compact64>(space);
  expect_bit_rows<bit_layouts::TwoLevel>(space);
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("queries out of range, of wavelet structures and bit vectors", ExecutionSpace, out_of_range)
{
  expect_rows_of_all<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(out_of_range, Spaces);

}  // namespace lexikos::tests
