// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>

namespace lexikos::bench
{

namespace detail
{

struct Kept
{
  std::string key;
  std::shared_ptr<void> value;
};

/// Everything is let go when Kokkos is finalized.
Kept& kept_in(std::string const& slot);

}  // namespace detail

/// Lets go of what the slot holds.
void let_go(std::string const& slot);

/// What a slot holds, if it was made for that key; else it lets go of that, and holds make(), a T, from now on. So benchmarks
/// that are registered one after another share what is dear to make, and memory holds one of each.
template <class T, class Make>
std::shared_ptr<T> kept(std::string const& slot, std::string const& key, Make const& make)
{
  auto const& held = detail::kept_in(slot);
  if (held.value != nullptr && held.key == key) return std::static_pointer_cast<T>(held.value);
  let_go(slot);
  auto const made = std::make_shared<T>(make());
  detail::kept_in(slot) = {key, made};  // looked up again: make may have let go of slots, this one too
  return made;
}

}  // namespace lexikos::bench
