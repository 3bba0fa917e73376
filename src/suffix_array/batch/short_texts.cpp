// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suffix_array/batch/short_texts.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <lexikos/error.hpp>

#include "suffix_array/algorithms/algorithms.hpp"
#include "suffix_array/induction/sort.hpp"

namespace lexikos::suffix_array_detail::batch
{

namespace
{

constexpr std::size_t alignment = 64;

constexpr std::size_t aligned(std::size_t bytes)
{
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Symbols below so many times the text's length are numbered by a table, others by a sort.
constexpr std::size_t table_entries_per_symbol = 6;

/// One thread, and its scratch.
class ThreadMachine final : public induction::Machine
{
 public:
  explicit ThreadMachine(std::span<std::byte> scratch) : m_free(scratch) {}

  [[nodiscard]] std::size_t threads() const override { return 1; }
  [[nodiscard]] std::size_t entries_of_window(std::size_t) const override { return 0; }

  void for_parts(std::size_t parts, std::function<void(std::size_t)> const& body) override
  {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }

  void with_memory(std::size_t bytes, std::function<void(void*)> const& function) override
  {
    std::size_t const taken = aligned(bytes);
    detail::require(taken <= m_free.size(), ErrorCode::out_of_memory, "a short text takes more than its scratch");
    auto const before = m_free;
    m_free = before.subspan(taken);
    function(before.data());
    m_free = before;
  }

  void step(char const*, std::function<void()> const& function) override { function(); }
  void known(std::size_t) override {}

 private:
  std::span<std::byte> m_free;
};

/// numbers[i] = how many distinct symbols are smaller than the i-th. Returns how many there are.
template <class Symbol>
std::size_t number_symbols(std::span<Symbol const> text, std::uint32_t* numbers, ThreadMachine& machine)
{
  std::size_t const n = text.size();
  std::uint64_t const most = *std::max_element(text.begin(), text.end());
  std::size_t alphabet = 0;
  if (most < table_entries_per_symbol * n) {
    machine.with_memory((most + 1) * sizeof(std::uint32_t), [&](void* memory) {
      auto* const table = static_cast<std::uint32_t*>(memory);
      std::fill_n(table, most + 1, 0);
      for (Symbol const symbol : text) table[symbol] = 1;
      for (std::size_t c = 0; c <= most; ++c) {
        std::uint32_t const occurs = table[c];
        table[c] = static_cast<std::uint32_t>(alphabet);
        alphabet += occurs;
      }
      for (std::size_t i = 0; i < n; ++i) numbers[i] = table[text[i]];
    });
    return alphabet;
  }
  machine.with_memory(n * sizeof(Symbol), [&](void* memory) {
    auto* const symbols = static_cast<Symbol*>(memory);
    std::copy(text.begin(), text.end(), symbols);
    std::sort(symbols, symbols + n);
    Symbol* const end = std::unique(symbols, symbols + n);
    alphabet = static_cast<std::size_t>(end - symbols);
    for (std::size_t i = 0; i < n; ++i)
      numbers[i] = static_cast<std::uint32_t>(std::lower_bound(symbols, end, text[i]) - symbols);
  });
  return alphabet;
}

void sort_numbers(std::span<std::uint32_t> numbers, std::size_t alphabet, std::uint32_t* array, ThreadMachine& machine)
{
  std::size_t const n = numbers.size();
  if (alphabet > 256)
    return induction::sort<std::uint32_t, std::uint32_t>(machine, {numbers.data(), n, alphabet, array, n});
  auto* const bytes = reinterpret_cast<std::uint8_t*>(numbers.data());
  for (std::size_t i = 0; i < n; ++i)
    bytes[i] = static_cast<std::uint8_t>(numbers[i]);  // over numbers that have been read
  induction::sort<std::uint8_t, std::uint32_t>(machine, {bytes, n, 256, array, n});
}

template <class Symbol>
void sort_narrow(std::span<Symbol const> text, std::uint32_t* array, ThreadMachine& machine)
{
  std::size_t const n = text.size();
  if constexpr (sizeof(Symbol) == 1) {
    induction::sort<std::uint8_t, std::uint32_t>(machine, {text.data(), n, 256, array, n});
  }
  else {
    machine.with_memory(n * sizeof(std::uint32_t), [&](void* memory) {
      std::span<std::uint32_t> const numbers(static_cast<std::uint32_t*>(memory), n);
      std::size_t const alphabet = number_symbols(text, numbers.data(), machine);
      sort_numbers(numbers, alphabet, array, machine);
    });
  }
}

}  // namespace

template <class Symbol>
std::size_t scratch_bytes(std::size_t longest)
{
  constexpr bool of_bytes = sizeof(Symbol) == 1;
  constexpr std::size_t max_taken_at_once = 16;
  std::size_t const sort =
      induced_sorting_workspace_bytes<std::uint32_t>(longest, of_bytes) + max_taken_at_once * alignment;
  if (of_bytes) return aligned(sort);
  std::size_t const table = table_entries_per_symbol * sizeof(std::uint32_t) * longest;
  return aligned(sizeof(std::uint32_t) * longest) + aligned(std::max(sort, table));
}

template <class Symbol, class Index>
void sort_short_text(std::span<Symbol const> text, Index* array, std::span<std::byte> scratch)
{
  std::size_t const n = text.size();
  if (n == 0) return;
  ThreadMachine machine(scratch);
  if constexpr (sizeof(Index) == sizeof(std::uint32_t)) {
    sort_narrow(text, array, machine);
  }
  else {
    // in the upper half, so that widening from the front reads every position before it is overwritten
    auto* const narrow = reinterpret_cast<std::byte*>(array) + n * sizeof(std::uint32_t);
    sort_narrow(text, reinterpret_cast<std::uint32_t*>(narrow), machine);
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t position = 0;
      std::memcpy(&position, narrow + i * sizeof(position), sizeof(position));
      array[i] = position;
    }
  }
}

#define LEXIKOS_INSTANTIATE_INDEX(SYMBOL, INDEX) \
  template void sort_short_text(std::span<SYMBOL const>, INDEX*, std::span<std::byte>);
#define LEXIKOS_INSTANTIATE(SYMBOL)                        \
  template std::size_t scratch_bytes<SYMBOL>(std::size_t); \
  LEXIKOS_INSTANTIATE_INDEX(SYMBOL, std::uint32_t)         \
  LEXIKOS_INSTANTIATE_INDEX(SYMBOL, std::uint64_t)
LEXIKOS_INSTANTIATE(std::uint8_t)
LEXIKOS_INSTANTIATE(std::uint16_t)
LEXIKOS_INSTANTIATE(std::uint32_t)
LEXIKOS_INSTANTIATE(std::uint64_t)
#undef LEXIKOS_INSTANTIATE
#undef LEXIKOS_INSTANTIATE_INDEX

}  // namespace lexikos::suffix_array_detail::batch
