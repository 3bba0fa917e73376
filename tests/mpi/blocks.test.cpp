// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "distributed/last_sort.hpp"
#include "tests/mpi/world.hpp"

namespace lexikos::tests::mpi
{

namespace
{

using namespace lexikos::distributed_detail;

template <class T>
using OnSpace = SpanOn<T, Space>;

template <class T>
OnSpace<T> span_of_view(TestArray<T, Space> const& view)
{
  return OnSpace<T>(view.data(), view.extent(0));
}

/// A value for every pair of ranks and place, so that whatever goes astray is seen.
std::uint64_t value_of(std::size_t from, std::size_t to, std::size_t i)
{
  return (from * 1000 + to) * 1'000'000 + i;
}

struct Squares
{
  OnSpace<std::uint64_t> own;
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint32_t offset) const { return own(offset) * own(offset); }
};

struct Add
{
  OnSpace<std::uint64_t> own;
  KOKKOS_FUNCTION void operator()(std::uint32_t offset, std::uint64_t value) const
  {
    Kokkos::atomic_add(&own(offset), value);
  }
};

struct ValueAndPlace
{
  OnSpace<std::uint64_t> values;
  std::uint64_t first;
  KOKKOS_FUNCTION SortKey operator()(std::size_t i) const { return {{values(i), first + i, 0, 0}}; }
};

}  // namespace

TEST_CASE("parcels of any sizes arrive whole, in pieces of any size")
{
  std::mt19937_64 random(1);
  auto const ranks = static_cast<std::size_t>(size());
  auto const own = static_cast<std::size_t>(rank());
  for (std::size_t const piece : {std::size_t{1}, std::size_t{7}, std::size_t{1024}, std::size_t{1} << 30})
    for (int repeat = 0; repeat < 4; ++repeat) {
      CAPTURE(piece);
      std::vector<std::vector<std::uint64_t>> counts(ranks, std::vector<std::uint64_t>(ranks));
      for (auto& row : counts)
        for (auto& count : row) count = random() % 3 == 0 ? 0 : random() % (piece == 1 ? 9 : 300);
      Workspace workspace;
      Context<Space> const context{Space(), communicator(piece), workspace};
      std::vector<std::uint64_t> sent;
      for (std::size_t to = 0; to < ranks; ++to)
        for (std::size_t i = 0; i < counts[own][to]; ++i) sent.push_back(value_of(own, to, i));
      for (auto const arrival : {Arrival::ascending, Arrival::descending}) {
        std::vector<std::uint64_t> expected;
        for (std::size_t k = 0; k < ranks; ++k) {
          std::size_t const from = arrival == Arrival::ascending ? k : ranks - 1 - k;
          for (std::size_t i = 0; i < counts[from][own]; ++i) expected.push_back(value_of(from, own, i));
        }
        auto const before = context.ranks().traffic();
        Routes const routes = make_routes(context.ranks(), counts[own], arrival);
        auto const send = to_view<Space>(sent);
        TestArray<std::uint64_t, Space> const received("received", routes.received);
        exchange<Space, std::uint64_t>(context, routes, span_of_view(send), span_of_view(received));
        REQUIRE(on_all(to_vector(received) == expected));
        std::uint64_t const bytes = 8 * (sent.size() - counts[own][own] + ranks - 1);  // and a count for each
        REQUIRE(on_all(context.ranks().traffic().sent - before.sent == bytes));

        TestArray<std::uint64_t, Space> const back("back", sent.size());
        exchange<Space, std::uint64_t>(context, reversed(routes), span_of_view(received), span_of_view(back));
        REQUIRE(on_all(to_vector(back) == sent));
      }
    }
}

TEST_CASE("items are placed by their part, each once, however many items and parts there are")
{
  std::mt19937_64 random(5);
  for (std::size_t const n : {0, 1, 100, 4096, 4097, 50'000})
    for (std::size_t const parts : {1, 2, 5, 64, 3000}) {
      CAPTURE(n);
      CAPTURE(parts);
      std::size_t const used = 1 + random() % parts;  // the last ones may have no items
      std::vector<std::uint32_t> part(n);
      for (auto& p : part) p = static_cast<std::uint32_t>(random() % used);
      auto const on_space = to_view<Space>(part);
      Workspace workspace;
      Context<Space> const context{Space(), communicator(), workspace};
      auto const placed = places_by_part(context, n, parts, span_of_view(on_space));
      std::vector<std::uint64_t> counts(parts);
      for (auto const p : part) ++counts[p];
      REQUIRE(placed.counts == counts);
      auto const view = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), placed.place);
      std::vector<std::uint32_t> part_in_place(n, static_cast<std::uint32_t>(parts));
      for (std::size_t i = 0; i < n; ++i) {
        REQUIRE(view(i) < n);
        REQUIRE(part_in_place[view(i)] == parts);  // nobody's yet
        part_in_place[view(i)] = part[i];
      }
      REQUIRE(std::is_sorted(part_in_place.begin(), part_in_place.end()));
    }
}

