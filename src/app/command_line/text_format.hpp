// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/command_line/command.hpp"
#include "app/io/text_file.hpp"

namespace lexikos::app
{

/// The page 'lexikos help formats'.
constexpr std::string_view formats_help =
    R"(What the files are that commands read texts from, and how --format says it:

  plain   a text, bytes of any value. This is the default. Gzip, bgzip and zstd
          are known by their first bytes, whatever the file is called, and
          decompressed
  bytes   the bytes of the file as they stand, compressed or not
  fasta   sequences in FASTA, or FASTQ; compressed too
  fastq
  auto    fasta or fastq where the file begins with a record, plain otherwise

A plain file that looks like sequences is a text like others, headers and ends of
lines with it; the table at the end says so. Only "lexikos info FILE" takes auto
for its default; and 'match', 'index --fasta', 'kmers --fasta', 'plot dots
--fasta' and 'search --patterns-fasta' read sequences alone.

Of sequences, the text is the symbols of all records, one after the other, with
nothing in between. Small letters become capital ones, but for kmers. Suffixes end
with their records, and no repeat, match, window or k-mer crosses from one into
the next: as with --offsets of documents. Places are told as the name of a record
and the position in it, from 0, by search, match and repeats; arrays count through
all records. --strands both adds the reverse complement of each record after it;
search looks for those of patterns instead, match has --both, kmers --canonical.

A record is a line with '>' or '@' and a name, and lines of printable ASCII;
blanks and ends of lines, LF or CR LF, are left out. Of FASTQ follow a line with
'+' and as many qualities as symbols, which are not kept. All else is refused with
exit code 3, the record, and the byte in what was decompressed: records without a
name, that are cut off, have other bytes, or are followed by something else.

Gzip may have several members, and zeros at its end; zstd several frames. Data
that is cut off, is not of the size or has not the checksum that it says, or is
followed by something else, is refused, and so is bgzip without the empty block
at its end. Blocks of bgzip are decompressed by all threads (--threads).

A text takes the memory of its symbols, and where it is compressed or sequences
some 5 MiB to read it; a plain file is mapped. Several ranks read plain files, in
parts; index reads sequences there, too, and dedup all of these.
)";

/// --format
/// \param what  begins its help, before the formats
[[nodiscard]] Option text_format(TextFormat& format, std::string const& what = "What FILE is");
/// --fasta, which says that a file is FASTA or FASTQ.
[[nodiscard]] Option sequences_flag(TextFormat& format);
/// --strands
[[nodiscard]] Option strands_of_sequences(TextFormat& format);

}  // namespace lexikos::app
