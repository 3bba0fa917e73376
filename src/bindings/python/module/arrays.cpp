// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <bindings/python/module/arrays.hpp>
#include <memory>
#include <string_view>

namespace lexikos::python
{

namespace
{

/// What of an array the library needs to know.
struct Described
{
  void* data;
  std::size_t size;
  unsigned bytes;
  Place place;
};

template <class Array>
Described describe(Array const& array)
{
  auto const type = array.dtype();
  detail::require((type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int) ||
                   type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::UInt)) &&
                      type.lanes == 1 && (type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64),
                  ErrorCode::invalid_argument, "arrays are of integers of 8, 16, 32 or 64 bits");
  Place place;
  place.is_anywhere = array.size() == 0;
  switch (array.device_type()) {
    case nb::device::cpu::value:
    case nb::device::cuda_host::value:
    case nb::device::rocm_host::value:
      break;
    default:
      place.on_device = true;
      place.device = array.device_id();
  }
  return {const_cast<void*>(static_cast<void const*>(array.data())), array.size(), type.bits / 8u, place};
}

/// \param convert  whether a copy will do, where the entries do not follow each other
template <class Array>
Array array_of(nb::handle object, bool convert)
{
  Array array;
  detail::require(
      nb::try_cast<Array>(object, array, convert), ErrorCode::invalid_argument,
      "an array of one dimension whose entries follow each other is needed, and one that may be written to for "
      "results");
  return array;
}

}  // namespace

In::In(nb::handle object)
{
  if (object.is_none()) return;
  m_array = array_of<Array>(object, true);
  auto const described = describe(m_array);
  m_data = described.data;
  m_size = described.size;
  m_bytes = described.bytes;
  m_place = described.place;
}

Out::Out(nb::handle object)
{
  if (object.is_none()) return;
  m_array = array_of<Array>(object, false);  // results in a copy would be lost
  auto const described = describe(m_array);
  m_data = described.data;
  m_size = described.size;
  m_bytes = described.bytes;
  m_place = described.place;
}

nb::object to_python(Column const& column, nb::handle given_owner)
{
  nb::object owner = nb::borrow(given_owner);
  if (!owner.is_valid()) {
    auto kept = std::make_unique<detail::SharedOwner>(column.owner);
    owner = nb::capsule(kept.get(), [](void* data) noexcept { delete static_cast<detail::SharedOwner*>(data); });
    (void)kept.release();
  }
  auto const code = column.bytes < 4 ? nb::dlpack::dtype_code::UInt : nb::dlpack::dtype_code::Int;
  nb::dlpack::dtype const type{static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * column.bytes), 1};
  std::size_t const shape[] = {column.size};
  if (column.place.on_device)
    return nb::cast(nb::ndarray<nb::array_api>(column.data, 1, shape, owner, nullptr, type, nb::device::cuda::value,
                                               column.place.device));
  static char nothing[8];  // to numpy, an array of no entries has an address all the same
  void* const data = column.data == nullptr ? nothing : column.data;
  return nb::cast(nb::ndarray<nb::numpy>(data, 1, shape, owner, nullptr, type, nb::device::cpu::value, 0));
}

nb::tuple to_python(Columns const& columns, nb::handle owner)
{
  nb::list list;
  for (auto const& each : columns) list.append(to_python(each, owner));
  return nb::tuple(list);
}

Place Call::common_place(std::initializer_list<Place> places)
{
  Place found;
  found.is_anywhere = true;
  for (auto const& place : places) {
    if (place.is_anywhere) {
      // Empty arrays decide only where there are no others.
      if (found.is_anywhere) found.on_device = found.on_device || place.on_device;
      if (found.is_anywhere && place.on_device) found.device = place.device;
      continue;
    }
    detail::require(found.is_anywhere || (found.on_device == place.on_device && found.device == place.device),
                    ErrorCode::invalid_argument,
                    "the arrays of a call lie in different places: on the host, or on one device, all of them");
    found = place;
  }
  return found;
}

Place Call::place_of(std::initializer_list<Place> places)
{
  Place place = common_place(places);
  place.is_anywhere = false;
  return place;
}

Place Call::place_of_file(bool on_device)
{
  Place place;
  place.on_device = on_device;
  if (on_device) place.device = Runtime::get().device();
  return place;
}

namespace
{

thread_local bool is_in_call = false;

/// Whether it is Python's False, or numpy's, and not what merely counts as it, such as None.
bool is_false(nb::handle answer)
{
  if (answer.is(nb::bool_(false))) return true;
  std::string_view const type = Py_TYPE(answer.ptr())->tp_name;
  return (type == "numpy.bool" || type == "numpy.bool_") && PyObject_IsTrue(answer.ptr()) == 0;
}

}  // namespace

OnlyCall::OnlyCall()
{
  detail::require(
      !is_in_call, ErrorCode::not_supported,
      "lexikos is called from within another of its calls: from its progress function, from a file that it reads or "
      "writes, or from a signal handler");
  is_in_call = true;
}

OnlyCall::~OnlyCall()
{
  is_in_call = false;
}

bool Call::go_on(double fraction) const
{
  Locked const locked;
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (m_progress.is_none()) return true;
    return !is_false(m_progress(fraction));
  }
  catch (...) {
    m_raised = std::current_exception();
    return false;
  }
}

}  // namespace lexikos::python
