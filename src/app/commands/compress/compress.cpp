// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "app/commands/commands.hpp"
#include "app/commands/compress/settings.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::string_view compress_help =
    R"(Larger blocks compress better and take more memory: for each byte of a block some
15 bytes and more to compress, and some 8 to decompress. Of blocks of 16 MiB or
less, each thread works on one of its own; larger ones are worked on by all
threads. The format is lexikos' own, described in its sources
(src/compress/FORMAT.md).
)";

constexpr std::array<char const*, 10> blocks_of_levels{"",        "1 MiB",   "4 MiB",   "16 MiB", "64 MiB",
                                                       "128 MiB", "256 MiB", "512 MiB", "1 GiB",  "2 GiB"};

Option set_mode(std::string names, CompressSettings& settings, CompressMode mode, std::string help)
{
  return {std::move(names), {}, std::move(help), [&settings, mode](std::string_view) {
            settings.mode = mode;
            return std::string();
          }};
}

void add_levels(Command& command, CompressSettings& settings)
{
  for (int level = 1; level <= 9; ++level) {
    std::string const help = "Blocks of " + std::string(blocks_of_levels.at(static_cast<std::size_t>(level))) +
                             (level == 6 ? ", the default" : "");
    command.options.push_back(
        {std::string{'-', static_cast<char>('0' + level)}, {}, help, [&settings, level](std::string_view) {
           settings.level = level;
           settings.block_bytes = 0;
           return std::string();
         }});
  }
  command.options.push_back(number("-b,--block", "SIZE", settings.block_bytes,
                                   "Bytes of a block, 64Ki to 2Gi, in place of a level",
                                   {std::uint64_t{1} << 16, std::uint64_t{1} << 31}));
}

void add_outputs(Command& command, CompressSettings& settings)
{
  auto& options = command.options;
  options.push_back(
      text("-o,--output", "PATH", settings.output, "Where the result of a file goes; - for standard output"));
  options.push_back(flag("-c,--stdout", settings.to_standard_output, "Write to standard output"));
  options.push_back(flag("-f,--force", settings.force,
                         "Replace files, follow links, read what is no regular file, compress what ends with .lkz, and "
                         "use a terminal for compressed data"));
  options.push_back({"-k,--keep", {}, "Keep the files that are read, as without --rm", [&settings](std::string_view) {
                       settings.remove = false;
                       return std::string();
                     }});
  options.push_back(
      flag("--rm", settings.remove, "Remove the files that are read when their results are complete, in files too"));
}

void add_json(Command& command, CompressSettings& settings)
{
  command.options.push_back(
      flag("--json", settings.json, "Write one JSON object at the end, of all files; see 'lexikos help json'"));
}

void add_others(Command& command, CompressSettings& settings)
{
  auto& options = command.options;
  add_json(command, settings);
  options.push_back(
      number("-M,--memory", "SIZE", settings.memory,
             "Limit of the memory where the work is done: when compressing, blocks become smaller; files with "
             "larger ones are not decompressed"));
  options.push_back(flag("-q,--quiet", settings.quiet, "No progress"));
  options.push_back(flag("-v,--verbose", settings.verbose, "Tell the sizes of each file"));
  options.push_back(text("--device", "NAME", settings.device.device, "Where to work: " + device_list()));
  options.push_back(number("-T,--threads", "N", settings.device.threads,
                           "Threads of the host; 0 for as many as the machine has", {0, 512}));
}

Command make(std::string name, std::string summary, std::shared_ptr<CompressSettings> const& settings)
{
  Command command{.name = std::move(name), .summary = std::move(summary)};
  command.operands = {operands("FILE", settings->files, "Files; - or none for standard input", false)};
  command.run = [settings] { return run_on_files(*settings).code; };
  return command;
}

}  // namespace

Command make_compress()
{
  auto const settings = std::make_shared<CompressSettings>();
  Command command = make("compress", "Compress files by block sorting, to FILE.lkz", settings);
  command.details = compress_help;
  add_outputs(command, *settings);
  add_levels(command, *settings);
  add_others(command, *settings);
  return command;
}

Command make_decompress()
{
  auto const settings = std::make_shared<CompressSettings>();
  settings->mode = CompressMode::decompress;
  Command command = make("decompress", "Decompress FILE.lkz to FILE", settings);
  add_outputs(command, *settings);
  add_others(command, *settings);
  return command;
}

Command make_test()
{
  auto const settings = std::make_shared<CompressSettings>();
  settings->mode = CompressMode::test;
  Command command =
      make("test", "Test whether compressed files are whole, and the index after each frame too", settings);
  add_others(command, *settings);
  return command;
}

Command make_list()
{
  auto const settings = std::make_shared<CompressSettings>();
  settings->mode = CompressMode::list;
  Command command = make("list", "List what compressed files hold, by their headers", settings);
  add_json(command, *settings);
  return command;
}

Command make_lkz(std::string const& name)
{
  auto const settings = std::make_shared<CompressSettings>();
  if (name != "lkz") settings->mode = CompressMode::decompress;
  settings->to_standard_output = name == "lkzcat";
  Command command = make(name, "Compress and decompress files by block sorting", settings);
  command.details =
      std::string(compress_help) + "\nExit codes are bzip2's: 0; 1 for any failure; 2 for a damaged file.\n";
  command.options = {set_mode("-z,--compress", *settings, CompressMode::compress, "Compress"),
                     set_mode("-d,--decompress", *settings, CompressMode::decompress, "Decompress"),
                     set_mode("-t,--test", *settings, CompressMode::test, "Test whether files are whole"),
                     set_mode("-l,--list", *settings, CompressMode::list, "List what files hold")};
  add_outputs(command, *settings);
  add_levels(command, *settings);
  add_others(command, *settings);
  command.run = [settings] {
    auto const result = run_on_files(*settings);
    if (result.code == ExitCode::ok) return result.code;
    // as bzip2 has them
    return static_cast<ExitCode>(result.is_corrupt ? 2 : 1);
  };
  return command;
}

}  // namespace lexikos::app
