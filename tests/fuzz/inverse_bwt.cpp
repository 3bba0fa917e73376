// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Any bytes and any primary index: what is inverted is a text with that transform. Texts come back from their transform.

#include <cstddef>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/workspace.hpp>
#include <string>

#include "tests/first_difference.hpp"
#include "tests/fuzz/fuzzer.hpp"
#include "tests/fuzz/suffix_order.hpp"

namespace
{

using namespace lexikos;

struct Transform
{
  fuzz::Bytes symbols;
  std::size_t primary_index = 0;
};

Transform transform_of(fuzz::Bytes const& text)
{
  if (text.empty()) return {};
  auto const suffixes = fuzz::suffix_array_of<std::uint32_t>(text);
  Transform transform{{text.back()}, 0};
  for (std::size_t rank = 0; rank < suffixes.size(); ++rank)
    if (suffixes[rank] == 0)
      transform.primary_index = rank + 1;
    else
      transform.symbols.push_back(text[suffixes[rank] - 1]);
  return transform;
}

Workspace& workspace()
{
  static Workspace kept;
  return kept;
}

/// The text of a transform, in the transform's own place or in another.
std::optional<ErrorCode> invert(Transform const& transform, bool in_place, fuzz::Bytes& text)
{
  text = in_place ? transform.symbols : fuzz::Bytes(transform.symbols.size());
  return fuzz::code_of([&] {
    inverse_burrows_wheeler_transform(
        fuzz::Space(), in_place ? fuzz::span_of(text) : fuzz::span_of(const_cast<fuzz::Bytes&>(transform.symbols)),
        transform.primary_index, fuzz::span_of(text), {&workspace(), {}});
  });
}

void check_any(Transform const& transform, bool in_place)
{
  fuzz::Bytes text;
  auto const code = invert(transform, in_place, text);
  std::size_t const n = transform.symbols.size();
  bool const is_in_range = n == 0 ? transform.primary_index == 0 : transform.primary_index - 1 < n;
  if (!is_in_range && code != ErrorCode::invalid_argument) fuzz::fail("a primary index out of range is taken");
  if (is_in_range && code.has_value() && code != ErrorCode::corrupt_input)
    fuzz::fail("a transform is refused as " + std::string(to_string(*code)));
  if (code.has_value()) return;
  auto const again = transform_of(text);
  fuzz::expect_none(tests::first_difference(again.symbols, transform.symbols),
                    "the transform of the text that is returned");
  if (again.primary_index != transform.primary_index) fuzz::fail("the text that is returned has another primary index");
}

void check_text(fuzz::Bytes const& text, bool in_place)
{
  auto const expected = transform_of(text);
  Transform found{fuzz::Bytes(text.size()), 0};
  found.primary_index = burrows_wheeler_transform(fuzz::Space(), fuzz::span_of(text), fuzz::span_of(found.symbols),
                                                  {.workspace = &workspace()});
  fuzz::expect_none(tests::first_difference(found.symbols, expected.symbols), "the transform");
  if (found.primary_index != expected.primary_index)
    fuzz::fail("the primary index is " + std::to_string(found.primary_index) + ", not " +
               std::to_string(expected.primary_index));
  fuzz::Bytes back;
  if (invert(found, in_place, back).has_value()) fuzz::fail("the transform of a text is refused");
  fuzz::expect_none(tests::first_difference(back, text), "the text");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
  FuzzedDataProvider input(data, size);
  auto const bytes = input.ConsumeBytes<std::uint8_t>(input.ConsumeIntegralInRange<std::size_t>(0, 200));
  auto const kind = input.ConsumeIntegral<std::uint8_t>();
  bool const in_place = (kind & 1) != 0;
  if ((kind & 2) != 0) {
    check_text(bytes, in_place);
    return 0;
  }
  Transform transform{bytes, 0};
  if ((kind & 4) != 0) {  // nearly one
    transform = transform_of(bytes);
    if (!bytes.empty() && (kind & 8) != 0)
      std::swap(transform.symbols[input.ConsumeIntegral<std::uint8_t>() % bytes.size()],
                transform.symbols[input.ConsumeIntegral<std::uint8_t>() % bytes.size()]);
  }
  if ((kind & 12) != 12) transform.primary_index = input.ConsumeIntegralInRange<std::size_t>(0, bytes.size() + 1);
  if ((kind & 0xF0) == 0x70) transform.primary_index = input.ConsumeIntegral<std::size_t>();
  check_any(transform, in_place);
  return 0;
}
