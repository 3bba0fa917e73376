// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Building an index: the transform, its structure, what is sampled and kept, and the table.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/out_of_core.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>

#include "backends/launch.hpp"
#include "common/dna_letters.hpp"
#include "common/primitive_bytes.hpp"
#include "common/progress.hpp"
#include "fm_index/sample_table.hpp"
#include "fm_index/samples.hpp"
#include "fm_index/slots.hpp"
#include "fm_index/table.hpp"
#include "fm_index/text.hpp"
#include "fm_index/transform.hpp"

namespace lexikos::fm_detail
{

/// Shares of the work, as far as they were guessed: sorting takes most of it.
constexpr std::size_t sorting_work = 7;
constexpr std::size_t structure_work = 2;
constexpr std::size_t all_work = sorting_work + structure_work + 1;

template <class Index, class Symbol>
void check_options(std::size_t n, FmIndexOptions const& options)
{
  detail::check_sizes<Index>(n, n, "the index");
  detail::require(options.sample_rate == 0 || std::has_single_bit(options.sample_rate), ErrorCode::invalid_argument,
                  "the sample rate, " + std::to_string(options.sample_rate) + ", is not a power of two, or 0");
  detail::require(sizeof(Symbol) == 1 || options.letters == FmLetters::all, ErrorCode::invalid_argument,
                  "only bytes are letters of DNA");
}

struct FoldLetters
{
  std::uint8_t const* text;
  std::uint8_t* folded;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { folded[i] = detail::dna_letter(text[i]); }
};

template <class Space>
void fold_letters(Space const& space, std::uint8_t const* text,
                  Span<std::uint8_t, typename Space::memory_space> const& folded)
{
  Kokkos::parallel_for("lexikos::fm_index::fold", backends::Range<Space>(space, 0, folded.extent(0)),
                       FoldLetters{text, folded.data()});
}

/// text(places(i) - 1) = the symbol before suffix i, which is of row i + 1.
template <class Index, class Symbol>
struct InvertBySuffixArray
{
  Symbol const* bwt;
  Index const* suffix_array;
  Symbol* text;
  std::size_t n;
  std::size_t primary;

  KOKKOS_FUNCTION void operator()(std::size_t row) const
  {
    if (row == primary) return;
    std::size_t const place = row == 0 ? n : suffix_array[row - 1];
    text[(place == 0 ? n : place) - 1] = bwt[row < primary ? row : row - 1];  // 0 again, if it is no suffix array
  }
};

/// One build: the pieces in their order. The workspace is the build's.
template <class ExecutionSpace, class Index, class Symbol>
class FmBuild
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Arrays = detail::FmArrays<MemorySpace, Index, Symbol>;
  using Text = Span<Symbol const, MemorySpace>;
  using Indices = Span<Index const, MemorySpace>;
  using HostText = Span<std::uint8_t const, Kokkos::HostSpace>;

 public:
  FmBuild(ExecutionSpace const& space, std::size_t n, FmIndexOptions const& options)
      : m_space(space),
        m_options(options),
        m_scratch(space, options.workspace),
        m_progress(space, m_options.progress, all_work),
        m_n(n)
  {
    check_options<Index, Symbol>(n, options);
    m_arrays.n = n;
    m_arrays.rate = options.sample_rate;
    if (options.sample_rate != 0 && !options.keep_text)
      m_arrays.inverse_rate = std::max(options.sample_rate, min_inverse_rate);
  }

  Arrays of_text(Text text)
  {
    Workspace::Scope const scope(*m_scratch);
    if constexpr (sizeof(Symbol) == 1)
      if (m_options.letters == FmLetters::dna) text = fold(text);
    auto const bwt = m_scratch->template take<Symbol, MemorySpace>(m_n);
    if (sizeof(Symbol) == 1 && m_options.sample_rate == 0) {
      if constexpr (sizeof(Symbol) == 1) transform_without_array(text, bwt);
      store(text, bwt, {});
    }
    else {
      auto const array = m_scratch->template take<Index, MemorySpace>(m_n);
      suffix_array(m_space, text, array,
                   {.algorithm = m_options.algorithm,
                    .workspace = &*m_scratch,
                    .progress = progress_of_sorting(),
                    .low_memory = m_options.low_memory,
                    .segmented_sort = m_options.segmented_sort});
      by_array(text, array, bwt);
    }
    return finish();
  }

