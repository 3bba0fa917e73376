// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/dedup/options.hpp"

#include "app/command_line/symbol_type.hpp"
#include "app/failure.hpp"

namespace lexikos::app
{

void check(DedupOptions const& options)
{
  auto const require = [](bool condition, std::string const& message) {
    if (!condition) throw Failure(ExitCode::usage, message);
  };
  require(options.against_offsets.empty() || !options.against.empty(), "--against-offsets are those of --against");
  require(options.scope == "any" || options.has_documents(), "--scope across is for documents; --offsets names them");
  require(options.keep != "first-of-document" || options.has_documents(),
          "--keep first-of-document is for documents; --offsets names them");
  require(options.against.empty() || (options.keep == "none" && options.scope == "any"),
          "--keep and --scope have no meaning for parts that another file has (--against)");
  require(options.against.empty() || options.cache.empty(), "--cache is for what a file itself repeats");
  require(options.engine != "fingerprints" || options.cache.empty(), "--cache is for --engine suffix-array");
  require(options.memory == 0 || options.engine == "fingerprints", "--memory is for --engine fingerprints");
  require(options.align != "utf8" || options.symbols == "u8", "--align utf8 is for bytes");
  require(options.separator == 0 || !options.offsets.empty(),
          "--separator-bytes are those of documents; --offsets names them");
  require(options.separator / symbol_bytes_of(options.symbols) < options.length,
          "--separator-bytes has to be less than the bytes of a window (--length)");
  require(options.separator % symbol_bytes_of(options.symbols) == 0, "--separator-bytes are not whole symbols");
  if (options.field.empty()) return;
  require(options.offsets.empty() && options.against_offsets.empty(), "with --field, each line is a document");
  require(options.format.format == "plain", "--field and --format exclude each other");
  require(options.symbols == "u8", "--field is for texts; --symbols for tokens");
  require(options.align != "symbol" || options.output.empty(),
          "the texts that --output writes with --field have to be whole characters: leave out --align symbol");
}

}  // namespace lexikos::app
