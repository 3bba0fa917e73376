// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/ranks/index_by_text.hpp"

#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI
#include <algorithm>
#include <lexikos/distributed/index_by_text.hpp>
#include <lexikos/documents.hpp>

#include "app/command_line/index_width.hpp"
#include "app/io/document_offsets.hpp"
#include "app/io/output_path.hpp"
#include "app/on_device/ranks/files.hpp"
#include "app/on_device/search/saved_index.hpp"
#include "app/on_device/session/run_on_text.hpp"
#endif

namespace lexikos::app
{

#ifndef LEXIKOS_HAVE_MPI

TextIndexOutcome index_by_text(TextIndexRequest const&)
{
  throw Failure(ExitCode::not_supported, "this build has no MPI");
}

#else

namespace
{

using distributed::Communicator;

/// The text of a request, which is on every rank where it is not plain, and its documents.
class TextOfRanks
{
 public:
  /// Collective.
  TextOfRanks(World& world, TextIndexRequest const& request) : m_width(request.symbol_bytes)
  {
    std::uint64_t bytes = 0;
    if (request.format.format == "plain" || request.format.format == "bytes") {
      m_input.emplace(world, request.text);
      m_format = request.format.format;
      bytes = m_input->bytes();
    }
    else {
      world.together([&] {
        m_file =
            std::make_unique<TextFile>(request.text, request.format,
                                       TextFile::Options{.show_progress = request.show_progress && world.is_first(),
                                                         .threads = request.device.threads});
        require_bytes_of_sequences(*m_file, m_width, !request.offsets.empty());
        m_format = m_file->format();
        bytes = m_file->input().bytes().size();
        if (m_file->records() != nullptr) m_records = *m_file->records();
      });
    }
    world.together([&] {
      m_symbols = symbols_of(request.text, bytes, m_width);
      if (request.offsets.empty()) return;
      m_offsets = read_document_offsets({request.offsets, bytes, m_width});
      m_records = Records{m_offsets};
    });
  }

  [[nodiscard]] std::string const& format() const { return m_format; }
  [[nodiscard]] std::uint64_t symbols() const { return m_symbols; }
  [[nodiscard]] std::optional<Records> const& records() const { return m_records; }
  /// Whether there are places that nothing crosses.
  [[nodiscard]] bool has_borders() const { return m_records && m_records->longest() != m_symbols; }

  /// The part of a rank: an even share, or one that ends with a document next to that.
  [[nodiscard]] distributed::Part part(int rank, int ranks) const
  {
    std::uint64_t const first = border(distributed::part_of(m_symbols, rank, ranks).first, rank == 0);
    auto const next = rank + 1 == ranks ? m_symbols : distributed::part_of(m_symbols, rank + 1, ranks).first;
    return {first, border(next, rank + 1 == ranks) - first};
  }

  template <class ExecutionSpace, class Symbol>
  void read(ExecutionSpace const& space, std::uint64_t first,
            Array<Symbol, typename ExecutionSpace::memory_space> const& part) const
  {
    if (m_input) return m_input->read(space, first, Span<Symbol, typename ExecutionSpace::memory_space>(part));
    copy_to(space, part.data(), m_file->input().bytes().data() + first * sizeof(Symbol),
            part.extent(0) * sizeof(Symbol));
  }

 private:
  /// The border of documents that is next to a place, or the place itself where it is an end of the text or there are none.
  [[nodiscard]] std::uint64_t border(std::uint64_t place, bool is_end) const
  {
    if (is_end || !has_borders()) return place;
    auto const offsets = m_records->offsets;
    auto const after = std::lower_bound(offsets.begin(), offsets.end(), place);
    if (after == offsets.end()) return offsets.back();
    if (after == offsets.begin()) return *after;
    return *after - place < place - *(after - 1) ? *after : *(after - 1);
  }

