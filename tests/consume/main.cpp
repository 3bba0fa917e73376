// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user of the library writes: sorts the suffixes of a short text and compares them with the naive answer.
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <lexikos/config.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/version.hpp>
#include <numeric>
#include <string_view>
#include <vector>

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::string_view const text = "she sells sea shells by the sea shore";
  auto const n = text.size();

  Kokkos::DefaultExecutionSpace const space;
  Kokkos::View<std::uint8_t*> const symbols("symbols", n);
  auto const symbols_here = Kokkos::create_mirror_view(symbols);
  std::copy(text.begin(), text.end(), symbols_here.data());
  Kokkos::deep_copy(symbols, symbols_here);

  Kokkos::View<std::uint32_t*> const suffixes("suffixes", n);
  lexikos::suffix_array(space, Kokkos::View<std::uint8_t const*>(symbols), suffixes);
  space.fence();
  auto const suffixes_here = Kokkos::create_mirror_view(suffixes);
  Kokkos::deep_copy(suffixes_here, suffixes);

  std::vector<std::uint32_t> expected(n);
  std::iota(expected.begin(), expected.end(), 0U);
  std::sort(expected.begin(), expected.end(), [&](auto a, auto b) { return text.substr(a) < text.substr(b); });
  bool const right = std::equal(expected.begin(), expected.end(), suffixes_here.data());
  std::printf("Lexikos %s: the suffix array of %zu symbols is %s\n", LEXIKOS_VERSION_STRING, n,
              right ? "right" : "WRONG");
  return right ? 0 : 1;
}
