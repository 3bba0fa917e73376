// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/search/options.hpp"

#include "app/failure.hpp"
#include "app/on_device/search/saved_index.hpp"

namespace lexikos::app
{

void require_sense(SearchOptions const& options)
{
  auto const refuse = [](char const* what) { throw Failure(ExitCode::usage, what); };
  if (options.is_index && options.is_text) refuse("--index and --text exclude each other");
  if (options.is_edit && options.errors == SearchOptions::exact) refuse("--edit needs --errors");
  bool const reads_patterns = options.pattern_file == "-" || options.sequence_file == "-";
  bool const reads_both = options.pattern_file == "-" && options.sequence_file == "-";
  if (reads_both || (options.source == "-" && (reads_patterns || options.is_index)))
    refuse("standard input can give one text, or one list of patterns");
}

std::string wanted_of_suffixes(SearchOptions const& options)
{
  if (options.documents) return "--documents";
  if (options.top != 0) return "--top";
  if (options.next != 0) return "--next";
  return options.longest_suffix ? "--longest-suffix" : "";
}

void require_index_for(SearchOptions const& options, SavedIndex const* saved, bool has_records)
{
  auto const refuse = [](std::string const& what) { throw Failure(ExitCode::usage, what); };
  std::string const wanted = wanted_of_suffixes(options);
  if (wanted.empty()) return;
  if (options.errors != SearchOptions::exact) refuse(wanted + " and --errors exclude each other");
  if (saved != nullptr && saved->is_fm())
    refuse(wanted + " is not for FM-indexes, and " + options.source + " is one: it needs one of --kind suffix");
  if ((options.documents || options.top != 0) && !has_records)
    refuse(wanted + " is for indexes with documents or records: see --offsets and --fasta of 'lexikos index'");
}

void require_patterns_of(SearchOptions const& options, unsigned symbol_bytes)
{
  auto const refuse = [&](std::string const& what) {
    throw Failure(ExitCode::usage, what + (symbol_bytes == 1 ? "; the text is bytes" : "; the text is tokens"));
  };
  if (symbol_bytes == 1) {
    if (!options.tokens.empty()) refuse("--tokens is for indexes and texts of --symbols u16 or u32");
    return;
  }
  if (!options.patterns.empty()) refuse("PATTERN is for bytes: use --tokens");
  if (!options.sequence_file.empty()) refuse("--patterns-fasta is for bytes");
  if (options.errors != SearchOptions::exact) refuse("--errors is for bytes");
  if (options.ends_in_zero) refuse("--null is for bytes");
}

void require_no_text_options(SearchOptions const& options)
{
  if (options.format.format != "plain") throw Failure(ExitCode::usage, "--format is for texts; an index has its own");
  if (options.symbols != "u8") throw Failure(ExitCode::usage, "--symbols is for texts; an index has its own");
}

void require_any_patterns(SearchOptions const& options)
{
  if (options.patterns.empty() && options.tokens.empty() && options.pattern_file.empty() &&
      options.sequence_file.empty())
    throw Failure(ExitCode::usage,
                  "there is nothing to search for: give patterns, or a file of them with --patterns or "
                  "--patterns-fasta");
}

}  // namespace lexikos::app
