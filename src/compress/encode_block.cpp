// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <lexikos/bwt.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>

#include "backends/for_each_by_team.hpp"
#include "backends/launch.hpp"
#include "backends/primitives.hpp"
#include "common/on_host_meanwhile.hpp"
#include "common/progress.hpp"
#include "common/read_back.hpp"
#include "compress/analyse.hpp"
#include "compress/block.hpp"
#include "compress/checksum.hpp"
#include "compress/copies.hpp"
#include "compress/device_tables.hpp"
#include "compress/directory.hpp"
#include "compress/encode.hpp"
#include "compress/find_classes.hpp"
#include "compress/mark_runs.hpp"
#include "compress/symbol_classes.hpp"
#include "compress/tables_of_runs.hpp"
#include "compress/tuning.hpp"
#include "system/concurrency.hpp"

namespace lexikos::compress_detail
{

namespace
{

/// counts(i) of the first copy = the sum of those of all.
template <class MemorySpace>
struct AddCounters
{
  Span<std::uint32_t, MemorySpace> counts;
  std::size_t copies;

  KOKKOS_FUNCTION void operator()(std::size_t i) const
  {
    for (std::size_t copy = 1; copy < copies; ++copy) counts(i) += counts(copy * 2 * counters + i);
  }
};

template <class ExecutionSpace>
using EncodeRuns = EncodeSubBlocks<typename ExecutionSpace::memory_space, sub_blocks_of_team<ExecutionSpace>>;

/// Those of runs, and after them those of classes, by one kernel: neither has threads for all of a device, and kernels that
/// share its memories in different ways wait for each other.
template <class ExecutionSpace>
struct EncodeBoth
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Scratch = typename EncodeRuns<ExecutionSpace>::Scratch;
  static constexpr std::size_t together = detail::works_on_host<ExecutionSpace> ? 1 : classed_sub_blocks_together;
  static_assert(together <= backends::threads_of_team);

  EncodeRuns<ExecutionSpace> of_runs;
  EncodeClasses<MemorySpace> of_classes;
  std::size_t teams_of_runs = of_runs.teams();

  [[nodiscard]] std::size_t teams() const
  {
    return teams_of_runs + (of_classes.sub_blocks.extent(0) + together - 1) / together;
  }

  template <class Threads>
  KOKKOS_FUNCTION void operator()(std::size_t team, Threads const& threads, Scratch& scratch) const
  {
    if (team < teams_of_runs) return of_runs(team, threads, scratch);
    std::size_t const s = (team - teams_of_runs) * together + threads.rank();
    if (threads.rank() < together && s < of_classes.sub_blocks.extent(0)) of_classes(s);
  }
};

template <class ExecutionSpace>
std::size_t max_copies_of_counters([[maybe_unused]] ExecutionSpace const& space)
{
  if constexpr (detail::works_on_host<ExecutionSpace>)
    return static_cast<std::size_t>(detail::concurrency_of(space));
  else
    return 16;
}

/// How a body begins.
struct BodyStart
{
  DirectoryForm form;  ///< of the directory, or a later one where something is coded by classes
  std::function<std::vector<std::uint8_t>(DirectoryForm)> head;  ///< what comes before it, by its form; asked once
};

template <class ExecutionSpace>
class BlockEncoder
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Range = backends::Range<ExecutionSpace>;
  template <class T>
  using Array = Span<T, MemorySpace>;

 public:
  BlockEncoder(ExecutionSpace const& space, Array<std::uint8_t const> const& bwt, Workspace& workspace)
      : m_space(space), m_n(bwt.extent(0)), m_workspace(workspace)
  {
    m_runs.bwt = bwt;
  }

