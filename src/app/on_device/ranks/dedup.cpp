// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/ranks/dedup.hpp"

#include <lexikos/config.hpp>
#ifdef LEXIKOS_HAVE_MPI
#include <lexikos/distributed/duplicates.hpp>
#include <memory>
#include <optional>

#include "app/on_device/collections/streamed_dedup.hpp"
#include "app/on_device/ranks/world.hpp"
#endif

namespace lexikos::app
{

#ifndef LEXIKOS_HAVE_MPI

bool find_duplicates_on_ranks(DedupOnRanks const&)
{
  throw Failure(ExitCode::not_supported, "this build has no MPI");
}

#else

namespace
{

bool run_in(World& world, DedupOnRanks const& job)
{
  require_same(world, job.words);
  std::unique_ptr<Session> session;
  world.together([&] { session = std::make_unique<Session>(job.device); });
  std::optional<DedupRequest> request;
  world.together([&] { request = job.prepare(world.is_first()); });
  run_on_text<int>(*session, request->job, [&](auto& run) {
    using ExecutionSpace = std::remove_cvref_t<decltype(run.space)>;
    return with_symbol(request->symbol_bytes, [&](auto symbol) {
      distributed::Communicator const communicator(run.space, MPI_COMM_WORLD);
      StreamedDeduplication<ExecutionSpace, decltype(symbol)> deduplication(run, *request);
      deduplication.find([&](auto const& space, auto const&... arguments) {
        return distributed::streamed_duplicate_ranges(space, communicator, arguments...);
      });
      world.together([&] {
        if (!world.is_first()) return;
        auto outcome = deduplication.finish();
        outcome.ranks = static_cast<std::size_t>(world.ranks().size());
        outcome.transport = to_string(communicator.transport());
        job.finish(outcome);
      });
      return 0;
    });
  });
  return world.is_first();
}

}  // namespace

bool find_duplicates_on_ranks(DedupOnRanks const& job)
{
  return in_world([&](World& world) { return run_in(world, job); });
}

#endif

}  // namespace lexikos::app
