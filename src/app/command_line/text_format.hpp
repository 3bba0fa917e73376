// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "app/command_line/command.hpp"
#include "app/io/text_file.hpp"

namespace lexikos::app
{

/// --format
[[nodiscard]] Option text_format(TextFormat& format);
/// --fasta, which says that a file is FASTA or FASTQ.
[[nodiscard]] Option sequences_flag(TextFormat& format);
/// --strands
[[nodiscard]] Option strands_of_sequences(TextFormat& format);

}  // namespace lexikos::app
