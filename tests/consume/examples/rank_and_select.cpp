// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries a wavelet matrix, in a batch from the host and one by one in a kernel.
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>
#include <lexikos/wavelet_matrix.hpp>
#include <string_view>

int main(int argc, char** argv)
{
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using ExecutionSpace = Kokkos::DefaultExecutionSpace;
  using MemorySpace = ExecutionSpace::memory_space;
  ExecutionSpace const space;
  std::string_view const word = "abracadabra";
  Kokkos::View<std::uint8_t const*, Kokkos::HostSpace> const here(reinterpret_cast<std::uint8_t const*>(word.data()),
                                                                  word.size());
  Kokkos::View<std::uint8_t*, MemorySpace> const text("text", word.size());
  Kokkos::deep_copy(text, here);
  lexikos::WaveletMatrix<MemorySpace, std::uint8_t> const matrix(space, text);

  // how many 'a' precede each position, all at once
  Kokkos::View<std::uint8_t*, MemorySpace> const symbols("symbols", word.size());
  Kokkos::View<std::uint32_t*, MemorySpace> const positions("positions", word.size());
  Kokkos::View<std::uint32_t*, MemorySpace> const ranks("ranks", word.size());
  Kokkos::deep_copy(symbols, std::uint8_t{'a'});
  Kokkos::parallel_for(
      "positions", Kokkos::RangePolicy<ExecutionSpace>(space, 0, word.size()),
      KOKKOS_LAMBDA(std::size_t i) { positions(i) = static_cast<std::uint32_t>(i); });
  matrix.rank(space, symbols, positions, ranks);
  space.fence();
  auto const ranks_here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), ranks);
  for (std::size_t i = 0; i < word.size(); ++i) std::printf("%u ", ranks_here(i));

  // the same from a kernel of one's own: the positions of the first and the last 'a', added up
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce(
      "select", Kokkos::RangePolicy<ExecutionSpace>(space, 0, 1),
      KOKKOS_LAMBDA(int, std::uint64_t& update) { update += matrix.select('a', 1) + matrix.select('a', 5); }, sum);
  std::printf("\nfirst + last: %u\n", static_cast<unsigned>(sum));
  return ranks_here(10) == 4 && sum == 10 ? 0 : 1;
}
