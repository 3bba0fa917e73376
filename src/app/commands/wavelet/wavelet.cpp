// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/commands.hpp"
#include "app/commands/wavelet/parts.hpp"
#include "app/report/joined.hpp"

namespace lexikos::app
{

void add_wavelet_facts(Report& report, WaveletFacts const& facts, WaveletKind kind)
{
  double const bits =
      facts.symbols == 0 ? 0 : 8 * static_cast<double>(facts.bytes) / static_cast<double>(facts.symbols);
  report.add("structure", wavelet_structures[static_cast<std::size_t>(kind.structure)], "structure");
  report.add("symbol", joined({"u", std::to_string(8 * kind.symbol_bytes)}), "type of symbols");
  report.add("symbols", facts.symbols, "symbols");
  report.add("alphabet", facts.alphabet, "alphabet");
  report.add("device", facts.device, "device");
  report.add("bytes", facts.bytes, "bytes of memory");
  report.add("bits_per_symbol", bits, "bits per symbol", 2);
}

Command make_wavelet()
{
  return {.name = "wavelet",
          .summary = "Answer rank, select and range queries on a text",
          .commands = {make_wavelet_build(), make_wavelet_query(), make_wavelet_info()}};
}

}  // namespace lexikos::app
