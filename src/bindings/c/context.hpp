// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What handles have in common: the spaces of this build, the caller's memory, and what a context consists of.

#include <lexikos.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <lexikos/conventions.hpp>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "bindings/c/status.hpp"
#include "system/works_on_host.hpp"

namespace lexikos::c
{

template <class... Types>
struct TypeList
{};

template <class T>
struct Tag
{
  using type = T;
};

template <class... Lists>
struct Joined;
template <class... First>
struct Joined<TypeList<First...>>
{
  using type = std::variant<First...>;
};
template <class... First, class... Second>
struct Joined<TypeList<First...>, TypeList<Second...>>
{
  using type = std::variant<First..., Second...>;
};

using DeviceSpace = Kokkos::DefaultExecutionSpace;
using HostSpace = Kokkos::DefaultHostExecutionSpace;
constexpr bool has_gpu = !std::is_same_v<DeviceSpace, HostSpace>;

/// An instance of either space, where they are two.
using AnySpace = std::conditional_t<has_gpu, std::variant<HostSpace, DeviceSpace>, std::variant<HostSpace>>;

/// Any type of the list that a template has for a memory space, in either memory.
template <template <class MemorySpace> class ListOf>
using AnyOf = typename std::conditional_t<
    has_gpu, Joined<ListOf<typename HostSpace::memory_space>, ListOf<typename DeviceSpace::memory_space>>,
    Joined<ListOf<typename HostSpace::memory_space>>>::type;

/// Counts handles, which have to be gone before the runtime ends.
class Live
{
 public:
  Live();
  Live(Live const&);
  Live& operator=(Live const&) = default;
  ~Live();
};

/// What each handle keeps: the memory that its arrays go back to.
struct Handle
{
  Live live;
  std::shared_ptr<MemoryResource> resource;
};

/// Options as this version knows them.
template <class Options>
[[nodiscard]] Options options_or(Options const* given, Options const& defaults)
{
  Options options = defaults;
  if (given == nullptr) return options;
  std::size_t const size = given->size;
  if (size < sizeof(std::size_t))
    throw Error(ErrorCode::invalid_argument, "options without their size: begin with the macro of their type");
  auto const* const bytes = reinterpret_cast<unsigned char const*>(given);
  for (std::size_t i = sizeof(Options); i < size; ++i)
    if (bytes[i] != 0)
      throw Error(ErrorCode::not_supported, "options of a newer interface, which this library does not know");
  std::memcpy(&options, given, size < sizeof(Options) ? size : sizeof(Options));
  options.size = sizeof(Options);
  return options;
}

/// A value of an enumeration that has the numbers 0 to `last`.
template <class Enumeration>
[[nodiscard]] Enumeration enumerated(std::int32_t number, Enumeration last, char const* name)
{
  if (number < 0 || number > static_cast<std::int32_t>(last))
    throw Error(ErrorCode::invalid_argument, std::string(name) + " has no value " + std::to_string(number));
  return static_cast<Enumeration>(number);
}

/// Part of the progress of a call of several functions, from `begin` to `end` of all work.
[[nodiscard]] inline Progress part_of(Progress const& progress, double begin, double end)
{
  if (!progress) return {};
  return [&progress, begin, end](double fraction) { return progress(begin + (end - begin) * fraction); };
}

}  // namespace lexikos::c

struct lexikos_context : lexikos::c::Handle
{
  lexikos_context(lexikos::c::AnySpace const& instance, std::shared_ptr<lexikos::MemoryResource> const& memory)
      : Handle{{}, memory}, space(instance), workspace(*memory)
  {}

  lexikos::c::AnySpace space;
  lexikos::Workspace workspace;
  lexikos::Progress progress;
};
