// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// All calls that there are, on a text of their own, and how they end.

#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/duplicates.hpp>
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/index_by_text.hpp>
#include <lexikos/distributed/lcp.hpp>
#include <new>

#include "common/counting_resource.hpp"
#include "tests/mpi/drawn_texts.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

/// Refuses one of the allocations that it is asked for, by null or by an exception in turn.
class FailingResource final : public MemoryResource
{
 public:
  explicit FailingResource(std::size_t failing) : m_failing(failing) {}

  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    if (++m_asked != m_failing) return m_counting.allocate(kind, bytes, label);
    if (m_failing % 2 == 0) throw std::bad_alloc();
    return nullptr;
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    m_counting.deallocate(kind, data, bytes);
  }
  [[nodiscard]] bool has_failed() const { return m_failing != 0 && m_asked >= m_failing; }
  [[nodiscard]] bool holds_nothing() const { return m_counting.bytes(MemoryKind::host) == 0; }

 private:
  detail::CountingResource m_counting{kokkos_memory_resource()};
  std::size_t m_failing;
  std::size_t m_asked = 0;
};

/// How a call ends on this rank.
struct Ending
{
  std::string code = "success";
  std::string message;
};

template <class Call>
Ending ending_of(Call const& call)
{
  try {
    call();
  }
  catch (Error const& error) {
    return {std::string(lexikos::to_string(error.code())), error.message()};
  }
  catch (std::exception const& error) {
    return {"another exception", error.what()};
  }
  return {};
}

/// A text on all ranks, and every call that there is.
struct Calls
{
  std::vector<std::uint8_t> text = std::vector<std::uint8_t>(400);
  Split split;
  TestArray<std::uint8_t, Space> own;
  TestArray<std::uint32_t, Space> array, inverse;
  std::vector<std::uint32_t> expected;

  Calls()
  {
    std::mt19937_64 random(3);
    for (std::size_t i = 0; i < text.size(); ++i)
      text[i] = i < 150 || i % 61 == 0 ? static_cast<std::uint8_t>('a' + random() % 3) : text[i - 150];
    split = split_evenly(text.size());
    own = to_view<Space>(own_part(text, split));
    array = TestArray<std::uint32_t, Space>("array", own.extent(0));
    inverse = TestArray<std::uint32_t, Space>("inverse", own.extent(0));
    auto const sorted = sorted_suffixes(text);
    expected = own_part(std::vector<std::uint32_t>(sorted.begin(), sorted.end()), split);
  }

  void sort(distributed::SuffixArrayOptions const& options = {}) const
  {
    distributed::suffix_array(Space(), communicator(), own, array, inverse, options);
  }
  /// All others, on the right array.
  void follow(Workspace* workspace) const
  {
    auto const right = to_view<Space>(expected);
    TestArray<std::uint8_t, Space> const bwt("bwt", own.extent(0));
    distributed::SuffixArrayOptions options;
    options.workspace = workspace;
    LcpOptions lcp_options;
    lcp_options.workspace = workspace;
    static_cast<void>(distributed::burrows_wheeler_transform(Space(), communicator(), own, bwt, options));
    distributed::inverse_suffix_array(Space(), communicator(), right, inverse, lcp_options);
    distributed::lcp_array(Space(), communicator(), own, right, array, lcp_options);
    static_cast<void>(distributed::check_suffix_array(Space(), communicator(), own, right, {.workspace = workspace}));
    static_cast<void>(distributed::streamed_duplicate_ranges(
        Space(), communicator(), std::span<std::uint8_t const>(text), {}, {.length = 20, .workspace = workspace}));
  }
  /// Patterns of this rank: every third suffix of its part, cut to eight symbols.
  struct Batch
  {
    TestArray<std::uint8_t, Space> symbols;
    TestArray<std::uint64_t, Space> offsets;
  };
  [[nodiscard]] Batch batch(std::size_t length = 8) const
  {
    auto const part = own_part(text, split);
    std::vector<std::uint8_t> symbols;
    std::vector<std::uint64_t> offsets{0};
    for (std::size_t i = 0; i + length <= part.size(); i += 3) {
      for (std::size_t k = 0; k < length; ++k) symbols.push_back(part[i + k]);
      offsets.push_back(symbols.size());
    }
    return {to_view<Space>(symbols), to_view<Space>(offsets)};
  }
  /// Indexes, and what they find.
  using ByRange = distributed::IndexByRange<Space::memory_space, std::uint32_t>;
  using ByText = distributed::IndexByText<SuffixIndex<Space::memory_space, std::uint32_t>>;
  void search(Workspace* workspace) const
  {
    auto const [symbols, offsets] = batch();
    SearchOptions options;
    options.workspace = workspace;
    options.text_order = true;
    ByRange const by_range(Space(), communicator(), own, to_view<Space>(expected), {.workspace = workspace});
    static_cast<void>(by_range.locate(Space(), symbols, offsets, options));
    ByText const by_text(Space(), communicator(), own, 20, {.workspace = workspace});
    static_cast<void>(by_text.locate(Space(), symbols, offsets, options));
    std::size_t const ranges = offsets.extent(0) - 1;
    static_cast<void>(by_text.extract(Space(), Kokkos::subview(offsets, std::make_pair(std::size_t{0}, ranges)),
                                      Kokkos::subview(offsets, std::make_pair(std::size_t{1}, ranges + 1)), options));
  }
  /// The communicator sorts as if nothing had been.
  [[nodiscard]] bool works() const
  {
    Kokkos::deep_copy(array, 0u);
    sort();
    return to_vector(array) == expected;
  }
};

}  // namespace lexikos::tests::mpi
