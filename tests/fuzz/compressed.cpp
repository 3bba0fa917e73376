// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Any bytes as a compressed file, with checksums that fit or not: they are refused, or the decoder of the format's description
// alone reads the same text.

#include <cstddef>
#include <cstdint>
#include <lexikos/compress.hpp>
#include <optional>
#include <string>

#include "tests/compress/format.hpp"
#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace
{

using namespace lexikos;

std::optional<ErrorCode> decompressed(fuzz::Bytes const& file, fuzz::Bytes& text)
{
  return fuzz::code_of([&] {
    decompress(fuzz::Space(), compress_detail::source_of(file), compress_detail::sink_to(text),
               {.max_bytes = std::size_t{8} << 20});
  });
}

void check_any(fuzz::Bytes const& file)
{
  fuzz::Bytes text;
  auto const code = decompressed(file, text);
  if (code.has_value()) {
    if (code != ErrorCode::corrupt_input && code != ErrorCode::not_supported && code != ErrorCode::out_of_memory)
      fuzz::fail("a file is refused as " + std::string(to_string(*code)));
    return;
  }
  tests::format::Codecs codecs{};
  fuzz::expect_none(tests::first_difference(text, tests::format::decode(file, codecs)), "the text of a file");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  if (size == 0) return 0;
  fuzz::Bytes bytes(data + 1, data + size);
  constexpr std::size_t first_block = 32 + 64;
  // of a file with checksums that fit, the fuzzer finds more
  if (data[0] % 2 == 1 && bytes.size() >= first_block) {
    tests::format::set_number(bytes, 24, tests::format::checksum(bytes, 0, 24), 8);
    tests::format::repair_first_block(bytes);
  }
  check_any(bytes);
  return 0;
}
