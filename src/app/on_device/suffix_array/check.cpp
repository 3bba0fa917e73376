// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/suffix_array/check.hpp"

#include <lexikos/check.hpp>

#include "app/on_device/session/run_on_text.hpp"
#include "app/on_device/suffix_array/array_in_file.hpp"

namespace lexikos::app
{

namespace
{

Verdict verdict_of(SuffixArrayCheck const& check, std::string const& device, double seconds)
{
  return {check ? std::string() : to_string(check), check.index, device, seconds};
}

template <class Index, class ExecutionSpace>
Verdict check_on(TextRun<ExecutionSpace>& run, CheckRequest const& request)
{
  Input const& file = *request.array;
  std::size_t const array_bytes = run.n * sizeof(Index);
  run.require_memory({{"the array", run.on_host ? file.pending_bytes() : array_bytes}, {"the workspace", array_bytes}});
  run.load();
  file.load();
  OnDevice<ExecutionSpace, Index> const array(run.space, "lexikos::app::suffix_array", entries_of<Index>(file));
  Stopwatch watch;
  auto const check = check_suffix_array(run.space, run.text(), array.view(), {.workspace = &run.workspace});
  return verdict_of(check, run.device, watch.lap());
}

template <class Index>
Verdict check_sequentially(CheckRequest const& request)
{
  auto const text = request.job.text->bytes();
  auto const array = entries_of<Index>(*request.array);
  Stopwatch watch;
  auto const check =
      check_suffix_array_sequentially(Span<std::uint8_t const, Kokkos::HostSpace>(text.data(), text.size()),
                                      Span<Index const, Kokkos::HostSpace>(array.data(), array.size()));
  return verdict_of(check, "host, sequentially", watch.lap());
}

}  // namespace

Verdict check_array(Session const& session, CheckRequest const& request)
{
  if (request.sequential)
    return with_index(request.index_bytes, [&](auto index) { return check_sequentially<decltype(index)>(request); });
  return run_on_text<Verdict>(session, request.job, [&](auto& run) {
    return with_index(request.index_bytes, [&](auto index) { return check_on<decltype(index)>(run, request); });
  });
}

}  // namespace lexikos::app
