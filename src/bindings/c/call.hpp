// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A call from C: arrays become spans where the context works, and go back when it ends.

#include <cstdint>
#include <functional>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/fence_at_end.hpp>
#include <lexikos/detail/views.hpp>
#include <vector>

#include "bindings/c/context.hpp"

namespace lexikos::c
{

[[noreturn]] inline void wrong_type(char const* name, lexikos_type type, char const* expected)
{
  std::string const found = type == LEXIKOS_U8 || type == LEXIKOS_U16 || type == LEXIKOS_U32 || type == LEXIKOS_U64
                                ? "u" + std::to_string(8 * type)
                                : "no type, " + std::to_string(type);
  throw Error(ErrorCode::invalid_argument, std::string(name) + " has entries of " + found + ", not of " + expected);
}

template <class T>
constexpr lexikos_type type_of = static_cast<lexikos_type>(sizeof(T));

/// The entries of an array; Error (invalid_argument) unless they are of this type, and there.
template <class T>
[[nodiscard]] T* entries_of(lexikos_array const& array, char const* name)
{
  if (array.type != type_of<T>) wrong_type(name, array.type, ("u" + std::to_string(8 * sizeof(T))).c_str());
  if (array.memory < LEXIKOS_HOST_MEMORY || array.memory > LEXIKOS_PINNED_MEMORY)
    throw Error(ErrorCode::invalid_argument, std::string(name) + " is in no kind of memory");
  if (array.size != 0 && array.data == nullptr)
    throw Error(ErrorCode::invalid_argument, std::string(name) + " is NULL, and has entries");
  if (array.size > static_cast<std::uint64_t>(PTRDIFF_MAX) / sizeof(T))
    throw Error(ErrorCode::invalid_argument, std::string(name) + " has more entries than memory can hold");
  if (reinterpret_cast<std::uintptr_t>(array.data) % sizeof(T) != 0)
    throw Error(ErrorCode::invalid_argument, std::string(name) + " is not aligned as its type");
  return static_cast<T*>(array.data);
}

/// One that has to be in host memory.
template <class T>
[[nodiscard]] Span<T, Kokkos::HostSpace> on_host(lexikos_array const& array, char const* name)
{
  if (has_gpu && array.memory == LEXIKOS_DEVICE_MEMORY)
    throw Error(ErrorCode::invalid_argument, std::string(name) + " is not in host memory");
  return Span<T, Kokkos::HostSpace>(entries_of<std::remove_const_t<T>>(array, name), array.size);
}

/// Whether an array that may be left out is there.
[[nodiscard]] inline bool is_given(lexikos_array const& array)
{
  return array.data != nullptr || array.size != 0 || array.type != 0;
}

/// Calls function(Tag) for the type u32 or u64.
template <class Function>
auto with_index(lexikos_type type, char const* name, Function const& function)
{
  if (type == LEXIKOS_U32) return function(Tag<std::uint32_t>{});
  if (type == LEXIKOS_U64) return function(Tag<std::uint64_t>{});
  wrong_type(name, type, "u32 or u64");
}

/// The same for u8, u16 or u32.
template <class Function>
auto with_token(lexikos_type type, char const* name, Function const& function)
{
  if (type == LEXIKOS_U8) return function(Tag<std::uint8_t>{});
  if (type == LEXIKOS_U16) return function(Tag<std::uint16_t>{});
  if (type == LEXIKOS_U32) return function(Tag<std::uint32_t>{});
  wrong_type(name, type, "u8, u16 or u32");
}

/// The same for all four.
template <class Function>
auto with_symbol(lexikos_type type, char const* name, Function const& function)
{
  if (type == LEXIKOS_U8) return function(Tag<std::uint8_t>{});
  if (type == LEXIKOS_U16) return function(Tag<std::uint16_t>{});
  if (type == LEXIKOS_U32) return function(Tag<std::uint32_t>{});
  if (type == LEXIKOS_U64) return function(Tag<std::uint64_t>{});
  wrong_type(name, type, "u8, u16, u32 or u64");
}

/// The type of indices for n symbols, if the caller leaves it open.
[[nodiscard]] inline lexikos_type index_type_for(lexikos_type asked, std::uint64_t n)
{
  if (asked != 0) return asked;
  return n < std::numeric_limits<std::uint32_t>::max() ? LEXIKOS_U32 : LEXIKOS_U64;
}

/// An array that lies where a context works, as C knows it.
template <class T, class MemorySpace>
[[nodiscard]] lexikos_array array_of(Span<T, MemorySpace> const& span)
{
  auto array = lexikos_array_of(span.data(), span.extent(0), type_of<T>);
  if (!detail::works_on_host<MemorySpace>) array.memory = LEXIKOS_DEVICE_MEMORY;
  return array;
}

template <class ExecutionSpace>
class Call
{
 public:
  using execution_space = ExecutionSpace;
  using memory_space = typename ExecutionSpace::memory_space;

  Call(ExecutionSpace const& space, lexikos_context& context) : m_space(space), m_context(context) {}
  Call(Call const&) = delete;
  Call& operator=(Call const&) = delete;
  /// Copies are in use until the instance is through, also after an error.
  ~Call()
  {
    if (!m_finished && !(m_owners.empty() && m_copies.empty())) detail::fence_at_end(m_space);
  }

