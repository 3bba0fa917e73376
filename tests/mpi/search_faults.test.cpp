// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches and folders of indexes that are refused.
#include <doctest/doctest.h>

#include "tests/mpi/calls.hpp"

namespace lexikos::tests::mpi
{

TEST_CASE("what is searched for, and folders of indexes, are refused on all ranks where one is wrong")
{
  Calls const calls;
  bool const last = rank() == size() - 1;
  auto const ends_as = [](ErrorCode code, auto const& call) {
    Ending const ending = ending_of(call);
    CAPTURE(ending.message);
    REQUIRE(on_all(ending.code == lexikos::to_string(code)));
    return ending.message;
  };
  auto const right = to_view<Space>(calls.expected);
  Calls::ByText const by_text(Space(), communicator(), calls.own, 8);
  Calls::ByRange const by_range(Space(), communicator(), calls.own, right);
  auto const fitting = calls.batch();
  auto const longer = last ? calls.batch(9) : fitting;
  TestArray<std::uint64_t, Space> const counts("counts", longer.offsets.extent(0) - 1);
  TestArray<std::uint32_t, Space> const narrow("counts", longer.offsets.extent(0) - 1);
  auto const message =
      ends_as(ErrorCode::invalid_argument, [&] { by_text.count(Space(), longer.symbols, longer.offsets, counts); });
  CHECK(message.find("a pattern of 9 symbols") != message.npos);
  CHECK(message.find("rank " + std::to_string(size() - 1) + " of ") != message.npos);
  by_range.count(Space(), longer.symbols, longer.offsets, narrow);

  auto const spoilt = calls.batch();
  if (last) Kokkos::deep_copy(spoilt.offsets, std::uint64_t{1'000'000});
  ends_as(ErrorCode::invalid_argument,
          [&] { static_cast<void>(by_text.locate(Space(), spoilt.symbols, spoilt.offsets)); });
  ends_as(ErrorCode::invalid_argument,
          [&] { static_cast<void>(by_range.locate(Space(), spoilt.symbols, spoilt.offsets)); });
  TestArray<std::uint64_t, Space> const none("none", 0);
  ends_as(ErrorCode::invalid_argument,
          [&] { by_text.count(Space(), fitting.symbols, last ? none : fitting.offsets, counts); });
  ends_as(ErrorCode::invalid_argument, [&] {
    by_range.count(Space(), fitting.symbols, fitting.offsets, last ? TestArray<std::uint32_t, Space>() : narrow);
  });
  std::string const nowhere = "/nowhere/at/all";
  ends_as(ErrorCode::unwritable_file, [&] { by_text.save(Space(), nowhere); });
  ends_as(ErrorCode::unwritable_file, [&] { by_range.save(Space(), "/dev/null"); });
  ends_as(ErrorCode::unreadable_file,
          [&] { static_cast<void>(Calls::ByText::load(Space(), communicator(), nowhere)); });
  ends_as(ErrorCode::unreadable_file,
          [&] { static_cast<void>(Calls::ByRange::load(Space(), communicator(), nowhere)); });
  if (size() > 1) {
    SearchOptions unlike;
    unlike.max_positions = last ? 1 : 2;
    ends_as(ErrorCode::invalid_argument,
            [&] { static_cast<void>(by_text.locate(Space(), fitting.symbols, fitting.offsets, unlike)); });
    ends_as(ErrorCode::invalid_argument,
            [&] { static_cast<void>(by_range.locate(Space(), fitting.symbols, fitting.offsets, unlike)); });
    ends_as(ErrorCode::invalid_argument,
            [&] { static_cast<void>(Calls::ByText(Space(), communicator(), calls.own, last ? 7 : 8)); });
  }
  by_range.count(Space(), fitting.symbols, fitting.offsets,
                 TestArray<std::uint32_t, Space>("counts", fitting.offsets.extent(0) - 1));
  REQUIRE(on_all(calls.works()));
}

}  // namespace lexikos::tests::mpi
