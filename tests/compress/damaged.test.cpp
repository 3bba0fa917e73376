// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What no compressor wrote: it is refused, or tells the same text; no more is allocated than its headers may ask for; nothing
// is written that was not compared with its checksum.

#include <doctest/doctest.h>

#include <functional>
#include <lexikos/error.hpp>

#include "compress/directory.hpp"
#include "compress/rans.hpp"
#include "tests/code_of.hpp"
#include "tests/compress/expect.hpp"

using namespace lexikos;
using tests::Bytes;
using tests::Host;

namespace
{

bool refuses(std::optional<ErrorCode> const& code)
{
  return code == ErrorCode::corrupt_input || code == ErrorCode::not_supported;
}

template <class ExecutionSpace>
std::optional<ErrorCode> decoded_by(ExecutionSpace const& space, Bytes const& file, Bytes const& text,
                                    std::size_t max_bytes)
{
  Bytes written;
  auto const code = tests::code_of([&] {
    decompress(space, compress_detail::source_of(file), compress_detail::sink_to(written), {.max_bytes = max_bytes});
  });
  REQUIRE(written.size() <= text.size());
  CHECK(std::equal(written.begin(), written.end(), text.begin()));
  return code;
}

/// The code of what is refused; none where the text is that of the sample, or its beginning in whole frames. A device refuses
/// the same.
std::optional<ErrorCode> decoded(Bytes const& file, Bytes const& text)
{
  auto const code = decoded_by(tests::smallest_instance<Host>(), file, text, std::size_t{16} << 20);
  using Device = Kokkos::DefaultExecutionSpace;
  if constexpr (!std::is_same_v<Device, Host>)
    if (code != ErrorCode::out_of_memory) CHECK(decoded_by(Device(), file, text, std::size_t{1} << 30) == code);
  return code;
}

constexpr std::size_t block_header = 32;

/// A file of one transformed block, of which a test changes something.
struct Forged
{
  Bytes text;
  Bytes file = tests::format::as_long_frame(tests::compressed(text));

  explicit Forged(Bytes of = texts::runs(5000, 4, 9), std::uint64_t kind = 5) : text(std::move(of))
  {
    REQUIRE(get(0, 8) == kind);
  }
  [[nodiscard]] std::uint64_t get(std::size_t at, unsigned bytes) const
  {
    return tests::format::number(file, block_header + at, bytes);
  }
  std::optional<ErrorCode> with(std::size_t at, std::uint64_t value, unsigned bytes = 8)
  {
    tests::format::set_number(file, block_header + at, value, bytes);
    tests::format::repair_first_block(file);
    return decoded(file, text);
  }
};

}  // namespace

TEST_CASE("compression: every truncation is refused, but after a frame")
{
  auto const all = tests::sample();
  std::size_t whole = 0;
  for (std::size_t size = 0; size < all.file.size(); ++size) {
    CAPTURE(size);
    auto const code = decoded(Bytes(all.file.begin(), all.file.begin() + static_cast<std::ptrdiff_t>(size)), all.text);
    if (code.has_value())
      CHECK(code == ErrorCode::corrupt_input);
    else
      ++whole;
  }
  CHECK(whole == 8 + 3);  // those that have an index without it, and with it
}

namespace
{

void expect_flips_refused(std::size_t stride)
{
  auto all = tests::sample();
  for (std::size_t bit = 0; bit < 8 * all.file.size(); bit += stride) {
    CAPTURE(bit);
    auto const flip = [&] { all.file[bit / 8] = static_cast<std::uint8_t>(all.file[bit / 8] ^ (1 << bit % 8)); };
    flip();
    if (auto const code = decoded(all.file, all.text)) CHECK(refuses(code));
    flip();
  }
}

}  // namespace

TEST_CASE("compression: a flipped bit is refused, or harmless where it may be skipped")
{
  expect_flips_refused(13);
}

TEST_CASE("compression: every flipped bit is" * doctest::test_suite("long"))
{
  expect_flips_refused(1);
}

namespace
{

void expect_repaired_flips_refused(Forged const& forged, std::size_t stride)
{
  std::size_t const begin = block_header + 64;
  std::size_t const end = begin + forged.get(24, 8);
  for (std::size_t bit = 8 * begin; bit < 8 * end; bit += stride) {
    CAPTURE(bit);
    Bytes file = forged.file;
    file[bit / 8] = static_cast<std::uint8_t>(file[bit / 8] ^ (1 << bit % 8));
    tests::format::repair_first_block(file);
    auto const code = decoded(file, forged.text);
    if (code.has_value()) CHECK(code == ErrorCode::corrupt_input);
  }
}

}  // namespace

