// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What all fuzzers share. A fuzzer is one source that includes this header and defines `LLVMFuzzerTestOneInput`; what it finds
// wrong ends the process, with a message that tells the difference.

#include <fuzzer/FuzzedDataProvider.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lexikos::fuzz
{

using Space = Kokkos::DefaultHostExecutionSpace;
using MemorySpace = Space::memory_space;
using Bytes = std::vector<std::uint8_t>;

[[noreturn]] inline void fail(std::string const& what)
{
  std::fprintf(stderr, "\nwrong: %s\n", what.c_str());
  std::abort();
}

/// \param difference  empty if there is none
inline void expect_none(std::string const& difference, std::string const& what)
{
  if (!difference.empty()) fail(what + ": " + difference);
}

/// Memory whose ends the address sanitizer knows to the byte. An array that is larger than any input asks for is a finding.
class ExactMemory : public MemoryResource
{
 public:
  void* allocate(MemoryKind, std::size_t bytes, char const* label) override
  {
    if (bytes > max_bytes) fail(std::to_string(bytes) + " bytes for " + label);
    void* data = nullptr;
    return ::posix_memalign(&data, 64, bytes) == 0 ? data : nullptr;
  }
  void deallocate(MemoryKind, void* data, std::size_t) noexcept override { std::free(data); }

 private:
  static constexpr std::size_t max_bytes = std::size_t{32} << 20;
};

/// A file without a disk, written again and again.
class MemoryFile
{
 public:
  MemoryFile() : m_file(::memfd_create("lexikos-fuzz", MFD_CLOEXEC)), m_path("/proc/self/fd/" + std::to_string(m_file))
  {
    if (m_file < 0) fail("there is no file in memory");
  }
  MemoryFile(MemoryFile const&) = delete;
  MemoryFile& operator=(MemoryFile const&) = delete;
  ~MemoryFile() { ::close(m_file); }

  template <class Byte>
  void write(std::vector<Byte> const& bytes) const
  {
    auto const size = static_cast<off_t>(bytes.size());
    if (::ftruncate(m_file, size) != 0 || ::pwrite(m_file, bytes.data(), bytes.size(), 0) != size)
      fail("cannot write a file in memory");
  }
  [[nodiscard]] std::string const& path() const { return m_path; }

 private:
  int m_file;
  std::string m_path;
};

/// Numbers of the input, mostly small; those that follow its end are made up.
class Numbers
{
 public:
  explicit Numbers(FuzzedDataProvider& input) : m_input(&input) {}

  std::uint64_t operator()()
  {
    if (m_input->remaining_bytes() == 0) return made_up();
    auto const first = m_input->ConsumeIntegral<std::uint8_t>();
    if (first < 0xF0) return first;
    if (first < 0xFC) return m_input->ConsumeIntegral<std::uint16_t>();
    return m_input->ConsumeIntegral<std::uint64_t>();
  }
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>((*this)() % bound); }
  bool flag() { return below(2) == 1; }

 private:
  std::uint64_t made_up()
  {
    // SplitMix64 (Steele, Lea and Flood 2014)
    std::uint64_t z = m_state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  FuzzedDataProvider* m_input;
  std::uint64_t m_state = 0;
};

/// Symbols of a type, each of a byte of the text: few distinct ones that are spread over the type's values.
template <class Symbol>
std::vector<Symbol> widened(Bytes const& text)
{
  std::vector<Symbol> symbols(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    symbols[i] = static_cast<Symbol>(text[i] * (std::numeric_limits<Symbol>::max() / 255));
  return symbols;
}

template <class T>
Span<T, MemorySpace> span_of(std::vector<T>& values)
{
  return Span<T, MemorySpace>(values.data(), values.size());
}
template <class T>
Span<T const, MemorySpace> span_of(std::vector<T> const& values)
{
  return Span<T const, MemorySpace>(values.data(), values.size());
}

/// The code of the error that a call ends with; another exception is a finding.
template <class Call>
std::optional<ErrorCode> code_of(Call const& call)
{
  try {
    call();
  }
  catch (Error const& error) {
    return error.code();
  }
  return std::nullopt;
}

}  // namespace lexikos::fuzz

/// Fewer tasks of the sanitizer, for more runs; memory that there is not is among what is tested.
extern "C" char const* __asan_default_options()
{
  return "allocator_may_return_null=1:quarantine_size_mb=8:malloc_context_size=4:detect_stack_use_after_return=0";
}

/// Starts Kokkos with one thread: texts are small, and another thread would only wait.
extern "C" int LLVMFuzzerInitialize(int*, char***)
{
  Kokkos::initialize(Kokkos::InitializationSettings().set_num_threads(1).set_disable_warnings(true));
  static lexikos::fuzz::ExactMemory memory;
  lexikos::set_default_memory_resource(&memory);
  std::atexit([] { Kokkos::finalize(); });
  return 0;
}