  unsigned m_width;
  std::optional<SharedInput> m_input;
  std::unique_ptr<TextFile> m_file;
  std::string m_format;
  std::uint64_t m_symbols = 0;
  std::vector<std::uint64_t> m_offsets;
  std::optional<Records> m_records;
};

/// What a local index is built with.
template <class LocalIndex>
typename distributed_detail::LocalIndexTraits<LocalIndex>::Options local_options(TextIndexRequest const& request)
{
  typename distributed_detail::LocalIndexTraits<LocalIndex>::Options options;
  if constexpr (std::is_same_v<decltype(options), FmIndexOptions>) {
    options.sample_rate = request.transform.sample_rate;
    options.keep_text = request.transform.keep_text;
    options.shape = request.transform.huffman ? WaveletShape::huffman : WaveletShape::balanced;
    options.letters = request.transform.dna ? FmLetters::dna : FmLetters::all;
  }
  return options;
}

template <class LocalIndex>
std::size_t bytes_of_shards(distributed::IndexByText<LocalIndex> const& index)
{
  std::size_t bytes = 0;
  if constexpr (requires(LocalIndex const& local) { local.sample_rate(); })
    for (std::size_t i = 0; i < index.shards(); ++i) bytes += index.shard(i).bytes();
  return bytes;
}

template <class LocalIndex, class ExecutionSpace>
void build_and_save(ExecutionSpace const& space, World& world, TextIndexRequest const& request, TextOfRanks const& text,
                    TextIndexOutcome& outcome)
{
  using Index = distributed::IndexByText<LocalIndex>;
  using Symbol = typename Index::Symbol;
  Communicator const communicator(space, MPI_COMM_WORLD);
  outcome.run.transport = to_string(communicator.transport());
  auto const part = text.part(world.ranks().rank(), world.ranks().size());
  Stopwatch watch;
  Array<Symbol, typename ExecutionSpace::memory_space> own;
  world.together([&] {
    own = allocate<Symbol>(space, "lexikos::app::text", part.extent);
    text.read(space, part.first, own);
  });
  outcome.run.load_seconds = watch.lap();
  auto options = local_options<LocalIndex>(request);
  Workspace workspace;
  options.workspace = &workspace;
  ProgressBar progress("indexing", request.show_progress && world.is_first());
  options.progress = progress.updates();
  Index const index(space, communicator, own, outcome.longest_pattern, options);
  own = {};
  outcome.run.seconds = watch.lap();
  outcome.run.workspace_bytes = world.largest(static_cast<std::uint64_t>(workspace.peak_bytes()));
  outcome.memory = world.sum(bytes_of_shards(index));
  index.save(space, request.output, [&](FileWriter& manifest) {
    if (!text.records()) return;
    documents_from_host(space, text.records()->offsets, text.symbols()).save(space, manifest, records_prefix);
    if (text.records()->has_names()) save_names(*text.records(), manifest);
  });
  outcome.run.write_seconds = watch.lap();
}

/// What has to be the same on all ranks.
std::string words_of(TextIndexRequest const& request)
{
  auto const& transform = request.transform;
  std::string words = std::to_string(request.symbol_bytes) + '\n' + std::to_string(request.longest_pattern) + '\n' +
                      std::to_string(transform.sample_rate);
  for (bool const flag : {request.kind == IndexKind::fm, transform.keep_text, transform.huffman, transform.dna})
    words += flag ? '+' : '-';
  for (auto const* word : {&request.text, &request.output, &request.offsets, &request.format.format, &request.index})
    words += *word + '\n';
  return words;
}

/// Documents have borders that patterns of any length do not cross. Without them what follows a part is indexed with it.
void set_parts(World& world, TextIndexRequest const& request, TextOfRanks const& text, TextIndexOutcome& outcome)
{
  outcome.longest_pattern = text.has_borders() ? 0 : request.longest_pattern;
  int const ranks = world.ranks().size();
  std::uint64_t most = 0;
  for (int r = 0; r < ranks; ++r) {
    auto const part = text.part(r, ranks);
    std::uint64_t const after =
        outcome.longest_pattern == 0
            ? 0
            : std::min<std::uint64_t>(outcome.longest_pattern - 1, text.symbols() - part.first - part.extent);
    outcome.largest = std::max(outcome.largest, part.extent);
    most = std::max(most, part.extent + after);
  }
  outcome.run.index_bytes = index_bytes_for(most, request.index);
  if (!text.records()) return;
  outcome.records = text.records()->count();
  outcome.longest = text.records()->longest();
  outcome.have_names = text.records()->has_names();
  if (text.has_borders() && request.kind == IndexKind::fm && request.transform.sample_rate == 0)
    throw Failure(ExitCode::usage,
                  "--sample-rate 0 is for one record: what crosses from one into the next is left out by its position");
}

TextIndexOutcome run(World& world, TextIndexRequest const& request)
{
  require_same(world, words_of(request));
  world.together([&] { check_paths({request.text, request.offsets}, {request.output}); });
  std::unique_ptr<Session> session;
  world.together([&] { session = std::make_unique<Session>(request.device); });
  TextOfRanks const text(world, request);
  TextIndexOutcome outcome;
  set_parts(world, request, text, outcome);
  outcome.run.ranks = static_cast<std::size_t>(world.ranks().size());
  outcome.run.rank = static_cast<std::size_t>(world.ranks().rank());
  outcome.run.threads = session->threads();
  outcome.run.bytes = text.symbols() * request.symbol_bytes;
  outcome.format = text.format();
  SharedFolder folder(world, request.output);
  outcome = on_device<TextIndexOutcome>(*session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    using MemorySpace = typename ExecutionSpace::memory_space;
    outcome.run.device = described<ExecutionSpace>(session->device());
    with_index(outcome.run.index_bytes, [&](auto entry) {
      using Entry = decltype(entry);
      if (request.kind == IndexKind::fm)
        return build_and_save<FmIndex<MemorySpace, Entry>>(space, world, request, text, outcome);
      with_symbol(request.symbol_bytes, [&](auto symbol) {
        build_and_save<SuffixIndex<MemorySpace, Entry, decltype(symbol)>>(space, world, request, text, outcome);
      });
    });
    return outcome;
  });
  folder.keep();
  return outcome;
}

}  // namespace

TextIndexOutcome index_by_text(TextIndexRequest const& request)
{
  return in_world([&](World& world) { return run(world, request); });
}

#endif

}  // namespace lexikos::app
