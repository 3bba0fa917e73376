// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A decoder of the compressed format that was written from src/compress/FORMAT.md, shares nothing with the library, and decodes
// one symbol after the other; and what it takes to forge files.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/compress/format_codes.hpp"

namespace lexikos::tests::format
{

inline void set_number(Bytes& data, std::size_t at, std::uint64_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; ++i) data[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
}

inline std::uint64_t mix(std::uint64_t w)
{
  w = (w ^ w >> 32) * 0xD6E8FEB86659FD93u;
  w = (w ^ w >> 29) * 0x9FB21C651E98DF25u;
  return w ^ w >> 32;
}

inline std::uint64_t checksum(Bytes const& data, std::size_t begin, std::size_t size)
{
  std::uint64_t sum = 0;
  for (std::size_t i = 0; 8 * i < size; ++i) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8 && 8 * i + k < size; ++k) word += std::uint64_t{data[begin + 8 * i + k]} << 8 * k;
    sum += mix(word + (i + 1) * 0x9E3779B97F4A7C15u);
  }
  return mix(sum ^ mix(size));
}

// ----- sub-blocks -------------------------------------------------------------------------------------------------------

struct Means
{
  int rank_fast = 600, rank_slow = 600, length_fast = 400, length_slow = 400;
};

inline int logarithm(std::uint32_t v)
{
  if (v >= 1024) return 2560;
  int const h = std::bit_width(v) - 1;
  return 256 * h + static_cast<int>(256 * v / (1u << h)) - 256;
}
inline int fine(int m)
{
  return m < 512 ? m >> 5 : m < 1024 ? 16 + ((m - 512) >> 6) : std::min(31, 24 + ((m - 1024) >> 7));
}
inline int coarse(int m)
{
  int classes = 0;
  for (int const bound : {96, 192, 320, 480, 640, 896, 1280}) classes += bound <= m;
  return classes;
}

inline std::vector<std::uint8_t> read_list(Words& words, Bytes alphabet)
{
  std::uint32_t const d = words.uniform(static_cast<std::uint32_t>(alphabet.size())) + 1;
  Bytes list;
  for (std::uint32_t i = 0; i < d; ++i) {
    auto const at = alphabet.begin() + words.uniform(static_cast<std::uint32_t>(alphabet.size()));
    list.push_back(*at);
    alphabet.erase(at);
  }
  expect(d >= 2, "list");
  return list;
}

inline void decode_direct(Words& words, Bytes const& list, std::size_t symbols, Bytes& transform)
{
  expect(list.size() <= 16, "list of the direct codec");
  for (std::size_t begin = 0; begin < symbols; begin += 4096) {
    Frequencies units(list.size(), 0);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) sum += units[i] = words.raw(8);
    expect(sum <= 256, "units");
    units.back() = 256 - sum;
    for (std::size_t i = begin; i < std::min(begin + 4096, symbols); ++i)
      transform.push_back(list[words.symbol(units, 8)]);
  }
}

inline void decode_classes(Words& words, Bytes const& list, std::size_t symbols, Tables const& tables, Bytes& transform)
{
  unsigned const b = list.size() <= 4 ? 2 : list.size() <= 8 ? 3 : 4;
  std::uint32_t k = 0;
  std::uint32_t h = 0;
  for (std::size_t i = 0; i < symbols; ++i) {
    if (i % 1024 == 0) k = words.raw(5);
    std::uint32_t const token = words.symbol(tables.of_context[64 * k + h % 64], 12);
    transform.push_back(list[token]);
    h = (h << b) + token;
  }
}

inline void decode_runs(Words& words, Bytes list, std::size_t symbols, Tables const& lengths, Tables const& ranks,
                        Bytes& transform)
{
  std::array<Means, 256> means;
  int all_ranks = 600;
  int all_lengths = 400;
  std::uint32_t length_value = 0;
  std::uint32_t rank_value = 0;
  auto const take = [&](Frequencies const& table, unsigned exact, unsigned more, std::uint32_t again,
                        std::uint32_t& last) {
    std::uint32_t const token = words.symbol(table, 12);
    if (token != again) last = value(words, token, exact, more);
    return last + 1;
  };
  for (std::size_t left = symbols;;) {
    Means& c = means[list[0]];
    Means const& e = means[list[1]];
    int const length_context =
        (fine((4 * c.length_fast + 2 * all_lengths + 2 * c.length_slow) >> 3) * 8 + coarse(c.rank_slow)) * 8 +
        coarse(e.length_fast);
    int const rank_context =
        (fine((4 * c.rank_slow + 2 * all_ranks + 2 * c.rank_fast) >> 3) * 8 + coarse(c.length_slow)) * 8 +
        coarse(e.rank_slow);
    std::uint32_t const length =
        take(lengths.of_context[static_cast<std::size_t>(length_context)], 3, 1, 46, length_value);
    expect(length <= left, "length");
    transform.insert(transform.end(), length, list[0]);
    left -= length;
    if (left == 0) return;
    std::uint32_t const rank = take(ranks.of_context[static_cast<std::size_t>(rank_context)], 4, 2, 32, rank_value);
    expect(rank < list.size(), "rank");
    auto const change = [](int& mean, int log, int shift) { mean += (log - mean) >> shift; };
    change(c.rank_fast, logarithm(rank), 1);
    change(c.rank_slow, logarithm(rank), 3);
    change(all_ranks, logarithm(rank), 3);
    change(c.length_fast, logarithm(length), 2);
    change(c.length_slow, logarithm(length), 3);
    change(all_lengths, logarithm(length), 3);
    std::rotate(list.begin(), list.begin() + 1, list.begin() + rank + 1);
  }
}

