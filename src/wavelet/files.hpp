// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Wavelet structures in files. Checksums tell that a file is as somebody wrote it, not that it was written by a build: all
// that follows from the digits, the alphabet and the counts is compared with them before any query may rely on it.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/bit_vector.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/wavelet_access.hpp>
#include <span>
#include <string>
#include <vector>

#include "backends/launch.hpp"
#include "common/file_arrays.hpp"
#include "wavelet/matrix_plan.hpp"
#include "wavelet/saved_tree.hpp"
#include "wavelet/structures.hpp"

namespace lexikos::wavelet_detail
{

/// Where a structure is loaded from and to. Section names start with `name`.
template <class ExecutionSpace>
struct Loading
{
  ExecutionSpace const& space;
  FileReader const& file;
  std::string name;
  MemoryResource& resource;

  [[nodiscard]] Loading part(char const* suffix) const { return {space, file, name + suffix, resource}; }

  /// A section of the file; mapped.
  template <class T>
  [[nodiscard]] std::span<T const> section(char const* suffix) const
  {
    auto const saved = file.template array<T>(name + suffix);
    return {saved.data(), saved.extent(0)};
  }
  /// What is mapped, where the structure reads it.
  template <class T>
  [[nodiscard]] Array<T, typename ExecutionSpace::memory_space> array(std::span<T const> values) const
  {
    return detail::array_of_file(space, file, resource, "lexikos::wavelet::loaded", values);
  }
  /// A section of words as structs; mapped.
  template <class T>
  [[nodiscard]] std::span<T const> structs(char const* suffix, std::size_t n) const
  {
    constexpr std::size_t words = sizeof(T) / sizeof(std::uint64_t);
    auto const saved = file.template array<std::uint64_t>(name + suffix, n * words);
    return {reinterpret_cast<T const*>(saved.data()), n};
  }

  /// Throws corrupt_input if something is wrong.
  void require(bool is_right, std::string const& what) const
  {
    if (!is_right) file.corrupt(name + " is not what a build writes: " + what);
  }
  /// Counts what a functor finds wrong in [0, n), and throws corrupt_input if that is anything.
  template <class Check>
  void require_none_wrong(std::size_t n, Check const& check, char const* what) const
  {
    std::size_t wrong = 0;
    if (n > 0)
      Kokkos::parallel_reduce("lexikos::wavelet::check_file", backends::Range<ExecutionSpace>(space, 0, n), check,
                              wrong);
    require(wrong == 0, std::to_string(wrong) + " of " + what);
  }
};

template <class MemorySpace, class T>
Span<std::uint64_t const, MemorySpace> words_of(Array<T, MemorySpace> const& structs)
{
  return Span<std::uint64_t const, MemorySpace>(reinterpret_cast<std::uint64_t const*>(structs.data()),
                                                structs.extent(0) * sizeof(T) / sizeof(std::uint64_t));
}

// ----- alphabets ---------------------------------------------------------------------------------------------------------

template <class ExecutionSpace, class Alphabet>
void save_alphabet(ExecutionSpace const& space, Alphabet const& alphabet, FileWriter& file, std::string const& name)
{
  file.add_integer(name + ".dense", detail::WaveletAccess::is_dense(alphabet) ? 1 : 0);
  file.add_array(space, name + ".symbols", alphabet.symbols());
  file.add_array(space, name + ".table", detail::WaveletAccess::table(alphabet));
}

/// Counts symbols that are not larger than the one before.
template <class Symbols>
struct CheckSymbols
{
  Symbols symbols;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const
  {
    if (i > 0 && symbols[i] <= symbols[i - 1]) ++wrong;
  }
};

/// Counts entries that are not the number of smaller symbols.
template <class Symbols, class Table>
struct CheckTable
{
  Symbols symbols;
  Table table;

  KOKKOS_FUNCTION void operator()(std::size_t value, std::size_t& wrong) const
  {
    std::size_t const code = table[value];
    bool const is_right =
        code < symbols.extent(0) && symbols[code] >= value && (code == 0 || symbols[code - 1] < value);
    if (!is_right) ++wrong;
  }
};

template <class ExecutionSpace, class Symbol>
WaveletAlphabet<typename ExecutionSpace::memory_space, Symbol> load_alphabet(Loading<ExecutionSpace> const& from)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  auto const saved = from.template section<Symbol>(".symbols");
  bool const is_dense = from.file.integer(from.name + ".dense", 1) == 1;
  from.require(is_dense == (saved.empty() || saved.back() == saved.size() - 1), "whether it is dense");
  bool const has_table = !is_dense && saved.back() < detail::WaveletAccess::max_table_entries;
  auto const saved_table = from.template section<std::uint32_t>(".table");
  from.require(saved_table.size() == (has_table ? saved.back() + std::size_t{1} : 0), "the size of its table");
  auto const symbols = from.array(saved);
  auto const table = from.array(saved_table);
  using Symbols = Span<Symbol const, MemorySpace>;
  using Table = Span<std::uint32_t const, MemorySpace>;
  from.require_none_wrong(symbols.extent(0), CheckSymbols<Symbols>{symbols}, "its symbols are not ascending");
  from.require_none_wrong(table.extent(0), CheckTable<Symbols, Table>{symbols, table}, "its codes are wrong");
  return detail::WaveletAccess::alphabet(symbols, table, is_dense);
}

