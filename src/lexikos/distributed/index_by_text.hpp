// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/distributed/detail/extract_by_text.hpp>
#include <lexikos/distributed/detail/folder.hpp>
#include <lexikos/distributed/detail/ranges.hpp>
#include <lexikos/distributed/detail/shards.hpp>
#include <optional>
#include <utility>

namespace lexikos::distributed
{

/// Finds patterns in a text whose parts lie on the ranks: each rank has an index of its own part and of the symbols after
/// it, and every pattern is asked on all ranks. What begins on a rank is counted there, so counts are exact and positions
/// those in the whole text. Nothing but these symbols travels to build it, which takes the time of the largest part; a
/// text may have more symbols than an entry of the indexes can tell, if its parts do not.
///
/// LocalIndex: `SuffixIndex` or `FmIndex`. Memory of a rank: its index, and one of longest_pattern - 1 symbols. There is no
/// order of all suffixes: `IndexByRange` has that, with the text on every rank.
template <class LocalIndex>
class IndexByText
{
  using Traits = distributed_detail::LocalIndexTraits<LocalIndex>;

 public:
  using MemorySpace = typename Traits::MemorySpace;
  using Entry = typename Traits::Entry;
  using Symbol = typename Traits::Symbol;
  using Options = typename Traits::Options;

  /// An empty index; build or load it before querying.
  IndexByText() = default;

  /// Collective; all ranks give the same, but for options that are a rank's own: workspace, progress.
  /// \param text             [0..n_r) this rank's part of the text, which is copied; parts follow each other in the order of
  ///                         the ranks, and may be empty
  /// \param longest_pattern  symbols of the longest pattern that will be asked for: what follows a part is indexed with it
  ///                         so far. 0: parts are texts of their own, such as documents; patterns are of any length, and
  ///                         occur in no two parts
  /// \param options          of the rank's index; progress is told of that alone, and false stops all ranks
  /// Sends longest_pattern - 1 symbols to each rank. Errors, on every rank or on none: those of the local index, and
  /// invalid_argument for options and types that differ; device where the transport fails.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> TextView>
  IndexByText(ExecutionSpace const& space, Communicator const& ranks, TextView const& text, std::size_t longest_pattern,
              Options const& options = {})
      : m_ranks(ranks), m_longest(longest_pattern)
  {
    distributed_detail::together(ranks, [&] {
      auto const own = detail::bytes_of<ExecutionSpace>(text);
      auto const part = distributed_detail::part_of_text(ranks, own.size(), sizeof(Symbol), longest_pattern);
      m_size = part.total;
      auto& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
      auto const local =
          detail::allocate<Symbol, MemorySpace>(resource, "lexikos::distributed::part", part.extent + part.after);
      distributed_detail::copy_with_overlap(space, ranks, part, own, reinterpret_cast<std::uint8_t*>(local.data()));
      if (part.extent == 0) return;
      Shard shard{.first = part.first, .extent = part.extent};
      shard.index = Traits::build(space, local, options);
      if (part.after != 0) {
        auto const after = detail::allocate<Symbol, MemorySpace>(resource, "lexikos::distributed::overlap", part.after);
        Kokkos::deep_copy(space, after, Span<Symbol, MemorySpace>(local.data() + part.extent, part.after));
        shard.overlap = Traits::build(space, after, Traits::options_of_overlap(options));
        shard.after = part.after;
      }
      m_shards.push_back(std::move(shard));
    });
  }

  /// Symbols of the whole text.
  [[nodiscard]] std::uint64_t size() const { return m_size; }
  [[nodiscard]] std::size_t longest_pattern() const { return m_longest; }
  /// This rank's indexes: one, or as many as it has loaded, or none.
  [[nodiscard]] std::size_t shards() const { return m_shards.size(); }
  [[nodiscard]] LocalIndex const& shard(std::size_t i) const { return m_shards[i].index; }
  /// The symbols of the whole text that are a shard's own: `extent` from `first` on. Its index may have some after them.
  [[nodiscard]] Part part_of_shard(std::size_t i) const { return {m_shards[i].first, m_shards[i].extent}; }

