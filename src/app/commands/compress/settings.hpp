// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/command_line/command.hpp"
#include "app/on_device/session/session.hpp"

namespace lexikos::app
{

enum class CompressMode
{
  compress,
  decompress,
  test,
  list
};

/// What the user wants of 'lexikos compress' and its relatives, and of 'lkz'.
struct CompressSettings
{
  CompressMode mode = CompressMode::compress;
  std::vector<std::string> files;
  std::string output;
  bool to_standard_output = false;
  bool force = false;
  bool remove = false;
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  int level = 6;
  std::uint64_t block_bytes = 0;
  std::uint64_t memory = 0;
  DeviceOptions device;
};

/// The worst that happened to any of the files.
struct CompressResult
{
  ExitCode code = ExitCode::ok;
  bool is_corrupt = false;
};

/// Does it to one file after the other, and tells what goes wrong with one before it goes on to the next.
[[nodiscard]] CompressResult run_on_files(CompressSettings const& settings);

}  // namespace lexikos::app
