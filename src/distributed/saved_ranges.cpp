// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indexes by range in folders: every rank writes its range of the suffix array, and an even share of the text's words.

#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/detail/scratch.hpp>
#include <lexikos/distributed/index_by_range.hpp>

#include "distributed/build_by_range.hpp"

namespace lexikos::distributed
{

IndexByRangeWidth index_by_range_width(std::string const& path)
{
  FileReader const manifest(path + "/manifest", index_by_range_kind);
  IndexByRangeWidth const width{manifest.integer("index_bytes", 8), manifest.integer("symbol_bytes", 4)};
  bool const is_known = (width.index == 4 || width.index == 8) && std::has_single_bit(width.symbol);
  if (!is_known) manifest.corrupt("its entries or its symbols have another width than any index");
  return width;
}

}  // namespace lexikos::distributed

namespace lexikos::distributed_detail
{

namespace
{

constexpr std::string_view shard_kind = "range_of_index";

template <class Index, class MemorySpace>
struct IsBeyond
{
  Span<Index const, MemorySpace> entries;
  std::uint64_t n;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& count) const { count += entries(i) < n ? 0 : 1; }
};

/// Copies the entries of [begin, end) that lie in [first, first + values.extent(0)) to their places.
template <class ExecutionSpace, class T>
void copy_shared(ExecutionSpace const& space, Span<T const, Kokkos::HostSpace> const& values, std::uint64_t first,
                 SpanOn<T, ExecutionSpace> const& out, std::uint64_t begin)
{
  std::uint64_t const from = std::max(first, begin);
  std::uint64_t const end = std::min<std::uint64_t>(first + values.extent(0), begin + out.extent(0));
  if (from >= end) return;
  Kokkos::deep_copy(space, backends::subspan(out, from - begin, end - begin),
                    Span<T const, Kokkos::HostSpace>(values.data() + (from - first), end - from));
  space.fence("lexikos::distributed::load");
}

/// What a manifest says of an index, and where its shards begin. Error (corrupt_input) for what no index has.
template <class MemorySpace, class Index>
struct SavedRanges
{
  RangeArrays<MemorySpace, Index> arrays;
  std::vector<std::uint32_t> codes;
  std::vector<std::uint64_t> firsts;

  SavedRanges(FileReader const& manifest, std::size_t shards, unsigned symbol_bytes)
  {
    arrays.symbol_bytes = symbol_bytes;
    arrays.n = manifest.integer("n", std::numeric_limits<Index>::max() - 1);
    arrays.bits = static_cast<int>(manifest.integer("bits", 32));
    arrays.largest = manifest.integer("largest", std::numeric_limits<std::uint32_t>::max());
    auto const table = manifest.array<std::uint32_t>("codes", arrays.symbol_bytes == 1 ? 256 : 0);
    auto const begins = manifest.array<std::uint64_t>("firsts", shards + 1);
    codes.assign(table.data(), table.data() + table.extent(0));
    firsts.assign(begins.data(), begins.data() + begins.extent(0));
    bool const is_divided =
        std::is_sorted(firsts.begin(), firsts.end()) && firsts.front() == 0 && firsts.back() == arrays.n;
    if (!is_divided || arrays.bits < 1 || arrays.largest >> arrays.bits != 0)
      manifest.corrupt("its shards are not those of its text");
  }
};

template <class ExecutionSpace, class Index>
class LoadRanges
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Arrays = RangeArrays<MemorySpace, Index>;

 public:
  LoadRanges(Context<ExecutionSpace> const& context, MemoryResource& resource)
      : m_context(context), m_resource(resource)
  {}

  [[nodiscard]] Arrays load(SavedFolder const& folder, unsigned symbol_bytes,
                            distributed::IndexByRangeOptions const& options) const
  {
    SavedRanges<MemorySpace, Index> saved(folder.manifest(), folder.shards(), symbol_bytes);
    Arrays arrays = saved.arrays;
    std::size_t const all_words = suffix_array_detail::packed_words(arrays.n, arrays.bits);
    auto const part = distributed::part_of(arrays.n, m_context.communicator.rank(), m_context.communicator.size());
    auto const words =
        detail::allocate<std::uint64_t, MemorySpace>(m_resource, "lexikos::distributed::words", all_words);
    auto const suffix_array =
        detail::allocate<Index, MemorySpace>(m_resource, "lexikos::distributed::suffix_array", part.extent);
    for (std::size_t i = 0; i < folder.shards(); ++i) {
      FileReader const file(folder.shard(i), shard_kind);
      auto const share = distributed::part_of(all_words, static_cast<int>(i), static_cast<int>(folder.shards()));
      copy_shared<ExecutionSpace, std::uint64_t>(m_context.space, file.array<std::uint64_t>("words", share.extent),
                                                 share.first, words, 0);
      bool const is_shared = saved.firsts[i] < part.first + part.extent && saved.firsts[i + 1] > part.first;
      if (!is_shared) continue;
      copy_shared<ExecutionSpace, Index>(m_context.space,
                                         file.array<Index>("suffix_array", saved.firsts[i + 1] - saved.firsts[i]),
                                         saved.firsts[i], suffix_array, part.first);
      check(file, suffix_array, saved.firsts[i], saved.firsts[i + 1], part.first, arrays.n);
    }
    arrays.words = words;
    arrays.suffix_array = suffix_array;
    if (!saved.codes.empty())
      arrays.codes = detail::copy_from_host(m_context.space, m_resource, "lexikos::distributed::codes", saved.codes);
    std::vector<std::uint64_t> extents;
    for (int r = 0; r < m_context.communicator.size(); ++r)
      extents.push_back(distributed::part_of(arrays.n, r, m_context.communicator.size()).extent);
    BuildByRange<ExecutionSpace, Index>(m_context, m_resource).direct(Blocks(extents), options, arrays);
    return arrays;
  }

