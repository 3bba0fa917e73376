// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/collections/dedup.hpp"

#include <lexikos/duplicates.hpp>
#include <limits>

#include "app/on_device/collections/streamed_dedup.hpp"
#include "app/on_device/suffix_array/entries.hpp"
#include "app/on_device/suffix_array/sort_options.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t ranges_at_a_time = std::size_t{1} << 20;

/// Differences of neighbours.
struct SizesOfGroups
{
  std::uint64_t const* offsets;
  std::uint64_t* sizes;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { sizes[i] = offsets[i + 1] - offsets[i]; }
};

template <class ExecutionSpace, class Symbol>
class Deduplication
{
 public:
  using MemorySpace = typename ExecutionSpace::memory_space;
  using Symbols = Span<Symbol const, MemorySpace>;

  Deduplication(TextRun<ExecutionSpace>& run, DedupRequest const& request) : m_run(run), m_request(request) {}

  DedupOutcome run()
  {
    m_outcome.device = m_run.device;
    m_outcome.engine = "suffix array";
    require_memory();
    m_run.load();
    m_text = m_run.template symbols<Symbol>();
    auto const options = options_of();
    Stopwatch watch;
    TextRanges<MemorySpace> const ranges = find(options);
    m_run.workspace.release();
    m_outcome.ranges = ranges.size();
    m_outcome.symbols = ranges.symbols;
    m_outcome.find_seconds = watch.lap();
    if (m_request.on_ranges) hand_over(ranges);
    if (m_request.remaining != nullptr) write_remaining(ranges, options.documents);
    m_outcome.remove_seconds = watch.lap();
    if (m_request.window_positions != nullptr) write_windows(options);
    return std::move(m_outcome);
  }

 private:
  /// What is sure to be taken; more depends on how much is repeated.
  void require_memory() const
  {
    std::size_t const other = m_request.other ? m_request.other->bytes->bytes().size() : 0;
    std::size_t const symbols = (m_run.n + other) / sizeof(Symbol);
    std::size_t const index = symbols < std::numeric_limits<std::uint32_t>::max() ? 4 : 8;
    std::vector<MemoryNeed> needs{{"the suffix array and what it is built in", 2 * symbols * index}};
    if (other != 0) needs.push_back({"the other text, and a copy of both", m_run.n + 2 * other});
    if (m_request.remaining != nullptr) needs.push_back({"what remains", m_run.n});
    m_run.require_memory(needs);
  }

  DuplicateOptions<MemorySpace> options_of()
  {
    auto const sort = suffix_array_options(m_run, m_request.sort);
    DuplicateOptions<MemorySpace> options;
    options.length = m_request.length;
    options.min_occurrences = m_request.min_occurrences;
    options.keep = kept_by_name(m_request.keep);
    options.scope = m_request.across_documents ? DuplicateScope::across_documents : DuplicateScope::any;
    options.align = m_request.align_to_characters ? RangeAlignment::utf8 : RangeAlignment::symbol;
    options.documents = documents_of(m_request.text.offsets, m_text.extent(0));
    options.algorithm = sort.algorithm;
    options.segmented_sort = sort.segmented_sort;
    options.workspace = &m_run.workspace;
    return options;
  }

  [[nodiscard]] Documents<MemorySpace> documents_of(std::vector<std::uint64_t> const& offsets, std::size_t size) const
  {
    if (offsets.empty()) return {};
    return documents_from_host(m_run.space, offsets, size);
  }

  TextRanges<MemorySpace> find(DuplicateOptions<MemorySpace> options) const
  {
    ProgressBar progress = m_run.bar("finding duplicates");
    options.progress = progress.updates();
    if (!m_request.other) return duplicate_ranges(m_run.space, m_text, options);
    m_request.other->bytes->load();
    OnDevice<ExecutionSpace, std::uint8_t> const other(m_run.space, "lexikos::app::other_text",
                                                       m_request.other->bytes->bytes());
    Symbols const symbols = symbols_in<Symbol>(other.view());
    options.other_documents = documents_of(m_request.other->offsets, symbols.extent(0));
    return duplicate_ranges(m_run.space, m_text, symbols, options);
  }

