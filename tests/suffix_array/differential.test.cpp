// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every algorithm against the definition, and for bytes against libdivsufsort, on more than ten thousand small texts.

#include <doctest/doctest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/config.hpp>
#include <lexikos/suffix_array.hpp>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "tests/integer_texts.hpp"
#include "tests/reference/naive.hpp"
#include "tests/suffix_array/expect.hpp"
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
#include "backends/libdivsufsort/suffix_array.hpp"
#endif

using namespace lexikos;
using texts::Random;
using texts::Text;

namespace
{

constexpr std::size_t longest = 2'000;

/// Sorts text after text by every algorithm, in memory that is allocated once. The index type and whether the inverse is
/// wanted change from text to text and from algorithm to algorithm.
template <class ExecutionSpace>
class Contest
{
 public:
  template <class Symbol>
  void expect_sorted(std::vector<Symbol> const& text)
  {
    CAPTURE(m_texts);
    CAPTURE(text.size());
    reference::Positions const expected = reference::naive(text);
    expect_same_of_libdivsufsort(text, expected);
    Kokkos::deep_copy(part<Symbol>(m_text, text.size()),
                      Span<Symbol const, Kokkos::HostSpace>(text.data(), text.size()));
    bool const is_compact = sizeof(Symbol) == 1 || std::set<Symbol>(text.begin(), text.end()).size() <= 256;
    for (std::size_t k = 0; k < m_algorithms.size(); ++k) {
      SuffixArrayAlgorithm const algorithm = m_algorithms[k];
      CAPTURE(std::string(to_string(algorithm)));
      std::size_t const variant = m_texts + k;
      bool const is_sortable = is_compact || algorithm != SuffixArrayAlgorithm::libdivsufsort;
      if (variant % 2 == 0)
        expect_run<Symbol, std::uint32_t>(expected, algorithm, variant / 2 % 2 == 0, is_sortable);
      else
        expect_run<Symbol, std::uint64_t>(expected, algorithm, variant / 2 % 2 == 0, is_sortable);
    }
    ++m_texts;
  }

  [[nodiscard]] std::size_t texts() const { return m_texts; }

 private:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Memory = tests::TestArray<std::uint64_t, ExecutionSpace>;

  template <class T>
  static Span<T, MemorySpace> part(Memory const& memory, std::size_t n)
  {
    return Span<T, MemorySpace>(reinterpret_cast<T*>(memory.data()), n);
  }

  template <class Symbol>
  void expect_same_of_libdivsufsort([[maybe_unused]] std::vector<Symbol> const& text,
                                    [[maybe_unused]] reference::Positions const& expected)
  {
#ifdef LEXIKOS_HAVE_LIBDIVSUFSORT
    if constexpr (sizeof(Symbol) == 1) {
      reference::Positions sorted(text.size());
      backends::libdivsufsort::suffix_array(text.data(), sorted.data(), text.size());
      CHECK(sorted == expected);
    }
#endif
  }

  template <class Symbol, class Index>
  void expect_run(reference::Positions const& expected, SuffixArrayAlgorithm algorithm, bool with_inverse,
                  bool is_sortable)
  {
    CAPTURE(sizeof(Index));
    CAPTURE(with_inverse);
    std::size_t const n = expected.size();
    Span<Symbol const, MemorySpace> const text = part<Symbol>(m_text, n);
    auto const sa = part<Index>(m_suffix_array, n);
    auto const inverse = part<Index>(m_inverse, n);
    Kokkos::deep_copy(sa, std::numeric_limits<Index>::max());
    Kokkos::deep_copy(inverse, std::numeric_limits<Index>::max());
    SuffixArrayOptions const options{.algorithm = algorithm, .workspace = &m_workspace};
    // threads have little to share here, so that most texts are sorted by one
    ExecutionSpace const& space = m_texts % 16 == 0 ? m_space : m_smallest;
    auto const code = tests::code_of([&] {
      if (with_inverse)
        suffix_array(space, text, sa, inverse, options);
      else
        suffix_array(space, text, sa, options);
    });
    if (!is_sortable) {
      CHECK(code == ErrorCode::not_supported);
      return;
    }
    REQUIRE_FALSE(code.has_value());
    tests::expect_equal(sa, expected, "suffix_array");
    if (with_inverse) tests::expect_equal(inverse, reference::inverse_of(expected), "inverse");
  }