/// By the definition of the transform.
inline Bytes inverse(Bytes const& transform, std::size_t primary)
{
  std::size_t const n = transform.size();
  // row 0 is the empty suffix; row r of the n + 1 has the symbol at r, or at r - 1 beyond the primary index, where there is
  // none
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row <= n; ++row)
    if (row != primary) rows.push_back(row);
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return transform[a - (a > primary)] < transform[b - (b > primary)];
  });
  // the k-th row of the sorted symbols, from 1 on, is the suffix after whose first symbol the suffix of row rows[k - 1] comes
  Bytes text;
  std::size_t row = primary;
  for (std::size_t i = 0; i < n; ++i) {
    expect(row != 0, "cycle");
    std::size_t const next = rows[row - 1];
    text.push_back(transform[next - (next > primary)]);
    row = next;
  }
  expect(row == 0, "cycle");
  return text;
}

/// Which codecs were met, and, last, blocks with copies.
using Codecs = std::array<std::size_t, 6>;

/// What the header of a block tells.
struct Block
{
  std::uint64_t kind, symbols, primary, body_bytes, directory_bytes, sub_blocks, body_checksum, text_checksum;
  std::size_t body;  ///< where it begins
};

inline Block block_of(Bytes const& file, std::size_t at)
{
  expect(number(file, at + 56, 8) == checksum(file, at, 56), "block header");
  auto const word = [&](std::size_t place) { return number(file, at + place, 8); };
  return {word(0),  word(8),  word(16), word(24), number(file, at + 32, 4), number(file, at + 36, 4),
          word(40), word(48), at + 64};
}