  /// Of a text of bytes in host memory, which is sorted in parts by scratch of its own.
  Arrays of_host_text(HostText const& given)
  {
    Array<std::uint8_t, Kokkos::HostSpace> const copy = folded_on_host(given);
    HostText const text = copy.extent(0) != 0 ? HostText(copy.data(), m_n) : given;
    auto const bwt = detail::allocate<Symbol, MemorySpace>(m_scratch.resource(), "lexikos::fm_index::bwt", m_n);
    auto const ranks = detail::allocate<Index, MemorySpace>(m_scratch.resource(), "lexikos::fm_index::ranks",
                                                            sampled_places(m_n, m_options.sample_rate));
    {
      Workspace sorting(m_scratch.resource());
      m_arrays.primary = detail::transform_and_sample<ExecutionSpace, Index>(
          m_space, text, {bwt, ranks, std::max<std::size_t>(m_options.sample_rate, 1)},
          {.algorithm = m_options.algorithm,
           .workspace = &sorting,
           .progress = progress_of_sorting(),
           .device_bytes = bytes_for_sorting(m_n + ranks.extent(0) * sizeof(Index))});
    }
    Workspace::Scope const scope(*m_scratch);
    store_structure(bwt);
    if (m_n == 0) return finish();
    if (m_options.sample_rate != 0)
      sample_by_ranks<ExecutionSpace, Index, Symbol>(m_space, ranks, m_arrays, *m_scratch);
    if (m_options.keep_text) {
      auto const near = m_scratch->template take<Symbol, MemorySpace>(m_n);
      Kokkos::deep_copy(m_space, near, text);
      keep(near);
    }
    return finish();
  }

  Arrays of_suffix_array(Text const& text, Indices const& array)
  {
    detail::require(m_options.letters == FmLetters::all, ErrorCode::invalid_argument,
                    "the suffix array of a text is not that of its letters of DNA");
    Workspace::Scope const scope(*m_scratch);
    by_array(text, array, m_scratch->template take<Symbol, MemorySpace>(m_n));
    return finish();
  }

  Arrays of_transform(Text const& bwt, std::size_t primary_index, Indices const& array)
  {
    bool const has_array = array.extent(0) != 0 || m_n == 0;
    detail::require(m_options.letters == FmLetters::all, ErrorCode::invalid_argument,
                    "the transform of a text is not that of its letters of DNA");
    detail::require(has_array || (m_options.sample_rate == 0 && !m_options.keep_text), ErrorCode::invalid_argument,
                    "places and the text cannot be kept without a suffix array");
    detail::require(m_n == 0 ? primary_index == 0 : primary_index >= 1 && primary_index <= m_n,
                    ErrorCode::invalid_argument,
                    "the primary index " + std::to_string(primary_index) + " is not in 1.." + std::to_string(m_n));
    Workspace::Scope const scope(*m_scratch);
    m_arrays.primary = primary_index;
    Text text;
    if (m_options.keep_text) text = invert(bwt, array);
    store(text, bwt, array);
    return finish();
  }

 private:
  [[nodiscard]] Progress progress_of_sorting() const
  {
    return detail::part_of_progress(m_options.progress, 0, double{sorting_work} / double{all_work});
  }

  /// Empty where letters are themselves.
  [[nodiscard]] Array<std::uint8_t, Kokkos::HostSpace> folded_on_host(HostText const& text) const
  {
    if (m_options.letters != FmLetters::dna) return {};
    Kokkos::DefaultHostExecutionSpace const host;
    auto const folded =
        detail::allocate<std::uint8_t, Kokkos::HostSpace>(m_scratch.resource(), "lexikos::fm_index::text", m_n);
    fold_letters(host, text.data(), folded);
    host.fence("lexikos::fm_index::fold");
    return folded;
  }

  /// What the caller allows beside what is held.
  [[nodiscard]] std::size_t bytes_for_sorting(std::size_t held) const
  {
    if (m_options.device_bytes == 0) return 0;
    detail::require(held < m_options.device_bytes, ErrorCode::out_of_memory,
                    "the transform and the places that are sampled take " + std::to_string(held) +
                        " bytes of memory, of which " + std::to_string(m_options.device_bytes) + " may be taken");
    return m_options.device_bytes - held;
  }

  Text fold(Text const& text)
  {
    auto const folded = m_scratch->template take<std::uint8_t, MemorySpace>(m_n);
    fold_letters(m_space, text.data(), folded);
    return folded;
  }

  Text invert(Text const& bwt, Indices const& array)
  {
    auto const text = m_scratch->template take<Symbol, MemorySpace>(m_n);
    Kokkos::parallel_for(
        "lexikos::fm_index::invert", backends::Range<ExecutionSpace>(m_space, 0, m_n == 0 ? 0 : m_n + 1),
        InvertBySuffixArray<Index, Symbol>{bwt.data(), array.data(), text.data(), m_n, m_arrays.primary});
    return text;
  }

  void transform_without_array(Text const& text, Span<Symbol, MemorySpace> const& bwt)
  {
    m_arrays.primary = burrows_wheeler_transform(m_space, text, bwt,
                                                 {.algorithm = m_options.algorithm,
                                                  .workspace = &*m_scratch,
                                                  .progress = progress_of_sorting(),
                                                  .low_memory = m_options.low_memory,
                                                  .segmented_sort = m_options.segmented_sort});
  }

  void by_array(Text const& text, Indices const& array, Span<Symbol, MemorySpace> const& bwt)
  {
    m_arrays.primary = burrows_wheeler_transform(m_space, text, array, bwt, {.workspace = &*m_scratch});
    store(text, bwt, array);
  }