  /// Returns false, and nothing else, where the body would not be shorter than `limit`.
  bool encode(Array<std::uint8_t> const& body, std::size_t limit, BodyStart const& start, BlockFacts& facts)
  {
    // what is coded waits in the place of the marks
    auto const coded = take<std::uint8_t>(m_n);
    auto const counts = count_symbols();
    m_pieces = find_classed_pieces(m_space, m_runs.bwt, counts, m_workspace);
    find_runs(coded);
    place_sub_blocks();
    auto const lists = take<std::uint8_t>(m_sub_blocks.extent(0) * symbol_values);
    BitWriter writer;
    Directory directory;
    write_alphabet(counts, directory, writer);
    analyse(lists);
    TablesOfRuns<ExecutionSpace> tables_of_runs(
        detail::read_all_back(m_space, backends::subspan(m_counts, 0, 2 * counters)));
    find_classes();
    BitWriter classes_writer;
    DirectoryForm const form = m_pieces.count != 0 ? DirectoryForm::classes : start.form;
    if (form == DirectoryForm::classes) write_classes(directory, classes_writer);
    tables_of_runs.write(directory, writer);
    writer.append(classes_writer);
    encode_sub_blocks(directory, lists, coded);
    directory.sub_blocks = detail::read_all_back(m_space, m_sub_blocks);
    write_sub_blocks(directory, writer);
    auto bytes = start.head(form);
    std::size_t const directory_bytes = writer.bytes().size();
    bytes.insert(bytes.end(), writer.bytes().begin(), writer.bytes().end());
    if (bytes.size() + directory.coded_bytes >= limit) return false;
    pack(directory, bytes, coded, body);
    facts.body_bytes = bytes.size() + directory.coded_bytes;
    facts.directory_bytes = static_cast<std::uint32_t>(directory_bytes);
    facts.sub_blocks = static_cast<std::uint32_t>(directory.sub_blocks.size());
    facts.form = form;
    return true;
  }

 private:
  template <class T>
  Array<T> take(std::size_t n)
  {
    return m_workspace.template take<T, MemorySpace>(n);
  }

  std::vector<std::uint64_t> count_symbols()
  {
    Workspace::Scope const scope(m_workspace);
    auto const counts = take<std::uint64_t>(symbol_values);
    primitives::histogram(m_space, m_runs.bwt, counts, m_workspace);
    return detail::read_all_back(m_space, counts);
  }

  void find_runs(Array<std::uint8_t> const& heads)
  {
    auto const piece_number = detail::copy_from_host(m_space, m_pieces.number, m_workspace);
    std::uint64_t runs = 0;
    constexpr std::size_t symbols_of_item = MarkRuns<MemorySpace>::symbols_of_item;
    Kokkos::parallel_reduce("lexikos::compress::mark_runs",
                            Range(m_space, 0, (m_n + symbols_of_item - 1) / symbols_of_item),
                            MarkRuns<MemorySpace>{m_runs.bwt, piece_number, heads.data()}, runs);
    m_runs.starts = take<std::uint32_t>(runs + 1);
    m_runs.ranks = take<std::uint8_t>(runs);
    m_runs.contexts = take<std::uint32_t>(runs);
    primitives::pack_positions(m_space, heads, Array<std::uint32_t>(m_runs.starts.data(), runs), m_workspace);
    Kokkos::deep_copy(m_space, Array<std::uint32_t>(m_runs.starts.data() + runs, 1), static_cast<std::uint32_t>(m_n));
  }

  /// Pieces that are coded by classes, and what is between them, in stretches of max_sub_block_symbols at most.
  struct Stretch
  {
    std::uint32_t begin;
    bool is_classed;
  };
  std::vector<Stretch> stretches() const
  {
    std::vector<Stretch> result;
    bool was_classed = false;
    for (std::size_t begin = 0; begin < m_n; begin += classed_piece) {
      bool const is_classed = m_pieces.has(begin / classed_piece);
      if (is_classed || was_classed || begin % max_sub_block_symbols == 0)
        result.push_back({static_cast<std::uint32_t>(begin), is_classed});
      was_classed = is_classed;
    }
    return result;
  }