inline Block block_of_short_frame(Bytes const& file, std::size_t frame)
{
  std::uint64_t const kind = number(file, frame + 5, 1);
  std::size_t at = frame + 6;
  auto const next = [&] {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      std::uint64_t const byte = number(file, at++, 1);
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  std::array<std::uint64_t, 5> numbers;
  for (auto& one : numbers) one = next();
  auto const [symbols, primary, body_bytes, directory_bytes, sub_blocks] = numbers;
  expect(number(file, at + 16, 4) == (checksum(file, frame, at + 16 - frame) & 0xFFFFFFFF), "short header");
  expect(body_bytes <= 4096, "short body");
  return {
      kind,   symbols, primary, body_bytes, directory_bytes, sub_blocks, number(file, at, 8), number(file, at + 8, 8),
      at + 20};
}

inline Bytes read_alphabet(Bits& bits, bool by_stretches)
{
  Bytes alphabet;
  if (!by_stretches) {
    for (unsigned symbol = 0; symbol < 256; ++symbol)
      if (bits.take(1) == 1) alphabet.push_back(static_cast<std::uint8_t>(symbol));
    return alphabet;
  }
  unsigned symbol = bits.gamma() - 1;
  for (bool is_there = true; symbol < 256; is_there = !is_there) {
    unsigned const length = bits.gamma();
    expect(length <= 256 - symbol, "stretches");
    for (unsigned const end = symbol + length; symbol < end; ++symbol)
      if (is_there) alphabet.push_back(static_cast<std::uint8_t>(symbol));
  }
  expect(symbol == 256, "stretches");
  return alphabet;
}

/// n symbols, transformed in [begin, end) of the file, by a block's header.
inline Bytes decode_body(Bytes const& file, Block const& block, std::size_t n, std::size_t begin, std::size_t end,
                         Codecs& codecs)
{
  Bits bits{file, begin * 8, (begin + block.directory_bytes) * 8};
  Bytes const alphabet = read_alphabet(bits, block.kind >= 5 && bits.take(1) == 1);
  expect(!alphabet.empty(), "alphabet");
  Tables lengths;
  Tables ranks;
  bool const has_tables = bits.take(1) == 1;
  if (has_tables) {
    lengths.read(bits, 47);
    ranks.read(bits, 33);
  }
  bool const has_classes = block.kind >= 7 && bits.take(1) == 1;
  Bytes classed;
  Tables symbols_of_classes;
  if (has_classes) {
    classed.resize(bits.take(4) + 1);
    for (auto& symbol : classed) symbol = static_cast<std::uint8_t>(bits.take(8));
    symbols_of_classes.read(bits, static_cast<unsigned>(classed.size()));
  }
  Bytes transform;
  std::size_t next = begin + block.directory_bytes;
  for (std::uint64_t s = block.sub_blocks; s > 0; --s) {
    unsigned const codec = bits.take(has_classes ? 3 : 2);
    expect(codec <= 4, "codec");
    std::size_t const symbols = bits.sized();
    expect(symbols <= 1u << 22 && symbols <= n - transform.size(), "symbols");
    ++codecs[codec];
    std::size_t bytes = 0;
    if (codec == 0) {
      bytes = symbols;
      expect(next + bytes <= file.size(), "stored");
      transform.insert(transform.end(), file.begin() + static_cast<std::ptrdiff_t>(next),
                       file.begin() + static_cast<std::ptrdiff_t>(next + bytes));
    }
    else if (codec == 1)
      transform.insert(transform.end(), symbols, static_cast<std::uint8_t>(bits.take(8)));
    else {
      bytes = bits.sized();
      Words words(file, next, bytes);
      expect(codec != 3 || has_tables, "tables");
      if (codec == 2)
        decode_direct(words, read_list(words, alphabet), symbols, transform);
      else if (codec == 3)
        decode_runs(words, read_list(words, alphabet), symbols, lengths, ranks, transform);
      else
        decode_classes(words, classed, symbols, symbols_of_classes, transform);
      words.expect_end();
    }
    next += bytes;
  }
  expect(transform.size() == n && next == end, "the whole");
  expect(bits.end - bits.next < 8 && bits.take(static_cast<unsigned>(bits.end - bits.next)) == 0,
         "end of the directory");
  return inverse(transform, block.primary);
}

/// A number of a context of its own kind.
inline std::uint32_t field(Words& words, Tables const& tables, std::uint32_t a, std::uint32_t b, std::uint32_t& token)
{
  token = words.symbol(tables.of_context[(std::min(31u, a) * 8 + std::min(7u, b / 4)) * 8], 12);
  return value(words, token, 2, 0);
}

inline Bytes decode_with_copies(Bytes const& file, Block const& block, Codecs& codecs)
{
  std::size_t const n = block.symbols;
  std::size_t const end = block.body + block.body_bytes;
  std::array<std::size_t, 4> numbers;
  for (unsigned i = 0; i < 4; ++i) numbers[i] = number(file, block.body + 4 * i, 4);
  auto const [rest_size, copies, table_bytes, code_bytes] = numbers;
  std::size_t const tables_begin = block.body + 16;
  std::size_t const code_begin = tables_begin + table_bytes;
  std::size_t const least = block.kind == 8 ? 64 : 256;
  expect(rest_size >= 1 && rest_size <= (block.kind == 8 ? n : n / 4) && copies >= 1 && code_begin + code_bytes <= end,
         "header of copies");
  ++codecs.back();
  Bytes const rest = decode_body(file, block, rest_size, code_begin + code_bytes, end, codecs);
  Bits bits{file, 8 * tables_begin, 8 * code_begin};
  std::array<Tables, 3> tables;
  for (auto& kind : tables) kind.read(bits, 34);
  expect(bits.end - bits.next < 8 && bits.take(static_cast<unsigned>(bits.end - bits.next)) == 0, "tables of copies");
  Words words(file, code_begin, code_bytes);
  Bytes text;
  std::size_t taken = 0;
  std::int64_t distance = 0;
  std::array<std::uint32_t, 3> before{};
  auto const take = [&](std::size_t count) {
    expect(count <= rest.size() - taken, "rest");
    text.insert(text.end(), rest.begin() + static_cast<std::ptrdiff_t>(taken),
                rest.begin() + static_cast<std::ptrdiff_t>(taken + count));
    taken += count;
  };
  for (std::size_t i = 0; i < copies; ++i) {
    std::array<std::uint32_t, 3> own{};
    take(field(words, tables[0], before[0], before[1], own[0]));
    std::int64_t const x = field(words, tables[1], own[0], before[1], own[1]);
    distance += x % 2 == 0 ? x / 2 : -((x + 1) / 2);
    std::size_t const length = least + field(words, tables[2], own[1], before[2], own[2]);
    expect(distance >= 1 && distance <= static_cast<std::int64_t>(text.size()) && length <= n - text.size(), "copy");
    for (std::size_t k = 0; k < length; ++k) text.push_back(text[text.size() - static_cast<std::size_t>(distance)]);
    before = own;
  }
  words.expect_end();
  take(rest.size() - taken);
  expect(text.size() == n, "copies and rest");
  return text;
}

inline Bytes decode_block(Bytes const& file, Block const& block, Codecs& codecs)
{
  std::size_t const end = block.body + block.body_bytes;
  expect(end <= file.size() && block.body_checksum == checksum(file, block.body, block.body_bytes), "body");
  Bytes text;
  if (block.kind == 1)
    text.assign(file.begin() + static_cast<std::ptrdiff_t>(block.body),
                file.begin() + static_cast<std::ptrdiff_t>(end));
  else if (block.kind % 2 == 0 && block.kind >= 4)
    text = decode_with_copies(file, block, codecs);
  else
    text = decode_body(file, block, block.symbols, block.body, end, codecs);
  expect(block.text_checksum == checksum(text, 0, text.size()), "text");
  return text;
}

/// The text of a file.
inline Bytes decode(Bytes const& file, Codecs& codecs)
{
  Bytes text;
  auto const add = [&](Block const& block) {
    Bytes const part = decode_block(file, block, codecs);
    text.insert(text.end(), part.begin(), part.end());
  };
  for (std::size_t at = 0; at < file.size();) {
    if ((number(file, at, 4) & 0xFFFFFFF0u) == 0x184D2A50u) {
      at += 8 + number(file, at + 4, 4);
      expect(at <= file.size(), "skippable");
      continue;
    }
    expect(number(file, at, 4) == 0x5A4B4C8Du && number(file, at + 4, 1) == 1, "magic");
    if (number(file, at + 5, 1) != 0) {
      Block const block = block_of_short_frame(file, at);
      add(block);
      at = block.body + block.body_bytes;
      continue;
    }
    expect(number(file, at + 5, 3) == 0 && number(file, at + 24, 8) == checksum(file, at, 24), "frame header");
    std::uint64_t const frame_text = number(file, at + 16, 8);
    std::size_t const frame_begin = text.size();
    std::uint64_t sums = 0;
    std::uint64_t blocks = 0;
    for (at += 32;;) {
      Block const block = block_of(file, at);
      if (block.kind == 3) break;
      add(block);
      sums = mix(sums ^ block.text_checksum) + ++blocks;
      at = block.body + block.body_bytes;
    }
    expect(number(file, at + 48, 8) == sums && number(file, at + 16, 8) == blocks, "end");
    expect(number(file, at + 8, 8) == text.size() - frame_begin, "end");
    expect(frame_text == ~std::uint64_t{0} || frame_text == text.size() - frame_begin, "frame");
    at += 64;
  }
  return text;
}

/// A file of one short frame, with the headers, the end and the index of others; any other as it is.
inline Bytes as_long_frame(Bytes const& file)
{
  if (number(file, 5, 1) == 0) return file;
  Block const block = block_of_short_frame(file, 0);
  Bytes result;
  auto const put = [&](std::uint64_t value, unsigned bytes) {
    result.resize(result.size() + bytes);
    set_number(result, result.size() - bytes, value, bytes);
  };
  auto const put_checksum = [&](std::size_t bytes) { put(checksum(result, result.size() - bytes, bytes), 8); };
  put(0x015A4B4C8Du, 8);
  put(block.symbols, 8);
  put(block.symbols, 8);
  put_checksum(24);
  for (auto const value : {block.kind, block.symbols, block.primary, block.body_bytes}) put(value, 8);
  put(block.directory_bytes, 4);
  put(block.sub_blocks, 4);
  put(block.body_checksum, 8);
  put(block.text_checksum, 8);
  put_checksum(56);
  result.insert(result.end(), file.begin() + static_cast<std::ptrdiff_t>(block.body), file.end());
  for (auto const value : {std::uint64_t{3}, block.symbols, std::uint64_t{1}, 64 + block.body_bytes, std::uint64_t{0},
                           std::uint64_t{0}, mix(block.text_checksum) + 1})
    put(value, 8);
  put_checksum(56);
  std::uint64_t const frame = result.size();
  put(0x184D2A5E, 4);
  put(56, 4);
  for (auto const value : {64 + block.body_bytes, block.symbols, std::uint64_t{1}, block.symbols, frame}) put(value, 8);
  put_checksum(48);
  put(64, 4);
  put(0x495A4B4C, 4);
  return result;
}

/// Makes the checksums of the first block's header and body fit what they have.
inline void repair_first_block(Bytes& file)
{
  std::size_t const header = 32;
  std::size_t const body = number(file, header + 24, 8);
  if (body <= file.size() - header - 64) set_number(file, header + 40, checksum(file, header + 64, body), 8);
  set_number(file, header + 56, checksum(file, header, 56), 8);
}

}  // namespace lexikos::tests::format