  void store(Text const& text, Text const& bwt, Indices const& array)
  {
    store_structure(bwt);
    if (m_n == 0) return;
    sample<ExecutionSpace, Index, Symbol>(m_space, array, m_arrays, *m_scratch);
    if (m_options.keep_text) keep(text);
  }

  void store_structure(Text const& bwt)
  {
    m_progress.add(sorting_work);
    store_transform<ExecutionSpace, Index>(m_space, bwt, m_options, m_arrays, *m_scratch);
    m_progress.add(structure_work);
  }

  void keep(Text const& text)
  {
    Workspace::Scope const scope(*m_scratch);
    auto const slots = m_scratch->template take<detail::FmSlot<Symbol>, MemorySpace>(m_n);
    to_slots(m_space, "lexikos::fm_index::slots", m_arrays.alphabet, text, slots);
    keep_text<ExecutionSpace, Index, Symbol>(m_space, slots, m_arrays, *m_scratch);
  }

  Arrays finish()
  {
    auto& arrays = m_arrays;
    std::uint32_t const slots = arrays.alphabet.size();
    arrays.table_base = arrays.layout == detail::FmLayout::dense ? std::min<std::uint32_t>(slots, 4) : slots;
    arrays.table_depth = depth_of_table(arrays.table_base, max_table_entries(m_n, m_options));
    arrays.table = detail::allocate<FmRows<Index>, MemorySpace>(m_scratch.resource(), "lexikos::fm_index::table",
                                                                table_size(arrays.table_base, arrays.table_depth));
    arrays.with_steps_for_kernel([&](auto const& steps) {
      fill_table(m_space, steps, arrays.table.data(), arrays.table_base, arrays.table_depth);
    });
    build_sample_table<ExecutionSpace, Index, Symbol>(m_space, arrays, m_options, *m_scratch);
    set_pattern_slots();
    m_space.fence("lexikos::fm_index::build");
    m_progress.finish();
    return arrays;
  }

  /// From here on, patterns' letters are the text's.
  void set_pattern_slots()
  {
    if constexpr (sizeof(Symbol) == 1) {
      if (m_options.letters == FmLetters::all) return;
      ByteSlots slots;
      slots.symbols = detail::read_all_back(m_space, m_arrays.alphabet.symbols);
      auto const of_symbol = detail::read_all_back(m_space, m_arrays.alphabet.slots);
      std::copy(of_symbol.begin(), of_symbol.end(), slots.of_symbol.begin());
      m_arrays.alphabet = alphabet_of(m_space, slots, pattern_slots(slots, m_options.letters, m_options.match_others),
                                      m_scratch.resource());
    }
  }

  ExecutionSpace m_space;
  FmIndexOptions m_options;
  detail::Scratch<ExecutionSpace> m_scratch;
  detail::ProgressReport<ExecutionSpace> m_progress;
  std::size_t m_n;
  Arrays m_arrays;
};

}  // namespace lexikos::fm_detail

namespace lexikos
{

template <detail::ExecutionSpaceType ExecutionSpace, detail::IndexType Index, detail::WaveletSymbol Symbol>
std::size_t fm_index_workspace_bytes(std::size_t n, FmIndexOptions const& options)
{
  using Matrix = WaveletMatrix<typename ExecutionSpace::memory_space, Symbol>;
  using Tree = WaveletTree<typename ExecutionSpace::memory_space, Symbol>;
  bool const is_wide = sizeof(Symbol) > 1;
  std::size_t const symbols = std::min<std::size_t>(n, sizeof(Symbol) == 1 ? 256 : sizeof(Symbol) == 2 ? 65536 : n);
  std::size_t const sorting = suffix_array_workspace_bytes<ExecutionSpace, Index, Symbol>(n, options.algorithm);
  std::size_t const structure =
      n * sizeof(Symbol) + std::max(wavelet_workspace_bytes<ExecutionSpace, Matrix>(n, symbols),
                                    wavelet_workspace_bytes<ExecutionSpace, Tree>(n, symbols));
  std::size_t const runs = 24 * std::max(fm_detail::runs_at_any_length, n / fm_detail::symbols_per_run);
  std::size_t const flags = 2 * n + bit_vector_packing_workspace_bytes<ExecutionSpace>(n + 1) + runs +
                            detail::scan_bytes<ExecutionSpace>(n) + n * sizeof(detail::FmSlot<Symbol>);
  std::size_t const numbers = fm_detail::sample_table_workspace_bytes(n, options);
  std::size_t const others = detail::histogram_bytes<ExecutionSpace>(256) + 16 * 256 + (is_wide ? 0 : n);
  // the text's copy with other letters, the transform, the suffix array, and what each step takes
  return n * sizeof(Symbol) + n * sizeof(Symbol) + n * sizeof(Index) + std::max({sorting, structure, flags, numbers}) +
         others;
}

}  // namespace lexikos
