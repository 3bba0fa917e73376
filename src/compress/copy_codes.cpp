// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>
#include <array>

#include "compress/bits.hpp"
#include "compress/container.hpp"
#include "compress/context_tables.hpp"
#include "compress/copies.hpp"
#include "compress/directory.hpp"
#include "compress/rans.hpp"
#include "compress/sub_block.hpp"

namespace lexikos::compress_detail
{

namespace
{

using CopyCode = TokenCode<2, 0, 31>;
static_assert(CopyCode::tokens <= max_tokens);
/// The same of each copy: symbols since the one before, the change of the distance, the length beyond min_copy.
constexpr std::size_t fields = 3;
using Values = std::array<std::uint32_t, fields>;
using Tokens = std::array<std::uint32_t, fields>;
using Arrays = std::array<std::vector<std::uint32_t>, fields>;

/// Of two tokens: all of the first, the second coarsely.
std::uint32_t context_of(std::uint32_t a, std::uint32_t b)
{
  return (std::min<std::uint32_t>(31, a) * 8 + std::min<std::uint32_t>(7, b / 4)) * 8;
}

/// The context of a field, by those of the copy before and of this one that come before it.
std::uint32_t context_of(std::size_t field, Tokens const& before, Tokens const& own)
{
  if (field == 0) return context_of(before[0], before[1]);
  if (field == 1) return context_of(own[0], before[1]);
  return context_of(own[1], before[2]);
}

Values values_of(Copy const& copy, Copy const& before, std::uint32_t min_length)
{
  // both distances are below 2^31
  auto const change = static_cast<std::int32_t>(copy.distance - before.distance);
  auto const size = static_cast<std::uint32_t>(change);
  return {copy.begin - before.begin - before.length, change < 0 ? ~(size << 1) : size << 1, copy.length - min_length};
}

template <class T>
Span<T const, Kokkos::HostSpace> span_of(std::vector<T> const& values)
{
  return Span<T const, Kokkos::HostSpace>(values.data(), values.size());
}

EncodingTables<Kokkos::HostSpace> spans_of(EncodingArrays const& arrays)
{
  return {span_of(arrays.table_of), span_of(arrays.symbols)};
}

DecodingTables<Kokkos::HostSpace> spans_of(DecodingArrays const& arrays)
{
  return {span_of(arrays.table_of), span_of(arrays.entries), span_of(arrays.first)};
}

/// Calls function(copy, field, context, token, value) for all in their order.
template <class Function>
void for_each_field(std::span<Copy const> copies, std::uint32_t min_length, Function const& function)
{
  Tokens before{};
  Copy last{};
  for (std::size_t i = 0; i < copies.size(); ++i) {
    Values const values = values_of(copies[i], last, min_length);
    Tokens own{};
    for (std::size_t field = 0; field < fields; ++field) {
      own[field] = CopyCode::token_of(values[field]).token;
      function(field, context_of(field, before, own), own[field], values[field]);
    }
    before = own;
    last = copies[i];
  }
}

/// What a decoder of copies knows of them.
class CopyReader
{
 public:
  CopyReader(std::array<DecodingArrays, fields> const& arrays, std::span<std::uint8_t const> code,
             std::uint32_t min_length)
      : m_tables{spans_of(arrays[0]), spans_of(arrays[1]), spans_of(arrays[2])},
        m_decoder(code.data(), code.size()),
        m_min_length(min_length)
  {}

  /// The next one of a text of n symbols.
  Copy next(std::size_t n)
  {
    Tokens own{};
    Values values{};
    for (std::size_t field = 0; field < fields; ++field) {
      own[field] = m_tables[field].decode(m_decoder, m_tables[field].table_of(context_of(field, m_tokens, own)));
      values[field] =
          CopyCode::value_of(own[field], m_decoder.raw<CopyCode::max_raw_bits>(CopyCode::raw_bits(own[field])));
    }
    m_tokens = own;
    std::uint64_t const begin = m_end + values[0];
    std::uint64_t const length = std::uint64_t{values[2]} + m_min_length;
    std::int64_t const half = values[1] >> 1;
    std::int64_t const distance = m_last.distance + (values[1] % 2 == 0 ? half : -1 - half);
    detail::require(begin + length <= n && distance >= 1 && distance <= static_cast<std::int64_t>(begin),
                    ErrorCode::corrupt_input, "a copy is not of what comes before it");
    m_end = begin + length;
    m_last = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(length),
              static_cast<std::uint32_t>(distance), m_last.copied + m_last.length};
    return m_last;
  }
  [[nodiscard]] bool is_at_end() const { return m_decoder.is_at_end(); }