TEST_CASE("what lies in blocks is read and added to from any rank")
{
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 12; ++repeat) {
    std::uint64_t const n = 1 + random() % 200;
    Split const split = draw_split(n, random);
    CAPTURE(to_string(split));
    std::vector<std::uint64_t> all(n);
    for (auto& value : all) value = random() % 1000;
    auto const own = to_view<Space>(own_part(all, split));
    std::vector<std::vector<std::uint64_t>> asked(static_cast<std::size_t>(size()));
    std::vector<std::uint64_t> sums = all;
    for (auto& positions : asked) {
      positions.resize(random() % 150);
      for (auto& position : positions) {
        position = random() % n;
        sums[position] += position;
      }
    }
    auto const& mine = asked[static_cast<std::size_t>(rank())];
    Workspace workspace;
    Context<Space> const context{Space(), communicator(64), workspace};
    Blocks const blocks(split);
    auto const positions = to_view<Space>(mine);
    TestArray<std::uint64_t, Space> const answers("answers", mine.size());
    look_up<std::uint64_t>(context, blocks, span_of_view(positions), Squares{span_of_view(own)}, span_of_view(answers));
    std::vector<std::uint64_t> expected;
    for (auto const position : mine) expected.push_back(all[position] * all[position]);
    REQUIRE(on_all(to_vector(answers) == expected));

    send_to_owner<std::uint64_t>(context, blocks, mine.size(), span_of_view(positions), span_of_view(positions),
                                 Add{span_of_view(own)});
    REQUIRE(on_all(to_vector(own) == own_part(sums, split)));
  }
}

TEST_CASE("splitters are the same on all ranks, and balance lists of one value")
{
  std::mt19937_64 random(3);
  for (std::uint64_t const values : {1, 2, 1'000'000}) {
    std::uint64_t const n = 40'000;
    Split const split = draw_split(n, random);
    CAPTURE(to_string(split));
    std::vector<std::uint64_t> all(n);
    for (auto& value : all) value = random() % values;
    auto const own = to_view<Space>(own_part(all, split));
    Workspace workspace;
    Context<Space> const context{Space(), communicator(), workspace};
    Blocks const blocks(split);
    Workspace::Scope const scope(workspace);
    ValueAndPlace const keys{span_of_view(own), blocks.first(context.rank())};
    std::size_t const ranges = 3 * context.size();
    SplitterTuning tuning;
    tuning.items_a_sample = 8;
    auto const splitters = find_splitters(context, keys, blocks, ranges, tuning);
    auto const parts =
        partition(context, own.extent(0), ranges, RangeOf<ValueAndPlace, Space::memory_space>{keys, splitters});
    std::vector<std::uint64_t> totals = parts.counts;
    context.ranks().sum(totals);
    std::uint64_t sum = 0;
    for (auto const total : totals) {
      CHECK(total < 2 * n / ranges);
      sum += total;
    }
    REQUIRE(on_all(sum == n));
  }
}

TEST_CASE("ranks agree on the largest of their values, or on what is wrong with one")
{
  auto& ranks = communicator().ranks();
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::vector<std::uint64_t> values(static_cast<std::size_t>(size()));
    for (auto& value : values) value = random() >> (1 + random() % 63);
    std::uint64_t const found = ranks.largest(values[static_cast<std::size_t>(rank())]);
    REQUIRE(on_all(found == *std::max_element(values.begin(), values.end())));
    auto const wrong = static_cast<int>(random() % values.size());
    std::string message;
    try {
      backends::mpi::together(ranks, [&] {
        if (rank() == wrong) throw Error(ErrorCode::out_of_memory, "too much");
        (void)ranks.largest((std::uint64_t{1} << 63) - 1);
      });
    }
    catch (Error const& error) {
      if (error.code() == ErrorCode::out_of_memory) message = error.message();
    }
    REQUIRE(on_all(message == "rank " + std::to_string(wrong) + " of " + std::to_string(size()) + ": too much"));
  }
}

TEST_CASE("a communicator refuses what it cannot do, on all ranks")
{
  auto const code = [](distributed::CommunicatorOptions const& options) {
    try {
      distributed::Communicator const made(Space(), MPI_COMM_WORLD, options);
      return std::string("none");
    }
    catch (Error const& error) {
      return std::string(to_string(error.code()));
    }
  };
  distributed::CommunicatorOptions options;
  options.transport = distributed::Transport::staged_mpi;
  if (detail::works_on_host<Space>) CHECK(code(options) == to_string(ErrorCode::not_supported));
  options = {};
  options.piece_bytes = 0;
  CHECK(code(options) == to_string(ErrorCode::invalid_argument));
  options = {};
  if (rank() == size() - 1) options.piece_bytes = 12;  // on one rank alone
  CHECK(code(options) == (size() == 1 ? "none" : to_string(ErrorCode::invalid_argument)));
  CHECK(code({}) == "none");
}

}  // namespace lexikos::tests::mpi