  /// The runs of each stretch, divided evenly.
  void place_sub_blocks()
  {
    auto const runs = static_cast<std::uint32_t>(m_runs.ranks.extent(0));
    auto const parts_of_text = stretches();
    std::vector<std::uint32_t> bounds;
    bounds.reserve(parts_of_text.size() + 1);
    for (Stretch const& stretch : parts_of_text) bounds.push_back(stretch.begin);
    auto const firsts = detail::copy_from_host(m_space, bounds, m_workspace);
    Kokkos::parallel_for("lexikos::compress::find_stretches", Range(m_space, 0, bounds.size()),
                         FindRuns<MemorySpace>{m_runs.starts, firsts});
    bounds = detail::read_all_back(m_space, firsts);
    bounds.push_back(runs);
    std::uint32_t const most = runs_of_sub_block(m_n);
    std::vector<SubBlock> sub_blocks;
    for (std::size_t stretch = 0; stretch < parts_of_text.size(); ++stretch) {
      std::uint64_t const count = bounds[stretch + 1] - bounds[stretch];
      std::uint64_t const parts = (count + most - 1) / most;
      for (std::uint64_t part = 0; part < parts; ++part) {
        SubBlock sub_block{};
        sub_block.first_run = static_cast<std::uint32_t>(bounds[stretch] + count * part / parts);
        sub_block.runs = static_cast<std::uint32_t>(bounds[stretch] + count * (part + 1) / parts) - sub_block.first_run;
        if (parts_of_text[stretch].is_classed) sub_block.codec = Codec::classes;
        sub_blocks.push_back(sub_block);
      }
    }
    m_sub_blocks = detail::copy_from_host(m_space, sub_blocks, m_workspace);
    Kokkos::parallel_for("lexikos::compress::place_sub_blocks", Range(m_space, 0, m_sub_blocks.extent(0)),
                         PlaceSubBlocks<MemorySpace>{m_runs.starts, m_sub_blocks});
  }

  void analyse(Array<std::uint8_t> const& lists)
  {
    using Analyse = AnalyseSubBlocks<ExecutionSpace>;
    std::size_t const sub_blocks = m_sub_blocks.extent(0);
    std::size_t const copies = std::min(sub_blocks, max_copies_of_counters(m_space));
    m_counts = take<std::uint32_t>(copies * 2 * counters);
    primitives::fill(m_space, m_counts, 0);
    backends::for_each_by_team<typename Analyse::Scratch>("lexikos::compress::analyse", m_space,
                                                          Analyse::shares_counters ? sub_blocks : copies,
                                                          Analyse{m_runs, m_sub_blocks, lists, m_counts, copies});
    if (copies > 1)
      Kokkos::parallel_for("lexikos::compress::add_counters", Range(m_space, 0, 2 * counters),
                           AddCounters<MemorySpace>{m_counts, copies});
  }

  /// Of what is coded by classes, if something is.
  void find_classes()
  {
    if (m_pieces.count == 0) return;
    std::vector<std::uint8_t> tokens(symbol_values, 0);
    for (std::size_t token = 0; token < m_pieces.symbols.size(); ++token)
      tokens[m_pieces.symbols[token]] = static_cast<std::uint8_t>(token);
    m_tokens = detail::copy_from_host(m_space, tokens, m_workspace);
    m_class_of = take<std::uint8_t>((m_n + class_segment - 1) / class_segment);
    m_classed_counts = compress_detail::find_classes(m_space, m_runs.bwt, m_pieces, m_tokens, m_class_of, m_workspace);
  }

  void write_classes(Directory& directory, BitWriter& writer)
  {
    directory.classed_symbols = m_pieces.symbols;
    compress_detail::write_classes(directory, m_classed_counts, writer);
  }

