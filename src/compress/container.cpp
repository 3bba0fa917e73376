// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compress/container.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <lexikos/error.hpp>

#include "common/host_containers.hpp"
#include "compress/checksum.hpp"

namespace lexikos::compress_detail
{

namespace
{

constexpr std::array<std::uint8_t, 4> frame_magic{0x8D, 'L', 'K', 'Z'};
constexpr std::array<std::uint8_t, 4> footer_magic{'L', 'K', 'Z', 'I'};
constexpr std::uint8_t version = 1;
// kinds of blocks: those with alphabets of 256 bits are of the first files of this version
constexpr std::uint8_t raw_block = 1;
constexpr std::uint8_t transformed_by_long_alphabet = 2;
constexpr std::uint8_t frame_end = 3;
constexpr std::uint8_t copies_by_long_alphabet = 4;
constexpr std::uint8_t transformed_block = 5;
constexpr std::uint8_t block_with_copies = 6;
constexpr std::uint8_t transformed_by_classes = 7;
constexpr std::uint8_t copies_by_classes = 8;

void append(std::vector<std::uint8_t>& to, std::uint64_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; ++i) to.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint64_t read(Bytes bytes, unsigned count)
{
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

void append_checksum(std::vector<std::uint8_t>& header)
{
  append_u64(header, checksum(header.data(), header.size()));
}

void require(bool condition, char const* what)
{
  detail::require(condition, ErrorCode::corrupt_input, what);
}

struct Kind
{
  BlockKind kind;
  DirectoryForm form;
  std::uint8_t number;
};
constexpr std::array<Kind, 6> coded_kinds{{
    {BlockKind::transformed, DirectoryForm::long_alphabet, transformed_by_long_alphabet},
    {BlockKind::copies, DirectoryForm::long_alphabet, copies_by_long_alphabet},
    {BlockKind::transformed, DirectoryForm::stretches, transformed_block},
    {BlockKind::copies, DirectoryForm::stretches, block_with_copies},
    {BlockKind::transformed, DirectoryForm::classes, transformed_by_classes},
    {BlockKind::copies, DirectoryForm::classes, copies_by_classes},
}};

std::uint8_t number_of(BlockFacts const& facts)
{
  for (Kind const& kind : coded_kinds)
    if (kind.kind == facts.kind && kind.form == facts.form) return kind.number;
  return raw_block;
}

void set_kind(BlockFacts& facts, std::uint64_t number)
{
  for (Kind const& kind : coded_kinds)
    if (kind.number == number) {
      facts.kind = kind.kind;
      facts.form = kind.form;
    }
}

void require_known_kind(std::uint64_t number)
{
  detail::require(number >= raw_block && number <= copies_by_classes, ErrorCode::not_supported,
                  "the file has blocks of a kind that this build does not know");
}

bool ends_with_checksum(Bytes header)
{
  return checksum(header.data(), header.size() - 8) == read_u64(header.subspan(header.size() - 8));
}

void require_plausible(BlockFacts const& facts, FrameHeader const& frame)
{
  require(facts.symbols >= 1 && facts.symbols <= frame.block_bytes, "a block is larger than its frame says");
  if (facts.kind == BlockKind::raw)
    return require(facts.body_bytes == facts.symbols && facts.primary_index == 0 && facts.directory_bytes == 0 &&
                       facts.sub_blocks == 0,
                   "the header of a stored block does not fit it");
  require(facts.body_bytes < facts.symbols && facts.directory_bytes <= facts.body_bytes && facts.primary_index >= 1 &&
              facts.primary_index <= facts.symbols && facts.sub_blocks >= 1 &&
              facts.sub_blocks <= max_sub_blocks(facts.symbols),
          "the header of a block does not fit it");
}

// of short headers: the kind of the block, where long ones have 0, and the numbers after it
constexpr std::size_t short_kind = 5;
constexpr std::size_t short_numbers = 5;
constexpr std::size_t checksums_of_block_bytes = 2 * sizeof(std::uint64_t);
constexpr std::size_t short_checksum_bytes = sizeof(std::uint32_t);

constexpr unsigned bits_of_byte = 7;  // of a number, in bytes of which the last one is below 128

void append_short(std::vector<std::uint8_t>& to, std::uint64_t number)
{
  for (; number >> bits_of_byte != 0; number >>= bits_of_byte)
    to.push_back(static_cast<std::uint8_t>(1u << bits_of_byte | number));
  to.push_back(static_cast<std::uint8_t>(number));
}

/// A number of 32 bits at most.
std::uint64_t read_short(Bytes bytes, std::size_t& at)
{
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += bits_of_byte) {
    require(at < bytes.size() && shift < 32, "the header of a frame is damaged");
    std::uint64_t const byte = bytes[at++];
    number |= (byte & ((1u << bits_of_byte) - 1)) << shift;
    if (byte >> bits_of_byte == 0) break;
  }
  require(number >> 32 == 0, "the header of a frame is damaged");
  return number;
}

}  // namespace

bool is_frame(Bytes magic)
{
  return std::equal(frame_magic.begin(), frame_magic.end(), magic.begin());
}

bool is_skippable(Bytes magic)
{
  return (read_u32(magic) & 0xFFFFFFF0u) == skippable_magic;
}

std::uint32_t read_u32(Bytes bytes)
{
  return static_cast<std::uint32_t>(read(bytes, 4));
}

std::uint64_t read_u64(Bytes bytes)
{
  return read(bytes, 8);
}

void append_u32(std::vector<std::uint8_t>& to, std::uint32_t value)
{
  append(to, value, 4);
}

void append_u64(std::vector<std::uint8_t>& to, std::uint64_t value)
{
  append(to, value, 8);
}

std::vector<std::uint8_t> written(FrameHeader const& header)
{
  std::vector<std::uint8_t> bytes(frame_magic.begin(), frame_magic.end());
  append(bytes, version, 1);
  append(bytes, 0, 3);
  append_u64(bytes, header.block_bytes);
  append_u64(bytes, header.text_bytes);
  append_checksum(bytes);
  return bytes;
}

FrameHeader read_frame_header(Bytes bytes)
{
  require(is_frame(bytes), "this is no compressed file of lexikos");
  // a header of another version may have another form
  detail::require(bytes[4] == version, ErrorCode::not_supported,
                  "the file is of version " + std::to_string(bytes[4]) +
                      " of the format, and this build reads version " + std::to_string(version));
  require(ends_with_checksum(bytes), "the header of a frame is damaged");
  FrameHeader const header{read_u64(bytes.subspan(8)), read_u64(bytes.subspan(16))};
  detail::require(bytes[5] == 0 && bytes[6] == 0 && bytes[7] == 0, ErrorCode::not_supported,
                  "the file uses what this build does not know");
  require(header.block_bytes >= 1 && header.block_bytes <= max_block_bytes,
          "a frame has blocks of a size out of range");
  return header;
}

std::vector<std::uint8_t> written(BlockHeader const& header)
{
  BlockFacts const& facts = header.facts;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(block_header_bytes);
  append(bytes, header.is_end ? frame_end : number_of(facts), 8);
  append_u64(bytes, facts.symbols);
  append_u64(bytes, facts.primary_index);
  append_u64(bytes, facts.body_bytes);
  append_u32(bytes, facts.directory_bytes);
  append_u32(bytes, facts.sub_blocks);
  append_u64(bytes, facts.body_checksum);
  append_u64(bytes, facts.text_checksum);
  append_checksum(bytes);
  return bytes;
}

BlockHeader read_block_header(Bytes bytes, FrameHeader const& frame)
{
  require(ends_with_checksum(bytes), "the header of a block is damaged");
  std::uint64_t const kind = read_u64(bytes);
  BlockHeader header;
  header.is_end = kind == frame_end;
  BlockFacts& facts = header.facts;
  set_kind(facts, kind);
  facts.symbols = read_u64(bytes.subspan(8));
  facts.primary_index = read_u64(bytes.subspan(16));
  facts.body_bytes = read_u64(bytes.subspan(24));
  facts.directory_bytes = read_u32(bytes.subspan(32));
  facts.sub_blocks = read_u32(bytes.subspan(36));
  facts.body_checksum = read_u64(bytes.subspan(40));
  facts.text_checksum = read_u64(bytes.subspan(48));
  require_known_kind(kind);
  if (!header.is_end) require_plausible(facts, frame);
  return header;
}

std::vector<std::uint8_t> written_short_header(BlockFacts const& facts)
{
  std::vector<std::uint8_t> bytes(frame_magic.begin(), frame_magic.end());
  append(bytes, version, 1);
  append(bytes, number_of(facts), 1);
  append_short(bytes, facts.symbols);
  append_short(bytes, facts.primary_index);
  append_short(bytes, facts.body_bytes);
  append_short(bytes, facts.directory_bytes);
  append_short(bytes, facts.sub_blocks);
  append_u64(bytes, facts.body_checksum);
  append_u64(bytes, facts.text_checksum);
  append_u32(bytes, static_cast<std::uint32_t>(checksum(bytes.data(), bytes.size())));
  return bytes;
}

bool is_short_frame(Bytes bytes)
{
  return is_frame(bytes) && bytes[4] == version && bytes[short_kind] != 0;
}

std::size_t short_header_bytes(Bytes bytes)
{
  std::size_t at = short_kind + 1;
  for (std::size_t number = 0; number < short_numbers; ++number) (void)read_short(bytes, at);
  return at + checksums_of_block_bytes + short_checksum_bytes;
}

BlockFacts read_short_header(Bytes bytes)
{
  std::size_t const end = bytes.size() - short_checksum_bytes;
  require(static_cast<std::uint32_t>(checksum(bytes.data(), end)) == read_u32(bytes.subspan(end)),
          "the header of a frame is damaged");
  BlockFacts facts;
  require_known_kind(bytes[short_kind]);
  require(bytes[short_kind] != frame_end, "the header of a frame does not fit it");
  set_kind(facts, bytes[short_kind]);
  std::size_t at = short_kind + 1;
  facts.symbols = read_short(bytes, at);
  facts.primary_index = read_short(bytes, at);
  facts.body_bytes = read_short(bytes, at);
  facts.directory_bytes = static_cast<std::uint32_t>(read_short(bytes, at));
  facts.sub_blocks = static_cast<std::uint32_t>(read_short(bytes, at));
  facts.body_checksum = read_u64(bytes.subspan(at));
  facts.text_checksum = read_u64(bytes.subspan(at + sizeof(std::uint64_t)));
  require(facts.body_bytes <= max_short_body, "the body of a short frame is too long");
  require_plausible(facts, {max_block_bytes, facts.symbols});
  return facts;
}

void FrameSums::add(BlockFacts const& facts)
{
  detail::with_host_memory("the index of a compressed file", [&] {
    m_entries.push_back({block_header_bytes + facts.body_bytes, facts.symbols});
  });
  m_text_bytes += facts.symbols;
  m_file_bytes += m_entries.back().file_bytes;
  m_checksums = mixed(m_checksums ^ facts.text_checksum) + m_entries.size();
}

BlockHeader FrameSums::end() const
{
  BlockHeader header;
  header.is_end = true;
  header.facts.symbols = m_text_bytes;
  header.facts.body_bytes = m_file_bytes;
  header.facts.primary_index = m_entries.size();
  header.facts.text_checksum = m_checksums;
  return header;
}

void FrameSums::require_end(BlockHeader const& end, FrameHeader const& frame) const
{
  require(
      written(end) == written(this->end()) && (frame.text_bytes == unknown_size || frame.text_bytes == m_text_bytes),
      "the end of a frame does not fit its blocks");
}

std::vector<std::uint8_t> FrameSums::index() const
{
  std::vector<std::uint8_t> content;
  content.reserve(skippable_header_bytes + m_entries.size() * index_entry_bytes + index_footer_bytes);
  std::size_t const size = m_entries.size() * index_entry_bytes + index_footer_bytes;
  append_u32(content, index_magic);
  append_u32(content, static_cast<std::uint32_t>(size));
  for (Entry const& entry : m_entries) {
    append_u64(content, entry.file_bytes);
    append_u64(content, entry.text_bytes);
  }
  append_u64(content, m_entries.size());
  append_u64(content, m_text_bytes);
  append_u64(content, file_bytes());
  append_checksum(content);
  append_u32(content, static_cast<std::uint32_t>(size + skippable_header_bytes));
  content.insert(content.end(), footer_magic.begin(), footer_magic.end());
  return content;
}

std::size_t frame_bytes_bound(std::size_t n, std::size_t block_bytes)
{
  std::size_t const blocks = (n + block_bytes - 1) / block_bytes;
  return n + frame_header_bytes + (blocks + 1) * block_header_bytes + skippable_header_bytes +
         blocks * index_entry_bytes + index_footer_bytes;
}

}  // namespace lexikos::compress_detail
