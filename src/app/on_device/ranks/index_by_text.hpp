// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// index on several ranks, each of which has an index of its own part of the text.

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/io/text_file.hpp"
#include "app/on_device/ranks/ranks.hpp"
#include "app/on_device/search/index.hpp"

namespace lexikos::app
{

struct TextIndexRequest
{
  std::string text;
  std::string output;        ///< a folder
  std::string offsets = {};  ///< of documents: a file; "": the text has none, unless it is sequences
  TextFormat format = {};
  unsigned symbol_bytes = 1;
  std::string index = "auto";  ///< width of the entries
  IndexKind kind = IndexKind::suffix;
  TransformOptions transform = {};
  /// That will be asked for, in a text without documents: as many symbols after a part, but for one, are indexed with it.
  std::size_t longest_pattern = 0;
  bool show_progress = false;
  DeviceOptions device = {};
};

struct TextIndexOutcome
{
  RanksOutcome run;                 ///< without what is of sorting
  std::string format;               ///< of the text
  std::uint64_t largest = 0;        ///< symbols of the largest part
  std::uint64_t records = 0;        ///< or documents; 0: the text has none
  std::uint64_t longest = 0;        ///< symbols of a record
  bool have_names = false;          ///< records
  std::size_t memory = 0;           ///< bytes of the indexes of all ranks, of FM-indexes
  std::size_t longest_pattern = 0;  ///< 0: of any length
};

/// On every rank of the launcher. Plain texts are read in parts; of others every rank reads all. Documents, and records of
/// which there are several, are not divided: a part ends with one. Failure or Error on all ranks or on none.
[[nodiscard]] TextIndexOutcome index_by_text(TextIndexRequest const& request);

}  // namespace lexikos::app