 private:
  std::array<DecodingTables<Kokkos::HostSpace>, fields> m_tables;
  Decoder m_decoder;
  std::uint32_t m_min_length;
  Tokens m_tokens{};
  Copy m_last{};
  std::uint64_t m_end = 0;
};

}  // namespace

std::vector<std::uint8_t> written(std::span<Copy const> copies, std::size_t rest, DirectoryForm form)
{
  std::uint32_t const min_length = copy_rules(form).min_length;
  Arrays counts;
  for (auto& count : counts) count.resize(std::size_t{contexts} * max_tokens);
  for_each_field(copies, min_length, [&](std::size_t field, std::uint32_t context, std::uint32_t token, std::uint32_t) {
    ++counts[field][context * max_tokens + token];
  });
  BitWriter writer;
  std::vector<EncodingArrays> arrays;
  for (auto const& count : counts) arrays.emplace_back(write_tables(count, CopyCode::tokens, writer));
  struct Step
  {
    std::uint32_t context;
    std::uint32_t value;
  };
  std::vector<Step> steps;
  steps.reserve(fields * copies.size());
  for_each_field(copies, min_length, [&](std::size_t, std::uint32_t context, std::uint32_t, std::uint32_t value) {
    steps.push_back({context, value});
  });
  // each takes a token of 12 bits or fewer and less than 32 raw bits
  std::vector<std::uint8_t> code(6 * steps.size() + 8);
  Encoder encoder(code.data(), code.size());
  for (std::size_t i = steps.size(); i-- > 0;) {
    Token const token = CopyCode::token_of(steps[i].value);
    encoder.put_raw(token.raw, token.raw_bits);
    encoder.put(spans_of(arrays[i % fields]).symbol(steps[i].context, token.token));
  }
  std::size_t const code_bytes = encoder.finish(code.size());
  std::vector<std::uint8_t> result;
  for (std::size_t const number : {rest, copies.size(), writer.bytes().size(), code_bytes})
    append_u32(result, static_cast<std::uint32_t>(number));
  result.insert(result.end(), writer.bytes().begin(), writer.bytes().end());
  result.insert(result.end(), code.end() - static_cast<std::ptrdiff_t>(code_bytes), code.end());
  return result;
}

CopiesHeader::CopiesHeader(std::span<std::uint8_t const, bytes> data)
    : rest(read_u32(data)),
      copies(read_u32(data.subspan(4))),
      table_bytes(read_u32(data.subspan(8))),
      code_bytes(read_u32(data.subspan(12)))
{}

std::vector<Copy> read_copies(CopiesHeader const& header, std::span<std::uint8_t const> data, std::size_t n,
                              DirectoryForm form)
{
  std::uint32_t const min_length = copy_rules(form).min_length;
  detail::require(header.copies >= 1 && header.copies <= n / min_length, ErrorCode::corrupt_input,
                  "a block has more copies than it has room for");
  BitReader reader(data.first(header.table_bytes));
  auto const next_tables = [&] { return DecodingArrays(read_tables(CopyCode::tokens, reader)); };
  // in the order in which they are written
  std::array<DecodingArrays, fields> const arrays{next_tables(), next_tables(), next_tables()};
  reader.require_end();
  CopyReader copies(arrays, data.subspan(header.table_bytes, header.code_bytes), min_length);
  std::vector<Copy> result;
  for (std::uint32_t i = 0; i < header.copies; ++i) result.push_back(copies.next(n));
  detail::require(copies.is_at_end() && rest_of(n, result) == header.rest, ErrorCode::corrupt_input,
                  "the copies of a block are damaged");
  return result;
}

}  // namespace lexikos::compress_detail
