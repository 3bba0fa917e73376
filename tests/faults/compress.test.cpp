// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/compress.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "system/works_on_host.hpp"
#include "tests/faults/arrays.hpp"
#include "tests/faults/injection.hpp"
#include "tests/texts.hpp"

namespace lexikos::tests
{

TEST_CASE_TEMPLATE_DEFINE("allocations that fail: compression", ExecutionSpace, failing_compression)
{
  ExecutionSpace const space = smallest_instance<ExecutionSpace>();
  auto const text = to_view<ExecutionSpace>(texts::copies_with_mutations(600, 40, 1));
  TestArray<std::uint8_t, ExecutionSpace> const result("lexikos::tests::result", compressed_bytes_bound(600));
  auto const inputs = [&] { return to_vector(text); };
  std::size_t size = 0;
  {
    Faults faults(fault_name<ExecutionSpace>("compress", ""), detail::works_on_host<ExecutionSpace>);
    faults.expect(inputs, [&](Surroundings const& surroundings) {
      size =
          surroundings.within([&] { return compress(space, text, result, {.workspace = surroundings.workspace()}); });
      auto bytes = to_vector(result);
      bytes.resize(size);
      return bytes;
    });
  }
  Span<std::uint8_t const, typename ExecutionSpace::memory_space> const compressed(result.data(), size);
  TestArray<std::uint8_t, ExecutionSpace> const again("lexikos::tests::text", 600);
  Faults faults(fault_name<ExecutionSpace>("decompress", ""), detail::works_on_host<ExecutionSpace>);
  faults.expect([&] { return to_vector(result); },
                [&](Surroundings const& surroundings) {
                  std::size_t const n = surroundings.within(
                      [&] { return decompress(space, compressed, again, {.workspace = surroundings.workspace()}); });
                  return std::tuple(n, to_vector(again));
                });
}
TEST_CASE_TEMPLATE_APPLY(failing_compression, Spaces);

}  // namespace lexikos::tests
