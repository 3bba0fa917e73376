// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/text_format.hpp"

namespace lexikos::app
{

Option text_format(TextFormat& format, std::string const& what)
{
  return choice("--format", "FORMAT", {"auto", "plain", "bytes", "fasta", "fastq"}, format.format,
                what +
                    ": plain, a text, decompressed if it is gzip, bgzip or zstd; bytes, as they stand; fasta or "
                    "fastq, sequences, decompressed too; auto, sequences if it begins with a record. See 'lexikos help "
                    "formats'. Default: plain");
}

Option sequences_flag(TextFormat& format)
{
  return {"--fasta", {}, "FILE holds sequences, FASTA or FASTQ, also compressed", [&format](std::string_view) {
            format.format = std::string("sequences");
            return std::string();
          }};
}

Option strands_of_sequences(TextFormat& format)
{
  return choice("--strands", "STRANDS", {"forward", "both"}, format.strands,
                "Of sequences: each record alone, or also its reverse complement, after it. Default: forward");
}

}  // namespace lexikos::app
