// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What fails on one rank fails on all, with its rank named; nobody waits for ever, and the communicator works again.
#include <doctest/doctest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <thread>

#include "tests/mpi/calls.hpp"

namespace lexikos::tests::mpi
{

namespace
{

/// How a call ended whose k-th allocation failed on one rank.
struct Attempt
{
  Ending ending;
  bool failed = false;   ///< on any rank
  std::size_t peak = 0;  ///< bytes of workspace of the rank that took most
};

/// \param held  bytes that the workspace has beforehand; 0: none
template <class Call>
Attempt attempt(int failing_rank, std::size_t number, std::size_t held, Call const& call)
{
  FailingResource resource(rank() == failing_rank ? number : 0);
  Attempt result;
  {
    Workspace workspace(resource);
    if (held != 0) workspace.reserve<Space::memory_space>(held);
    result.ending = ending_of([&] { call(workspace); });
    std::uint64_t const own = workspace.peak_bytes();
    std::uint64_t most = 0;
    MPI_Allreduce(&own, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    result.peak = most;
  }
  REQUIRE(on_all(resource.holds_nothing()));
  result.failed = !on_all(!resource.has_failed());
  return result;
}

void expect_failure(Attempt const& attempt, int failing_rank)
{
  CAPTURE(attempt.ending.message);
  std::string const name = "rank " + std::to_string(failing_rank) + " of " + std::to_string(size());
  REQUIRE(on_all(attempt.ending.code == lexikos::to_string(ErrorCode::out_of_memory)));
  REQUIRE(on_all(attempt.ending.message.find(name) != std::string::npos));
}

/// Repeats a call on all ranks with the k-th allocation failing on one of them, for k = 1, 2, ...; then with workspaces that
/// hold ever more already, so that another request is the first that they have to allocate for. Returns how many failed.
template <class Call>
std::size_t expect_each_failure(Calls const& calls, int failing_rank, Call const& call)
{
  std::size_t failures = 0;
  for (std::size_t number = 1;; ++number) {
    CAPTURE(number);
    Attempt const tried = attempt(failing_rank, number, 0, call);
    if (!tried.failed) {
      REQUIRE(on_all(tried.ending.code == "success"));
      std::size_t const step = tried.peak / std::max<std::size_t>(4, 48 / static_cast<std::size_t>(size())) + 1;
      for (std::size_t held = step; held < tried.peak; held += step) {
        CAPTURE(held);
        Attempt const again = attempt(failing_rank, 2, held, call);  // the first after what is held
        if (!again.failed) continue;
        expect_failure(again, failing_rank);
        ++failures;
      }
      REQUIRE(on_all(calls.works()));
      return failures;
    }
    expect_failure(tried, failing_rank);
    if (++failures % 8 == 1) REQUIRE(on_all(calls.works()));
  }
}

}  // namespace

TEST_CASE("an allocation that fails on one rank fails on all")
{
  Calls const calls;
  for (int const failing : size() > 3 ? std::set<int>{size() / 2} : std::set<int>{0, size() / 2, size() - 1}) {
    CAPTURE(failing);
    std::size_t const sorting = expect_each_failure(calls, failing, [&](Workspace& workspace) {
      distributed::SuffixArrayOptions options;
      options.workspace = &workspace;
      options.part_size = 100;
      calls.sort(options);
    });
    CHECK(sorting > 10);
    std::size_t const following =
        expect_each_failure(calls, failing, [&](Workspace& workspace) { calls.follow(&workspace); });
    CHECK(following > 10);
    std::size_t const searching =
        expect_each_failure(calls, failing, [&](Workspace& workspace) { calls.search(&workspace); });
    CHECK(searching > 10);
  }
}

TEST_CASE("one rank's wish to stop stops all")
{
  Calls const calls;
  std::size_t reports = 0;
  distributed::SuffixArrayOptions options;
  options.part_size = 50;
  std::vector<double> fractions;
  options.progress = [&](double fraction) {
    fractions.push_back(fraction);
    return true;
  };
  calls.sort(options);
  reports = fractions.size();
  CHECK(reports > 5);
  CHECK(std::is_sorted(fractions.begin(), fractions.end()));
  CHECK(fractions.back() == 1);
  for (int const stopping : std::set<int>{0, size() - 1})
    for (std::size_t last = 1; last <= reports; last += size() > 3 ? 3 : 1) {
      CAPTURE(last);
      std::size_t seen = 0;
      options.progress = {};  // others give none
      if (rank() == stopping) options.progress = [&](double) { return ++seen != last; };
      Ending const ending = ending_of([&] { calls.sort(options); });
      REQUIRE(on_all(ending.code == lexikos::to_string(ErrorCode::cancelled)));
    }
  REQUIRE(on_all(calls.works()));
}

TEST_CASE("what a caller's function throws on one rank is an error on the others")
{
  Calls const calls;
  distributed::SuffixArrayOptions options;
  if (rank() == 0) options.progress = [](double) -> bool { throw std::logic_error("the caller's own"); };
  Ending const ending = ending_of([&] { calls.sort(options); });
  REQUIRE(on_all(rank() == 0 ? ending.message == "the caller's own"
                             : ending.code == lexikos::to_string(ErrorCode::device)));
  REQUIRE(on_all(calls.works()));
}

TEST_CASE("what does not fit together is refused by all")
{
  Calls const calls;
  auto const refused = [&](auto const& call) {
    Ending const ending = ending_of(call);
    REQUIRE(on_all(ending.code == lexikos::to_string(ErrorCode::invalid_argument)));
    REQUIRE(on_all(calls.works()));
  };
  bool const last = rank() == size() - 1;
  std::size_t const n = calls.own.extent(0);
  TestArray<std::uint32_t, Space> const longer("longer", n + (last ? 1 : 0));
  refused([&] { distributed::suffix_array(Space(), communicator(), calls.own, longer); });
  refused([&] { distributed::suffix_array(Space(), communicator(), calls.own, calls.array, longer); });
  refused([&] { distributed::lcp_array(Space(), communicator(), calls.own, calls.array, longer); });
  auto entries = to_vector(calls.array);
  if (last && !entries.empty()) entries.back() = 4'000'000'000;  // no position, on one rank
  auto const beyond = to_view<Space>(entries);
  TestArray<std::uint32_t, Space> const result("result", n);
  refused([&] { distributed::inverse_suffix_array(Space(), communicator(), beyond, result); });
  refused([&] { distributed::lcp_array(Space(), communicator(), calls.own, beyond, result); });
  distributed::SuffixArrayOptions options;
  options.max_parts = 0;
  refused([&] { calls.sort(options); });
  if (size() == 1) return;
  options.max_parts = last ? 2 : 3;
  refused([&] { calls.sort(options); });
  TestArray<std::uint64_t, Space> const wide("wide", n);
  refused([&] {  // of different types
    if (last)
      distributed::suffix_array(Space(), communicator(), calls.own, wide);
    else
      distributed::suffix_array(Space(), communicator(), calls.own, calls.array);
  });
  refused([&] {  // different functions
    if (last)
      calls.follow(nullptr);
    else
      calls.sort();
  });
}

// Of a program of its own each, since the communicator, or a rank, is lost.
TEST_CASE("a rank that comes too late is not waited for" * doctest::test_suite("patience") * doctest::skip())
{
  Calls const calls;
  distributed::CommunicatorOptions options;
  options.patience_seconds = 0.5;
  {
    distributed::Communicator const impatient(Space(), MPI_COMM_WORLD, options);
    if (rank() == size() - 1) std::this_thread::sleep_for(std::chrono::seconds(3));
    Ending const ending = ending_of([&] { distributed::suffix_array(Space(), impatient, calls.own, calls.array); });
    Ending const again = ending_of([&] { distributed::suffix_array(Space(), impatient, calls.own, calls.array); });
    bool const all = on_all(ending.code == lexikos::to_string(ErrorCode::device) && impatient.is_broken() &&
                            again.code == ending.code);
    if (rank() == 0) std::puts(all ? "all ranks gave up" : "some rank did not give up");
  }
  std::fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  ::_exit(0);  // MPI_Finalize would wait for what nobody sends any more
}

TEST_CASE("a rank that exits ends the job" * doctest::test_suite("exit") * doctest::skip())
{
  Calls const calls;
  distributed::SuffixArrayOptions options;
  if (rank() == size() - 1)
    options.progress = [](double fraction) -> bool {
      if (fraction > 0.1) ::_exit(3);
      return true;
    };
  Ending const ending = ending_of([&] { calls.sort(options); });
  std::printf("rank %d has come through: %s\n", rank(), ending.code.c_str());
  std::fflush(stdout);
  std::this_thread::sleep_for(std::chrono::seconds(60));
}

}  // namespace lexikos::tests::mpi
