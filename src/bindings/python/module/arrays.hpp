// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The arrays of Python as the library takes them, and back: what lies where, of which type, and on which execution space it is
// worked on. Every binding goes through here, and through nothing else.
//
//     In const text(given);
//     Out const result(given_result);
//     call.run({text.place(), result.place()}, [&](auto const& space) {
//       with_symbol(text.bytes(), [&](auto type) {
//         using Symbol = typename decltype(type)::type;
//         library_function(space, span<Symbol const>(space, text), span<Symbol>(space, result), {.progress = call.progress()});
//       });
//     });
//
// Within `run` the interpreter's lock is not held: nothing there touches an object of Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <Kokkos_Core.hpp>
#include <bindings/python/module/interpreter.hpp>
#include <bindings/python/module/runtime.hpp>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <lexikos/conventions.hpp>
#include <lexikos/detail/allocate.hpp>
#include <lexikos/detail/shared_owner.hpp>
#include <lexikos/documents.hpp>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/check_positions.hpp"

namespace lexikos::python
{

namespace nb = nanobind;

/// An array of integers of any width, of rank 1 and contiguous, on the host or on a device.
class In
{
 public:
  using Array = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig>;

  In() = default;
  /// None has no entries. Error (invalid_argument) for what is no such array.
  explicit In(nb::handle object);

  [[nodiscard]] void const* data() const { return m_data; }
  [[nodiscard]] std::size_t size() const { return m_size; }
  /// Of an entry: 1, 2, 4 or 8.
  [[nodiscard]] unsigned bytes() const { return m_bytes; }
  [[nodiscard]] Place place() const { return m_place; }

 private:
  Array m_array;  // keeps it
  void const* m_data = nullptr;
  std::size_t m_size = 0;
  unsigned m_bytes = 1;
  Place m_place{.is_anywhere = true};
};

/// The same, to be written to.
class Out
{
 public:
  using Array = nb::ndarray<nb::ndim<1>, nb::c_contig>;

  Out() = default;
  explicit Out(nb::handle object);

  [[nodiscard]] void* data() const { return m_data; }
  [[nodiscard]] std::size_t size() const { return m_size; }
  [[nodiscard]] unsigned bytes() const { return m_bytes; }
  [[nodiscard]] Place place() const { return m_place; }

 private:
  Array m_array;
  void* m_data = nullptr;
  std::size_t m_size = 0;
  unsigned m_bytes = 1;
  Place m_place{.is_anywhere = true};
};

/// A path as the system takes it: bytes of any encoding.
[[nodiscard]] inline std::string path_of(nb::bytes const& path)
{
  return {path.c_str(), path.size()};
}

/// An option of a call by its name. Error (invalid_argument) for a value of another type, or one that T does not have.
template <class T>
[[nodiscard]] T option(nb::dict const& given, char const* name)
{
  T value{};
  detail::require(nb::try_cast<T>(given[name], value), ErrorCode::invalid_argument,
                  std::string(name) + " is negative, too large, or of another type");
  return value;
}

/// The entries of an array as the library sees them; of 0 entries for an array that was not given. Signed integers are read as
/// the unsigned ones of the same bits, of which Python made sure. Error (invalid_argument) for entries of another width.
template <class T, class ExecutionSpace, class Given>
[[nodiscard]] Span<T, typename ExecutionSpace::memory_space> span(ExecutionSpace const&, Given const& array)
{
  detail::require(array.size() == 0 || array.bytes() == sizeof(T), ErrorCode::invalid_argument,
                  "an array has entries of " + std::to_string(array.bytes()) + " bytes where " +
                      std::to_string(sizeof(T)) + " are needed");
  return Span<T, typename ExecutionSpace::memory_space>(static_cast<T*>(array.data()), array.size());
}

/// The same of entries that say where something lies among n others, which the library trusts. O(n). Error (invalid_argument),
/// with what the array is called, where one is n or more.
template <class T, class ExecutionSpace>
[[nodiscard]] Span<T const, typename ExecutionSpace::memory_space> positions(ExecutionSpace const& space,
                                                                             In const& array, std::size_t n,
                                                                             char const* name)
{
  auto const entries = span<T const>(space, array);
  detail::check_positions<T>(space, entries, n, name);
  return entries;
}

template <class T>
struct Type
{
  using type = T;
};

/// function(Type<T>) for the unsigned integer of as many bytes as the entries.
template <class Function>
auto with_symbol(unsigned bytes, Function&& function)
{
  switch (bytes) {
    case 1:
      return function(Type<std::uint8_t>{});
    case 2:
      return function(Type<std::uint16_t>{});
    case 4:
      return function(Type<std::uint32_t>{});
    default:
      return function(Type<std::uint64_t>{});
  }
}

/// The same where there are functions for symbols of up to 4 bytes alone.
template <class Function>
auto with_narrow_symbol(unsigned bytes, Function&& function)
{
  detail::require(bytes <= 4, ErrorCode::not_supported, "symbols of 8 bytes: this takes u8, u16 and u32");
  switch (bytes) {
    case 1:
      return function(Type<std::uint8_t>{});
    case 2:
      return function(Type<std::uint16_t>{});
    default:
      return function(Type<std::uint32_t>{});
  }
}

/// The same of indices.
template <class Function>
auto with_index(unsigned bytes, Function&& function)
{
  detail::require(bytes == 4 || bytes == 8, ErrorCode::invalid_argument, "indices have 32 or 64 bits");
  if (bytes == 4) return function(Type<std::uint32_t>{});
  return function(Type<std::uint64_t>{});
}

/// A name of Python for a value of an enumeration, which the names are in the order of. Error (invalid_argument) for another.
template <class Enumeration>
[[nodiscard]] Enumeration choice(std::string const& name, std::initializer_list<char const*> names)
{
  std::string list;
  int value = 0;
  for (char const* const each : names) {
    if (name == each) return static_cast<Enumeration>(value);
    list += (value == 0 ? "" : ", ") + std::string(each);
    ++value;
  }
  throw Error(ErrorCode::invalid_argument, "\"" + name + "\" is none of " + list);
}

/// An array of the library on its way to Python: whatever type it had.
struct Column
{
  void* data = nullptr;
  std::size_t size = 0;
  unsigned bytes = 1;
  Place place;
  detail::SharedOwner owner;
};
using Columns = std::vector<Column>;

template <class T, class MemorySpace>
[[nodiscard]] Column column(Array<T, MemorySpace> const& array, Place place)
{
  return {const_cast<std::remove_const_t<T>*>(array.data()), array.extent(0), sizeof(T), place, array.owner()};
}

/// Memory for n values where the space works, for results.
template <class T, class ExecutionSpace>
[[nodiscard]] Array<T, typename ExecutionSpace::memory_space> room(ExecutionSpace const&, std::size_t n)
{
  return detail::allocate<T, typename ExecutionSpace::memory_space>(default_memory_resource(),
                                                                    "lexikos::python::result", n);
}

/// The values, moved to memory that the result of Python keeps.
template <class T>
[[nodiscard]] Column column(std::vector<T>&& values)
{
  auto* const kept = new std::vector<T>(std::move(values));
  return {kept->data(), kept->size(), sizeof(T), Place{}, detail::SharedOwner([kept] { delete kept; })};
}

/// An array of numpy, or of DLPack for a device, that keeps the memory, or the object that has it. Entries of 4 and 8 bytes are
/// signed, others unsigned.
[[nodiscard]] nb::object to_python(Column const& column, nb::handle owner = {});
/// A tuple of them.
[[nodiscard]] nb::tuple to_python(Columns const& columns, nb::handle owner = {});

/// A thread's only call: one from within another, in a progress function or a file that Python reads or writes, would wait for
/// it for ever. Error (not_supported).
class OnlyCall
{
 public:
  OnlyCall();
  OnlyCall(OnlyCall const&) = delete;
  OnlyCall& operator=(OnlyCall const&) = delete;
  ~OnlyCall();
};

/// What every call of Python has: the stream of the caller, and who wants to hear of progress.
class Call
{
 public:
  /// \param stream    address of a CUDA stream, for arrays of a device
  /// \param progress  callable or None
  Call(std::uintptr_t stream, nb::object progress) : m_stream(stream), m_progress(std::move(progress)) {}

