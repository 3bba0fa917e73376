// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/dedup/options.hpp"
#include "app/commands/documents_file.hpp"
#include "app/io/output.hpp"
#include "app/io/text_writer.hpp"
#include "app/report/duplicates_plot.hpp"
#include "app/report/report.hpp"

namespace lexikos::app
{

/// Ranges as lines of two numbers of bytes, after one that says "out".
class RangeLines
{
 public:
  RangeLines(Output& output, unsigned symbol_bytes) : m_writer(output), m_symbol_bytes(symbol_bytes)
  {
    m_writer << "out\n";
  }

  void add(std::uint64_t begin, std::uint64_t end)
  {
    m_writer << begin * m_symbol_bytes << ' ' << end * m_symbol_bytes << '\n';
  }
  void flush() { m_writer.flush(); }

 private:
  TextWriter m_writer;
  std::uint64_t m_symbol_bytes;
};

/// The folder of a cache, which goes away again with the object if it was not there before and has nothing in it.
class CacheFolder
{
 public:
  /// Failure (unwritable_output) if it cannot be made.
  explicit CacheFolder(std::string const& path);
  CacheFolder(CacheFolder const&) = delete;
  CacheFolder& operator=(CacheFolder const&) = delete;
  ~CacheFolder();

 private:
  std::string m_path;
  bool m_is_new = false;
};

/// The files that the command writes: all are opened before the work starts, and get their names when it is done.
class DedupResults
{
 public:
  /// The paths that they will have; empty ones for such as are not wanted, and for those of the cache without the size of
  /// the text.
  /// \param has_sequences  whether the text has documents that no other file names
  static std::vector<std::string> paths(DedupOptions const& options, std::optional<std::uint64_t> text_bytes,
                                        bool has_sequences);
  [[nodiscard]] static bool has_sequences(DocumentsFile const& documents);

  DedupResults(DedupOptions const& options, DocumentsFile const& documents);

  /// What the search has to know of them. They have to outlive it.
  void add_to(DedupRequest& request);
  void finish(DedupOutcome const& outcome);
  void add_to(Report& report) const;

 private:
  enum File
  {
    ranges,
    remaining,
    new_offsets,
    positions,
    sizes,
    picture,
    files
  };

  void add(std::uint64_t begin, std::uint64_t end);

  DedupOptions const& m_options;
  DocumentsFile const& m_documents;
  unsigned m_symbol_bytes;
  std::vector<std::string> m_paths;
  std::unique_ptr<CacheFolder> m_cache;
  std::unique_ptr<Output> m_files[files];
  std::optional<RangeLines> m_lines;
  std::optional<JsonLinesCutter> m_cutter;
  std::optional<DuplicatesPlot> m_plot;
};

}  // namespace lexikos::app
