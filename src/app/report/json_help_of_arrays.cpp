// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/json_help.hpp"

namespace lexikos::app
{

// Compared with what commands print, member by member, by tests/app/json.test.cpp.
std::string_view const json_help_of_arrays =
    R"(With --json a command writes one JSON object in place of its table, to standard
output, or to standard error if the result itself goes to standard output.

JSON is UTF-8, but file names, patterns and texts need not be. Where one is not,
an object takes the place of its string:

  {"encoding": "base64", "bytes": "bv8="}

Texts before and after a match leave out the parts of characters that their
ends cut in two. Patterns and texts of tokens are arrays of numbers.

Below are the members of each command's object, with their types. "text" is a
string that may be such an object; "number" may have a fraction, "integer" has
none, and is at least 0. A member with ? is there only where its meaning says so,
or where there is something to tell. [] are the values of an array, and * those of
an object whose names are not fixed. Commands may come to have more members.

)"
    R"(lexikos sa:
  text                      text     the text's file
  bytes                     integer  of the text
  format                    string   plain, bytes, fasta or fastq
  compression               string   none, gzip, bgzip or zstd
  records?                  integer  of sequences: their number
  strands?                  string   both, if both were read
  symbols?                  string   u16 or u32, of tokens
  documents?                integer  with --offsets
  alphabet?                 integer  distinct symbols
  algorithm                 string   that sorted
  reason?                   string   why it was chosen
  device                    string   where the work was done
  index                     string   u32 or u64: the width of entries
  entry_bytes?              integer  with --entries packed
  parts?                    integer  sorted out of core, in as many
  rounds                    integer  of prefix doubling
  unsorted                  array    suffixes left after each round
  unsorted[]                integer
  seconds                   number   to sort
  mb_per_s                  number   10^6 bytes of text a second
  peak_bytes                integer  text, results and scratch
  peak_bytes_per_character  number   the same a byte of text
  workspace_bytes           integer  scratch
  load_seconds              number
  write_seconds             number
  check_seconds?            number   with --check
  checked                   boolean  whether --check was given
  output                    text     where the result went; - is standard output
  isa?                      text     where the inverse went
  steps?                    object   with --steps: seconds of each, by name
  steps.*                   number
  threads                   integer  of the host

)"
    R"(lexikos check:
  text                    text     the text's file
  array                   text     the array's file
  bytes                   integer  of the text
  format                  string   plain, bytes, fasta or fastq
  compression             string   none, gzip, bgzip or zstd
  records?                integer  of sequences: their number
  strands?                string   both, if both were read
  index                   string   u32 or u64: the width of entries
  device                  string   where the work was done
  seconds                 number   to check
  right                   boolean  whether it is the text's suffix array
  reason?                 string   why it is not
  first_offending_index?  integer  the first entry that is wrong

)"
    R"(lexikos lcp:
  text                      text     the text's file
  bytes                     integer  of the text
  format                    string   plain, bytes, fasta or fastq
  compression               string   none, gzip, bgzip or zstd
  records?                  integer  of sequences: their number
  strands?                  string   both, if both were read
  mean_lcp                  number
  max_lcp                   integer
  algorithm?                string   that sorted, without --sa
  device                    string   where the work was done
  index                     string   u32 or u64: the width of entries
  sort_seconds              number   to sort, or to check --sa
  seconds                   number   for the LCP array
  mb_per_s                  number   10^6 bytes of text a second
  peak_bytes                integer  text, results and scratch
  peak_bytes_per_character  number   the same a byte of text
  permuted                  boolean
  output                    text     where the result went; - is standard output

)"
    R"(lexikos bwt:
  input                     text     the file that was read
  bytes                     integer  of it
  documents?                integer  of documents: their number
  primary_index?            integer  of a text
  algorithm?                string   that sorted
  reason?                   string   why it was chosen
  parts?                    integer  sorted out of core, in as many
  device                    string   where the work was done
  seconds                   number   to transform
  mb_per_s                  number   10^6 bytes of text a second
  peak_bytes                integer  text, results and scratch
  peak_bytes_per_character  number   the same a byte of text
  output                    text     where the result went; - is standard output
  format                    string   plain, bytes, fasta or fastq
  compression               string   none, gzip, bgzip or zstd
  records?                  integer  of sequences: their number
  strands?                  string   both, if both were read

)"
    R"(lexikos unbwt:
  input                     text     the file that was read
  bytes                     integer  of it
  documents?                integer  of documents: their number
  primary_index?            integer  of a text
  device                    string   where the work was done
  seconds                   number   to recover the text
  mb_per_s                  number   10^6 bytes of text a second
  peak_bytes                integer  text, results and scratch
  peak_bytes_per_character  number   the same a byte of text
  output                    text     where the result went; - is standard output

)"
    R"(lexikos sa, lcp, bwt, check and index on several ranks:
  text?                   text     the text's file, but of bwt
  input?                  text     the same of bwt
  bytes                   integer  of the text
  ranks                   integer  processes
  transport               string   how they send
  device                  string   where the work was done
  threads                 integer  of a rank
  primary_index?          integer  of bwt
  index?                  string   u32 or u64, of the others
  alphabet?               integer  distinct symbols
  sampled?                integer  suffixes of the first sample
  rounds?                 integer  of prefix doubling
  unsorted?               array    suffixes left after each round
  unsorted[]              integer
  sort_seconds?           number
  mb_per_s?               number   10^6 bytes of text a second
  imbalance?              number   largest share of a rank, over the mean
  workspace_bytes?        integer  scratch of a rank
  steps?                  object   seconds of each, by name
  steps.*                 number
  bytes_sent?             object   of each step, by name
  bytes_sent.*            integer
  load_seconds            number
  write_seconds           number
  mean_lcp?               number   of lcp
  max_lcp?                integer  of lcp
  seconds?                number   of lcp and check
  checked?                boolean  of sa
  output?                 text     where the result went
  isa?                    text     where the inverse went
  array?                  text     of check: the array's file
  right?                  boolean  of check: its answer
  reason?                 string   why it is not right
  first_offending_index?  integer  the first entry that is wrong

)"
    R"(lexikos index:
  text               text     the text's file
  bytes              integer  of the text
  format             string   plain, bytes, fasta or fastq
  compression        string   none, gzip, bgzip or zstd
  records?           integer  of sequences: their number
  longest_record?    integer  symbols of the longest
  symbols?           string   u16 or u32, of tokens
  documents?         integer  with --offsets
  longest_document?  integer  symbols of the longest
  alphabet           integer  distinct symbols
  device             string   where the work was done
  kind               string   suffix or fm
  index              string   u32 or u64: the width of entries
  sample_rate?       integer  of kind fm, as the next four
  text_kept?         boolean
  layout?            string   of the transform
  exception_runs?    integer  runs of rare symbols
  index_memory?      integer  bytes
  out_of_core?       boolean  true where it was built so
  lcp?               boolean  of kind suffix, as the next
  isa?               boolean
  table_depth        integer  symbols of the table's strings
  table_entries      integer
  seconds            number   to build
  mb_per_s           number   10^6 bytes of text a second
  load_seconds       number
  sort_seconds?      number
  lcp_seconds?       number
  table_seconds?     number
  write_seconds      number
  output             text     where the result went; - is standard output

)"
    R"(lexikos index by text on several ranks:
  text               text     the text's file
  bytes              integer  of the text
  format             string   plain, bytes, fasta or fastq
  symbols?           string   u16 or u32, of tokens
  records?           integer  of sequences: their number
  longest_record?    integer  symbols of the longest
  documents?         integer  with --offsets
  longest_document?  integer  symbols of the longest
  ranks              integer  processes
  transport          string   how they send
  device             string   where the work was done
  threads            integer  of a rank
  kind               string   suffix or fm
  by                 string   text
  index              string   u32 or u64: the width of entries
  largest_part       integer  symbols
  longest_pattern    integer  that can be searched for; 0: any
  sample_rate?       integer  of kind fm, as the next two
  text_kept?         boolean
  index_memory?      integer  bytes, of all ranks
  workspace_bytes    integer  scratch of a rank
  seconds            number   to build
  mb_per_s           number   10^6 bytes of text a second
  load_seconds       number
  write_seconds      number
  output             text     where the folder is

)";

}  // namespace lexikos::app
