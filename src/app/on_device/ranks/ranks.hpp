// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// sa, lcp, bwt, check and index under a launcher of several ranks: each reads its range of the text and writes its range of
// the one output. Here and in commands nobody knows MPI.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/on_device/session/session.hpp"

namespace lexikos::app
{

/// What is wanted; files are named by paths, "" where there is none.
struct RanksRequest
{
  enum class Product
  {
    suffix_array,
    lcp_array,
    transform,
    verdict,
    index  ///< into a folder
  };

  Product product = Product::suffix_array;
  std::string text;
  std::string array = {};    ///< a suffix array that is at hand: to be checked, or for the LCP array
  std::string output = {};   ///< where the product goes
  std::string inverse = {};  ///< of the suffix array
  std::string primary = {};  ///< index of the transform, in decimal
  std::string index = "auto";
  unsigned symbol_bytes = 1;
  bool check = false;
  bool show_progress = false;
  DeviceOptions device = {};
};

struct RanksOutcome
{
  struct Step
  {
    std::string name;
    double seconds = 0;            ///< on this rank
    std::uint64_t bytes_sent = 0;  ///< by all ranks
  };

  std::size_t ranks = 1;
  std::size_t rank = 0;  ///< of this process: the report is that of rank 0
  std::string transport;
  std::string device;
  unsigned threads = 0;
  std::size_t bytes = 0;  ///< of the text
  std::size_t index_bytes = 0;
  unsigned alphabet_size = 0;
  std::vector<std::uint64_t> unsorted;
  std::uint64_t sampled = 0;
  std::vector<Step> steps;
  double imbalance = 1;
  std::uint64_t workspace_bytes = 0;  ///< of the rank that took most
  std::uint64_t primary_index = 0;
  std::uint64_t max_lcp = 0;
  double mean_lcp = 0;
  double load_seconds = 0;
  double sort_seconds = 0;
  double seconds = 0;  ///< of what comes after sorting: the LCP array, the check, or the index
  double write_seconds = 0;
  std::string defect;  ///< of the array; empty: it is right, or nobody checked
  std::uint64_t first_offending_index = 0;
};

/// Whether this build can: else `run_on_ranks` is not to be called.
[[nodiscard]] bool runs_on_ranks();

/// On every rank of the launcher. Failure or Error on all ranks or on none, with the rank that failed in the message; a file
/// is written as a whole or not at all.
[[nodiscard]] RanksOutcome run_on_ranks(RanksRequest const& request);

/// Whether this process came as far as MPI, where all ranks fail alike.
[[nodiscard]] bool has_joined_ranks();

/// The last that a process does under a launcher: returns when all ranks have printed what they print, since launchers end the
/// others as soon as one exits with a failure. Does nothing where a command did not get as far as MPI.
void leave_ranks();

}  // namespace lexikos::app
