// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/vocabulary.hpp"

#include <algorithm>
#include <string>

#include "app/failure.hpp"

namespace lexikos::app
{

namespace
{

[[noreturn]] void refuse(Input const& text, std::uint64_t position, std::uint64_t symbol, std::uint64_t vocabulary,
                         std::span<std::uint64_t const> offsets)
{
  std::string place = "symbol " + std::to_string(position);
  auto const next = std::ranges::upper_bound(offsets, position);
  if (next != offsets.begin() && next != offsets.end())
    place +=
        " (" + std::to_string(position - next[-1]) + " of document " + std::to_string(next - offsets.begin() - 1) + ")";
  throw Failure(ExitCode::unreadable_input, text.name() + ": " + place + " is " + std::to_string(symbol) +
                                                ", beyond a vocabulary of " + std::to_string(vocabulary));
}

/// The maximum of a block is found without a branch for each symbol.
template <class Symbol>
void require(Input const& text, std::uint64_t vocabulary, std::span<std::uint64_t const> offsets)
{
  constexpr std::size_t block = std::size_t{1} << 14;
  auto const* const symbols = reinterpret_cast<Symbol const*>(text.bytes().data());
  std::size_t const n = text.bytes().size() / sizeof(Symbol);
  for (std::size_t begin = 0; begin < n; begin += block) {
    std::size_t const end = std::min(n, begin + block);
    Symbol largest = 0;
    for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, symbols[i]);
    if (largest < vocabulary) continue;
    auto const* const first = std::find_if(symbols + begin, symbols + end, [&](Symbol s) { return s >= vocabulary; });
    refuse(text, static_cast<std::uint64_t>(first - symbols), *first, vocabulary, offsets);
  }
}

}  // namespace

void require_vocabulary(Input const& text, unsigned symbol_bytes, std::uint64_t vocabulary,
                        std::span<std::uint64_t const> offsets)
{
  if (symbol_bytes == 1) return require<std::uint8_t>(text, vocabulary, offsets);
  if (symbol_bytes == 2) return require<std::uint16_t>(text, vocabulary, offsets);
  require<std::uint32_t>(text, vocabulary, offsets);
}

}  // namespace lexikos::app
