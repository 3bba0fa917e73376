// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compression of arrays and of files of Python.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <lexikos/compress.hpp>
#include <span>
#include <vector>

namespace lexikos::python
{

namespace
{

using Byte = std::uint8_t;

std::span<Byte const> bytes_on_host(In const& array)
{
  detail::require(!array.place().on_device, ErrorCode::invalid_argument, "this takes bytes of the host");
  detail::require(array.size() == 0 || array.bytes() == 1, ErrorCode::invalid_argument, "this takes bytes");
  return {static_cast<Byte const*>(array.data()), array.size()};
}

/// A view of memory for a function of Python, which must not keep another one of it beyond its call (_files.py).
class Lent
{
 public:
  Lent(void* data, std::size_t bytes, int flags)
      : m_view(nb::steal(PyMemoryView_FromMemory(static_cast<char*>(data), static_cast<Py_ssize_t>(bytes), flags)))
  {
    if (!m_view.is_valid()) throw nb::python_error();
  }
  Lent(Lent const&) = delete;
  Lent& operator=(Lent const&) = delete;
  ~Lent()
  {
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);  // of the function, if it has raised
    Py_XDECREF(PyObject_CallMethod(m_view.ptr(), "release", nullptr));
    PyErr_Clear();
    PyErr_Restore(type, value, trace);
  }

  [[nodiscard]] nb::handle get() const { return m_view; }

 private:
  nb::object m_view;
};

/// \param read  fills a view, and returns how many bytes of it, fewer at the end alone
ByteSource source_of(nb::object const& read)
{
  return [&read](std::span<Byte> room) {
    Locked const locked;
    Lent const view(room.data(), room.size(), PyBUF_WRITE);
    return nb::cast<std::size_t>(read(view.get()));
  };
}

/// \param write  takes a view, all of it
ByteSink sink_of(nb::object const& write)
{
  return [&write](std::span<Byte const> bytes) {
    Locked const locked;
    Lent const view(const_cast<Byte*>(bytes.data()), bytes.size(), PyBUF_READ);
    write(view.get());
  };
}

struct Settings
{
  int level;
  std::size_t block_bytes;
  std::size_t max_bytes;
};

CompressOptions options_of(Settings const& settings, Call const& call)
{
  return {settings.level, settings.block_bytes, settings.max_bytes, nullptr, call.progress()};
}

nb::tuple to_python(CompressionTotals const& totals)
{
  return nb::make_tuple(totals.text_bytes, totals.compressed_bytes, totals.blocks);
}

/// Of bytes of the host, in an array that is as large as it has to be.
nb::object compress_bytes(nb::handle given, Settings const& settings, std::uintptr_t stream, nb::object progress)
{
  In const text(given);
  Call const call(stream, std::move(progress));
  auto const symbols = bytes_on_host(text);
  return python::to_python(column(call.run(
      {text.place()}, [&](auto const& space) { return compress(space, symbols, options_of(settings, call)); })));
}

std::size_t compress_array(nb::handle given, nb::handle given_result, Settings const& settings, std::uintptr_t stream,
                           nb::object progress)
{
  In const text(given);
  Out const result(given_result);
  Call const call(stream, std::move(progress));
  return call.run({text.place(), result.place()}, [&](auto const& space) {
    return compress(space, span<Byte const>(space, text), span<Byte>(space, result), options_of(settings, call));
  });
}

/// \param size  of the text, or not_found
nb::tuple compress_stream(nb::object const& read, nb::object const& write, std::uint64_t size, bool on_device,
                          Settings const& settings, nb::object progress)
{
  Call const call(0, std::move(progress));
  return to_python(call.run({Call::place_of_file(on_device)}, [&](auto const& space) {
    return compress(space, source_of(read), sink_of(write), options_of(settings, call), size);
  }));
}

std::uint64_t text_bytes(nb::handle given, std::uintptr_t stream)
{
  In const compressed(given);
  return Call(stream, nb::none()).run({compressed.place()}, [&](auto const& space) {
    return decompressed_bytes(space, span<Byte const>(space, compressed));
  });
}

std::size_t decompress_array(nb::handle given, nb::handle given_text, std::size_t max_bytes, std::uintptr_t stream,
                             nb::object progress)
{
  In const compressed(given);
  Out const text(given_text);
  Call const call(stream, std::move(progress));
  return call.run({compressed.place(), text.place()}, [&](auto const& space) {
    return decompress(space, span<Byte const>(space, compressed), span<Byte>(space, text),
                      {.max_bytes = max_bytes, .workspace = nullptr, .progress = call.progress()});
  });
}

nb::tuple decompress_stream(nb::object const& read, nb::object const& write, bool on_device, std::size_t max_bytes,
                            nb::object progress)
{
  Call const call(0, std::move(progress));
  return to_python(call.run({Call::place_of_file(on_device)}, [&](auto const& space) {
    return decompress(space, source_of(read), sink_of(write),
                      {.max_bytes = max_bytes, .workspace = nullptr, .progress = call.progress()});
  }));
}

/// frames, block_bytes, text_bytes, and columns of the blocks: text_begin, text_bytes, file_begin, file_bytes
nb::tuple contents_of(nb::handle given)
{
  In const compressed(given);
  auto const contents = compressed_contents(bytes_on_host(compressed));
  std::vector<std::uint64_t> columns[4];
  for (auto const& block : contents.blocks) {
    columns[0].push_back(block.text_begin);
    columns[1].push_back(block.text_bytes);
    columns[2].push_back(block.file_begin);
    columns[3].push_back(block.file_bytes);
  }
  nb::list blocks;
  for (auto& each : columns) blocks.append(python::to_python(column(std::move(each))));
  return nb::make_tuple(contents.frames, contents.block_bytes, contents.text_bytes, nb::tuple(blocks));
}

/// The bytes from `begin` on, as many as the result holds.
void decompress_part(nb::handle given, std::uint64_t begin, nb::handle given_result, bool on_device,
                     std::size_t max_bytes)
{
  In const compressed(given);
  Out const result(given_result);
  Call const call(0, nb::none());
  auto const bytes = bytes_on_host(compressed);
  detail::require(!result.place().on_device && result.bytes() == 1, ErrorCode::invalid_argument,
                  "this fills bytes of the host");
  call.run({Call::place_of_file(on_device)}, [&](auto const& space) {
    auto* end = static_cast<Byte*>(result.data());
    decompress_range(space, bytes, begin, begin + result.size(),
                     [&](std::span<Byte const> part) { end = std::copy(part.begin(), part.end(), end); },
                     {.max_bytes = max_bytes, .workspace = nullptr, .progress = call.progress()});
  });
}

}  // namespace