  [[nodiscard]] ExecutionSpace const& space() const { return m_space; }
  [[nodiscard]] lexikos_context& context() const { return m_context; }
  [[nodiscard]] Workspace* workspace() const { return &m_context.workspace; }
  [[nodiscard]] Progress const& progress() const { return m_context.progress; }
  [[nodiscard]] MemoryResource& resource() const { return *m_context.resource; }
  [[nodiscard]] Handle handle() const { return {{}, m_context.resource}; }

  /// An argument that is read.
  template <class T>
  [[nodiscard]] Span<T const, memory_space> in(lexikos_array const& array, char const* name)
  {
    Span<T const, Kokkos::HostSpace> const given(entries_of<T>(array, name), array.size);
    if (is_here(array)) return Span<T const, memory_space>(given.data(), array.size);
    auto const copy = detail::allocate<T, memory_space>(resource(), "lexikos::c::copy_of_argument", array.size);
    if (array.size != 0) Kokkos::deep_copy(m_space, copy, given);
    m_owners.push_back(copy.owner());
    return copy;
  }
  /// One that may be left out, and is empty then.
  template <class T>
  [[nodiscard]] Span<T const, memory_space> in_if_given(lexikos_array const& array, char const* name)
  {
    if (!is_given(array)) return {};
    return in<T>(array, name);
  }
  /// One that is written.
  template <class T>
  [[nodiscard]] Span<T, memory_space> out(lexikos_array const& array, char const* name)
  {
    Span<T, Kokkos::HostSpace> const given(entries_of<T>(array, name), array.size);
    if (is_here(array)) return Span<T, memory_space>(given.data(), array.size);
    auto const copy = detail::allocate<T, memory_space>(resource(), "lexikos::c::copy_of_result", array.size);
    if (array.size != 0) m_copies.push_back([this, given, copy] { Kokkos::deep_copy(m_space, given, copy); });
    return copy;
  }
  template <class T>
  [[nodiscard]] Span<T, memory_space> out_if_given(lexikos_array const& array, char const* name)
  {
    if (!is_given(array)) return {};
    return out<T>(array, name);
  }
  /// One that a handle keeps: the caller's memory, or a copy.
  template <class T>
  [[nodiscard]] Array<T const, memory_space> kept(lexikos_array const& array, char const* name, bool copies)
  {
    auto const given = in<T>(array, name);
    if (!is_here(array)) {
      detail::SharedOwner const owner = m_owners.back();
      return {given, owner};
    }
    if (!copies) return {given, {}};
    auto const copy = detail::allocate<T, memory_space>(resource(), "lexikos::c::kept_copy", array.size);
    if (array.size != 0) Kokkos::deep_copy(m_space, copy, given);
    return copy;
  }
  template <class T>
  [[nodiscard]] Array<T const, memory_space> kept_if_given(lexikos_array const& array, char const* name, bool copies)
  {
    if (!is_given(array)) return {};
    return kept<T>(array, name, copies);
  }

  /// The end of a call that did what it should.
  void finish()
  {
    for (auto const& copy : m_copies) copy();
    m_space.fence("lexikos::c::end_of_call");
    m_finished = true;
  }

 private:
  static bool is_here(lexikos_array const& array)
  {
    return detail::works_on_host<ExecutionSpace> || array.memory == LEXIKOS_DEVICE_MEMORY;
  }

  ExecutionSpace const& m_space;
  lexikos_context& m_context;
  std::vector<detail::SharedOwner> m_owners;
  std::vector<std::function<void()>> m_copies;
  bool m_finished = false;
};

/// Calls function(Call&) where the context works.
template <class Function>
lexikos_status call(lexikos_context* context, Function const& function) noexcept
{
  return guarded([&] {
    require_pointer(context, "the context");
    if (!Kokkos::is_initialized() || Kokkos::is_finalized())
      throw Error(ErrorCode::invalid_argument, "the runtime has ended");
    std::visit(
        [&](auto const& space) {
          Call<std::remove_cvref_t<decltype(space)>> run(space, *context);
          function(run);
          run.finish();
        },
        context->space);
  });
}

/// Where a structure lies.
template <class Structure>
struct MemorySpaceOf
{
  using type = typename Structure::memory_space;
};
template <template <class, class...> class Structure, class MemorySpace, class... Types>
  requires Kokkos::is_memory_space_v<MemorySpace>
struct MemorySpaceOf<Structure<MemorySpace, Types...>>
{
  using type = MemorySpace;
};

/// Calls function(structure) with what a handle has, if it lies where the call works.
template <class Run, class Any, class Function>
void with_structure(Run&, Any const& any, Function const& function)
{
  std::visit(
      [&](auto const& structure) {
        using Structure = std::remove_cvref_t<decltype(structure)>;
        if constexpr (std::is_same_v<typename MemorySpaceOf<Structure>::type, typename Run::memory_space>)
          function(structure);
        else
          throw Error(ErrorCode::invalid_argument, "a handle was made by a context of another device");
      },
      any);
}

/// The same of a handle whose member `any` is a variant: function(call, structure).
template <class HandleType, class Function>
lexikos_status ask(lexikos_context* context, HandleType const* handle, Function const& function) noexcept
{
  return call(context, [&](auto& run) {
    require_pointer(handle, "the handle");
    with_structure(run, handle->any, [&](auto const& structure) { function(run, structure); });
  });
}

/// Makes a handle of a structure.
template <class HandleType, class Run, class Structure>
void make_handle(Run const& run, Structure&& structure, HandleType** handle)
{
  auto made = std::make_unique<HandleType>(HandleType{run.handle(), std::forward<Structure>(structure)});
  run.space().fence("lexikos::c::make_handle");
  *handle = made.release();
}

}  // namespace lexikos::c