  /// counts(i) receives how often this rank's pattern i occurs in the whole text; occurrences may overlap. Collective: each
  /// rank asks for as many patterns as it likes, or for none.
  ///
  /// \param symbols, offsets  as of `SuffixIndex::count`
  /// \param counts            u64, an entry a pattern
  /// \param options           `sort_patterns` is what each rank does with the patterns of all; the same on all ranks, but for
  ///                          the workspace
  /// Each rank looks all patterns up: time as for those of all ranks in the text of one. Every pattern and its length travel
  /// to all other ranks, and 8 bytes come back from each; 2^22 patterns a rank at a time, or a 32nd of the most. Workspace, for
  /// these: patterns of all ranks, 40 bytes each. Fences. Errors, on every rank or on none: invalid_argument (offsets, extents,
  /// a pattern above longest_pattern(), an index that was not built), out_of_memory, device.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> Symbols,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets,
            detail::WritableViewOf<ExecutionSpace, std::uint64_t> Counts>
  void count(ExecutionSpace const& space, Symbols const& symbols, Offsets const& offsets, Counts const& counts,
             SearchOptions const& options = {}) const
  {
    distributed_detail::count_by_text<ExecutionSpace>(space, ranks(), batch<ExecutionSpace>(symbols, offsets),
                                                      m_longest, answers(space, options),
                                                      detail::span_of<ExecutionSpace, std::uint64_t>(counts), options);
  }

  /// The positions, in the whole text, of all occurrences of this rank's patterns, ascending. Collective, as `count`; with
  /// `max_positions` those on the ranks with the first parts, and of a rank those whose suffixes come first. Every position
  /// travels once, in 8 bytes, and is held twice where it is found and where it goes. Errors also: not_supported for an
  /// `FmIndex` without samples.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, Symbol> Symbols,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Offsets>
  [[nodiscard]] Occurrences<MemorySpace, std::uint64_t> locate(ExecutionSpace const& space, Symbols const& symbols,
                                                               Offsets const& offsets,
                                                               SearchOptions const& options = {}) const
  {
    return distributed_detail::locate_by_text<ExecutionSpace>(space, ranks(), batch<ExecutionSpace>(symbols, offsets),
                                                              m_longest, answers(space, options), options);
  }

  /// The symbols text[begins(i) .. ends(i)) of the whole text for all i, one after the other; positions are cut to n, and
  /// reversed ranges are empty. Collective: each rank asks for as many ranges as it likes, or for none. Every range travels
  /// to all ranks, in 16 bytes, and its symbols come back from those that have them. Memory: 24 bytes for each range of all
  /// ranks, and the symbols twice. Of the options only the workspace counts. Fences. Errors, on every rank or on none:
  /// invalid_argument (extents, an index that was not built), out_of_memory, device, and those of the local index:
  /// not_supported for an `FmIndex` without text and samples.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace, detail::ViewOf<ExecutionSpace, std::uint64_t> Begins,
            detail::ViewOf<ExecutionSpace, std::uint64_t> Ends>
  [[nodiscard]] Patterns<MemorySpace, Symbol> extract(ExecutionSpace const& space, Begins const& begins,
                                                      Ends const& ends, SearchOptions const& options = {}) const
  {
    Patterns<MemorySpace, Symbol> found;
    distributed_detail::together(ranks(), [&] {
      auto& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
      detail::check_extent(ends.extent(0), begins.extent(0), "the view of ends");
      distributed_detail::RangesOfText<MemorySpace> const ranges{
          detail::span_of<ExecutionSpace, std::uint64_t const>(begins),
          detail::span_of<ExecutionSpace, std::uint64_t const>(ends)};
      auto const offsets =
          detail::allocate<std::uint64_t, MemorySpace>(resource, "lexikos::distributed::offsets", ranges.size() + 1);
      std::uint64_t const total = distributed_detail::offsets_of_ranges<ExecutionSpace, std::uint64_t>(
          space, m_size, ranges.begins, ranges.ends, offsets);
      auto const symbols = detail::allocate<Symbol, MemorySpace>(resource, "lexikos::distributed::symbols", total);
      std::uint64_t own = 0;
      for (Shard const& shard : m_shards) own += shard.extent;
      distributed_detail::extract_by_text<ExecutionSpace>(
          space, ranks(), own, ranges,
          {reinterpret_cast<std::uint8_t*>(symbols.data()), sizeof(Symbol), Span<std::uint64_t, MemorySpace>(offsets)},
          local_symbols(space), options.workspace);
      found = {symbols, offsets};
    });
    return found;
  }

