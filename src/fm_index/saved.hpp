// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Indexes in files. Checksums tell that a file is as somebody wrote it, not who wrote it: what queries rely on to stay within
// the arrays is compared with the contents.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/fm_index.hpp>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "backends/launch.hpp"
#include "common/file_arrays.hpp"
#include "common/host_containers.hpp"
#include "common/read_back.hpp"
#include "fm_index/exceptions.hpp"
#include "fm_index/sample_table.hpp"
#include "fm_index/samples.hpp"
#include "fm_index/table.hpp"
#include "fm_index/transform.hpp"

namespace lexikos::fm_detail
{

constexpr char index_width_section[] = "index_bytes";
constexpr char symbol_width_section[] = "symbol_bytes";
constexpr char size_section[] = "size";
constexpr char primary_section[] = "primary";
constexpr char layout_section[] = "layout";
constexpr char rate_section[] = "sample_rate";
constexpr char inverse_rate_section[] = "row_rate";
constexpr char depth_section[] = "table_depth";
constexpr char table_section[] = "table";      // begins and ends in turns
constexpr char symbols_section[] = "symbols";  // of bytes, by slot
constexpr char slots_section[] = "slots";      // of bytes
constexpr char structure_section[] = "bwt";
constexpr char runs_section[] = "runs";  // begin, end, before, slot
constexpr char marks_section[] = "marks";
constexpr char places_section[] = "places";
constexpr char rows_section[] = "rows";
constexpr char sample_depth_section[] = "sample_depth";  // these two only where there are such
constexpr char sample_blocks_section[] = "sample_blocks";
constexpr char text_words_section[] = "text_words";
constexpr char text_runs_section[] = "text_runs";
constexpr char text_slots_section[] = "text_slots";

/// Of objects that consist of words.
template <class Word, class Object, class MemorySpace>
[[nodiscard]] Span<Word const, MemorySpace> words_of(Array<Object, MemorySpace> const& objects)
{
  constexpr std::size_t words = sizeof(Object) / sizeof(Word);
  return Span<Word const, MemorySpace>(reinterpret_cast<Word const*>(objects.data()), objects.extent(0) * words);
}

template <class ExecutionSpace, class Index, class Symbol>
void save_index(ExecutionSpace const& space,
                detail::FmArrays<typename ExecutionSpace::memory_space, Index, Symbol> const& arrays, FileWriter& file,
                std::string const& prefix)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  detail::require(arrays.is_built(), ErrorCode::invalid_argument, "the index was not built");
  file.add_integer(prefix + index_width_section, sizeof(Index));
  file.add_integer(prefix + symbol_width_section, sizeof(Symbol));
  file.add_integer(prefix + size_section, arrays.n);
  file.add_integer(prefix + primary_section, arrays.primary);
  file.add_integer(prefix + layout_section, static_cast<std::uint64_t>(arrays.layout));
  file.add_integer(prefix + rate_section, arrays.rate);
  file.add_integer(prefix + inverse_rate_section, arrays.inverse_rate);
  file.add_integer(prefix + depth_section, arrays.table_depth);
  if constexpr (sizeof(Symbol) == 1) {
    file.add_array(space, prefix + symbols_section, arrays.alphabet.symbols);
    file.add_array(space, prefix + slots_section, arrays.alphabet.slots);
  }
  if (arrays.layout == detail::FmLayout::tree)
    arrays.tree.save(space, file, prefix + structure_section);
  else
    arrays.matrix.save(space, file, prefix + structure_section);
  file.add_array(space, prefix + runs_section, words_of<std::uint64_t>(arrays.exceptions.runs));
  file.add_array(
      space, prefix + table_section,
      Span<Index const, MemorySpace>(reinterpret_cast<Index const*>(arrays.table.data()), 2 * arrays.table.extent(0)));
  if (arrays.rate > 1) arrays.marks.save(space, file, prefix + marks_section);
  file.add_array(space, prefix + places_section, arrays.places);
  file.add_array(space, prefix + rows_section, arrays.inverse);
  if (arrays.sample_depth != 0) {
    file.add_integer(prefix + sample_depth_section, arrays.sample_depth);
    file.add_array(space, prefix + sample_blocks_section, words_of<std::uint32_t>(arrays.sample_blocks));
  }
  file.add_array(space, prefix + text_words_section, arrays.text.words);
  file.add_array(space, prefix + text_runs_section, words_of<std::uint64_t>(arrays.text.exceptions.runs));
  file.add_array(space, prefix + text_slots_section, arrays.text.slots);
}

/// Counts entries above a limit.
template <class Value>
struct CountAbove
{
  Value const* values;
  std::uint64_t most;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const { wrong += values[i] > most ? 1 : 0; }
};

