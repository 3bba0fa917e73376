// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <lexikos/error.hpp>
#include <limits>
#include <optional>
#include <utility>

#include "app/commands/compress/named_file.hpp"
#include "app/commands/compress/settings.hpp"
#include "app/failure.hpp"
#include "app/io/input.hpp"
#include "app/io/output.hpp"
#include "app/io/text_writer.hpp"
#include "app/on_device/compress/compress.hpp"
#include "app/report/progress_bar.hpp"
#include "app/report/report.hpp"
#include "app/report/utf8.hpp"

namespace lexikos::app
{

namespace
{

bool has_ending(std::string_view path)
{
  return path.size() > compressed_ending.size() && path.ends_with(compressed_ending);
}

/// A file that keeps what is written to it: no pipe, no device.
bool is_regular_file(std::string const& path)
{
  struct stat status = {};
  return path != "-" && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

/// What is told of a file in JSON.
struct FileReport
{
  std::string file;
  std::string output = {};  ///< empty: nothing was written
  std::string error = {};   ///< empty: all went well
  CompressionOutcome sizes = {};
  std::optional<CompressedFacts> facts = {};
  double seconds = 0;

  void write(Json& json) const
  {
    json.begin_object();
    json.member("file", std::string_view(file));
    json.member("ok", error.empty());
    if (!error.empty()) json.member("error", std::string_view(error));
    if (error.empty()) {
      json.member("bytes", sizes.text_bytes);
      json.member("compressed_bytes", sizes.compressed_bytes);
      if (facts) {
        json.member("frames", facts->frames);
        json.member("blocks", facts->blocks);
        json.member("largest_block", facts->largest_block);
      }
      else {
        json.member("seconds", seconds);
      }
      if (!output.empty()) json.member("output", std::string_view(output));
    }
    json.end_object();
  }
};

/// Permissions of files that are created while it lives.
class CreationMask
{
 public:
  explicit CreationMask(mode_t mask) : m_before(::umask(0)) { ::umask(m_before | mask); }
  CreationMask(CreationMask const&) = delete;
  CreationMask& operator=(CreationMask const&) = delete;
  ~CreationMask() { ::umask(m_before); }

 private:
  mode_t m_before;
};

class FilesRun
{
 public:
  explicit FilesRun(CompressSettings const& settings) : m_settings(settings) {}

  CompressResult run()
  {
    std::vector<std::string> const standard_input{"-"};
    for (auto const& path : m_settings.files.empty() ? standard_input : m_settings.files) {
      m_reports.push_back({name_of_input(path)});
      run_safely(path);
    }
    if (m_settings.json) print_json();
    return m_result;
  }

 private:
  [[nodiscard]] bool is(CompressMode mode) const { return m_settings.mode == mode; }

  void run_safely(std::string const& path)
  {
    try {
      if (is(CompressMode::list))
        list(path);
      else
        convert(path);
    }
    catch (BrokenPipe const&) {
      throw;
    }
    catch (Failure const& failure) {  // what says that it cannot read or write something names it
      bool const names_file =
          failure.code() == ExitCode::unreadable_input || failure.code() == ExitCode::unwritable_output;
      note((names_file ? "" : name_of_input(path) + ": ") + failure.what(), failure.code());
    }
    catch (Error const& error) {
      bool const is_corrupt = error.code() == ErrorCode::corrupt_input;
      m_result.is_corrupt = m_result.is_corrupt || is_corrupt;
      ExitCode const code = is_corrupt                                    ? ExitCode::unreadable_input
                            : error.code() == ErrorCode::not_supported    ? ExitCode::not_supported
                            : error.code() == ErrorCode::out_of_memory    ? ExitCode::out_of_memory
                            : error.code() == ErrorCode::invalid_argument ? ExitCode::usage
                                                                          : ExitCode::device_failure;
      note((is_corrupt ? "cannot read " : "") + name_of_input(path) + ": " + error.message(), code);
    }
  }
  /// The code of the first failure is that of all.
  void note(std::string const& what, ExitCode code)
  {
    std::fprintf(stderr, "lexikos: %s\n", printable_lines(what).c_str());
    if (m_result.code == ExitCode::ok) m_result.code = code;
    m_reports.back().error = what;
  }

  void print_json() const
  {
    Report report;
    report.add("files", [this](Json& json) {
      json.begin_array();
      for (auto const& file : m_reports) file.write(json);
      json.end_array();
    });
    bool const has_data = std::ranges::any_of(m_reports, [](FileReport const& file) { return file.output == "-"; });
    app::print(report, {.json = true}, has_data ? StandardOutput::has_data : StandardOutput::is_free);
  }

  Session const& session()
  {
    if (!m_session) m_session.emplace(m_settings.device);
    return *m_session;
  }

  // ----- one file after the other

  /// Where the result goes; "-" is standard output.
  [[nodiscard]] std::string target_of(std::string const& path) const
  {
    if (!m_settings.output.empty()) return m_settings.output;
    if (m_settings.to_standard_output || path == "-") return "-";
    bool const has = has_ending(path);
    if (is(CompressMode::compress)) {
      if (has && !m_settings.force) throw Failure(ExitCode::usage, "it is compressed already, by its name");
      return path + std::string(compressed_ending);
    }
    if (!has) throw Failure(ExitCode::usage, "its name does not end with " + std::string(compressed_ending));
    return path.substr(0, path.size() - compressed_ending.size());
  }

  void require_free(std::string const& target, NamedFile const& file) const
  {
    struct stat status = {};
    if (target == "-") {
      if (is(CompressMode::compress) && ::isatty(STDOUT_FILENO) == 1 && !m_settings.force)
        throw Failure(ExitCode::usage, "compressed data are not written to a terminal");
      return;
    }
    bool const is_there = ::stat(target.c_str(), &status) == 0;
    if (!is_there && !m_settings.force && ::lstat(target.c_str(), &status) == 0)
      throw Failure(ExitCode::unwritable_output, "cannot write " + target + ": it is a link, which --force follows");
    if (is_there && S_ISREG(status.st_mode) && !m_settings.force)
      throw Failure(ExitCode::unwritable_output, "cannot write " + target + ": it exists; --force replaces it");
    struct stat own = {};
    if (is_there && ::stat(file.name().c_str(), &own) == 0 && own.st_dev == status.st_dev &&
        own.st_ino == status.st_ino)
      throw Failure(ExitCode::usage, "the result would replace it");
  }

  void convert(std::string const& path)
  {
    bool const only_tests = is(CompressMode::test);
    NamedFile file(path, m_settings.force || m_settings.to_standard_output || only_tests);
    if (!is(CompressMode::compress) && file.is_terminal() && !m_settings.force)
      throw Failure(ExitCode::usage, "compressed data are not read from a terminal");
    std::string const target = only_tests ? std::string() : target_of(path);
    std::optional<Output> output;
    if (!only_tests) {
      require_free(target, file);
      CreationMask const mask(path == "-" ? 0 : file.mask());
      output.emplace(target);
    }
    m_reports.back().output = target;
    auto const begin = std::chrono::steady_clock::now();
    auto const outcome = work(file, output);
    m_reports.back().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    m_reports.back().sizes = outcome;
    if (output) {
      output->commit();
      if (path != "-" && target != "-") file.hand_on(target);
    }
    bool const may_remove = path != "-" && !only_tests && file.is_regular() && is_regular_file(target);
    if (m_settings.remove && may_remove && ::unlink(path.c_str()) != 0)
      throw Failure(ExitCode::unwritable_output, "cannot remove " + path + ": " + std::strerror(errno));
    if (m_settings.verbose) tell(file, target, outcome);
  }

  CompressionOutcome work(NamedFile& file, std::optional<Output>& output)
  {
    bool const compresses = is(CompressMode::compress);
    ProgressBar bar(compresses ? "compressing" : "decompressing", !m_settings.quiet);
    // a file that grows meanwhile is compressed as it was
    std::optional<std::uint64_t> const size = compresses ? file.size() : std::nullopt;
    std::uint64_t left = size.value_or(std::numeric_limits<std::uint64_t>::max());
    auto const read = [&](std::span<std::uint8_t> to) {
      std::size_t const wanted = std::min<std::uint64_t>(to.size(), left);
      std::size_t const got = file.read(to.first(wanted));
      if (size && got < wanted)
        throw Failure(ExitCode::unreadable_input, "cannot read " + file.name() + ": it became shorter meanwhile");
      left -= got;
      return got;
    };
    CompressionRequest const request{.source = read,
                                     .sink =
                                         [&](std::span<std::uint8_t const> bytes) {
                                           if (output) output->write(bytes.data(), bytes.size());
                                         },
                                     .text_bytes = size,
                                     .level = m_settings.level,
                                     .block_bytes = m_settings.block_bytes,
                                     .max_bytes = m_settings.memory,
                                     .compare_index = is(CompressMode::test),
                                     .progress = bar.updates()};
    return compresses ? compress_stream(session(), request) : decompress_stream(session(), request);
  }

  void tell(NamedFile const& file, std::string const& target, CompressionOutcome const& outcome) const
  {
    double const percent = outcome.text_bytes == 0 ? 100
                                                   : 100 * static_cast<double>(outcome.compressed_bytes) /
                                                         static_cast<double>(outcome.text_bytes);
    std::fprintf(stderr, "%s: %" PRIu64 " bytes, compressed %" PRIu64 " (%.2f%%)%s%s\n", printable(file.name()).c_str(),
                 outcome.text_bytes, outcome.compressed_bytes, percent,
                 is(CompressMode::test) ? ": ok"
                 : target == "-"        ? ""
                                        : ", in ",
                 is(CompressMode::test) || target == "-" ? "" : target.c_str());
  }

  /// What a file holds, and its size. Of what is no regular file, no more is in memory than a piece.
  [[nodiscard]] static std::pair<CompressedFacts, std::uint64_t> read_headers(std::string const& path)
  {
    if (is_regular_file(path)) {
      Input const file(path);
      return {compressed_facts(file.bytes()), file.bytes().size()};
    }
    NamedFile file(path, true);
    std::uint64_t bytes = 0;
    auto const facts = compressed_facts([&](std::span<std::uint8_t> to) {
      std::size_t const got = file.read(to);
      bytes += got;
      return got;
    });
    return {facts, bytes};
  }

  void list(std::string const& path)
  {
    auto const [facts, bytes] = read_headers(path);
    m_reports.back().facts = facts;
    m_reports.back().sizes = {facts.text_bytes, bytes};
    if (m_settings.json) return;
    std::string lines;
    if (!m_has_title) lines = "frames  blocks      compressed    uncompressed   ratio  file\n";
    m_has_title = true;
    char line[128];
    double const ratio = bytes == 0 ? 0 : static_cast<double>(facts.text_bytes) / static_cast<double>(bytes);
    std::snprintf(line, sizeof line, "%6" PRIu64 " %7" PRIu64 " %15" PRIu64 " %15" PRIu64 " %7.3f  ", facts.frames,
                  facts.blocks, bytes, facts.text_bytes, ratio);
    lines += line + name_of_input(path) + '\n';
    print(lines);
  }

  CompressSettings const& m_settings;
  std::optional<Session> m_session;
  CompressResult m_result;
  std::vector<FileReport> m_reports;  // of the files so far
  bool m_has_title = false;
};

}  // namespace

CompressResult run_on_files(CompressSettings const& settings)
{
  if (!settings.output.empty() && settings.files.size() > 1)
    throw Failure(ExitCode::usage, "--output names one result, and there are several files");
  if (!settings.output.empty() && settings.to_standard_output)
    throw Failure(ExitCode::usage, "--output and --stdout exclude each other");
  return FilesRun(settings).run();
}

}  // namespace lexikos::app