  /// Writes a folder: a file of each shard, and a manifest. An index that is there stays until all ranks have written theirs,
  /// and is replaced by one renaming; then its shards are removed. Collective; the folder lies on a file system that all
  /// ranks see. Errors, on every rank or on none: those of `FileWriter`.
  ///
  /// \param add  adds to the manifest what else it shall have, such as `Documents`; called on rank 0
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  void save(ExecutionSpace const& space, std::string const& path,
            std::function<void(FileWriter&)> const& add = {}) const
  {
    distributed_detail::together(ranks(), [&] {
      distributed_detail::NewFolder folder(ranks(), path, m_shards.size());
      for (std::size_t i = 0; i < m_shards.size(); ++i) {
        Shard const& shard = m_shards[i];
        FileWriter file(folder.shard(i), Traits::kind);
        shard.index.save(space, file);
        file.add_integer("shard.first", shard.first);
        file.add_integer("shard.extent", shard.extent);
        file.add_integer("shard.after", shard.after);
        if (shard.after != 0) Traits::save_overlap(space, shard.overlap, file);
        file.commit();
      }
      folder.commit(index_by_text_kind, [&](FileWriter& manifest) {
        manifest.add_integer("size", m_size);
        manifest.add_integer("longest_pattern", m_longest);
        manifest.add_integer("is_fm", Traits::kind == fm_index_kind ? 1 : 0);
        manifest.add_integer("index_bytes", sizeof(Entry));
        manifest.add_integer("symbol_bytes", sizeof(Symbol));
        if (add) add(manifest);
      });
    });
  }

  /// An index as it was saved, on any number of ranks, among which its shards are dealt out, one after the other. Collective.
  /// Errors as those of `LocalIndex::load`, on every rank or on none.
  template <detail::ExecutionSpaceOf<MemorySpace> ExecutionSpace>
  [[nodiscard]] static IndexByText load(ExecutionSpace const& space, Communicator const& ranks, std::string const& path,
                                        MemoryResource& resource = default_memory_resource())
  {
    IndexByText index;
    distributed_detail::together(ranks, [&] {
      distributed_detail::SavedFolder const folder(ranks, path, index_by_text_kind);
      index.m_ranks = ranks;
      index.m_size = folder.manifest().integer("size");
      index.m_longest = folder.manifest().integer("longest_pattern");
      Part const own = part_of(folder.shards(), ranks.rank(), ranks.size());
      for (std::size_t i = 0; i < own.extent; ++i)
        index.m_shards.push_back(
            load_shard(space, FileReader(folder.shard(own.first + i), Traits::kind), resource, index.m_size));
    });
    return index;
  }

 private:
  struct Shard
  {
    LocalIndex index = {};
    LocalIndex overlap = {};  ///< of the symbols after the shard's own, which its index has too
    std::uint64_t first = 0;  ///< in the whole text
    std::uint64_t extent = 0;
    std::uint64_t after = 0;              ///< symbols of the overlap
    std::optional<FileReader> file = {};  ///< in which arrays may lie
  };

  template <class ExecutionSpace>
  [[nodiscard]] static Shard load_shard(ExecutionSpace const& space, FileReader const& file, MemoryResource& resource,
                                        std::uint64_t size)
  {
    Shard shard{.file = file};
    shard.first = file.integer("shard.first", size);
    shard.extent = file.integer("shard.extent", size - shard.first);
    shard.after = file.integer("shard.after", size - shard.first - shard.extent);
    shard.index = LocalIndex::load(space, file, resource);
    if (shard.after != 0) shard.overlap = Traits::load_overlap(space, file, resource);
    if (shard.index.size() != shard.extent + shard.after || shard.overlap.size() != shard.after)
      file.corrupt("its index is that of another part");
    return shard;
  }

  template <class ExecutionSpace, class Symbols, class Offsets>
  [[nodiscard]] static distributed_detail::Batch<MemorySpace> batch(Symbols const& symbols, Offsets const& offsets)
  {
    return {detail::bytes_of<ExecutionSpace>(symbols), detail::span_of<ExecutionSpace, std::uint64_t const>(offsets)};
  }

  [[nodiscard]] Communicator const& ranks() const
  {
    detail::require(m_ranks.has_value(), ErrorCode::invalid_argument, "the index was not built");
    return *m_ranks;
  }

