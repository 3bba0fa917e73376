// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/dedup/results.hpp"

#include <filesystem>
#include <system_error>

#include "app/command_line/symbol_type.hpp"
#include "app/failure.hpp"
#include "app/io/output_path.hpp"

namespace lexikos::app
{

CacheFolder::CacheFolder(std::string const& path) : m_path(path)
{
  std::error_code error;
  m_is_new = std::filesystem::create_directory(path, error);
  std::error_code unknown;
  if (!m_is_new && !std::filesystem::is_directory(path, unknown))
    throw Failure(ExitCode::unwritable_output,
                  "cannot write " + path + ": " + (error ? error.message() : "it is no directory"));
}

CacheFolder::~CacheFolder()
{
  std::error_code error;
  if (m_is_new) std::filesystem::remove(m_path, error);  // refuses, if there is something in it
}

bool DedupResults::has_sequences(DocumentsFile const& documents)
{
  return !documents.offsets().empty() && !documents.lines();
}

std::vector<std::string> DedupResults::paths(DedupOptions const& options, std::optional<std::uint64_t> text_bytes,
                                             bool has_sequences)
{
  std::vector<std::string> paths(files);
  paths[ranges] = options.ranges;
  paths[remaining] = options.output;
  if (!options.output.empty() && options.output != "-" && (!options.offsets.empty() || has_sequences))
    paths[new_offsets] = options.output + ".size";
  if (!options.cache.empty() && text_bytes) {
    std::filesystem::path const folder(options.cache);
    std::string const base = options.text == "-" ? "stdin" : std::filesystem::path(options.text).filename().string();
    std::string const name = "_" + base + "_0-" + std::to_string(*text_bytes);
    paths[positions] = (folder / ("dups" + name)).string();
    paths[sizes] = (folder / ("sizes" + name)).string();
  }
  paths[picture] = options.plot;
  return paths;
}

DedupResults::DedupResults(DedupOptions const& options, DocumentsFile const& documents)
    : m_options(options),
      m_documents(documents),
      m_symbol_bytes(symbol_bytes_of(options.symbols)),
      m_paths(paths(options, documents.bytes().bytes().size(), has_sequences(documents)))
{
  if (!options.cache.empty()) m_cache = std::make_unique<CacheFolder>(options.cache);
  for (std::size_t i = 0; i < files; ++i)
    if (!m_paths[i].empty()) m_files[i] = std::make_unique<Output>(m_paths[i]);
}

void DedupResults::add_to(DedupRequest& request)
{
  if (m_files[ranges]) m_lines.emplace(*m_files[ranges], m_symbol_bytes);
  if (m_files[picture]) m_plot.emplace(m_documents.bytes().bytes().size() / m_symbol_bytes, m_documents.offsets());
  if (m_files[remaining] && m_documents.lines())
    m_cutter.emplace(*m_documents.lines(), *m_files[remaining]);
  else
    request.remaining = m_files[remaining].get();
  request.window_positions = m_files[positions].get();
  request.group_sizes = m_files[sizes].get();
  if (!m_lines && !m_plot && !m_cutter) return;
  request.on_ranges = [this](std::vector<std::uint64_t> const& begins, std::vector<std::uint64_t> const& ends) {
    for (std::size_t i = 0; i < begins.size(); ++i) add(begins[i], ends[i]);
  };
}

void DedupResults::add(std::uint64_t begin, std::uint64_t end)
{
  if (m_lines) m_lines->add(begin, end);
  if (m_cutter) m_cutter->cut(begin, end);
  if (m_plot) m_plot->add(begin, end);
}

void DedupResults::finish(DedupOutcome const& outcome)
{
  if (m_lines) m_lines->flush();
  if (m_cutter) m_cutter->finish();
  if (m_plot) m_files[picture]->write(m_plot->svg(m_documents.bytes().name()));
  if (m_files[new_offsets]) {
    std::vector<std::uint64_t> offsets;
    for (std::size_t i = 0; i < outcome.offsets.size(); i += m_documents.has_separators() ? 2 : 1)
      offsets.push_back(outcome.offsets[i] * m_symbol_bytes);
    m_files[new_offsets]->write(offsets.data(), offsets.size() * sizeof(std::uint64_t));
  }
  for (auto const& file : m_files)
    if (file) file->commit();
}

void DedupResults::add_to(Report& report) const
{
  constexpr char const* labels[] = {"ranges", "what remains", "its offsets", "windows", "sizes of groups", "picture"};
  for (std::size_t i = 0; i < files; ++i)
    if (m_files[i]) report.row(labels[i], place_of(m_paths[i]));
}

}  // namespace lexikos::app