// ----- levels of matrices ------------------------------------------------------------------------------------------------

template <class Values>
std::vector<std::uint64_t> to_vector(Values const& values)
{
  return {values.data(), values.data() + values.size()};
}

template <class ExecutionSpace>
void save_levels(ExecutionSpace const& space, detail::QuadLevels<typename ExecutionSpace::memory_space> const& levels,
                 FileWriter& file, std::string const& name)
{
  file.add_integer(name + ".levels", levels.levels());
  file.add_array(space, name + ".blocks", words_of(levels.memory().blocks));
  file.add_array(space, name + ".supers", levels.memory().superblocks);
  file.add_array(space, name + ".samples", levels.memory().samples);
  file.add_array(name + ".base", to_vector(levels.places().base));
  file.add_array(name + ".places", to_vector(levels.places().first_sample));
}

/// Counts the blocks whose counts, samples or unused digits a build would not have written. A block that is right together
/// with the one after it has the right differences of counts: if all are right and the first starts with the bases, all
/// counts are. Bases ascend up to n, and places of samples follow from them.
template <class MemorySpace>
struct CheckQuadBlock
{
  detail::QuadLevels<MemorySpace> levels;
  std::uint64_t n;
  std::uint64_t level_blocks;

  KOKKOS_FUNCTION void operator()(std::size_t index, std::size_t& wrong) const
  {
    auto const level = static_cast<unsigned>(index / level_blocks);
    std::uint64_t const b = index % level_blocks;
    detail::QuadBlock const block = levels.memory().blocks[index];
    bool is_right = b % detail::QuadBlock::blocks_of_superblock != 0 || block.counts == 0;
    for (unsigned digit = 0; digit < 4; ++digit) is_right = is_right && digit_is_right(level, b, digit);
    if (!is_right) ++wrong;
  }

 private:
  KOKKOS_FUNCTION bool digit_is_right(unsigned level, std::uint64_t b, unsigned digit) const
  {
    constexpr unsigned digits = detail::QuadBlock::digits;
    unsigned const place = 4 * level + digit;
    std::uint64_t const base = levels.places().base[place];
    std::uint64_t const next_base = digit == 3 ? n : levels.places().base[place + 1];
    detail::QuadBlock const block = levels.memory().blocks[level * level_blocks + b];
    bool const is_last = b + 1 == level_blocks;
    auto const here = static_cast<unsigned>(is_last ? n - b * digits : digits);  // symbols of the block
    unsigned const count = is_last ? block.count(digit, here) : block.count(digit);
    // unused places have the digit 0
    if (is_last && block.count(digit) - count != (digit == 0 ? digits - here : 0)) return false;
    std::uint64_t const before = levels.map(level, digit, b * digits);
    std::uint64_t const after = before + count;
    if (b == 0 && before != base) return false;
    if (before < base || before > next_base || after > next_base) return false;
    if (after != (is_last ? next_base : levels.map(level, digit, (b + 1) * digits))) return false;
    std::uint32_t const* const samples = levels.memory().samples.data() + levels.places().first_sample[place];
    auto const own = samples_of_block(before - base, after - base, is_last);
    for (std::uint64_t sample = own.first; sample < own.end; ++sample)
      if (samples[sample] != b) return false;
    return true;
  }
};

