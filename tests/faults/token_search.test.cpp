// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/search.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <span>
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

/// Tokens that the table has by their distance, by a list, or in groups.
template <class Symbol>
struct TokensToIndex
{
  std::vector<Symbol> text;
  std::size_t table_entries;
};

template <class ExecutionSpace, class Symbol>
class TokenFaults
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Index = SuffixIndex<MemorySpace, std::uint32_t, Symbol>;

  explicit TokenFaults(TokensToIndex<Symbol> const& tokens)
      : m_arrays(tokens.text), m_table_entries(tokens.table_entries), m_space(m_arrays.space)
  {
    std::vector<std::uint64_t> offsets = {0};
    for (std::uint64_t length : {0, 1, 2, 3, 7, 40}) offsets.push_back(offsets.back() + length);
    m_patterns = patterns_from_host<Symbol>(m_space, std::span<Symbol const>(tokens.text), offsets);
  }

  void expect()
  {
    auto const inputs = [&] {
      return std::tuple(m_arrays.values(), to_vector(m_patterns.symbols), to_vector(m_patterns.offsets));
    };
    Faults building(name("SuffixIndex"));
    building.expect(inputs, [&](Surroundings const& surroundings) {
      auto const index = surroundings.within([&] { return built(surroundings.workspace()); });
      return std::tuple(index.table_depth(), index.table_entries(), index.alphabet_size());
    });
    auto const index = built(nullptr);
    auto const& [symbols, offsets] = m_patterns;
    Faults searches(name("SuffixIndex::count and locate"));
    searches.expect(inputs, [&](Surroundings const& surroundings) {
      auto const counts = results_of<std::uint32_t, ExecutionSpace>(offsets.extent(0) - 1);
      SearchOptions const options{.sort_patterns = true, .workspace = surroundings.workspace()};
      auto const found = surroundings.within([&] {
        index.count(m_space, symbols, offsets, counts, options);
        return index.locate(m_space, symbols, offsets, options);
      });
      m_space.fence();
      return std::tuple(to_vector(counts), to_vector(found.offsets), to_vector(found.positions));
    });
    ScratchFolder const folder;
    Faults saving(name("SuffixIndex::save"));
    saving.expect(inputs, [&](Surroundings const& surroundings) {
      surroundings.within([&] {
        FileWriter file(folder / "index", suffix_index_kind, surroundings.resource());
        index.save(m_space, file);
        file.commit();
      });
      return read_bytes(folder / "index");
    });
    Faults loading(name("SuffixIndex::load"));
    loading.expect(inputs, [&](Surroundings const& surroundings) {
      auto const file = surroundings.within([&] { return FileReader(folder / "index", suffix_index_kind); });
      auto const loaded = surroundings.within([&] { return Index::load(m_space, file, surroundings.resource()); });
      return std::tuple(to_vector(loaded.suffix_array()), loaded.table_entries(),
                        surroundings.within([&] { return suffix_index_symbol_bytes(file); }));
    });
  }

 private:
  [[nodiscard]] Index built(Workspace* workspace) const
  {
    return {m_space,      m_arrays.text,    m_arrays.suffix_array,
            m_arrays.lcp, m_arrays.inverse, {.table_entries = m_table_entries, .workspace = workspace}};
  }
  [[nodiscard]] std::string name(std::string const& function) const
  {
    return fault_name<ExecutionSpace>(function, "of " + type_name<Symbol>());
  }

  ArraysOfText<ExecutionSpace, std::uint32_t, Symbol> m_arrays;
  std::size_t m_table_entries;
  ExecutionSpace m_space;
  Patterns<MemorySpace, Symbol> m_patterns;
};

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: suffix indexes of tokens", ExecutionSpace, failing_token_indexes)
{
  using Dense = TokensToIndex<std::uint16_t>;
  using Sparse = TokensToIndex<std::uint32_t>;
  auto const dense = texts::dense_values<std::uint16_t>(30, 700);
  auto const sparse = texts::sparse_values<std::uint32_t>(100, 2);
  for (Dense const& tokens : {Dense{texts::random_of(dense, 400, 1), 0}, Dense{texts::random_of(dense, 400, 1), 3}})
    TokenFaults<ExecutionSpace, std::uint16_t>(tokens).expect();
  for (Sparse const& tokens : {Sparse{texts::random_of(sparse, 400, 2), 0}, Sparse{texts::random_of(sparse, 400, 2), 9},
                               Sparse{texts::random_of(sparse, 400, 2), 10'000}})
    TokenFaults<ExecutionSpace, std::uint32_t>(tokens).expect();
}
TEST_CASE_TEMPLATE_APPLY(failing_token_indexes, Spaces);

}  // namespace lexikos::tests
