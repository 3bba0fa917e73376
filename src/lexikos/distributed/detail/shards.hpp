// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What an index by text is made of: the indexes of a rank, and how patterns reach them.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/bytes_of_text.hpp>
#include <lexikos/distributed/communicator.hpp>
#include <lexikos/file.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <span>
#include <string_view>

namespace lexikos::distributed_detail
{

/// A rank's part of a text, and how many symbols of the ranks after it are indexed with it.
struct PartOfText
{
  std::uint64_t first = 0;
  std::uint64_t extent = 0;
  std::uint64_t after = 0;
  std::uint64_t total = 0;  ///< symbols on all ranks
};

/// Collective; all ranks give the same, but for the extent.
[[nodiscard]] PartOfText part_of_text(distributed::Communicator const& ranks, std::uint64_t extent,
                                      unsigned symbol_bytes, std::uint64_t longest_pattern);

/// Copies the own symbols, and fetches what follows them. Collective.
/// \param local  [0..extent + after) symbols
template <class ExecutionSpace>
void copy_with_overlap(ExecutionSpace const& space, distributed::Communicator const& ranks, PartOfText const& part,
                       detail::BytesOfText<typename ExecutionSpace::memory_space> const& own, std::uint8_t* local);

/// Patterns of any width.
template <class MemorySpace>
struct Batch
{
  detail::BytesOfText<MemorySpace> symbols;
  Span<std::uint64_t const, MemorySpace> offsets;

  [[nodiscard]] std::size_t size() const { return search_detail::pattern_count(offsets.extent(0)); }
  template <class Symbol>
  [[nodiscard]] search_detail::PatternSpans<MemorySpace, Symbol> patterns() const
  {
    return {symbols.template symbols<Symbol>(), offsets};
  }
};

/// What of a pattern's positions is still wanted, and where it goes.
template <class MemorySpace>
struct WantedOfPatterns
{
  Span<std::uint64_t, MemorySpace> left;
  Span<std::uint64_t, MemorySpace> places;
  Span<std::uint64_t, MemorySpace> positions;
};

/// The answers of a rank's shards.
template <class ExecutionSpace>
struct LocalAnswers
{
  using MemorySpace = typename ExecutionSpace::memory_space;

  /// counts(i) receives how often pattern i begins in the shards.
  std::function<void(Batch<MemorySpace> const&, Span<std::uint64_t, MemorySpace> const& counts, Workspace&)> count;
  /// Writes the first left(i) positions of pattern i, ascending, from places(i) on.
  std::function<void(Batch<MemorySpace> const&, WantedOfPatterns<MemorySpace> const&, Workspace&)> locate;
};

/// counts(i) receives the sum of what all ranks answer to this rank's pattern i. Collective.
template <class ExecutionSpace>
void count_by_text(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   Batch<typename ExecutionSpace::memory_space> const& batch, std::uint64_t longest_pattern,
                   LocalAnswers<ExecutionSpace> const& answers,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& counts,
                   SearchOptions const& options);

template <class ExecutionSpace>
[[nodiscard]] Occurrences<typename ExecutionSpace::memory_space, std::uint64_t> locate_by_text(
    ExecutionSpace const& space, distributed::Communicator const& ranks,
    Batch<typename ExecutionSpace::memory_space> const& batch, std::uint64_t longest_pattern,
    LocalAnswers<ExecutionSpace> const& answers, SearchOptions const& options);

/// Where patterns are in one shard: entries [begins(i), ends(i)), of which `beyond(i)` begin after the shard's own symbols.
template <class MemorySpace, class Index>
struct ShardIntervals
{
  Span<Index, MemorySpace> begins;
  Span<Index, MemorySpace> ends;
  Span<Index, MemorySpace> beyond;
};

/// counts(i) grows by what begins in the shard itself.
template <class ExecutionSpace, class Index>
void add_counts(ExecutionSpace const& space,
                ShardIntervals<typename ExecutionSpace::memory_space, Index> const& intervals,
                Span<std::uint64_t, typename ExecutionSpace::memory_space> const& counts);

/// takes(i) receives how many positions of pattern i the shard gives, at most left(i); the intervals are cut to as many, and
/// those beyond.
template <class ExecutionSpace, class Index>
void cut_intervals(ExecutionSpace const& space,
                   ShardIntervals<typename ExecutionSpace::memory_space, Index> const& intervals,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& left,
                   Span<std::uint64_t, typename ExecutionSpace::memory_space> const& takes);

/// Writes `first` and the first takes(i) positions of pattern i to its place, which moves on.
template <class ExecutionSpace, class Index>
void place_positions(ExecutionSpace const& space,
                     Occurrences<typename ExecutionSpace::memory_space, Index> const& found, std::uint64_t first,
                     Span<std::uint64_t, typename ExecutionSpace::memory_space> const& takes,
                     WantedOfPatterns<typename ExecutionSpace::memory_space> const& wanted);

/// What an index by text takes of the indexes that it is made of.
template <class LocalIndex>
struct LocalIndexTraits;

template <class Memory, class IndexType, class TextSymbol>
struct LocalIndexTraits<SuffixIndex<Memory, IndexType, TextSymbol>>
{
  using MemorySpace = Memory;
  using Entry = IndexType;
  using Symbol = TextSymbol;
  using Index = SuffixIndex<MemorySpace, Entry, Symbol>;
  using Options = SuffixIndexOptions;
  static constexpr std::string_view kind = suffix_index_kind;

