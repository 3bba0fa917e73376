// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <lexikos/file.hpp>

#include "app/on_device/session/run_on_text.hpp"
#include "app/on_device/wavelet/structures.hpp"
#include "app/on_device/wavelet/wavelet.hpp"
#include "common/counting_resource.hpp"

namespace lexikos::app
{

namespace
{

/// Bytes that building takes for certain beside the structure. How large that is depends on the text's alphabet; running
/// out of memory for it is reported when it happens.
template <class ExecutionSpace>
std::size_t build_bytes(WaveletBuildRequest const& request, std::size_t text_bytes)
{
  std::size_t const codes = text_bytes / request.kind.symbol_bytes;  // a byte each; twice that for more than one level
  std::size_t const whole = detail::works_on_host<ExecutionSpace> ? codes : codes + text_bytes;
  return request.budget == 0 ? whole : std::min<std::size_t>(request.budget, whole);
}

template <class Structure, class ExecutionSpace>
void build_on(ExecutionSpace const& space, WaveletBuildRequest const& request, SavedFile& file, WaveletFacts& facts)
{
  using Symbol = typename Structure::SymbolType;
  auto const bytes = request.job.text->bytes();
  Span<Symbol const, Kokkos::HostSpace> const symbols(reinterpret_cast<Symbol const*>(bytes.data()),
                                                      bytes.size() / sizeof(Symbol));
  bool const is_huffman = request.kind.structure == WaveletStructure::huffman;
  detail::CountingResource counted;
  Workspace workspace(counted);
  Stopwatch watch;
  Structure const structure = [&] {
    ProgressBar progress("writing levels", request.job.show_progress);
    return Structure(space, symbols,
                     {.shape = is_huffman ? WaveletShape::huffman : WaveletShape::balanced,
                      .memory_budget = request.budget,
                      .workspace = &workspace,
                      .progress = progress.updates()});
  }();
  facts.build_seconds = watch.lap();
  facts.peak_bytes = counted.peak_bytes(memory_kind<typename ExecutionSpace::memory_space>());
  file.writer().add_integer(structure_section, static_cast<std::uint64_t>(request.kind.structure));
  file.writer().add_integer(symbol_bytes_section, sizeof(Symbol));
  structure.save(space, file.writer());
  file.commit();
  facts.file_seconds = watch.lap();
  take_facts(facts, structure);
}

}  // namespace

SavedFile wavelet_file(std::string const& path)
{
  return {path, wavelet_file_kind};
}

WaveletFacts build_wavelet(Session const& session, WaveletBuildRequest const& request, SavedFile& file)
{
  return on_device<WaveletFacts>(session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    Input const& text = *request.job.text;
    WaveletFacts facts;
    facts.device = described<ExecutionSpace>(session.device());
    constexpr bool on_host = detail::works_on_host<ExecutionSpace>;
    require_memory(facts.device, detail::available_memory<ExecutionSpace>(),
                   {{"the text", on_host ? text.pending_bytes() : 0},
                    {"what building takes", build_bytes<ExecutionSpace>(request, text.bytes().size())}});
    if constexpr (!on_host) require_host_memory({{"the text", text.pending_bytes()}});
    text.load();
    with_structure<ExecutionSpace>(
        request.kind, [&](auto tag) { build_on<typename decltype(tag)::type>(space, request, file, facts); });
    return facts;
  });
}

}  // namespace lexikos::app
