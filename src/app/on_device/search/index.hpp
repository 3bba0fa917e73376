// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/io/records.hpp"
#include "app/on_device/session/saved_file.hpp"
#include "app/on_device/suffix_array/sort.hpp"

namespace lexikos::app
{

enum class IndexKind
{
  suffix,  ///< the suffix array and the text
  fm       ///< the Burrows-Wheeler transform
};

/// Of an FM-index.
struct TransformOptions
{
  std::uint32_t sample_rate = 8;
  bool keep_text = false;
  bool huffman = false;
  bool dna = false;
};

struct IndexRequest
{
  TextJob job;
  unsigned symbol_bytes = 1;
  SortOptions sort;
  std::size_t index_bytes = 4;
  bool with_lcp = false;
  bool with_inverse = false;
  IndexKind kind = IndexKind::suffix;
  TransformOptions transform = {};
  std::size_t device_memory = 0;     ///< of an FM-index: as that of SortRequest
  Records const* records = nullptr;  ///< of the text, or documents, if it has any: they are saved with the index
};

struct IndexOutcome
{
  std::string device;
  unsigned table_depth = 0;
  std::size_t table_entries = 0;
  unsigned alphabet_size = 0;
  std::size_t bytes = 0;           ///< of an FM-index in memory
  std::string layout = {};         ///< of an FM-index
  std::size_t exception_runs = 0;  ///< the same
  bool is_out_of_core = false;     ///< the same
  double load_seconds = 0;
  double sort_seconds = 0;
  double lcp_seconds = 0;
  double table_seconds = 0;
  double write_seconds = 0;

  [[nodiscard]] double build_seconds() const { return sort_seconds + lcp_seconds + table_seconds; }
};

/// The file for an index.
[[nodiscard]] SavedFile index_file(std::string const& path, IndexKind kind);

[[nodiscard]] IndexOutcome index_text(Session const& session, IndexRequest const& request, SavedFile& file);

}  // namespace lexikos::app
