// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/report/json_help.hpp"

namespace lexikos::app
{

// Compared with what commands print, member by member, by tests/app/json.test.cpp.
std::string_view const json_help_of_others =
    R"(lexikos search:
  text?                          text          the text's file; or
  index?                         text          that of the index
  bytes                          integer       of the text
  format?                        string        of a text: how it was read
  compression?                   string        of a text
  symbols?                       string        u16 or u32, of tokens
  records?                       integer       of sequences: their number
  documents?                     integer       of an index of documents
  device                         string        where the work was done
  patterns                       integer       their number
  occurrences                    integer       of all patterns
  build_seconds?                 number        of a text; or
  load_seconds?                  number        of an index
  results                        array         an object a pattern
  results[]                      object
  results[].pattern              text|array    of tokens numbers
  results[].pattern[]?           integer
  results[].name?                text          of --patterns-fasta
  results[].strand?              string        + or -, with --strands both
  results[].length?              integer       of --longest-suffix
  results[].suffix?              text|array    the same
  results[].suffix[]?            integer
  results[].count                integer       occurrences
  results[].documents?           integer       that have it: --documents
  results[].top?                 array         of --top
  results[].top[]                object
  results[].top[].record?        text          a name; or
  results[].top[].document?      integer       a number
  results[].top[].occurrences    integer
  results[].next?                array         of --next
  results[].next[]               object
  results[].next[].symbol        text|integer  of tokens a number
  results[].next[].count         integer
  results[].matches?             array         those shown: see --limit
  results[].matches[]            object
  results[].matches[].record?    text          the name of its record
  results[].matches[].document?  integer       the number of its document
  results[].matches[].position   integer       in these, or in the text
  results[].matches[].length?    integer       symbols, with --errors
  results[].matches[].distance?  integer       errors, with --errors
  results[].matches[].match?     text          with --errors
  results[].matches[].before     text|array    what comes before it
  results[].matches[].before[]?  integer
  results[].matches[].after      text|array    what comes after it
  results[].matches[].after[]?   integer
  search_seconds                 number

)"
    R"(lexikos match:
  matches                       array    in the order of queries
  matches[]                     object
  matches[].reference           text     a record of the reference
  matches[].reference_position  integer  in it, from 0
  matches[].query               text     a record of the queries
  matches[].strand              string   + or -
  matches[].query_position      integer  in it, from 0
  matches[].length              integer
  matches[].occurrences?        integer  of --smem, in the reference
  device                        string   where the work was done
  count                         integer  of all matches
  capped_queries                integer  with places left out
  read_seconds                  number
  index_seconds                 number
  match_seconds                 number
  write_seconds                 number

)"
    R"(lexikos repeats:
  text                             text            the text's file
  bytes                            integer         of the text
  format                           string          plain, bytes, fasta or fastq
  compression                      string          none, gzip, bgzip or zstd
  records?                         integer         of sequences: their number
  strands?                         string          both, if both were read
  device                           string          where the work was done
  longest                          integer         the longest repeat
  mean_length                      number          of the longest at positions
  mean_lcp                         number
  covered                          integer         positions in a repeat
  min_length                   integer
  min_occurrences              integer
  maximal_repeats                  integer         their number
  repeats                          array           the longest
  repeats[]                        object
  repeats[].length                 integer
  repeats[].occurrences            integer
  repeats[].positions              array           the first ten
  repeats[].positions[]            integer|object  of sequences objects
  repeats[].positions[].record?    text            the name of its record
  repeats[].positions[].strand?    string          + or -, with --strands both
  repeats[].positions[].position?  integer         in the record
  repeats[].substring              string          its first 60 bytes, escaped
  sort_seconds                     number
  lcp_seconds                      number
  repeats_seconds                  number
  maximal_seconds                  number

)"
    R"(lexikos plot lcp:
  text          text     the text's file
  bytes         integer  of the text
  format        string   plain, bytes, fasta or fastq
  compression   string   none, gzip, bgzip or zstd
  records?      integer  of sequences: their number
  strands?      string   both, with --strands both
  mean_lcp      number
  max_lcp       integer
  device        string   where the work was done
  sort_seconds  number
  lcp_seconds   number
  bins          array    those that are not empty
  bins[]        object
  bins[].from   integer  the least value
  bins[].to     integer  one more than the largest
  bins[].count  integer  entries with such values
  output        text     where the picture went; - is standard output

)"
    R"(lexikos plot repeats:
  text             text     the text's file
  bytes            integer  of the text
  format           string   plain, bytes, fasta or fastq
  compression      string   none, gzip, bgzip or zstd
  records?         integer  of sequences: their number
  strands?         string   both, with --strands both
  device           string   where the work was done
  longest          integer  the longest repeat
  covered          integer  positions in a repeat
  maximal_repeats  integer  of at least the lengths and places asked for
  shown            integer  of these
  arcs             integer  from a place to the next
  seconds          number
  output           text     where the picture went; - is standard output

)"
    R"(lexikos plot dots:
  text           text     the text's file
  symbols        integer  of the text
  other          text     the file of the other text, or the same
  other_symbols  integer
  min_length     integer  of the matches
  device         string   where the work was done
  matches        integer
  left_out       boolean  whether strings were that occur too often
  index_seconds  number
  match_seconds  number
  output         text     where the picture went; - is standard output

)"
    R"(lexikos plot suffixes, transform, search and wavelet:
  text            text     the text's file
  bytes           integer  of the text
  primary_index?  integer  of transform
  occurrences?    integer  of search: of the pattern
  symbols?        integer  of wavelet: distinct ones
  levels?         integer  of wavelet
  device          string   where the work was done
  output          text     where the picture went; - is standard output

)"
    R"(lexikos kmers:
  text                           text     the text's file
  bytes                          integer  of the text
  format                         string   plain, bytes, fasta or fastq
  compression                    string   none, gzip, bgzip or zstd
  records?                       integer  of sequences: their number
  second_text?                   text     of two texts, as all of 'second'
  bytes_of_second?               integer
  device                         string   where the work was done
  k                              integer
  dna                            boolean
  canonical                      boolean
  distinct                       integer  k-mers
  unique                         integer  k-mers that occur once
  all                            integer  occurrences
  max_count                      integer  of the most frequent
  distinct_in_second?            integer
  unique_in_second?              integer
  all_in_second?                 integer
  max_count_in_second?           integer
  common?                        integer  distinct k-mers of both
  only_first?                    integer
  only_second?                   integer
  sort_seconds                   number
  lcp_seconds                    number
  kmers_seconds                  number
  histogram?                     array    of those counts that occur
  histogram[]                    object
  histogram[].count              integer
  histogram[].kmers?             integer  that occur so often
  histogram[].only_first?        integer  of two texts, as the next
  histogram[].common_in_first?   integer
  histogram[].common_in_second?  integer
  histogram[].only_second?       integer
  kmers?                         array    with --list
  kmers[]                        object
  kmers[].kmer                   string   escaped
  kmers[].count                  integer
  kmers[].count_in_second?       integer
  kmers[].position               integer  of one occurrence

)"
    R"(lexikos dedup:
  text           text     the text's file
  bytes          integer  of the text
  format?        string   plain, bytes, fasta or fastq, but of --field
  compression?   string   none, gzip, bgzip or zstd
  records?       integer  of sequences: their number
  documents?     integer
  against?       text     the file of --against
  ranks?         integer  of several that found them together
  transport?     string   theirs
  device         string   where the work was done
  engine         string   that found them
  passes?        integer  over the text, by fingerprints, as the next
  slices?        integer  of the fingerprints, each of which fitted in memory
  candidates?    integer  windows that were compared
  pass_seconds?  number
  group_seconds? number   to sort candidates and to compare them
  length         integer  symbols of a window
  ranges         integer
  removed_bytes  integer  in them
  removed_share  number   of all
  windows?       integer  with --cache, as the next
  groups?        integer  of equal windows
  read_seconds   number   to decompress and parse
  find_seconds   number
  write_seconds  number

)"
    R"(lexikos overlap:
  queries                         text     their file
  query_documents                 integer
  query_symbols                   integer
  corpus                          text     its file
  corpus_bytes                    integer
  corpus_documents?               integer
  device                          string   where the work was done
  length                          integer  symbols of a window
  found_documents                 integer  that the corpus has parts of
  covered                         integer  symbols in these
  share                           number   of all
  seconds                         number
  queries_format?                 string   plain, bytes, fasta or fastq
  queries_compression?            string   none, gzip, bgzip or zstd
  corpus_format?                  string
  corpus_compression?             string
  documents                       array    an object a query document
  documents[]                     object
  documents[].document            integer  its number
  documents[].symbols             integer
  documents[].covered             integer  symbols
  documents[].share               number
  documents[].longest             integer  string that the corpus has
  documents[].corpus_documents    integer  that have windows of it
  documents[].first_documents?    array    with --max-documents
  documents[].first_documents[]?  integer

)"
    R"(lexikos wavelet build:
  text             text     the text's file
  format           string   plain, bytes, fasta or fastq
  compression      string   none, gzip, bgzip or zstd
  records?         integer  of sequences: their number
  strands?         string   both, if both were read
  structure        string   quad, binary, tree or huffman
  symbol           string   u8, u16 or u32
  symbols          integer  of the text
  alphabet         integer  distinct symbols
  device           string   where the work was done
  bytes            integer  of memory
  bits_per_symbol  number
  seconds          number   to build
  mb_per_s         number   10^6 bytes of text a second
  peak_bytes       integer
  write_seconds    number
  output           text     where the result went; - is standard output

)"
    R"(lexikos wavelet query:
  input                  text                the file
  structure              string              quad, binary, tree or huffman
  symbol                 string              u8, u16 or u32
  symbols                integer             of the text
  alphabet               integer             distinct symbols
  device                 string              where the work was done
  bytes                  integer             of memory
  bits_per_symbol        number
  load_seconds           number
  answers                array
  answers[]              object
  answers[].query        text
  answers[].answer       integer|array|null  a list has [symbol, count]
  answers[].answer[]?    array
  answers[].answer[][]?  integer

)"
    R"(lexikos wavelet info:
  input            text     the file
  structure        string   quad, binary, tree or huffman
  symbol           string   u8, u16 or u32
  symbols          integer  of the text
  alphabet         integer  distinct symbols
  device           string   where the work was done
  bytes            integer  of memory
  bits_per_symbol  number
  load_seconds     number

)"
    R"(lexikos compress and decompress:
  files                      array    one after the other
  files[]                    object
  files[].file               text
  files[].ok                 boolean
  files[].error?             text     what went wrong; then no others
  files[].bytes?             integer  uncompressed
  files[].compressed_bytes?  integer
  files[].seconds?           number
  files[].output?            text     where the result went

)"
    R"(lexikos test:
  files                      array    one after the other
  files[]                    object
  files[].file               text
  files[].ok                 boolean
  files[].error?             text     what went wrong; then no others
  files[].bytes?             integer  uncompressed
  files[].compressed_bytes?  integer
  files[].seconds?           number

)"
    R"(lexikos list:
  files                      array    one after the other
  files[]                    object
  files[].file               text
  files[].ok                 boolean
  files[].error?             text     what went wrong; then no others
  files[].bytes?             integer  uncompressed
  files[].compressed_bytes?  integer
  files[].frames?            integer
  files[].blocks?            integer
  files[].largest_block?     integer  bytes of it, uncompressed

)"
    R"(lexikos info:
  version                      string   of lexikos
  commit                       string   of its sources
  kokkos                       string   its version
  libdivsufsort                boolean  whether the build has it, as the next
  libsais                      boolean
  kokkos_kernels               boolean
  moderngpu                    boolean
  simdjson                     boolean
  simdjson_version?            string
  zlib                         boolean
  zlib_version?                string
  libdeflate                   boolean
  libdeflate_version?          string
  zstd                         boolean
  zstd_version?                string
  mpi                          boolean  whether it works on several ranks
  nccl                         boolean  and on a GPU each by NCCL
  devices                      array
  devices[]                    object
  devices[].name               string   as --device takes it
  devices[].default            boolean
  devices[].processor          string
  devices[].count              integer
  devices[].threads            integer
  devices[].free_bytes         integer
  devices[].total_bytes        integer
  devices[].algorithms         array    for --algorithm
  devices[].algorithms[]       string
  devices[].segmented_sorts    array    for --segmented-sort
  devices[].segmented_sorts[]  string
  kokkos_configuration         string

)"
    R"(lexikos info FILE:
  file               text
  kind               string   text, sequences, compressed, or what the file says
  file_bytes?        integer
  index?             string   u32 or u64, of an index
  symbols?           integer  of the text
  symbol_bytes?      integer  of tokens, 2 or 4
  records?           integer  of sequences: their number
  longest_record?    integer  symbols of the longest
  documents?         integer  of an index of documents
  longest_document?  integer
  format?            string   of a text: plain, bytes, fasta or fastq
  compression?       string   of a text: none, gzip, bgzip or zstd
  read_seconds?      number   of a text
  text_bytes?        integer  of what is compressed
  frames?            integer
  blocks?            integer
  largest_block?     integer  bytes of it, uncompressed

)"
    R"(lexikos info FOLDER of several ranks:
  file               text
  kind               string   index_by_text or index_by_range
  kind_of_parts?     string   suffix or fm, by text
  parts              integer  files but the manifest
  file_bytes         integer  of all files
  index              string   u32 or u64
  symbols            integer  of the text
  symbol_bytes?      integer  of tokens, 2 or 4
  longest_pattern?   integer  by text; 0: any
  records?           integer  of sequences: their number
  longest_record?    integer  symbols of the longest
  documents?         integer  of an index of documents
  longest_document?  integer

)"
    R"(lexikos generate:
  kind    string
  bytes   integer
  seed    integer
  output  text     where the result went; - is standard output
)";

}  // namespace lexikos::app