  void hand_over(TextRanges<MemorySpace> const& ranges) const
  {
    for_each_block(m_run.space, ranges.begins, ranges_at_a_time,
                   [&](std::vector<std::uint64_t> const& begins, std::size_t first) {
                     m_request.on_ranges(begins, to_host(m_run.space, ranges.ends, first, first + begins.size()));
                   });
  }

  void write_remaining(TextRanges<MemorySpace> const& ranges, Documents<MemorySpace> const& documents)
  {
    auto const left =
        remove_ranges(m_run.space, m_text, ranges, {.documents = documents, .workspace = &m_run.workspace});
    write(m_run.space, left.text, *m_request.remaining);
    m_outcome.offsets = to_host(m_run.space, left.offsets);
  }

  void write_windows(DuplicateOptions<MemorySpace> options)
  {
    ProgressBar progress = m_run.bar("finding windows");
    options.progress = progress.updates();
    auto const windows = duplicate_windows(m_run.space, m_text, options);
    m_run.workspace.release();
    m_outcome.windows = windows.positions.extent(0);
    m_outcome.groups = windows.groups();
    std::size_t const bytes = packed_bytes(m_run.n);
    // Of 256^b bytes that are all equal, each is a window.
    if (m_outcome.groups == 1 && bytes < 8 && m_outcome.windows >> (8 * bytes) != 0)
      throw Failure(ExitCode::not_supported, "a group of " + std::to_string(m_outcome.windows) +
                                                 " windows cannot be counted in the " + std::to_string(bytes) +
                                                 " bytes that an entry has for a text of this size");
    write_entries(m_run.space, windows.positions, sizeof(Symbol), bytes, *m_request.window_positions);
    auto const sizes = m_run.template array<std::uint64_t>("lexikos::app::group_sizes", m_outcome.groups);
    Kokkos::parallel_for("lexikos::app::group_sizes",
                         Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
                             m_run.space, 0, static_cast<std::int64_t>(m_outcome.groups)),
                         SizesOfGroups{windows.offsets.data(), sizes.data()});
    m_run.space.fence("lexikos::app::group_sizes");
    write_entries(m_run.space, sizes, 1, bytes, *m_request.group_sizes);
  }

  TextRun<ExecutionSpace>& m_run;
  DedupRequest const& m_request;
  Symbols m_text;
  DedupOutcome m_outcome;
};

/// Whether the text is to be searched by fingerprints. By default it is where the suffix array would not fit, of texts that
/// are not the worst.
template <class ExecutionSpace>
bool is_streamed(TextRun<ExecutionSpace> const& run, DedupRequest const& request)
{
  constexpr std::size_t bytes_of_symbol = 28;  // with entries of 4 bytes, as of most texts; 56 with those of 8
  if (request.engine != "auto") return request.engine == "fingerprints";
  if (request.window_positions != nullptr) return false;
  std::size_t const bytes = run.n + (request.other ? request.other->bytes->bytes().size() : 0);
  std::size_t const symbols = bytes / request.symbol_bytes;
  std::size_t const width = symbols < std::numeric_limits<std::uint32_t>::max() ? 1 : 2;
  return bytes + symbols * width * bytes_of_symbol > detail::available_memory<ExecutionSpace>().free;
}

}  // namespace

DedupOutcome find_duplicates(Session const& session, DedupRequest const& request)
{
  return run_on_text<DedupOutcome>(session, request.job, [&](auto& run) {
    using ExecutionSpace = std::remove_cvref_t<decltype(run.space)>;
    return with_symbol(request.symbol_bytes, [&](auto symbol) {
      using Symbol = decltype(symbol);
      if (is_streamed(run, request)) {
        StreamedDeduplication<ExecutionSpace, Symbol> deduplication(run, request);
        deduplication.find([](auto const&... arguments) { return streamed_duplicate_ranges(arguments...); });
        return deduplication.finish();
      }
      return Deduplication<ExecutionSpace, Symbol>(run, request).run();
    });
  });
}

}  // namespace lexikos::app
