// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/kept.hpp"

#include <Kokkos_Core.hpp>
#include <map>

namespace lexikos::bench
{

namespace
{

std::map<std::string, detail::Kept>& slots()
{
  static std::map<std::string, detail::Kept> all;
  return all;
}

}  // namespace

detail::Kept& detail::kept_in(std::string const& slot)
{
  static bool const hooked = [] {
    Kokkos::push_finalize_hook([] { slots().clear(); });
    return true;
  }();
  static_cast<void>(hooked);
  return slots()[slot];
}

void let_go(std::string const& slot)
{
  slots().erase(slot);
}

}  // namespace lexikos::bench