 private:
  /// Error (corrupt_input) unless what came from [first, end) of the array are positions.
  void check(FileReader const& file, SpanOn<Index const, ExecutionSpace> const& suffix_array, std::uint64_t first,
             std::uint64_t end, std::uint64_t begin, std::uint64_t n) const
  {
    auto const some = backends::subspan(suffix_array, std::max(first, begin) - begin,
                                        std::min<std::uint64_t>(end, begin + suffix_array.extent(0)) - begin);
    std::uint64_t beyond = 0;
    Kokkos::parallel_reduce("lexikos::distributed::check_range",
                            backends::Range<ExecutionSpace>(m_context.space, 0, some.extent(0)),
                            IsBeyond<Index, MemorySpace>{some, n}, beyond);
    if (beyond != 0) file.corrupt("its suffix array has entries beyond its text");
  }

  Context<ExecutionSpace> const& m_context;
  MemoryResource& m_resource;
};

}  // namespace

template <class ExecutionSpace, class Index>
void save_by_range(ExecutionSpace const& space, distributed::Communicator const& ranks,
                   RangeArrays<typename ExecutionSpace::memory_space, Index> const& arrays, std::string const& path)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  backends::mpi::together(ranks.ranks(), [&] {
    NewFolder folder(ranks, path, 1);
    FileWriter file(folder.shard(0), shard_kind);
    auto const share = distributed::part_of(arrays.words.extent(0), ranks.rank(), ranks.size());
    file.add_array(space, "suffix_array", Span<Index const, MemorySpace>(arrays.suffix_array));
    file.add_array(space, "words",
                   Span<std::uint64_t const, MemorySpace>(arrays.words.data() + share.first, share.extent));
    file.commit();
    folder.commit(distributed::index_by_range_kind, [&](FileWriter& manifest) {
      manifest.add_integer("n", arrays.n);
      manifest.add_integer("bits", static_cast<std::uint64_t>(arrays.bits));
      manifest.add_integer("largest", arrays.largest);
      manifest.add_integer("symbol_bytes", arrays.symbol_bytes);
      manifest.add_integer("index_bytes", sizeof(Index));
      manifest.add_array("firsts", arrays.firsts);
      manifest.add_array(space, "codes", Span<std::uint32_t const, MemorySpace>(arrays.codes));
    });
  });
}

template <class ExecutionSpace, class Index>
RangeArrays<typename ExecutionSpace::memory_space, Index> load_by_range(ExecutionSpace const& space,
                                                                        distributed::Communicator const& ranks,
                                                                        std::string const& path, unsigned symbol_bytes,
                                                                        distributed::IndexByRangeOptions const& options)
{
  RangeArrays<typename ExecutionSpace::memory_space, Index> arrays;
  backends::mpi::together(ranks.ranks(), [&] {
    detail::Scratch<ExecutionSpace> const scratch(space, options.workspace);
    Context<ExecutionSpace> const context{space, ranks, *scratch};
    SavedFolder const folder(ranks, path, distributed::index_by_range_kind);
    auto const width = distributed::index_by_range_width(path);
    detail::require(width.index == sizeof(Index) && width.symbol == symbol_bytes, ErrorCode::not_supported,
                    path + " has entries of " + std::to_string(width.index) + " bytes and symbols of " +
                        std::to_string(width.symbol));
    arrays = LoadRanges<ExecutionSpace, Index>(context, scratch.resource()).load(folder, symbol_bytes, options);
    space.fence("lexikos::distributed::load_by_range");
  });
  return arrays;
}

#define LEXIKOS_INSTANTIATE(SPACE, INDEX)                                                                        \
  template void save_by_range(SPACE const&, distributed::Communicator const&,                                    \
                              RangeArrays<SPACE::memory_space, INDEX> const&, std::string const&);               \
  template RangeArrays<SPACE::memory_space, INDEX> load_by_range(SPACE const&, distributed::Communicator const&, \
                                                                 std::string const&, unsigned,                   \
                                                                 distributed::IndexByRangeOptions const&);
LEXIKOS_FOR_EACH_SPACE_AND_INDEX(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