  ExecutionSpace m_space;
  ExecutionSpace m_smallest = tests::smallest_instance<ExecutionSpace>();
  std::vector<SuffixArrayAlgorithm> m_algorithms = suffix_array_algorithms<ExecutionSpace>();
  Workspace m_workspace;
  Memory m_text{"lexikos::tests::text", longest};
  Memory m_suffix_array{"lexikos::tests::suffix_array", longest};
  Memory m_inverse{"lexikos::tests::inverse", longest};
  std::size_t m_texts = 0;
};

/// Sizes to 2 000, small ones more often than large ones.
std::size_t some_size(Random& next)
{
  constexpr std::size_t limits[] = {8, 32, 32, 64, 64, 128, 300, longest};
  return 1 + next.below(limits[next.below(std::size(limits))]);
}

/// `n` symbols out of a longer text, so that structure begins and ends anywhere.
Text cut(Text const& text, std::size_t n, Random& next)
{
  std::size_t const size = std::min(n, text.size());
  auto const begin = text.begin() + static_cast<std::ptrdiff_t>(next.below(text.size() - size + 1));
  return Text(begin, begin + static_cast<std::ptrdiff_t>(size));
}

Text de_bruijn(std::size_t n, Random& next)
{
  auto const alphabet = static_cast<unsigned>(2 + next.below(9));
  unsigned order = 1;
  for (std::size_t words = alphabet; words < n && words * alphabet < longest; words *= alphabet) ++order;
  return cut(texts::de_bruijn(alphabet, order), n, next);
}

/// One byte nearly everywhere.
Text heavy(std::size_t n, std::uint8_t frequent, Random& next)
{
  Text text(n, frequent);
  for (auto& c : text)
    if (next.below(16) == 0) c = static_cast<std::uint8_t>(next());
  return text;
}

constexpr unsigned structures = 10;

Text structured(unsigned structure, std::size_t n, Random& next)
{
  std::size_t const margin = next.below(50);
  switch (structure) {
    case 0:
      return cut(texts::fibonacci(n + margin), n, next);
    case 1:
      return cut(texts::thue_morse(n + margin), n, next);
    case 2:
      return texts::runs(n, 1 + next.below(n), next());
    case 3:
      return texts::periodic(n, 1 + next.below(std::min<std::size_t>(n, 40)), next.below(n));
    case 4:
      return de_bruijn(n, next);
    case 5:
      return texts::letter(n, static_cast<std::uint8_t>(next()));
    case 6:
      return heavy(n, 0x00, next);
    case 7:
      return heavy(n, 0xFF, next);
    case 8:
      return texts::periodic_parts(n, 1 + next.below(20), next());
    default:
      return texts::repeated(1 + n / 4, 3, next());
  }
}

// ----- the texts ------------------------------------------------------------------------------------------------------

constexpr std::size_t short_texts = 2'046;
constexpr std::size_t texts_an_alphabet = 12;
constexpr std::size_t texts_a_structure = 250;
constexpr std::size_t texts_a_kind_of_integers = 180;
constexpr std::size_t kinds_of_integers = 5;
constexpr std::size_t integer_types = 3;
constexpr std::size_t all_texts = short_texts + 256 * texts_an_alphabet + structures * texts_a_structure +
                                  integer_types * kinds_of_integers * texts_a_kind_of_integers;
static_assert(all_texts >= 10'000);

template <class ExecutionSpace>
void expect_all_short_texts(Contest<ExecutionSpace>& contest)
{
  for (std::size_t n = 1; n <= 10; ++n)
    texts::for_each_text(n, 2, [&](Text const& text) { contest.expect_sorted(text); });
}

template <class ExecutionSpace>
void expect_random_texts(Contest<ExecutionSpace>& contest)
{
  Random next(1);
  for (unsigned alphabet = 1; alphabet <= 256; ++alphabet) {
    CAPTURE(alphabet);
    for (std::size_t k = 0; k < texts_an_alphabet; ++k)
      contest.expect_sorted(texts::random(some_size(next), alphabet, next()));
  }
}

template <class ExecutionSpace>
void expect_structured_texts(Contest<ExecutionSpace>& contest)
{
  Random next(2);
  for (unsigned structure = 0; structure < structures; ++structure) {
    CAPTURE(structure);
    for (std::size_t k = 0; k < texts_a_structure; ++k)
      contest.expect_sorted(structured(structure, some_size(next), next));
  }
}

/// Symbols of any values, from all distinct to few and structured.
template <class Symbol>
std::vector<Symbol> integers(std::size_t kind, std::size_t n, Random& next)
{
  constexpr Symbol largest = std::numeric_limits<Symbol>::max();
  constexpr std::size_t counts[] = {1, 2, 3, 4, 5, 17, 100, 255, 256, 257, 300, 1'000};
  std::size_t const count = counts[next.below(std::size(counts))];
  std::vector<Symbol> text(n);
  switch (kind) {
    case 0:
      return texts::random_of(texts::sparse_values<Symbol>(count, next()), n, next());
    case 1:
      return texts::random_of(texts::dense_values<Symbol>(count, static_cast<Symbol>(largest - count + 1)), n, next());
    case 2:
      for (auto& c : text) c = static_cast<Symbol>(next());
      return text;
    case 3:
      for (auto& c : text) c = static_cast<Symbol>(next.below(2) == 0 ? 0 : largest);
      return text;
    default:
      return texts::replaced(structured(static_cast<unsigned>(next.below(structures)), n, next),
                             texts::sparse_values<Symbol>(256, next()));
  }
}

template <class Symbol, class ExecutionSpace>
void expect_integer_texts(Contest<ExecutionSpace>& contest)
{
  Random next(3);
  CAPTURE(sizeof(Symbol));
  for (std::size_t kind = 0; kind < kinds_of_integers; ++kind) {
    CAPTURE(kind);
    for (std::size_t k = 0; k < texts_a_kind_of_integers; ++k)
      contest.expect_sorted(integers<Symbol>(kind, some_size(next), next));
  }
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("suffix arrays of ten thousand texts are what the definition says" *
                              doctest::test_suite("long"),
                          ExecutionSpace, contest)
{
  Contest<ExecutionSpace> contest;
  expect_all_short_texts(contest);
  expect_random_texts(contest);
  expect_structured_texts(contest);
  expect_integer_texts<std::uint16_t>(contest);
  expect_integer_texts<std::uint32_t>(contest);
  expect_integer_texts<std::uint64_t>(contest);
  CHECK(contest.texts() == all_texts);
}
TEST_CASE_TEMPLATE_APPLY(contest, tests::Spaces);
