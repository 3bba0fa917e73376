// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <lexikos/detail/execution_spaces.hpp>
#include <lexikos/distributed/duplicates.hpp>
#include <span>
#include <vector>

#include "common/host_containers.hpp"
#include "common/mix_bits.hpp"
#include "distributed/call.hpp"
#include "duplicates/fingerprint_team.hpp"

namespace lexikos::distributed_detail
{

namespace
{

using duplicates_detail::HostCollection;

/// Of the same numbers in the same order it is the same, of others hardly ever.
std::uint64_t mixed(std::uint64_t before, std::span<std::uint64_t const> numbers)
{
  std::uint64_t result = detail::mix_bits(before + numbers.size());
  for (std::uint64_t const number : numbers) result = detail::mix_bits(result ^ number);
  return result;
}

/// Error (invalid_argument) unless all ranks were given the same, but for the symbols.
void require_same(Ranks& ranks, HostCollection const& text, HostCollection const* other,
                  StreamedDuplicateOptions const& options)
{
  HostCollection const second = other != nullptr ? *other : HostCollection{};
  std::array<std::uint64_t, 6> const choices{options.length,
                                             options.min_occurrences,
                                             static_cast<std::uint64_t>(options.keep),
                                             static_cast<std::uint64_t>(options.scope),
                                             static_cast<std::uint64_t>(options.align),
                                             other != nullptr ? 1u : 0u};
  std::uint64_t const all = mixed(mixed(mixed(0, choices), text.offsets), second.offsets);
  static_cast<void>(settle(ranks, {Function::duplicates, text.symbol_bytes, 0, {text.size, second.size, all}, {}}));
}

/// Gives all ranks the bits that any of them has set, in pieces that go by way of the host.
template <class ExecutionSpace>
void unite(ExecutionSpace const& space, Ranks& ranks,
           Span<std::uint64_t, typename ExecutionSpace::memory_space> const& bits)
{
  constexpr std::size_t words_at_a_time = std::size_t{1} << 22;
  using Words = Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  std::size_t const n = bits.extent(0);
  auto piece = detail::with_host_memory("marks of duplicates",
                                        [&] { return std::vector<std::uint64_t>(std::min(n, words_at_a_time)); });
  for (std::size_t begin = 0; begin < n; begin += words_at_a_time) {
    std::size_t const end = std::min(n, begin + words_at_a_time);
    piece.resize(end - begin);
    auto const words = backends::subspan(bits, begin, end);
    Words const on_host(piece.data(), piece.size());
    Kokkos::deep_copy(space, on_host, words);
    space.fence("lexikos::distributed::unite");
    ranks.unite(piece);
    Kokkos::deep_copy(space, words, on_host);
    space.fence("lexikos::distributed::unite");
  }
}

}  // namespace

template <class ExecutionSpace>
HostTextRanges find_duplicates(ExecutionSpace const& space, distributed::Communicator const& ranks,
                               HostCollection const& text, HostCollection const* other,
                               StreamedDuplicateOptions const& options,
                               duplicates_detail::FingerprintTuning const& tuning)
{
  HostTextRanges result;
  backends::mpi::together(ranks.ranks(), [&] {
    require_same(ranks.ranks(), text, other, options);
    duplicates_detail::FingerprintTeam<ExecutionSpace> const team{
        {static_cast<std::uint64_t>(ranks.rank()), static_cast<std::uint64_t>(ranks.size())},
        [&](auto const& bits) { unite(space, ranks.ranks(), bits); }};
    result = duplicates_detail::find_in_team<ExecutionSpace>(space, text, other, options, tuning, team);
  });
  return result;
}

#define LEXIKOS_INSTANTIATE(SPACE)                                                                  \
  template HostTextRanges find_duplicates<SPACE>(                                                   \
      SPACE const&, distributed::Communicator const&, HostCollection const&, HostCollection const*, \
      StreamedDuplicateOptions const&, duplicates_detail::FingerprintTuning const&);
LEXIKOS_FOR_EACH_EXECUTION_SPACE(LEXIKOS_INSTANTIATE)
#undef LEXIKOS_INSTANTIATE

}  // namespace lexikos::distributed_detail
