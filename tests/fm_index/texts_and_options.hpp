// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <lexikos/fm_index.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/texts.hpp"

namespace lexikos::tests
{

struct NamedOptions
{
  std::string name;
  FmIndexOptions options;
};

inline std::vector<NamedOptions> all_options()
{
  return {{"counts only", {.sample_rate = 0}},
          {"counts only, without a table", {.sample_rate = 0, .table_entries = 1}},
          {"whole array", {.sample_rate = 1, .table_entries = 300}},
          {"rate 2", {.sample_rate = 2, .table_entries = 20}},
          {"rate 8", {}},
          {"rate 64", {.sample_rate = 64, .table_entries = 5'000}},
          {"rate 128", {.sample_rate = 128, .table_entries = 1}},
          {"whole array and text", {.sample_rate = 1, .keep_text = true}},
          {"rate 4 and text", {.sample_rate = 4, .keep_text = true, .table_entries = 100}},
          {"rate 8, text and a table of samples", {.sample_rate = 8, .keep_text = true, .table_entries = 4'000}},
          {"text and counts only", {.sample_rate = 0, .keep_text = true}},
          {"Huffman", {.sample_rate = 4, .shape = WaveletShape::huffman}},
          {"Huffman and text", {.sample_rate = 1, .keep_text = true, .shape = WaveletShape::huffman}}};
}

/// A genome: capital and small letters in long runs of each, runs of N, and now and then another letter.
inline texts::Text genome(std::size_t n, std::uint64_t seed)
{
  constexpr std::string_view letters = "ACGT";
  constexpr std::string_view others = "NNNNRYK";
  texts::Random next(seed);
  texts::Text text;
  while (text.size() < n) {
    bool const is_small = next.below(3) == 0;
    for (std::size_t length = next.below(200); length > 0; --length)
      text.push_back(static_cast<std::uint8_t>(letters[next.below(4)] + (is_small ? 'a' - 'A' : 0)));
    if (next.below(3) == 0) text.insert(text.end(), next.below(40), static_cast<std::uint8_t>(others[next.below(7)]));
  }
  text.resize(n);
  return text;
}

inline texts::Text capitals(texts::Text text)
{
  for (auto& symbol : text)
    if (std::string_view("acgt").find(static_cast<char>(symbol)) != std::string_view::npos) symbol -= 'a' - 'A';
  return text;
}

}  // namespace lexikos::tests
