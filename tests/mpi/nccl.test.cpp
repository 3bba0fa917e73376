// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL, where the build has it and each rank has a GPU of its own, with one rank too; elsewhere that it is refused.
#include <doctest/doctest.h>

#include <lexikos/distributed/suffix_array.hpp>

#include "distributed/exchange.hpp"
#include "distributed/tuning.hpp"
#include "tests/mpi/drawn_texts.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

namespace
{

bool has_nccl()
{
#ifdef LEXIKOS_RANKS_HAVE_NCCL
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>)
    return backends::nccl::has_own_device(communicator().ranks(), Space().cuda_device());
#endif
  return false;
}

/// Parcels of random sizes, in which every value tells where it comes from, and goes.
/// \param is_joined  by an exchange before
void expect_exchange(distributed::Communicator const& ranks, std::mt19937_64& random, bool is_joined)
{
  using namespace lexikos::distributed_detail;
  auto const count = static_cast<std::size_t>(size());
  auto const own = static_cast<std::size_t>(rank());
  std::vector<std::vector<std::uint64_t>> counts(count, std::vector<std::uint64_t>(count));
  for (auto& row : counts)
    for (auto& items : row) items = random() % 3 == 0 ? 0 : random() % 5000;
  auto const value = [](std::size_t from, std::size_t to, std::size_t i) { return (from * 1000 + to) * 1'000'000 + i; };
  std::vector<std::uint64_t> sent, expected;
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t i = 0; i < counts[own][r]; ++i) sent.push_back(value(own, r, i));
    for (std::size_t i = 0; i < counts[r][own]; ++i) expected.push_back(value(r, own, i));
  }
  Workspace workspace;
  Context<Space> const context{Space(), ranks, workspace};
  Routes const routes = make_routes(context.ranks(), counts[own]);
  auto const send = to_view<Space>(sent);
  TestArray<std::uint64_t, Space> const received("received", routes.received);
  auto const before = context.ranks().traffic();
  exchange<Space, std::uint64_t>(context, routes, SpanOn<std::uint64_t, Space>(send.data(), send.extent(0)),
                                 SpanOn<std::uint64_t, Space>(received.data(), received.extent(0)));
  REQUIRE(on_all(to_vector(received) == expected));
  std::uint64_t const left = context.ranks().traffic().sent - before.sent;
  REQUIRE(on_all(!is_joined || left == 8 * (sent.size() - counts[own][own])));
}

}  // namespace

TEST_CASE("arrays go from GPU to GPU by NCCL, in pieces of any size")
{
  distributed::CommunicatorOptions options;
  options.transport = distributed::Transport::nccl;
  if (!has_nccl()) {
    std::string code = "none";
    try {
      distributed::Communicator const made(Space(), MPI_COMM_WORLD, options);
    }
    catch (Error const& error) {
      code = lexikos::to_string(error.code());
    }
    REQUIRE(on_all(code == lexikos::to_string(ErrorCode::not_supported)));
    if (rank() == 0) MESSAGE("left out: no NCCL in this build, or ranks that share a GPU");
    return;
  }
  std::mt19937_64 random(12);
  distributed_detail::tuning().bytes_by_nccl = 0;
  for (std::size_t const piece : {std::size_t{1000}, std::size_t{1} << 30}) {
    CAPTURE(piece);
    options.piece_bytes = piece;
    options.patience_seconds = 60;
    distributed::Communicator const ranks(Space(), MPI_COMM_WORLD, options);
    REQUIRE(ranks.transport() == distributed::Transport::nccl);
    for (int repeat = 0; repeat < 5; ++repeat) expect_exchange(ranks, random, repeat != 0);

    std::vector<std::uint8_t> const text = widened<std::uint8_t>(draw_text(500, random));
    auto const suffixes = sorted_suffixes(text);
    Split const split = draw_split(text.size(), random);
    auto const own = to_view<Space>(own_part(text, split));
    TestArray<std::uint32_t, Space> const array("array", own.extent(0));
    distributed::suffix_array(Space(), ranks, own, array);
    REQUIRE(on_all(to_vector(array) == own_part(std::vector<std::uint32_t>(suffixes.begin(), suffixes.end()), split)));
  }
  distributed_detail::tuning() = {};
  if (size() > 1) CHECK(communicator().transport() == distributed::Transport::nccl);  // of itself
}

#if defined(LEXIKOS_RANKS_HAVE_NCCL) && defined(KOKKOS_ENABLE_CUDA)
TEST_CASE("ranks that work on the host leave no error for the next call that a GPU gets")
{
  distributed::Communicator const made(Kokkos::DefaultHostExecutionSpace(), MPI_COMM_WORLD);
  REQUIRE(on_all(cudaPeekAtLastError() == cudaSuccess));
}
#endif

}  // namespace lexikos::tests::mpi
