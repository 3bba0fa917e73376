// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/output_path.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "app/failure.hpp"
#include "app/io/input.hpp"
#include "file/new_file.hpp"

namespace lexikos::app
{

namespace
{

/// What a path leads to: a file that exists, or one that would be in a folder.
struct Place
{
  dev_t device = 0;
  ino_t inode = 0;
  bool is_regular = false;
  bool is_null = false;
  std::string name = {};  // within the folder, of a file that does not exist

  bool operator==(Place const& other) const
  {
    return device == other.device && inode == other.inode && name == other.name;
  }
};

Place place(struct stat const& status)
{
  bool const is_null = S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
  return {status.st_dev, status.st_ino, S_ISREG(status.st_mode), is_null};
}

/// Nothing where the system does not tell, which whoever opens the path will find out.
std::optional<Place> place_of_path(std::string const& path, int standard_descriptor)
{
  struct stat status = {};
  if (path == "-") return ::fstat(standard_descriptor, &status) == 0 ? std::optional(place(status)) : std::nullopt;
  if (::stat(path.c_str(), &status) == 0) return place(status);
  std::filesystem::path const target = file_detail::link_target(path);
  auto const folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
  Place result = place(status);
  result.name = target.filename().string();
  return result.name.empty() ? std::nullopt : std::optional(result);
}

bool is_of_the_system(std::string const& path)
{
  bool const is_of_a_user = path.starts_with("/dev/shm/");  // files in memory
  return !is_of_a_user && (path.starts_with("/dev/") || path.starts_with("/proc/"));
}

bool is_regular(std::string const& path)
{
  struct stat status = {};
  return !is_of_the_system(path) &&
         (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

void require_place(std::string const& input)
{
  if (!is_regular(input))
    throw Failure(ExitCode::usage,
                  input + " is not a regular file, beside which the result could go: say where with --output");
}

}  // namespace

std::string output_path(std::string const& wanted, std::string const& input, std::string const& ending)
{
  if (!wanted.empty()) return wanted;
  if (input != "-") {
    require_place(input);
    return input + ending;
  }
  if (::isatty(STDOUT_FILENO) == 1)
    throw Failure(ExitCode::usage, "the result would go to the terminal: say where with --output, or redirect it");
  return "-";
}

std::string output_file(std::string const& wanted, std::string const& input, std::string const& ending,
                        std::string const& what)
{
  if (wanted == "-") throw Failure(ExitCode::usage, what + " goes to a file, not to standard output");
  if (!wanted.empty()) return wanted;
  if (input == "-")
    throw Failure(ExitCode::usage, "a text from standard input gives " + what + " no name: say where with --output");
  require_place(input);
  return input + ending;
}

void check_paths(std::vector<std::string> const& inputs, std::vector<std::string> const& outputs)
{
  for (auto const& input : inputs)
    if (!input.empty()) Input::require_readable(input);
  std::vector<std::optional<Place>> places;
  for (auto const& output : outputs) {
    places.push_back(output.empty() ? std::nullopt : place_of_path(output, STDOUT_FILENO));
    auto const& here = places.back();
    if (!here || here->is_null) continue;
    for (std::size_t j = 0; j + 1 < places.size(); ++j)
      if (places[j] == here) throw Failure(ExitCode::usage, "two results cannot go to the same place: " + output);
    if (!here->is_regular) continue;
    if (output != "-" && is_of_the_system(output))  // /dev/stdout, say, to which others write, too
      throw Failure(
          ExitCode::usage,
          output + " leads to a file, which the result would replace: name that file, or - for standard output");
    for (auto const& input : inputs)
      if (!input.empty() && place_of_path(input, STDIN_FILENO) == here)
        throw Failure(ExitCode::usage,
                      place_of(output) + " would replace the input" + (input == "-" ? "" : " " + input));
  }
}

std::string place_of(std::string const& output)
{
  return output == "-" ? "standard output" : output;
}

}  // namespace lexikos::app