template <class ExecutionSpace>
void load_levels(Loading<ExecutionSpace> const& from, std::uint64_t n, unsigned expected_levels,
                 detail::QuadLevels<typename ExecutionSpace::memory_space>& levels)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Levels = detail::QuadLevels<MemorySpace>;
  unsigned const count = expected_levels;
  from.require(from.file.integer(from.name + ".levels") == count, "the number of its levels");
  auto const blocks = from.template structs<detail::QuadBlock>(".blocks", count * Levels::blocks_of_level(n));
  auto const superblocks = from.template section<std::uint64_t>(".supers");
  from.require(superblocks.size() == count * Levels::superblocks_of_level(n) * Levels::radix,
               "the number of its superblocks");
  auto const base = from.template section<std::uint64_t>(".base");
  auto const saved_places = from.template section<std::uint64_t>(".places");
  from.require(base.size() == Levels::max_levels * Levels::radix && saved_places.size() == base.size(),
               "the sizes of its lists of levels");
  typename Levels::Places places;
  bool ascends = true;
  for (unsigned place = 0; place < count * Levels::radix; ++place) {
    std::uint64_t const before = place % Levels::radix == 0 ? 0 : base[place - 1];
    ascends = ascends && base[place] >= before && base[place] <= n && (place % Levels::radix != 0 || base[place] == 0);
    places.base[place] = base[place];
  }
  from.require(ascends, "the order of its digits");
  std::uint64_t const all_samples = place_samples(n, count, places);
  for (unsigned place = 0; place < count * Levels::radix; ++place)
    from.require(saved_places[place] == places.first_sample[place], "the places of its samples");
  auto const samples = from.template section<std::uint32_t>(".samples");
  from.require(samples.size() == all_samples, "the number of its samples");
  levels = Levels(n, count, {from.array(blocks), from.array(superblocks), from.array(samples)}, places);
  from.require_none_wrong(count * Levels::blocks_of_level(n),
                          CheckQuadBlock<MemorySpace>{levels, n, Levels::blocks_of_level(n)},
                          "its blocks do not have the counts of their digits");
}

template <class ExecutionSpace>
void save_levels(ExecutionSpace const& space, detail::BinaryLevels<typename ExecutionSpace::memory_space> const& levels,
                 FileWriter& file, std::string const& name)
{
  file.add_integer(name + ".levels", levels.levels());
  file.add_array(name + ".ones", to_vector(levels.counts().ones_before));
  file.add_array(name + ".zeros", to_vector(levels.counts().zeros));
  levels.vector().save(space, file, name + ".bits");
}

template <class ExecutionSpace>
void load_levels(Loading<ExecutionSpace> const& from, std::uint64_t n, unsigned expected_levels,
                 detail::BinaryLevels<typename ExecutionSpace::memory_space>& levels)
{
  using Levels = detail::BinaryLevels<typename ExecutionSpace::memory_space>;
  unsigned const count = expected_levels;
  from.require(from.file.integer(from.name + ".levels") == count, "the number of its levels");
  auto const bits = Levels::Bits::load(from.space, from.file, from.name + ".bits", from.resource);
  std::uint64_t const stride = Levels::stride(n);
  from.require(bits.size() == count * stride, "the number of its bits");
  auto const ones = from.template section<std::uint64_t>(".ones");
  auto const zeros = from.template section<std::uint64_t>(".zeros");
  from.require(ones.size() == Levels::max_levels && zeros.size() == Levels::max_levels,
               "the sizes of its lists of levels");
  typename Levels::Counts counts;
  std::vector<std::uint64_t> places;
  for (unsigned level = 0; level < count; ++level) {
    counts.ones_before[level] = ones[level];
    counts.zeros[level] = zeros[level];
    for (auto const place : {level * stride, level * stride + n, (level + 1) * stride}) places.push_back(place);
  }
  Workspace workspace(from.resource);
  auto const ranks = ranks_at(from.space, bits, places, workspace);
  for (unsigned level = 0; level < count; ++level) {
    auto const* const rank = ranks.data() + 3 * level;
    from.require(rank[0] == ones[level] && rank[1] - rank[0] == n - zeros[level] && rank[2] == rank[1],
                 "the ones of its levels");
  }
  levels = Levels(n, count, bits, counts);
}

// ----- structures of codes -----------------------------------------------------------------------------------------------

template <class ExecutionSpace, class Levels>
void save_codes(ExecutionSpace const& space, detail::CodeMatrix<Levels> const& codes, FileWriter& file,
                std::string const& name)
{
  file.add_integer(name + ".digit_bits", Levels::bits);
  save_levels(space, codes.levels(), file, name + ".l");
  file.add_array(space, name + ".starts", codes.starts());
}

/// Counts codes whose starts or numbers of occurrences are wrong, and adds up the right numbers.
template <class Levels, class Starts>
struct CheckStarts
{
  Levels levels;
  Starts starts;
  std::uint64_t n;
  std::uint64_t codes;

  struct Result
  {
    std::size_t wrong = 0;
    std::uint64_t occurrences = 0;
  };
  using value_type = Result;

  KOKKOS_FUNCTION void operator()(std::size_t code, Result& result) const
  {
    std::uint64_t begin = 0;
    std::uint64_t end = n;
    for (unsigned level = 0; level < levels.levels(); ++level) {
      unsigned const shift = Levels::bits * (levels.levels() - 1 - level);
      unsigned const digit = static_cast<unsigned>(code >> shift) & (Levels::radix - 1);
      begin = levels.map(level, digit, begin);
      end = levels.map(level, digit, end);
    }
    if (starts[code] != begin || starts[codes + code] != end - begin) ++result.wrong;
    result.occurrences += end - begin;
  }
  KOKKOS_FUNCTION void init(Result& result) const { result = {}; }
  KOKKOS_FUNCTION void join(Result& result, Result const& other) const
  {
    result.wrong += other.wrong;
    result.occurrences += other.occurrences;
  }
};

