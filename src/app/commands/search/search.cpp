// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <string>
#include <string_view>

#include "app/command_line/symbol_type.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/search/options.hpp"

namespace lexikos::app
{

namespace
{

constexpr unsigned max_errors = 4;

constexpr char const* details =
    R"(Prints for each pattern how often it occurs, a tab, and the pattern; then a line
for each position, counted from 0 and ascending, with the match in its context,
control characters as points. Occurrences may overlap; the empty pattern occurs at
each position. With --json all of it is one object.

In an index of sequences (lexikos index --fasta) small letters are capital ones,
also in patterns. A position has a name, a tab, the position in the record of that
name, counted from 0, a tab, and the context within the record; what crosses from
one record into the next is neither counted nor shown. In an index with documents
(lexikos index --offsets) the number of the document, counted from 0, takes the
place of the name.

With --format fasta or fastq, or auto, a FILE of sequences is searched as such an
index is. --strands both also looks for the reverse complement of each pattern,
unless that is the pattern itself, as a pattern of its own, which follows it; a
last column, after a tab, tells the strand, + or -.

In an index or a text of tokens (--symbols u16 or u32) patterns are lists of
numbers: --tokens 11,12,13, or lines such as "11 12 13" in the file of --patterns.
Positions and --context count tokens, and contexts are numbers with the match in
brackets.

With --errors N, a pattern occurs where the text has it with up to N errors: other
symbols in the place of some, and with --edit missing and added ones too. What is
counted are the positions at which occurrences end. Each has a line for the best
of them, and the shortest of these: its position, its errors, and the match in its
context. The empty pattern does not occur. FM-indexes are not searched so.

With --documents the number of documents, or records, that have the pattern comes
after its count and a tab. --top K has a line for each of the K documents with
most occurrences: its number or name, a tab, and how many. --next K has a line for
each of the K symbols that follow the pattern most often, in the same document: a
plus and the symbol, a tab, and how often. Of equally frequent ones the smaller
one is the first. --longest-suffix takes patterns for contexts: of each it looks
for the longest suffix that occurs, and prints the length of that, a tab, and then
what is printed of a pattern. With these three, positions are not shown.

They and --documents are for suffix indexes, without --errors; --documents and
--top for those with documents or records, of which they build an index: 4 bytes
of memory a symbol; with --documents 8.2, and 16 more meanwhile (12.3 and 24 if
entries of the index have 8 bytes). What --top and --next sort takes up to 130 MB.

Under mpirun or srun FILE is a text, of which each rank reads its range, or a
folder that 'lexikos index' wrote there, which one process reads too. The results
are the same, but that --limit keeps, of an index by text, positions in the first
parts, and of a part those whose suffixes come first; errors, --documents, --top,
next symbols and longest suffixes are not asked for there.

Exit code 0: a pattern occurs; 1: none does.
)";

}  // namespace

Command make_search()
{
  auto const options = std::make_shared<SearchOptions>();
  Command command{.name = "search", .summary = "Find patterns in a text", .details = details};
  command.operands = {
      operand("FILE", options->source,
              "A text, - for standard input; or an index of 'lexikos index', known by its first bytes"),
      operands("PATTERN", options->patterns, "What to look for, byte for byte", false),
  };
  command.options = {
      {"--tokens", "LIST",
       "A pattern of tokens: numbers with commas or blanks between them, such as 11,12,13. May be given several times",
       [options](std::string_view list) {
         options->tokens.emplace_back(list);
         return std::string();
       }},
      text("-p,--patterns", "PATH", options->pattern_file,
           "A file with a pattern on each line, as bytes, or, of tokens, as numbers; - for standard input. Lines may "
           "end in LF or, all of them, in CR LF"),
      text("--patterns-fasta", "PATH", options->sequence_file,
           "A file of sequences, FASTA or FASTQ, also compressed by gzip, each of which is a pattern; its name follows "
           "the pattern, after a tab. - for standard input"),
      flag("-z,--null", options->ends_in_zero,
           "Patterns in the file end in a zero byte, not with the line, and so do the lines that --count prints, with "
           "the patterns as they are"),
      flag("--index", options->is_index, "FILE is an index, and an error if it does not look like one"),
      flag("--text", options->is_text, "FILE is a text, whatever it looks like"),
      flag("-c,--count", options->only_counts, "Only how often each pattern occurs"),
      flag("--documents", options->documents, "Also how many documents or records have each pattern"),
      number("--top", "K", options->top, "The K documents or records with most occurrences of each pattern", {1}),
      number("--next", "K", options->next, "The K symbols that follow each pattern most often", {1}),
      flag("--longest-suffix", options->longest_suffix,
           "Patterns are contexts, of which the longest suffix that occurs is looked for"),
      number("-e,--errors", "N", options->errors, "Errors that an occurrence may have: 0 to 4", {0, max_errors}),
      flag("--edit", options->is_edit,
           "Missing and added symbols are errors too: edit distance. Otherwise only other symbols are: Hamming "
           "distance"),
      number("--limit", "N", options->limit,
             "Show at most N positions of each pattern: the first in suffix order, or with --errors the first in the "
             "text. 0: all. Default: 20"),
      number("--context", "N", options->context, "Symbols shown on each side of a match. Default: 30"),
      text_format(options->format),
      choice("--strands", "STRANDS", {"forward", "both"}, options->format.strands,
             "Look for patterns alone, or for their reverse complements too. Default: forward"),
      symbol_type(options->symbols),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run_search(*options); };
  return command;
}

}  // namespace lexikos::app
