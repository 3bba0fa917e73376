// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The module lexikos._core: what the package lexikos is made of. Its functions take arrays of one kind that fit together, which
// the package sees to, and give names to what they return.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <lexikos/suffix_array.hpp>
#include <lexikos/version.hpp>

namespace lexikos::python
{

namespace
{

nb::dict build()
{
  nb::dict result;
  result["version"] = std::string(LEXIKOS_VERSION_STRING);
  result["host"] = std::string(Host::name());
  result["device"] =
      std::is_same_v<Device, Host> ? nb::object(nb::none()) : nb::object(nb::cast(std::string(Device::name())));
  nb::list algorithms;
  for (auto const algorithm : suffix_array_algorithms<Host>()) algorithms.append(std::string(to_string(algorithm)));
  result["suffix_array_algorithms"] = algorithms;
  return result;
}

/// Exceptions are classes of the package, one a code.
void translate(std::exception_ptr const& pointer, void*)
{
  try {
    std::rethrow_exception(pointer);
  }
  catch (Error const& error) {
    auto const& where = error.where();
    try {
      auto const make = nb::module_::import_("lexikos._errors").attr("make");
      nb::object const exception =
          make(std::string(to_string(error.code())), error.message(), std::string(where.file_name()), where.line(),
               std::string(where.function_name()));
      PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
    }
    catch (nb::python_error& failed) {
      failed.restore();
    }
  }
}

}  // namespace

}  // namespace lexikos::python

NB_MODULE(_core, core)
{
  namespace python = lexikos::python;
  namespace nb = nanobind;
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {  // whose locks are not those of the main one
    PyErr_SetString(PyExc_ImportError, "lexikos works in the main interpreter alone");
    throw nb::python_error();
  }
  nb::set_leak_warnings(false);  // modules that keep an index until the interpreter is gone are no leak
  nb::register_exception_translator(python::translate);
  core.def("build", python::build);
  core.def(
      "initialize",
      [](int threads, int device) {
        python::Runtime::initialise({threads, device});
      },
      nb::arg("threads"), nb::arg("device"));
  core.def("is_initialized", python::Runtime::is_initialised);
  core.def("finalize", python::Runtime::finalise);
  python::bind_texts(core);
  python::bind_suffix_index(core);
  python::bind_fm_index(core);
  python::bind_bidirectional_index(core);
  python::bind_collections(core);
  python::bind_documents(core);
  python::bind_wavelets(core);
  python::bind_structures(core);
  python::bind_repeats(core);
  python::bind_compression(core);
  python::bind_out_of_core(core);
  python::bind_ranks(core);
  python::bind_index_by_range(core);
  python::bind_index_by_text(core);
  nb::module_::import_("atexit").attr("register")(core.attr("finalize"));
}