  template <class ExecutionSpace>
  [[nodiscard]] static Index build(ExecutionSpace const& space, Array<Symbol, MemorySpace> const& text,
                                   Options const& options)
  {
    auto& resource = options.workspace != nullptr ? options.workspace->resource() : default_memory_resource();
    auto const suffix_array =
        detail::allocate<Entry, MemorySpace>(resource, "lexikos::distributed::suffix_array", text.extent(0));
    lexikos::suffix_array(space, text, Span<Entry, MemorySpace>(suffix_array), {.workspace = options.workspace});
    return Index(space, text, suffix_array, options);
  }
  /// Of what follows a shard, which is short: nothing is reported of it.
  [[nodiscard]] static Options options_of_overlap(Options options)
  {
    options.progress = {};
    return options;
  }
  template <class ExecutionSpace>
  static void save_overlap(ExecutionSpace const& space, Index const& index, FileWriter& file)
  {
    file.add_array(space, "shard.overlap", Span<Symbol const, MemorySpace>(index.text()));
  }
  template <class ExecutionSpace>
  [[nodiscard]] static Index load_overlap(ExecutionSpace const& space, FileReader const& file, MemoryResource& resource)
  {
    auto const saved = file.array<Symbol>("shard.overlap");
    auto const text = detail::copy_from_host(space, resource, "lexikos::distributed::overlap",
                                             std::span<Symbol const>(saved.data(), saved.extent(0)));
    return build(space, text, {});
  }
};

template <class Memory, class IndexType, class TextSymbol>
struct LocalIndexTraits<FmIndex<Memory, IndexType, TextSymbol>>
{
  using MemorySpace = Memory;
  using Entry = IndexType;
  using Symbol = TextSymbol;
  using Index = FmIndex<MemorySpace, Entry, Symbol>;
  using Options = FmIndexOptions;
  static constexpr std::string_view kind = fm_index_kind;

  template <class ExecutionSpace>
  [[nodiscard]] static Index build(ExecutionSpace const& space, Array<Symbol, MemorySpace> const& text,
                                   Options const& options)
  {
    return Index(space, text, options);
  }
  [[nodiscard]] static Options options_of_overlap(Options options)
  {
    options.progress = {};
    options.sample_rate = 0;  // it counts
    options.keep_text = false;
    return options;
  }
  template <class ExecutionSpace>
  static void save_overlap(ExecutionSpace const& space, Index const& index, FileWriter& file)
  {
    index.save(space, file, "overlap.");
  }
  template <class ExecutionSpace>
  [[nodiscard]] static Index load_overlap(ExecutionSpace const& space, FileReader const& file, MemoryResource& resource)
  {
    return Index::load(space, file, resource, "overlap.");
  }
};

}  // namespace lexikos::distributed_detail