template <class Index>
struct CountWrongRows
{
  FmRows<Index> const* rows;
  std::uint64_t most;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const
  {
    wrong += rows[i].begin > rows[i].end || rows[i].end > most ? 1 : 0;
  }
};

/// Counts words with digits that no symbol has.
struct CountWrongDigits
{
  std::uint64_t const* words;
  std::uint64_t symbols;

  KOKKOS_FUNCTION void operator()(std::size_t w, std::size_t& wrong) const
  {
    bool is_wrong = false;
    for (unsigned shift = 0; shift < 64; shift += 2) is_wrong = is_wrong || (words[w] >> shift & 3) >= symbols;
    wrong += is_wrong ? 1 : 0;
  }
};

/// Counts runs with positions where the level has another digit than 0.
template <class Levels>
struct CountWrongRuns
{
  Levels levels;
  detail::ExceptionRun const* runs;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const
  {
    std::uint64_t const zeros = levels.map(0, 0, runs[i].end) - levels.map(0, 0, runs[i].begin);
    wrong += zeros != runs[i].end - runs[i].begin ? 1 : 0;
  }
};

/// Reads an index of one file, section by section, in an order in which each can be checked by those before.
template <class ExecutionSpace, class Index, class Symbol>
class SavedIndex
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Arrays = detail::FmArrays<MemorySpace, Index, Symbol>;

 public:
  /// \param prefix  of the names of its sections
  SavedIndex(ExecutionSpace const& space, FileReader const& file, std::string prefix, MemoryResource& resource)
      : m_space(space), m_file(file), m_prefix(std::move(prefix)), m_resource(resource)
  {}

  [[nodiscard]] Arrays load()
  {
    load_numbers();
    load_structure();
    load_runs();
    load_table();
    load_samples();
    load_text();
    load_sample_table();
    m_space.fence("lexikos::fm_index::load");
    return m_arrays;
  }

 private:
  void require(bool is_right, char const* what) const
  {
    if (!is_right) m_file.corrupt(std::string("its index is not what a build writes: ") + what);
  }
  template <class Check>
  void require_none_wrong(std::size_t n, Check const& check, char const* what) const
  {
    std::size_t wrong = 0;
    if (n != 0)
      Kokkos::parallel_reduce("lexikos::fm_index::check_loaded", backends::Range<ExecutionSpace>(m_space, 0, n), check,
                              wrong);
    require(wrong == 0, what);
  }

  template <class T>
  [[nodiscard]] Array<T, MemorySpace> array(char const* section) const
  {
    return detail::array_of_section<T, T>(m_space, m_file, m_resource, "lexikos::fm_index::loaded", m_prefix + section);
  }

  [[nodiscard]] bool is_rate(std::uint64_t rate) const { return (rate & (rate - 1)) == 0 && rate >> 31 == 0; }

  void load_numbers()
  {
    FmIndexWidth const width = fm_index_width(m_file, m_prefix);
    detail::require(width.index == sizeof(Index) && width.symbol == sizeof(Symbol), ErrorCode::not_supported,
                    m_file.path() + " has entries of " + std::to_string(width.index) + " bytes and symbols of " +
                        std::to_string(width.symbol) + ", not of " + std::to_string(sizeof(Index)) + " and " +
                        std::to_string(sizeof(Symbol)));
    m_arrays.n = m_file.integer(m_prefix + size_section, std::numeric_limits<Index>::max() - std::uint64_t{1});
    m_arrays.primary = m_file.integer(m_prefix + primary_section, m_arrays.n);
    require((m_arrays.primary == 0) == (m_arrays.n == 0), "the primary index");
    m_arrays.layout = static_cast<detail::FmLayout>(
        m_file.integer(m_prefix + layout_section, static_cast<std::uint64_t>(detail::FmLayout::tree)));
    std::uint64_t const rate = m_file.integer(m_prefix + rate_section);
    std::uint64_t const inverse_rate = m_file.integer(m_prefix + inverse_rate_section);
    require(is_rate(rate) && is_rate(inverse_rate), "the rates of samples");
    m_arrays.rate = static_cast<std::uint32_t>(rate);
    m_arrays.inverse_rate = static_cast<std::uint32_t>(inverse_rate);
  }

  void load_structure()
  {
    if (m_arrays.layout == detail::FmLayout::tree) {
      m_arrays.tree = WaveletTree<MemorySpace, Symbol>::load(m_space, m_file, m_prefix + structure_section, m_resource);
      require(m_arrays.tree.size() == m_arrays.n, "the size of its transform");
      m_codes = m_arrays.tree.alphabet().size();
    }
    else {
      m_arrays.matrix =
          WaveletMatrix<MemorySpace, Symbol>::load(m_space, m_file, m_prefix + structure_section, m_resource);
      require(m_arrays.matrix.size() == m_arrays.n, "the size of its transform");
      m_codes = m_arrays.matrix.alphabet().size();
      bool const has_one_level = detail::WaveletAccess::codes(m_arrays.matrix).levels().levels() == 1;
      require(m_arrays.layout != detail::FmLayout::dense || (has_one_level && sizeof(Symbol) == 1),
              "the levels of its transform");
    }
    load_alphabet();
  }

  void load_alphabet()
  {
    bool const is_dense = m_arrays.layout == detail::FmLayout::dense;
    if constexpr (sizeof(Symbol) == 1) {
      m_symbols = detail::read_all_back(m_space, array<std::uint8_t>(symbols_section));
      bool const fits = is_dense ? m_codes == 4 : m_codes == m_symbols.size();
      require(fits && m_symbols.size() <= 256, "the size of its alphabet");
      auto const slots = m_file.template array<std::uint32_t>(m_prefix + slots_section, 256);
      for (std::size_t c = 0; c < 256; ++c)
        require(slots[c] < m_symbols.size() || slots[c] == detail::absent_slot, "the numbers of its symbols");
      auto sorted = m_symbols;
      std::sort(sorted.begin(), sorted.end());
      require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "that two of its symbols are one");
      m_arrays.alphabet = {array<std::uint32_t>(slots_section), array<std::uint8_t>(symbols_section)};
    }
    else {
      m_arrays.alphabet.codes =
          m_arrays.layout == detail::FmLayout::tree ? m_arrays.tree.alphabet() : m_arrays.matrix.alphabet();
      m_symbols = detail::read_all_back(m_space, m_arrays.alphabet.codes.symbols());
    }
  }

  /// Runs as they are saved, on the host, checked to be of the sequence of n slots.
  [[nodiscard]] std::vector<detail::ExceptionRun> runs_of(char const* section) const
  {
    auto const words = m_file.array<std::uint64_t>(m_prefix + section);
    require(words.extent(0) % 4 == 0, "the size of its runs");
    return detail::with_host_memory("runs of exceptions", [&] {
      std::vector<detail::ExceptionRun> runs(words.extent(0) / 4);
      std::uint64_t end = 0;
      std::uint64_t before = 0;
      for (std::size_t run = 0; run < runs.size(); ++run) {
        std::uint64_t const* const word = words.data() + 4 * run;
        runs[run] = {word[0], word[1], word[2], word[3]};
        require(word[0] >= end && word[0] < word[1] && word[1] <= m_arrays.n && word[2] == before && word[3] >= 4 &&
                    word[3] < m_symbols.size(),
                "its runs");
        end = word[1];
        before += word[1] - word[0];
      }
      return runs;
    });
  }

  void load_runs()
  {
    bool const is_dense = m_arrays.layout == detail::FmLayout::dense;
    auto const runs = runs_of(runs_section);
    require(runs.empty() || is_dense, "that it has runs");
    require(!runs.empty() || !is_dense || m_symbols.size() <= 4, "that symbols beyond four have no runs");
    m_arrays.exceptions = exceptions_of_runs(m_space, runs, m_arrays.n, m_symbols.size(), m_resource);
    if (!runs.empty()) {
      auto const& levels = detail::WaveletAccess::codes(m_arrays.matrix).levels();
      require_none_wrong(runs.size(),
                         CountWrongRuns<std::decay_t<decltype(levels)>>{levels, m_arrays.exceptions.runs.data()},
                         "the digits of its runs");
    }
    auto counts = counts_of_codes<ExecutionSpace, Index, Symbol>(m_space, m_arrays);
    for (std::size_t code = m_symbols.size(); code < counts.size(); ++code)
      require(counts[code] == 0, "that its transform has digits of no symbol");
    counts.resize(m_symbols.size());
    for (auto const& run : runs) {
      counts[run.slot] += run.end - run.begin;
      counts[0] -= run.end - run.begin;
    }
    set_shifts(m_space, first_rows(m_symbols, counts), m_arrays, m_resource);
  }

  void load_table()
  {
    auto const slots = static_cast<std::uint32_t>(m_symbols.size());
    bool const is_dense = m_arrays.layout == detail::FmLayout::dense;
    m_arrays.table_base = is_dense ? std::min<std::uint32_t>(slots, 4) : slots;
    m_arrays.table_depth = static_cast<std::uint32_t>(m_file.integer(m_prefix + depth_section, 64));
    std::size_t const saved = m_file.size_of(m_prefix + table_section);
    bool const has_depth = m_arrays.table_depth == 0 || m_arrays.table_base > 1;
    require(has_depth && m_arrays.table_depth <= depth_of_table(m_arrays.table_base, std::max<std::size_t>(saved, 1)),
            "the depth of its table");
    std::size_t const entries = table_size(m_arrays.table_base, m_arrays.table_depth);
    m_file.require_size(m_prefix + table_section, 2 * entries);
    m_arrays.table = detail::array_of_section<FmRows<Index>, Index>(
        m_space, m_file, m_resource, "lexikos::fm_index::table", m_prefix + table_section);
    std::uint64_t const rows = m_arrays.n == 0 ? 0 : m_arrays.n + 1;
    require_none_wrong(entries, CountWrongRows<Index>{m_arrays.table.data(), rows}, "the rows of its table");
  }

  void load_samples()
  {
    std::uint64_t const n = m_arrays.n;
    m_arrays.places = array<Index>(places_section);
    m_arrays.inverse = array<Index>(rows_section);
    std::size_t const places = m_arrays.places.extent(0);
    require(places == sampled_places(n, m_arrays.rate), "the number of its places");
    require(m_arrays.inverse.extent(0) == sampled_places(n, m_arrays.inverse_rate), "the number of its rows");
    require_none_wrong(places, CountAbove<Index>{m_arrays.places.data(), n - 1}, "its places");
    require_none_wrong(m_arrays.inverse.extent(0), CountAbove<Index>{m_arrays.inverse.data(), n}, "its rows");
    if (m_arrays.rate < 2 || n == 0) return;
    m_arrays.marks = BitVector<MemorySpace>::load(m_space, m_file, m_prefix + marks_section, m_resource);
    require(m_arrays.marks.size() == n + 1 && m_arrays.marks.ones() == places, "the marks of its places");
  }

  void load_text()
  {
    auto& text = m_arrays.text;
    text.n = m_arrays.n;
    text.words = array<std::uint64_t>(text_words_section);
    text.slots = array<detail::FmSlot<Symbol>>(text_slots_section);
    std::size_t const words = text.words.extent(0);
    bool const is_dense = m_arrays.layout == detail::FmLayout::dense;
    require(words == 0 || (is_dense && m_arrays.n != 0 && words == m_arrays.n / 32 + 2), "the size of its text");
    require(text.slots.extent(0) == 0 || (words == 0 && text.slots.extent(0) == m_arrays.n), "the size of its text");
    require(m_arrays.n == 0 || text.is_kept() || (m_arrays.rate == 0) == (m_arrays.inverse_rate == 0),
            "that it has places without rows");
    if (m_symbols.size() < 4)
      require_none_wrong(words, CountWrongDigits{text.words.data(), m_symbols.size()}, "the digits of its text");
    auto const runs = runs_of(text_runs_section);
    require(runs.empty() || words != 0, "that its text has runs");
    text.exceptions = exceptions_of_runs(m_space, runs, m_arrays.n, m_symbols.size(), m_resource);
    if (text.slots.extent(0) != 0)
      require_none_wrong(text.slots.extent(0),
                         CountAbove<detail::FmSlot<Symbol>>{text.slots.data(), m_symbols.size() - 1},
                         "the symbols of its text");
  }

  /// Which older files do not have.
  void load_sample_table()
  {
    if (!m_file.has(m_prefix + sample_depth_section)) return;
    require(may_have_sample_table(m_arrays), "that it has a table of samples");
    m_arrays.sample_depth =
        static_cast<std::uint32_t>(m_file.integer(m_prefix + sample_depth_section, detail::SampleTable::max_depth));
    std::size_t const blocks = sample_blocks(m_arrays.sample_depth);
    require(blocks != 0, "the depth of its table of samples");
    constexpr std::size_t words_of_block = detail::SampleBlock::words_of_block;
    m_file.require_size(m_prefix + sample_blocks_section, words_of_block * blocks);
    m_arrays.sample_blocks = detail::array_of_section<detail::SampleBlock, std::uint32_t>(
        m_space, m_file, m_resource, "lexikos::fm_index::sample_blocks", m_prefix + sample_blocks_section);
    require_none_wrong(blocks, CountWrongBlocks{m_arrays.sample_blocks.data(), m_arrays.places.extent(0)},
                       "its table of samples");
  }

  ExecutionSpace m_space;
  FileReader const& m_file;
  std::string m_prefix;
  MemoryResource& m_resource;
  Arrays m_arrays;
  std::uint64_t m_codes = 0;
  std::vector<Symbol> m_symbols;
};

}  // namespace lexikos::fm_detail