TEST_CASE("compression: flipped bits of a block whose checksums fit it again")
{
  expect_repaired_flips_refused(Forged(), tests::tries_all_cases() ? 1 : 3);
}

TEST_CASE("compression: flipped bits of a block with copies whose checksums fit it again")
{
  expect_repaired_flips_refused(Forged(tests::long_copies(600, 16, 3), 6), 1);
}

TEST_CASE("compression: flipped bits of a block with rare copies whose checksums fit it again")
{
  expect_repaired_flips_refused(Forged(tests::rare_copies(6'000, 6, 3), 8), tests::tries_all_cases() ? 1 : 7);
}

TEST_CASE("compression: flipped bits of a block of few symbols whose checksums fit it again")
{
  expect_repaired_flips_refused(Forged(tests::few_symbols(32'768, 3, 3), 7), tests::tries_all_cases() ? 7 : 61);
}

TEST_CASE("compression: copies that do not fit")
{
  for (std::size_t const field : {0u, 4u, 8u, 12u})
    for (std::uint64_t const change : {-1, 1, 600, 0x7FFFFFFF, -0x7FFFFFFF}) {
      CAPTURE(field);
      CAPTURE(change);
      Forged forged(tests::long_copies(600, 16, 3), 6);
      CHECK(forged.with(64 + field, (forged.get(64 + field, 4) + change) & 0xFFFFFFFF, 4) == ErrorCode::corrupt_input);
      Forged rare(tests::rare_copies(6'000, 6, 3), 8);
      CHECK(rare.with(64 + field, (rare.get(64 + field, 4) + change) & 0xFFFFFFFF, 4) == ErrorCode::corrupt_input);
    }
  Forged as_transformed(tests::long_copies(600, 16, 3), 6);
  CHECK(as_transformed.with(0, 5) == ErrorCode::corrupt_input);
  CHECK(as_transformed.with(0, 8) == ErrorCode::corrupt_input);
  Forged as_copies;
  CHECK(as_copies.with(0, 6) == ErrorCode::corrupt_input);
}

TEST_CASE("compression: headers that do not fit")
{
  using Change = std::function<std::optional<ErrorCode>(Forged&)>;
  std::vector<Change> const changes = {
      [](Forged& f) { return f.with(8, 0); },                  // no symbols
      [](Forged& f) { return f.with(8, f.text.size() + 1); },  // more than the frame's blocks have
      [](Forged& f) { return f.with(8, f.text.size() - 1); },  // fewer than the parts have
      [](Forged& f) { return f.with(8, ~std::uint64_t{0}); },
      [](Forged& f) { return f.with(16, 0); },  // primary index
      [](Forged& f) { return f.with(16, f.text.size() + 1); },
      [](Forged& f) { return f.with(16, f.get(16, 8) + 1); },
      [](Forged& f) { return f.with(16, f.get(16, 8) / 2); },
      [](Forged& f) { return f.with(24, f.text.size()); },  // body
      [](Forged& f) { return f.with(24, f.get(24, 8) + 1); },
      [](Forged& f) { return f.with(24, f.get(24, 8) - 1); },
      [](Forged& f) { return f.with(24, ~std::uint64_t{0}); },
      [](Forged& f) { return f.with(32, f.get(24, 8) + 1, 4); },  // directory
      [](Forged& f) { return f.with(32, 0, 4); },
      [](Forged& f) { return f.with(32, f.get(32, 4) - 1, 4); },
      [](Forged& f) { return f.with(32, f.get(32, 4) + 1, 4); },
      [](Forged& f) { return f.with(36, 0, 4); },  // sub-blocks
      [](Forged& f) { return f.with(36, 3, 4); },
      [](Forged& f) { return f.with(36, 0xFFFFFFFF, 4); },
      [](Forged& f) { return f.with(0, 1); },  // kind
      [](Forged& f) { return f.with(0, 3); },
      [](Forged& f) { return f.with(0, 7); },  // symbols of classes
      [](Forged& f) { return f.with(0, 9); },
      [](Forged& f) { return f.with(0, 2); },                  // an alphabet of 256 bits
      [](Forged& f) { return f.with(48, f.get(48, 8) ^ 1); },  // checksum of the text
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    Forged forged;
    CHECK(refuses(changes[i](forged)));
  }
}

TEST_CASE("compression: a code that is longer than any encoder's is wrong, and is not read")
{
  Bytes const code(16, 1);
  CHECK_FALSE(compress_detail::Decoder(code.data(), code.size()).is_wrong());
  for (std::size_t const size : {(std::size_t{1} << 30) + 1, std::size_t{1} << 31, std::size_t{0xFFFFFFFF}}) {
    compress_detail::Decoder decoder(nullptr, size);
    for (int i = 0; i < 100; ++i) {
      CHECK(decoder.is_wrong());
      (void)decoder.raw<32>(32);
    }
  }
}

TEST_CASE("compression: a transform that is no text's")
{
  // any symbols in the place of stored ones, with checksums that fit
  Forged forged;
  Bytes& file = forged.file;
  Bytes const directory = [] {
    Bytes bits(32, 0xFF);
    // no tables; codec 0; 60 symbols: 5 bits of 5, and 60 - 32 = 28
    std::uint64_t const rest = 0u | 0u << 1 | 5u << 3 | 28u << 8;
    bits.push_back(static_cast<std::uint8_t>(rest));
    bits.push_back(static_cast<std::uint8_t>(rest >> 8));
    return bits;
  }();
  std::size_t const n = 60;
  Bytes body = directory;
  body.insert(body.end(), n, 'a');
  body[body.size() - 1] = 'b';
  // a body has to be shorter than its text: the text is said to have more symbols than the parts
  file.resize(block_header + 64);
  file.insert(file.end(), body.begin(), body.end());
  tests::format::set_number(file, block_header, 2, 8);
  tests::format::set_number(file, block_header + 8, 200, 8);
  tests::format::set_number(file, block_header + 24, body.size(), 8);
  tests::format::set_number(file, block_header + 32, directory.size(), 4);
  tests::format::set_number(file, block_header + 36, 1, 4);
  tests::format::repair_first_block(file);
  CHECK(decoded(file, forged.text) == ErrorCode::corrupt_input);
}

TEST_CASE("compression: an alphabet whose stretches go beyond all symbols, and come back")
{
  auto const code_of_stretches = [](std::vector<std::uint32_t> const& stretches) {
    compress_detail::BitWriter writer;
    writer.put(1, 1);
    for (auto const stretch : stretches) writer.put_gamma(stretch);
    writer.put(0, 1);  // no tables
    writer.put(0, 2);  // stored
    writer.put_sized(60);
    return tests::code_of([&] {
      auto const directory =
          compress_detail::read_directory(writer.bytes(), 60, 60, 1, compress_detail::DirectoryForm::stretches);
      CHECK(directory.alphabet.size() <= 256);
    });
  };
  CHECK(code_of_stretches({1, 256}) == std::nullopt);
  CHECK(code_of_stretches({1, 10, 246}) == std::nullopt);
  CHECK(code_of_stretches({1, 257}) == ErrorCode::corrupt_input);
  CHECK(code_of_stretches({257}) == ErrorCode::corrupt_input);
  CHECK(code_of_stretches({0xFFFFFFFF}) == ErrorCode::corrupt_input);
  CHECK(code_of_stretches({1, 10, 0xFFFFFFF6, 256}) == ErrorCode::corrupt_input);
  CHECK(code_of_stretches({1, 0xFFFFFFFF, 1}) == ErrorCode::corrupt_input);
}

TEST_CASE("compression: what is allocated follows from the header of a frame, which may be refused")
{
  Bytes const text = texts::copies_with_mutations(200'000, 300, 5);
  Bytes file = tests::format::as_long_frame(tests::compressed(text));
  auto const with_limit = [&](std::size_t most) {
    Bytes found = text;
    auto const code = tests::code_of([&] { found = decompress(Host(), tests::span_of(file), {.max_bytes = most}); });
    CHECK(found == text);
    return code;
  };
  std::size_t const needed = decompress_workspace_bytes<Host>(text.size()) + 2 * text.size();
  CHECK(with_limit(needed) == std::nullopt);
  CHECK(with_limit(needed - 1) == ErrorCode::out_of_memory);
  // blocks of 2 GiB, of which the file has none
  tests::format::set_number(file, 8, std::uint64_t{1} << 31, 8);
  tests::format::set_number(file, 24, tests::format::checksum(file, 0, 24), 8);
  CHECK(with_limit(std::size_t{1} << 31) == ErrorCode::out_of_memory);
  tests::format::set_number(file, 8, (std::uint64_t{1} << 31) + 1, 8);
  tests::format::set_number(file, 24, tests::format::checksum(file, 0, 24), 8);
  CHECK(with_limit(0) == ErrorCode::corrupt_input);
}

namespace
{

/// A short frame whose header has a number at a place, and a checksum that fits it.
Bytes with_number(Bytes file, std::size_t at, std::uint64_t value, unsigned bytes)
{
  auto const block = tests::format::block_of_short_frame(file, 0);
  tests::format::set_number(file, at, value, bytes);
  tests::format::set_number(file, block.body - 4, tests::format::checksum(file, 0, block.body - 4), 4);
  return file;
}

}  // namespace

TEST_CASE("compression: headers of short frames that do not fit")
{
  Bytes const text = texts::copies_with_mutations(120, 40, 9);
  Bytes const file = tests::compressed(text);
  auto const block = tests::format::block_of_short_frame(file, 0);
  REQUIRE(block.symbols < 128);  // so that each number is a byte
  REQUIRE(block.body == 31);
  constexpr std::size_t kind = 5, symbols = 6, primary = 7, body = 8, directory = 9, sub_blocks = 10;
  CHECK(decoded(with_number(file, kind, block.kind, 1), text) == std::nullopt);
  for (auto const& [at, value] : std::vector<std::pair<std::size_t, std::uint64_t>>{{kind, 2},
                                                                                    {kind, 0},
                                                                                    {kind, 1},
                                                                                    {kind, 3},
                                                                                    {kind, 7},
                                                                                    {kind, 127},
                                                                                    {symbols, 0},
                                                                                    {symbols, 121},
                                                                                    {symbols, 119},
                                                                                    {primary, 0},
                                                                                    {primary, block.primary ^ 1},
                                                                                    {primary, 127},
                                                                                    {body, block.body_bytes + 1},
                                                                                    {body, block.body_bytes - 1},
                                                                                    {body, 0},
                                                                                    {directory, 0},
                                                                                    {directory, 127},
                                                                                    {sub_blocks, 0},
                                                                                    {sub_blocks, 2}})
  {
    CAPTURE(at);
    CAPTURE(value);
    CHECK(refuses(decoded(with_number(file, at, value, 1), text)));
  }
  // numbers that do not end, or have more than 32 bits
  CHECK(decoded(with_number(file, symbols, 0xFFFFFFFFFFFFu, 6), text) == ErrorCode::corrupt_input);
  CHECK(decoded(with_number(file, kind, ~std::uint64_t{0}, 8), text) == ErrorCode::corrupt_input);
  Bytes large = Bytes(file.begin(), file.begin() + 6);
  for (unsigned const byte : {0xFFu, 0xFFu, 0xFFu, 0xFFu, 0x1Fu, 1u, 30u, 20u, 1u})
    large.push_back(static_cast<std::uint8_t>(byte));
  large.resize(large.size() + 60);
  CHECK(decoded(large, text) == ErrorCode::corrupt_input);
}

TEST_CASE("compression: a short frame tells how much memory its text takes")
{
  Bytes const text = texts::letter(3'000'000);
  Bytes const file = tests::compressed(text);
  CHECK(file.size() < 100);
  auto const code = [&](std::size_t most) {
    Bytes found = text;
    auto const result = tests::code_of([&] { found = decompress(Host(), tests::span_of(file), {.max_bytes = most}); });
    CHECK(found == text);
    return result;
  };
  std::size_t const needed = decompress_workspace_bytes<Host>(text.size()) + 2 * text.size();
  CHECK(code(needed) == std::nullopt);
  CHECK(code(needed - 1) == ErrorCode::out_of_memory);
}

TEST_CASE("compression: other versions, and what is no file of this kind")
{
  Bytes const text = texts::letter(100);
  Bytes file = tests::compressed(text);
  auto const code_of_file = [&] { return decoded(file, text); };
  file[4] = 2;
  CHECK(code_of_file() == ErrorCode::not_supported);
  file[4] = 1;
  file.push_back(0);
  CHECK(code_of_file() == ErrorCode::corrupt_input);
  file = texts::text_of("BZh91AY&SY");
  CHECK(code_of_file() == ErrorCode::corrupt_input);
  file.clear();
  CHECK(code_of_file() == ErrorCode::corrupt_input);
}
