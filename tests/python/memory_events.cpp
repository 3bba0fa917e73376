// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A tool of Kokkos' (KOKKOS_TOOLS_LIBS) that appends to the file LEXIKOS_MEMORY_EVENTS what Kokkos allocates and copies, a line
// for each: "allocate ADDRESS BYTES LABEL", "copy TO FROM BYTES".

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace
{

struct SpaceHandle  // as Kokkos_Profiling_C_Interface.h has it
{
  char name[64];
};

template <typename... Values>
void append(char const* format, Values... values)
{
  char const* const path = std::getenv("LEXIKOS_MEMORY_EVENTS");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "a");
  if (file == nullptr) return;
  std::fprintf(file, format, values...);
  std::fclose(file);
}

std::uintptr_t address_of(void const* data)
{
  return reinterpret_cast<std::uintptr_t>(data);
}

}  // namespace

extern "C" void kokkosp_allocate_data(SpaceHandle, char const* label, void const* data, std::uint64_t bytes)
{
  append("allocate %" PRIuPTR " %" PRIu64 " %s\n", address_of(data), bytes, label);
}

extern "C" void kokkosp_begin_deep_copy(SpaceHandle, char const*, void const* to, SpaceHandle, char const*,
                                        void const* from, std::uint64_t bytes)
{
  append("copy %" PRIuPTR " %" PRIuPTR " %" PRIu64 "\n", address_of(to), address_of(from), bytes);
}
