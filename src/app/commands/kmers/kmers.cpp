// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include "app/command_line/index_width.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/kmers/options.hpp"

namespace lexikos::app
{

namespace
{

constexpr char const* details = R"(A histogram has a line for each number of occurrences that some k-mer has: that
number, a tab, and how many distinct k-mers occur so often. Of two files it has
five columns, after a line of headings: the number, and k-mers with as many
occurrences that only the first file has, that both have (in the first, and in the
second), and that only the second has.

A list has a line for each k-mer, in lexicographic order, after one of headings:
the k-mer, its occurrences, of two files those in the second too, and a position,
which counts from 0 and through both files. Bytes that do not print are shown as
\xHH; k-mers of DNA are shown in upper case.

Files are texts of bytes, unless --fasta or --format says that they are sequences:
headers and ends of lines are symbols like others, except with --dna, where a
k-mer that holds one does not count. No k-mer crosses from one record or file into
the next.
)";

}  // namespace

Command make_kmers()
{
  auto const options = std::make_shared<KmersOptions>();
  Command command{
      .name = "kmers", .summary = "Count the k-mers of a text, or compare those of two", .details = details};
  command.operands = {operands("FILE", options->texts, "One text or two, bytes of any value; - for standard input")};
  command.options = {
      number("-k,--length", "COUNT", options->k, "Symbols of a k-mer; of DNA at most 64. Default: 21", {.least = 1}),
      text_format(options->format),
      sequences_flag(options->format),
      flag("--dna", options->dna, "Only k-mers of A, C, G and T, of either case, which is the same letter"),
      flag("--canonical", options->canonical, "A k-mer of DNA and its reverse complement are one; with it, --dna"),
      flag("--histogram", options->histogram, "How many k-mers occur how often. This is the default"),
      flag("--list", options->list, "The k-mers, each with its occurrences and a position"),
      choice("--set", "SET", {"common", "first", "second", "all"}, options->set,
             "Of two files, list k-mers that both have, that only the first or only the second has, or all. Default: "
             "common"),
      number("--min-count", "COUNT", options->min_count,
             "Only k-mers that occur this often or more, of two files together in a list, in either in a histogram. "
             "Default: 1"),
      number("--max-count", "COUNT", options->max_count, "Only k-mers that occur this often or less"),
      number("--high", "COUNT", options->high,
             "The histogram's largest number; k-mers that occur more often are counted together, in the line after "
             "it, which --max-count leaves out. Default: 10000, at most 65534",
             {.least = 1, .most = KmersOptions::max_high}),
      text("-o,--output", "PATH", options->output,
           "Where the list or histogram goes. Default: standard output, or nowhere with --json, which has it too"),
      index_width(options->index, "Width of the entries: u32, u64, or auto, which is u32 up to 2^32 - 2 bytes"),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.run = [options] { return run_kmers(*options); };
  return command;
}

}  // namespace lexikos::app