  /// The intervals of patterns in a shard, in memory of the workspace's scope.
  template <class ExecutionSpace>
  [[nodiscard]] static distributed_detail::ShardIntervals<MemorySpace, Entry> find(
      ExecutionSpace const& space, Shard const& shard, distributed_detail::Batch<MemorySpace> const& batch,
      SearchOptions const& options)
  {
    Workspace& workspace = *options.workspace;
    std::size_t const n = batch.size();
    distributed_detail::ShardIntervals<MemorySpace, Entry> const found{workspace.take<Entry, MemorySpace>(n),
                                                                       workspace.take<Entry, MemorySpace>(n),
                                                                       workspace.take<Entry, MemorySpace>(n)};
    auto const patterns = batch.template patterns<Symbol>();
    shard.index.intervals(space, patterns.symbols, patterns.offsets, found.begins, found.ends, options);
    if (shard.after == 0)
      Kokkos::deep_copy(space, found.beyond, Entry{0});
    else
      shard.overlap.count(space, patterns.symbols, patterns.offsets, found.beyond, options);
    return found;
  }

  template <class ExecutionSpace>
  [[nodiscard]] distributed_detail::LocalAnswers<ExecutionSpace> answers(ExecutionSpace const& space,
                                                                         SearchOptions options) const
  {
    using Batch = distributed_detail::Batch<MemorySpace>;
    using Values = Span<std::uint64_t, MemorySpace>;
    return {
        [this, &space, options](Batch const& batch, Values const& counts, Workspace& workspace) mutable {
          options.workspace = &workspace;
          Kokkos::deep_copy(space, counts, std::uint64_t{0});
          for (Shard const& shard : m_shards) {
            Workspace::Scope const scope(workspace);
            distributed_detail::add_counts<ExecutionSpace, Entry>(space, find(space, shard, batch, options), counts);
          }
        },
        [this, &space, options](Batch const& batch, distributed_detail::WantedOfPatterns<MemorySpace> const& wanted,
                                Workspace& workspace) mutable {
          options.workspace = &workspace;
          for (Shard const& shard : m_shards) {
            Workspace::Scope const scope(workspace);
            auto const found = find(space, shard, batch, options);
            auto const takes = workspace.take<std::uint64_t, MemorySpace>(batch.size());
            distributed_detail::cut_intervals<ExecutionSpace, Entry>(space, found, wanted.left, takes);
            auto const positions =
                shard.index.locate(space, found.begins, found.ends, {.text_order = true, .workspace = &workspace});
            distributed_detail::place_positions<ExecutionSpace, Entry>(space, positions, shard.first, takes, wanted);
            space.fence("lexikos::distributed::locate_in_shard");  // before the positions go
          }
        }};
  }

  template <class ExecutionSpace>
  [[nodiscard]] distributed_detail::LocalSymbols<ExecutionSpace> local_symbols(ExecutionSpace const& space) const
  {
    return [this, &space](distributed_detail::RangesOfText<MemorySpace> const& ranges,
                          distributed_detail::SymbolsOfRanges<MemorySpace> const& symbols, Workspace& workspace) {
      for (Shard const& shard : m_shards) {
        Workspace::Scope const scope(workspace);
        auto const cut = distributed_detail::ranges_in_shard<ExecutionSpace, Entry>(
            space, {shard.first, shard.first + shard.extent, m_shards.front().first}, ranges, symbols, workspace);
        if (cut.total != 0) distributed_detail::copy_symbols(space, shard.index, cut, symbols, workspace);
      }
    };
  }

  std::optional<Communicator> m_ranks;
  std::vector<Shard> m_shards;
  std::uint64_t m_size = 0;
  std::size_t m_longest = 0;
};

/// What a folder of `IndexByText::save` says of its indexes.
struct IndexByTextFacts
{
  bool is_fm = false;               ///< `FmIndex`; else `SuffixIndex`
  std::size_t index = 4;            ///< bytes of their entries, 4 or 8
  std::size_t symbol = 1;           ///< bytes of a symbol: 1, 2 or 4
  std::uint64_t size = 0;           ///< symbols of the whole text
  std::size_t longest_pattern = 0;  ///< 0: of any length
};

/// Not collective. Errors as `FileReader`.
[[nodiscard]] IndexByTextFacts index_by_text_facts(std::string const& path);

}  // namespace lexikos::distributed
