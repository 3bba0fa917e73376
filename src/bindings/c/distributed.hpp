// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Calls of several ranks, in builds with MPI: whatever a rank is given that does not fit, all ranks refuse.

#include <lexikos/distributed/communicator.hpp>
#include <memory>

#include "bindings/c/call.hpp"

struct lexikos_ranks : lexikos::c::Handle
{
  lexikos::distributed::Communicator communicator;
  bool on_host;
};

namespace lexikos::c
{

/// The communicator, if it was made for where the call works.
template <class Run>
[[nodiscard]] distributed::Communicator const& communicator_of(Run const&, lexikos_ranks const& ranks)
{
  if (ranks.on_host != detail::works_on_host<typename Run::execution_space>)
    throw Error(ErrorCode::invalid_argument, "the ranks were made by a context of another device");
  return ranks.communicator;
}

/// Calls function(call, handle) on all ranks of a handle, which has a communicator.
template <class HandleType, class Function>
lexikos_status call_together(lexikos_context* context, HandleType const* handle, Function const& function) noexcept
{
  return call(context, [&](auto& run) {
    require_pointer(handle, "the handle");
    distributed_detail::together(handle->communicator, [&] { function(run, *handle); });
  });
}

/// The same of a handle whose member `any` is a variant: function(call, structure).
template <class HandleType, class Function>
lexikos_status ask_together(lexikos_context* context, HandleType const* handle, Function const& function) noexcept
{
  return call_together(context, handle, [&](auto& run, auto const& given) {
    with_structure(run, given.any, [&](auto const& structure) { function(run, structure); });
  });
}

/// Calls function(call, handle, place) on all ranks, which makes another handle there; handed out when all ranks have one.
template <class HandleType, class Made, class Function>
lexikos_status make_together(lexikos_context* context, HandleType const* handle, Made** place,
                             Function const& function) noexcept
{
  clear(place);
  return call(context, [&](auto& run) {
    require_pointer(handle, "the handle");
    std::unique_ptr<Made> kept;
    distributed_detail::together(handle->communicator, [&] {
      require_pointer(place, "the place of what is made");
      Made* made = nullptr;
      function(run, *handle, &made);
      kept.reset(made);
    });
    *place = kept.release();
  });
}

/// A handle of an index, which keeps the communicator.
template <class HandleType, class Run, class Structure>
void make_index(Run const& run, distributed::Communicator const& ranks, Structure&& structure, HandleType** index)
{
  auto made = std::make_unique<HandleType>(HandleType{run.handle(), ranks, std::forward<Structure>(structure)});
  run.space().fence("lexikos::c::make_index");
  *index = made.release();
}

}  // namespace lexikos::c