void bind_compression(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<Settings>(core, "CompressionSettings")
      .def(
          "__init__",
          [](Settings* self, int level, std::size_t block_bytes, std::size_t max_bytes) {
            new (self) Settings{level, block_bytes, max_bytes};
          },
          "level"_a, "block_bytes"_a, "max_bytes"_a);
  core.def("compression_block", compression_block, "level"_a);
  core.def(
      "compressed_bytes_bound",
      [](std::size_t n, Settings const& settings) {
        return compressed_bytes_bound(n, {settings.level, settings.block_bytes, settings.max_bytes, nullptr, {}});
      },
      "n"_a, "settings"_a);
  core.def("compress_bytes", compress_bytes, "text"_a, "settings"_a, "stream"_a, "progress"_a.none());
  core.def("compress_array", compress_array, "text"_a, "result"_a, "settings"_a, "stream"_a, "progress"_a.none());
  core.def("compress_stream", compress_stream, "read"_a, "write"_a, "size"_a, "on_device"_a, "settings"_a,
           "progress"_a.none());
  core.def("decompressed_bytes", text_bytes, "compressed"_a, "stream"_a);
  core.def("decompress_array", decompress_array, "compressed"_a, "text"_a, "max_bytes"_a, "stream"_a,
           "progress"_a.none());
  core.def("decompress_stream", decompress_stream, "read"_a, "write"_a, "on_device"_a, "max_bytes"_a,
           "progress"_a.none());
  core.def("compressed_contents", contents_of, "compressed"_a);
  core.def("decompress_range", decompress_part, "compressed"_a, "begin"_a, "result"_a, "on_device"_a, "max_bytes"_a);
}

}  // namespace lexikos::python