  /// function(space) on the execution space where the arrays lie, without the interpreter's lock, and one call an instance at a
  /// time; returns when the work is done. Arrays without entries may lie anywhere. Errors: invalid_argument for arrays in
  /// different places, not_supported for a device that this build, or this process, does not work on, and after a fork.
  template <class Function>
  auto run(std::initializer_list<Place> places, Function&& function) const
  {
    Place const place = common_place(places);
    if constexpr (!std::is_same_v<Device, Host>)
      if (place.on_device) return run_on<Device>(place, function);
    return run_on<Host>(place, function);
  }

  /// The same for what is on this execution space already.
  template <class Space, class Function>
  auto run_on(Place const& place, Function&& function) const
  {
    auto& instance = instance_of<Space>(Runtime::get(place));
    OnlyCall const only;
    m_raised = nullptr;
    Unlocked const unlocked;
    std::lock_guard const lock(instance.mutex);
    try {
      if constexpr (std::is_void_v<decltype(function(instance.space))>) {
        function(instance.space);
        instance.space.fence("lexikos::python::end_of_call");
      }
      else {
        auto result = function(instance.space);
        instance.space.fence("lexikos::python::end_of_call");
        return result;
      }
    }
    catch (Error const& error) {
      if (error.code() == ErrorCode::cancelled && m_raised != nullptr) std::rethrow_exception(m_raised);
      throw;
    }
  }

  /// For the options of functions: asks Python, within `run`, whether to go on. Ctrl-C is heard there too, between steps.
  [[nodiscard]] Progress progress() const
  {
    return [this](double fraction) { return go_on(fraction); };
  }

  [[nodiscard]] static Place common_place(std::initializer_list<Place> places);
  /// Of what is made of these arrays: where they are, and the host if they have no entries and lie nowhere.
  [[nodiscard]] static Place place_of(std::initializer_list<Place> places);
  /// Of what is read from a file.
  [[nodiscard]] static Place place_of_file(bool on_device);

 private:
  /// False if Ctrl-C was pressed, or the caller's function returned False or raised, which is then what the call ends with.
  [[nodiscard]] bool go_on(double fraction) const;
  template <class Space>
  auto& instance_of(Runtime& runtime) const
  {
    if constexpr (std::is_same_v<Space, Device> && !std::is_same_v<Device, Host>)
      return runtime.on_device(m_stream);
    else
      return runtime.on_host();
  }

  std::uintptr_t m_stream;
  nb::object m_progress;
  mutable std::exception_ptr m_raised;  // the exception of Python that made `go_on` return false
};

/// Documents of offsets in a text of n symbols; without offsets there are none.
template <class ExecutionSpace>
[[nodiscard]] Documents<typename ExecutionSpace::memory_space> documents_of(ExecutionSpace const& space,
                                                                            In const& offsets, std::size_t n)
{
  using MemorySpace = typename ExecutionSpace::memory_space;
  if (offsets.size() == 0) return {};
  return Documents<MemorySpace>(space,
                                Array<std::uint64_t const, MemorySpace>(span<std::uint64_t const>(space, offsets)), n);
}

}  // namespace lexikos::python
