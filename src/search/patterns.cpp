// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/error.hpp>
#include <lexikos/patterns.hpp>
#include <string>
#include <vector>

#include "common/host_containers.hpp"

namespace lexikos
{

namespace search_detail
{

namespace
{

template <class Symbol, class ExecutionSpace>
Patterns<typename ExecutionSpace::memory_space, Symbol> copied(ExecutionSpace const& space,
                                                               std::span<Symbol const> symbols,
                                                               std::span<std::uint64_t const> offsets,
                                                               MemoryResource& resource)
{
  return {detail::copy_from_host(space, resource, "lexikos::search::symbols", symbols),
          detail::copy_from_host(space, resource, "lexikos::search::offsets", offsets)};
}

/// \param patterns  ranges of what converts to symbols without a loss
template <class Symbol, class ExecutionSpace, class Ranges>
Patterns<typename ExecutionSpace::memory_space, Symbol> concatenated(ExecutionSpace const& space,
                                                                     Ranges const& patterns, MemoryResource& resource)
{
  std::vector<std::uint64_t> offsets;
  std::vector<Symbol> symbols;
  detail::with_host_memory("patterns one after the other", [&] {
    offsets.reserve(patterns.size() + 1);
    offsets.push_back(0);
    for (auto const pattern : patterns) offsets.push_back(offsets.back() + pattern.size());
    symbols.reserve(offsets.back());
    for (auto const pattern : patterns) symbols.insert(symbols.end(), pattern.begin(), pattern.end());
  });
  return copied<Symbol>(space, std::span<Symbol const>(symbols), offsets, resource);
}

void check_offsets(std::span<std::uint64_t const> offsets, std::size_t symbols)
{
  detail::require(!offsets.empty(), ErrorCode::invalid_argument,
                  "there are no offsets; there is one more than there are patterns");
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    bool const ascends = i == 0 || offsets[i - 1] <= offsets[i];
    if (ascends && offsets[i] <= symbols) continue;
    std::string const what = "offset " + std::to_string(i) + " of the patterns is " + std::to_string(offsets[i]);
    throw Error(ErrorCode::invalid_argument,
                ascends ? what + ", beyond the " + std::to_string(symbols) + " symbols of all patterns"
                        : what + ", below the one before it, " + std::to_string(offsets[i - 1]));
  }
}

}  // namespace

}  // namespace search_detail

template <detail::ExecutionSpaceType ExecutionSpace>
Patterns<typename ExecutionSpace::memory_space> patterns_from_host(ExecutionSpace const& space,
                                                                   std::span<std::string_view const> patterns,
                                                                   MemoryResource& resource)
{
  return search_detail::concatenated<std::uint8_t>(space, patterns, resource);
}

template <detail::SymbolType Symbol, detail::ExecutionSpaceType ExecutionSpace>
Patterns<typename ExecutionSpace::memory_space, Symbol> patterns_from_host(
    ExecutionSpace const& space, std::span<std::span<Symbol const> const> patterns, MemoryResource& resource)
{
  return search_detail::concatenated<Symbol>(space, patterns, resource);
}

template <detail::SymbolType Symbol, detail::ExecutionSpaceType ExecutionSpace>
Patterns<typename ExecutionSpace::memory_space, Symbol> patterns_from_host(ExecutionSpace const& space,
                                                                           std::span<Symbol const> symbols,
                                                                           std::span<std::uint64_t const> offsets,
                                                                           MemoryResource& resource)
{
  search_detail::check_offsets(offsets, symbols.size());
  return search_detail::copied<Symbol>(space, symbols, offsets, resource);
}

#define LEXIKOS_INSTANTIATE_FOR(SPACE, SYMBOL)                                      \
  template Patterns<SPACE::memory_space, SYMBOL> patterns_from_host<SYMBOL, SPACE>( \
      SPACE const&, std::span<std::span<SYMBOL const> const>, MemoryResource&);     \
  template Patterns<SPACE::memory_space, SYMBOL> patterns_from_host<SYMBOL, SPACE>( \
      SPACE const&, std::span<SYMBOL const>, std::span<std::uint64_t const>, MemoryResource&);
#define LEXIKOS_INSTANTIATE(SPACE)                                                                                  \
  template Patterns<SPACE::memory_space> patterns_from_host<SPACE>(SPACE const&, std::span<std::string_view const>, \
                                                                   MemoryResource&);                                \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint8_t)                                                                      \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint16_t)                                                                     \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint32_t)                                                                     \
  LEXIKOS_INSTANTIATE_FOR(SPACE, std::uint64_t)

LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_FOR

}  // namespace lexikos
