// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of real texts against checksums made by another program.
#include <doctest/doctest.h>

#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/lcp.hpp>

#include "tests/corpus.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

namespace
{

/// All ranks' parts, one after the other, on rank 0; nothing on others.
template <class T>
std::vector<T> gathered(TestArray<T, Space> const& own, Split const& split)
{
  std::vector<T> const mine = to_vector(own);
  std::vector<T> all;
  if (rank() != 0) {
    MPI_Send(mine.data(), static_cast<int>(mine.size() * sizeof(T)), MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    return all;
  }
  all = mine;
  for (int r = 1; r < size(); ++r) {
    std::size_t const before = all.size();
    all.resize(before + split[static_cast<std::size_t>(r)]);
    MPI_Recv(all.data() + before, static_cast<int>((all.size() - before) * sizeof(T)), MPI_BYTE, r, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
  return all;
}

template <class T>
void expect_checksum(std::vector<T> const& all, std::string const& expected, corpus::fs::path const& scratch)
{
  bool const is_right =
      rank() != 0 || expected == "-" || corpus::sha256(all.data(), all.size() * sizeof(T), scratch) == expected;
  REQUIRE(on_all(is_right));
}

}  // namespace

TEST_CASE("arrays of the corpus have their checksums" * doctest::test_suite("long"))
{
  corpus::for_each_text([](corpus::Row const& row, std::vector<std::uint8_t> const& text, auto const& scratch) {
    Split const split = split_evenly(text.size());
    auto const& ranks = communicator();
    auto const own = to_view<Space>(own_part(text, split));
    TestArray<std::uint32_t, Space> const array("array", own.extent(0));
    TestArray<std::uint32_t, Space> const lcp("lcp", own.extent(0));
    TestArray<std::uint8_t, Space> const bwt("bwt", own.extent(0));
    distributed::suffix_array(Space(), ranks, own, array);
    REQUIRE(on_all(bool(distributed::check_suffix_array(Space(), ranks, own, array))));
    expect_checksum(gathered(array, split), row.at("sha256_sa_u32le"), scratch);
    distributed::lcp_array(Space(), ranks, own, array, lcp);
    expect_checksum(gathered(lcp, split), row.at("sha256_lcp_u32le"), scratch);
    auto const primary = distributed::burrows_wheeler_transform(Space(), ranks, own, bwt);
    REQUIRE(on_all(std::to_string(primary) == row.at("bwt_primary_index")));
    expect_checksum(gathered(bwt, split), row.at("sha256_bwt"), scratch);
  });
}

}  // namespace lexikos::tests::mpi
