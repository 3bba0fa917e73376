// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/io/output.hpp"
#include "app/on_device/session/session.hpp"
#include "app/on_device/session/text_job.hpp"

namespace lexikos::app
{

/// How the user wants suffixes to be sorted.
struct SortOptions
{
  std::string algorithm = "automatic";
  std::string segmented_sort = "automatic";
};

/// Adds the option of that name for the algorithm, and what else there is to choose.
void add_sort_options(Command& command, SortOptions& options, char const* algorithm_name = "--algorithm");
/// Adds the options that limit the memory of a sort (`SortRequest::device_memory`).
void add_memory_options(Command& command, std::size_t& bytes);
/// Throws Error (invalid_argument) for names of nothing.
void require_known(SortOptions const& options);
/// Documents are sorted at once, by what memory there is.
[[noreturn]] void refuse_memory_of_documents();

/// How the text is read, and what the entries of the array are.
struct TokenOptions
{
  unsigned symbol_bytes = 1;       ///< 1, 2 or 4
  bool in_order_of_bytes = false;  ///< symbols compare as the bytes that they are written in, lowest first
  bool packed = false;             ///< entries take as few bytes as the largest needs
  bool are_bytes = false;          ///< entries count bytes, not symbols
};

/// Bytes of an entry that holds each number below `size`.
constexpr std::size_t packed_bytes(std::uint64_t size)
{
  return size <= 256 ? 1 : (static_cast<std::size_t>(std::bit_width(size - 1)) + 7) / 8;
}

/// Bytes of an entry in the file.
constexpr std::size_t entry_bytes_of(TokenOptions const& tokens, std::size_t text_bytes, std::size_t index_bytes)
{
  return tokens.packed ? packed_bytes(tokens.are_bytes ? text_bytes : text_bytes / tokens.symbol_bytes) : index_bytes;
}

struct SortRequest
{
  TextJob job;
  TokenOptions tokens = {};
  SortOptions sort;
  std::vector<std::uint64_t> offsets = {};  ///< in symbols, of documents, with which suffixes end; none: they do not
  std::size_t index_bytes = 4;
  bool low_memory = false;
  std::size_t device_memory = 0;  ///< bytes that may be taken where the execution space works; 0: what is available
  bool check = false;
  bool time_steps = false;
  Output* suffix_array = nullptr;
  Output* inverse = nullptr;  ///< null: not wanted
};

struct SortOutcome
{
  std::string device;
  std::string algorithm;
  std::string reason;  ///< why `automatic` chose it; empty when the user did
  unsigned alphabet_size = 0;
  std::size_t rounds = 0;             ///< 0 for an algorithm that has none
  std::size_t parts = 0;              ///< of a sort out of core; 0: it was none
  std::vector<std::size_t> unsorted;  ///< suffixes, after the first sort and each round
  std::vector<std::pair<std::string, double>> steps;
  std::size_t entry_bytes = 0;  ///< of the array in the file
  std::size_t workspace_bytes = 0;
  std::size_t peak_bytes = 0;  ///< text, results and workspace
  double load_seconds = 0;
  double seconds = 0;  ///< of the sorting
  double check_seconds = 0;
  double write_seconds = 0;
  std::optional<std::string> defect;  ///< of the array that was built; empty: checked, and right
};

/// Sorts, checks and writes; an array that is wrong is not written.
[[nodiscard]] SortOutcome sort_text(Session const& session, SortRequest const& request);

}  // namespace lexikos::app
