// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface in a program that uses Kokkos, and Lexikos, itself.

#include <lexikos.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>
#include <lexikos/file.hpp>
#include <lexikos/search.hpp>
#include <lexikos/suffix_array.hpp>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "spaces.hpp"

namespace lexikos::tests
{

namespace
{

using Space = Kokkos::DefaultExecutionSpace;
using Memory = Space::memory_space;

std::vector<std::uint8_t> some_text(std::size_t n)
{
  std::vector<std::uint8_t> text(n);
  std::uint32_t state = 7;
  for (auto& symbol : text) {
    state = state * 1664525 + 1013904223;
    symbol = static_cast<std::uint8_t>(state >> 28);
  }
  return text;
}

struct Context
{
  Context() { REQUIRE(lexikos_context_create(nullptr, &context) == LEXIKOS_OK); }
  Context(Context const&) = delete;
  Context& operator=(Context const&) = delete;
  ~Context() { lexikos_context_free(context); }
  lexikos_context* context = nullptr;
};

}  // namespace

TEST_CASE("a program that runs Kokkos shares it with the C interface, which ends nothing")
{
#ifndef LEXIKOS_TEST_SHARED_KOKKOS
  MESSAGE("left out: Kokkos is a static library here, of which the C interface has its own");
  return;
#endif
  REQUIRE(lexikos_is_initialized() == 1);
  lexikos_device device = -1;
  char const* name = nullptr;
  {
    Context const c;
    CHECK(lexikos_context_device(c.context, &device, &name) == LEXIKOS_OK);
    CHECK(std::string(name) == Space::name());
    CHECK(lexikos_initialize(nullptr) == LEXIKOS_INVALID_ARGUMENT);
    CHECK(lexikos_finalize() == LEXIKOS_OK);  // it is not Lexikos' to end
  }
  CHECK(lexikos_finalize() == LEXIKOS_OK);
  CHECK(Kokkos::is_initialized());
  CHECK_FALSE(Kokkos::is_finalized());
}

TEST_CASE("arrays of the device and of the host give what C++ gives")
{
  auto const symbols = some_text(5000);
  auto const text = to_view<Space>(symbols);
  TestArray<std::uint32_t, Space> const suffixes("suffixes", symbols.size());
  TestArray<std::uint32_t, Space> const ranks("ranks", symbols.size());
  TestArray<std::uint32_t, Space> const expected("expected", symbols.size());
  suffix_array(Space{}, text, expected);
  Context const c;
  auto const n = symbols.size();
  auto const on_device = [](auto const& view, auto function) {
    return lexikos_on_device(function(view.data(), view.extent(0)));
  };
  REQUIRE(lexikos_suffix_array(c.context, on_device(text, lexikos_u8), nullptr, on_device(suffixes, lexikos_u32),
                               on_device(ranks, lexikos_u32), nullptr) == LEXIKOS_OK);
  CHECK(to_vector(suffixes) == to_vector(expected));
  std::vector<std::uint32_t> host(n);
  REQUIRE(lexikos_suffix_array(c.context, lexikos_u8(symbols.data(), n), nullptr, lexikos_u32(host.data(), n),
                               lexikos_none(), nullptr) == LEXIKOS_OK);
  CHECK(host == to_vector(expected));
  lexikos_check check{};
  REQUIRE(lexikos_check_inverse_suffix_array(c.context, on_device(suffixes, lexikos_u32), on_device(ranks, lexikos_u32),
                                             &check) == LEXIKOS_OK);
  CHECK(check.defect == LEXIKOS_NO_DEFECT);
}

TEST_CASE("an index that C++ saved is loaded by C, and its results lie on the device")
{
  std::string const path = "lexikos_shared_runtime.index";
  auto const symbols = some_text(700);
  auto const text = to_view<Space>(symbols);
  TestArray<std::uint32_t, Space> const suffixes("suffixes", symbols.size());
  suffix_array(Space{}, text, suffixes);
  SuffixIndex<Memory, std::uint32_t> const index(Space{}, text, suffixes);
  {
    FileWriter file(path, suffix_index_kind);
    index.save(Space{}, file);
    file.commit();
  }
  Context const c;
  lexikos_suffix_index* loaded = nullptr;
  REQUIRE(lexikos_suffix_index_load(c.context, path.c_str(), &loaded) == LEXIKOS_OK);
  std::remove(path.c_str());
  std::vector<std::uint64_t> const offsets{0, 1, 3};
  lexikos_result* result = nullptr;
  REQUIRE(lexikos_suffix_index_locate(c.context, loaded, lexikos_u8(symbols.data() + 10, 3),
                                      lexikos_u64(offsets.data(), 3), nullptr, &result) == LEXIKOS_OK);
  lexikos_array positions{};
  REQUIRE(lexikos_result_column(result, LEXIKOS_POSITIONS, &positions) == LEXIKOS_OK);
  CHECK((positions.memory == LEXIKOS_HOST_MEMORY) == detail::works_on_host<Space>);
  std::vector<std::uint32_t> found(positions.size);
  REQUIRE(lexikos_copy(c.context, positions, lexikos_u32(found.data(), found.size())) == LEXIKOS_OK);
  std::size_t ones = 0;
  for (auto const symbol : symbols) ones += symbol == symbols[10] ? 1 : 0;
  REQUIRE(found.size() > ones);
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(symbols[found[i]] == symbols[i < ones ? 10 : 11]);
  lexikos_result_free(result);
  lexikos_suffix_index_free(loaded);
}

}  // namespace lexikos::tests