  void encode_sub_blocks(Directory const& directory, Array<std::uint8_t> const& lists, Array<std::uint8_t> const& coded)
  {
    auto const lengths = encoding_tables(m_space, directory.lengths, m_workspace);
    auto const ranks = encoding_tables(m_space, directory.ranks, m_workspace);
    auto const alphabet = detail::copy_from_host(m_space, directory.alphabet, m_workspace);
    EncodeRuns<ExecutionSpace> const of_runs{m_runs, m_sub_blocks, lists, lengths, ranks, alphabet, coded};
    if (m_pieces.count == 0)
      return backends::for_each_by_team<typename EncodeRuns<ExecutionSpace>::Scratch>(
          "lexikos::compress::encode", m_space, of_runs.teams(), of_runs);
    auto const symbols = static_cast<std::uint32_t>(m_pieces.symbols.size());
    auto const tables = detail::copy_from_host(m_space, by_contexts(directory.symbols, symbols), m_workspace);
    EncodeClasses<MemorySpace> const of_classes{m_runs.bwt, m_sub_blocks, m_tokens, m_class_of, tables, symbols, coded};
    EncodeBoth<ExecutionSpace> const both{of_runs, of_classes};
    backends::for_each_by_team<typename EncodeBoth<ExecutionSpace>::Scratch>("lexikos::compress::encode_both", m_space,
                                                                             both.teams(), both);
  }

  void pack(Directory const& directory, std::vector<std::uint8_t> const& head, Array<std::uint8_t> const& coded,
            Array<std::uint8_t> const& body)
  {
    Kokkos::deep_copy(m_space, Array<std::uint8_t>(body.data(), head.size()),
                      Span<std::uint8_t const, Kokkos::HostSpace>(head.data(), head.size()));
    auto const sub_blocks = detail::copy_from_host(m_space, directory.sub_blocks, m_workspace);
    Kokkos::parallel_for("lexikos::compress::pack",
                         Range(m_space, 0, sub_blocks.extent(0) * PackSubBlocks<MemorySpace>::items),
                         PackSubBlocks<MemorySpace>{sub_blocks, coded, body.data() + head.size()});
    m_space.fence("lexikos::compress::pack");
  }

  ExecutionSpace m_space;
  std::size_t m_n;
  Workspace& m_workspace;
  Runs<MemorySpace> m_runs;
  ClassedPieces m_pieces;
  Array<std::uint8_t> m_tokens;  // of the symbols that are coded by classes, and the class of each segment
  Array<std::uint8_t> m_class_of;
  std::vector<std::uint32_t> m_classed_counts;  // of tokens in contexts; empty if nothing is coded by classes
  Array<SubBlock> m_sub_blocks;
  Array<std::uint32_t> m_counts;
};

/// What a step for a block of n symbols takes, in the order in which it is taken: see `BlockEncoder::encode`.
std::size_t coding_bytes(std::size_t n, std::size_t copies)
{
  // each run takes 9 bytes, and no run is empty
  return n + 9 * n + n / 4 + max_sub_blocks(n) * (2 * sizeof(SubBlock) + symbol_values) + copies * 2 * counters * 4 +
         find_classes_bytes(n) + (std::size_t{2} << 20);
}

std::vector<std::uint8_t> no_head(DirectoryForm)
{
  return {};
}

/// Whether the transform of the whole text is not tried beside.
bool copies_are_best(FoundCopies const& found, std::size_t n)
{
  return !found.are_most || (n - rest_of(n, found.copies)) / found.copies.size() >= long_copies;
}

