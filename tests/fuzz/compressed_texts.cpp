// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Any bytes as a text that is compressed: it comes back.

#include <cstddef>
#include <cstdint>
#include <lexikos/compress.hpp>
#include <span>

#include "tests/compress/format.hpp"
#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  using namespace lexikos;
  fuzz::Bytes const file = compress(fuzz::Space(), std::span<std::uint8_t const>(data, size));
  fuzz::Bytes back;
  auto const code = fuzz::code_of(
      [&] { decompress(fuzz::Space(), compress_detail::source_of(file), compress_detail::sink_to(back)); });
  if (code.has_value()) fuzz::fail("a compressed text is refused");
  fuzz::expect_none(tests::first_difference(back, fuzz::Bytes(data, data + size)), "a text that was compressed");
  return 0;
}
