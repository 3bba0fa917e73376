// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/match/options.hpp"

namespace lexikos::app
{

namespace
{

constexpr char const* details =
    R"(Sequences are FASTA or FASTQ, also compressed by gzip; REFERENCE may also be an
index that 'lexikos index --fasta' wrote. Small and capital letters are the same.
No match crosses the end of a record. Lines are those of mummer: for
each query and strand its name, then the position in the reference, the position
in the query, and the length, positions counted from 1; a name of the record
comes first if the reference has several. Matches are sorted by their position in
the query. --format tsv and --json count from 0.

Options of mummer are known by their letters and words, also after one dash
(-maxmatch, -mum, -l, -b, -r, -n, -F, -L, -c).

Positions in the reverse complement of a query are those of the reverse
complement, unless --forward-positions is given.

--plot draws the reference from left to right and the queries upwards, their
records with grey borders. Matches of reverse complements fall from left to right.
Of matches on the same pixels one is drawn, and of very many the longest.
)";

}  // namespace

Command make_match()
{
  auto const options = std::make_shared<MatchCommandOptions>();
  Command command{.name = "match", .summary = "Find exact matches of sequences in a reference", .details = details};
  command.operands = {operand("REFERENCE", options->reference,
                              "The sequences to find matches in, or an index of them; - for standard input"),
                      operands("QUERY", options->queries, "Files of the sequences to find matches of")};
  command.options = {
      number("-l,--min-length", "N", options->min_length, "Shortest match. Default: 20", {1}),
      flag("--mumreference", options->mumreference,
           "Maximal matches that occur once in the reference. This is the default"),
      flag("--maxmatch", options->maxmatch, "All maximal matches (MEM)"),
      flag("--mum", options->mum, "Maximal matches that occur once in the reference and once in their query (MUM)"),
      flag("--smem", options->smem, "Matches that lie in no longer match of the query (SMEM), at all their places"),
      flag("-b,--both", options->both, "Queries and their reverse complements"),
      flag("-r,--reverse", options->reverse, "Only the reverse complements"),
      flag("-n,--only-acgt", options->only_acgt, "Letters other than A, C, G and T match nothing"),
      flag("-F,--four-columns", options->four_columns, "Names of the reference's records even if there is only one"),
      flag("-L,--query-lengths", options->query_lengths, "Lengths of queries beside their names"),
      flag("-c,--forward-positions", options->forward_positions,
           "Positions of reverse complements in the query itself, where their first letter is"),
      number("--min-occurrences", "N", options->min_occurrences,
             "Only strings that occur at least N times in the reference. Default: 1", {1}),
      number("--max-occurrences", "N", options->max_occurrences,
             "Leave out strings that occur more than N times, and report how many queries that affects. 0: keep all. "
             "Default: 0"),
      choice("--format", "FORMAT", {"mummer", "tsv"}, options->format, "mummer or tsv. Default: mummer"),
      text("-o,--output", "PATH", options->output, "Where the matches go. Default: standard output"),
      text("--plot", "PATH", options->plot, "Draw the matches as a dot plot, in SVG"),
      index_width(options->index, "Width of positions: u32, u64, or auto, which is u32 up to 2^32 - 2 symbols"),
  };
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run_match(*options); };
  return command;
}

}  // namespace lexikos::app