/// Writes a block's body in the ways that may be the shortest, one after the other, and keeps the facts of the last that was.
template <class ExecutionSpace>
class BodyWriter
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Text = Span<std::uint8_t const, MemorySpace>;

 public:
  BodyWriter(ExecutionSpace const& space, Text const& text, Span<std::uint8_t, MemorySpace> const& body,
             Workspace& workspace, BlockFacts& facts)
      : m_space(space), m_text(text), m_body(body), m_workspace(workspace), m_facts(facts)
  {}

  /// The text's copies and the transform of its rest, or the transform of all: what is shorter than the text, if one is.
  void write_shortest(Progress const& progress)
  {
    std::size_t const n = m_text.extent(0);
    auto const found = find_copies(m_space, m_text, m_workspace);
    auto const main_progress = detail::part_of_progress(progress, 0, 0.9);
    bool const has_copies =
        !found.copies.empty() && write_with_copies(found, found.are_most ? Progress() : main_progress);
    if (has_copies) m_facts.kind = BlockKind::copies;
    if (has_copies && copies_are_best(found, n)) return;
    if (write_transform(m_text, m_facts.body_bytes, {DirectoryForm::stretches, no_head}, main_progress))
      m_facts.kind = BlockKind::transformed;
  }

 private:
  /// Transforms symbols and codes that, if it takes less than `limit` bytes; returns whether it did.
  bool write_transform(Text const& symbols, std::size_t limit, BodyStart const& start, Progress const& progress)
  {
    Workspace::Scope const scope(m_workspace);
    auto const bwt = m_workspace.take<std::uint8_t, MemorySpace>(symbols.extent(0));
    auto const primary_index =
        burrows_wheeler_transform(m_space, symbols, bwt, {.workspace = &m_workspace, .progress = progress});
    if (!BlockEncoder<ExecutionSpace>(m_space, bwt, m_workspace).encode(m_body, limit, start, m_facts)) return false;
    m_facts.primary_index = primary_index;
    return true;
  }

  /// The copies of the text, and the transform of its rest. Returns whether that takes less than the text.
  bool write_with_copies(FoundCopies const& found, Progress const& progress)
  {
    Workspace::Scope const scope(m_workspace);
    std::size_t const n = m_text.extent(0);
    auto const rest = m_workspace.take<std::uint8_t, MemorySpace>(rest_of(n, found.copies));
    auto const copies = detail::copy_from_host(m_space, found.copies, m_workspace);
    take_rest(m_space, m_text, Span<Copy const, MemorySpace>(copies), rest);
    auto const in_form = [&](DirectoryForm form) { return written(found.copies, rest.extent(0), form); };
    auto const likely_form = found.are_most ? DirectoryForm::stretches : DirectoryForm::classes;
    auto likely_head = detail::on_host_meanwhile<ExecutionSpace>([&] { return in_form(likely_form); });
    auto const head = [&](DirectoryForm form) { return form == likely_form ? likely_head.get() : in_form(form); };
    return write_transform(rest, n, {likely_form, head}, progress);
  }

  ExecutionSpace const& m_space;
  Text m_text;
  Span<std::uint8_t, MemorySpace> m_body;
  Workspace& m_workspace;
  BlockFacts& m_facts;
};

}  // namespace

template <class ExecutionSpace>
BlockFacts encode_block(ExecutionSpace const& space,
                        Span<std::uint8_t const, typename ExecutionSpace::memory_space> const& text,
                        Span<std::uint8_t, typename ExecutionSpace::memory_space> const& body, Workspace& workspace,
                        Progress const& progress)
{
  Workspace::Scope const scope(workspace);
  std::size_t const n = text.extent(0);
  BlockFacts facts;
  facts.symbols = facts.body_bytes = n;
  facts.text_checksum = checksum(space, text);
  if (n > max_raw_symbols) BodyWriter<ExecutionSpace>(space, text, body, workspace, facts).write_shortest(progress);
  if (facts.kind == BlockKind::raw) Kokkos::deep_copy(space, backends::subspan(body, 0, n), text);
  facts.body_checksum =
      checksum(space, Span<std::uint8_t const, typename ExecutionSpace::memory_space>(body.data(), facts.body_bytes));
  return facts;
}

template <class ExecutionSpace>
std::size_t encode_block_bytes(std::size_t n)
{
  std::size_t const copies = max_copies_of_counters(ExecutionSpace());
  std::size_t const of_text =
      n + std::max(burrows_wheeler_transform_workspace_bytes<ExecutionSpace>(n), coding_bytes(n, copies));
  // the same for the rest, with the text's copies
  std::size_t const of_rest = n + n / min_chosen_copy * sizeof(Copy) + of_text;
  return std::max(of_rest, find_copies_bytes(n)) + 4096;
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                            \
  template BlockFacts encode_block<SPACE>(SPACE const&, Span<std::uint8_t const, SPACE::memory_space> const&, \
                                          Span<std::uint8_t, SPACE::memory_space> const&, Workspace&,         \
                                          Progress const&);                                                   \
  template std::size_t encode_block_bytes<SPACE>(std::size_t);

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::compress_detail