template <class ExecutionSpace, class Levels>
void load_codes(Loading<ExecutionSpace> const& from, std::uint64_t n, std::uint64_t codes,
                detail::CodeMatrix<Levels>& matrix)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Starts = Span<std::uint64_t const, MemorySpace>;
  detail::require(from.file.integer(from.name + ".digit_bits") == Levels::bits, ErrorCode::invalid_argument,
                  from.file.path() + ": the levels of " + from.name + " have digits of another size");
  Levels levels;
  load_levels(from.part(".l"), n, levels_of_codes<Levels>(codes), levels);
  auto const saved = from.template section<std::uint64_t>(".starts");
  from.require(saved.size() == 2 * codes, "the number of its starts");
  auto const starts = from.array(saved);
  CheckStarts<Levels, Starts> const check{levels, starts, n, codes};
  typename CheckStarts<Levels, Starts>::Result found;
  if (codes > 0)
    Kokkos::parallel_reduce("lexikos::wavelet::check_starts", backends::Range<ExecutionSpace>(from.space, 0, codes),
                            check, found);
  from.require(found.wrong == 0, std::to_string(found.wrong) + " of its starts are wrong");
  from.require(found.occurrences == n, "it has symbols that are not in its alphabet");
  matrix = detail::CodeMatrix<Levels>(n, levels, starts);
}

template <class ExecutionSpace>
void save_codes(ExecutionSpace const& space, detail::CodeTree<typename ExecutionSpace::memory_space> const& codes,
                FileWriter& file, std::string const& name)
{
  auto const& topology = codes.topology();
  codes.bits().save(space, file, name + ".bits");
  file.add_array(space, name + ".nodes", words_of(topology.nodes));
  file.add_array(space, name + ".parents", topology.leaf_parents);
  file.add_array(space, name + ".counts", topology.leaf_counts);
  file.add_array(space, name + ".leaf_of", topology.leaf_of_code);
  file.add_array(space, name + ".code_of", topology.code_of_leaf);
}

template <class ExecutionSpace>
void load_codes(Loading<ExecutionSpace> const& from, std::uint64_t n, std::uint64_t codes,
                detail::CodeTree<typename ExecutionSpace::memory_space>& tree)
{
  using Tree = detail::CodeTree<typename ExecutionSpace::memory_space>;
  SavedTree const saved{n,
                        from.template structs<detail::WaveletTreeNode>(".nodes", codes > 1 ? codes - 1 : 0),
                        from.template section<std::uint32_t>(".parents"),
                        from.template section<std::uint64_t>(".counts"),
                        from.template section<std::uint32_t>(".leaf_of"),
                        from.template section<std::uint32_t>(".code_of")};
  from.require(saved.leaf_counts.size() == codes, "the number of its leaves");
  TreeBits expected;
  auto const fault = check_topology(saved, expected);
  from.require(fault.empty(), fault);
  auto const bits = Tree::Bits::load(from.space, from.file, from.name + ".bits", from.resource);
  from.require(bits.size() == expected.size, "the number of its bits");
  Workspace workspace(from.resource);
  auto const fault_of_bits = expected.fault(saved.nodes, ranks_at(from.space, bits, expected.begins, workspace),
                                            ranks_at(from.space, bits, expected.ends, workspace));
  from.require(fault_of_bits.empty(), fault_of_bits);
  tree = Tree(n, bits,
              {from.array(saved.nodes), from.array(saved.leaf_parents), from.array(saved.leaf_counts),
               from.array(saved.leaf_of_code), from.array(saved.code_of_leaf)});
}

}  // namespace lexikos::wavelet_detail

namespace lexikos::detail
{

template <class E, class S>
void WaveletFiles<E, S>::save(E const& space, S const& structure, FileWriter& file, std::string const& name)
{
  file.add_integer(name + ".size", structure.size());
  wavelet_detail::save_alphabet(space, structure.alphabet(), file, name + ".a");
  wavelet_detail::save_codes(space, WaveletAccess::codes(structure), file, name);
}

template <class E, class S>
S WaveletFiles<E, S>::load(E const& space, FileReader const& file, std::string const& name, MemoryResource& resource)
{
  wavelet_detail::Loading<E> const from{space, file, name, resource};
  typename S::CodesType codes;
  std::uint64_t const n = file.integer(name + ".size", std::uint64_t{1} << 48);
  auto const alphabet = wavelet_detail::load_alphabet<E, typename S::SymbolType>(from.part(".a"));
  wavelet_detail::load_codes(from, n, alphabet.size(), codes);
  return WaveletAccess::structure<S>(codes, alphabet);
}

}  // namespace lexikos::detail
