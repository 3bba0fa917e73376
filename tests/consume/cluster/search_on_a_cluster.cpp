// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A text that no rank holds as a whole: each reads its part of a file, all sort its suffixes, and each searches what it wants.
//
//   mpirun -n 4 search_on_a_cluster FILE [PATTERN...]    how often each pattern occurs, and where first
#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/suffix_array.hpp>
#include <string_view>
#include <vector>

namespace
{

// With Kokkos for CUDA: a GPU for each rank, which talk by NCCL where the build has it.
using ExecutionSpace = Kokkos::DefaultExecutionSpace;
using MemorySpace = ExecutionSpace::memory_space;
using Text = Kokkos::View<std::uint8_t*, MemorySpace>;

struct Mpi
{
  Mpi(int& argc, char**& argv) { MPI_Init(&argc, &argv); }
  ~Mpi() { MPI_Finalize(); }
};

/// What this rank has of the file: parts differ by one byte at most, and follow each other in the order of the ranks.
Text read_part(char const* path, lexikos::distributed::Communicator const& ranks)
{
  auto const part = lexikos::distributed::part_of(std::filesystem::file_size(path), ranks.rank(), ranks.size());
  Kokkos::View<std::uint8_t*, Kokkos::HostSpace> const bytes("part", part.extent);
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(part.first));
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(part.extent));
  if (!file) throw std::runtime_error(std::string("cannot read ") + path);
  return Kokkos::create_mirror_view_and_copy(MemorySpace(), bytes);
}

/// The patterns that this rank asks for: each has its own, and all ask at the same time.
std::vector<std::string_view> patterns_of(lexikos::distributed::Communicator const& ranks, int argc, char** argv)
{
  std::vector<std::string_view> wanted;
  for (int i = 2 + ranks.rank(); i < argc; i += ranks.size()) wanted.emplace_back(argv[i]);
  return wanted;
}

int search(int argc, char** argv)
{
  ExecutionSpace const space;
  lexikos::distributed::Communicator const ranks(space, MPI_COMM_WORLD);
  Text const text = read_part(argv[1], ranks);

  // As many entries as symbols here; any other way to share them would do.
  Kokkos::View<std::uint32_t*, MemorySpace> const suffixes("suffixes", text.extent(0));
  lexikos::distributed::suffix_array(space, ranks, text, suffixes);
  bool const is_right = static_cast<bool>(lexikos::distributed::check_suffix_array(space, ranks, text, suffixes));

  lexikos::distributed::IndexByRange<MemorySpace, std::uint32_t> const index(space, ranks, text, suffixes);
  auto const wanted = patterns_of(ranks, argc, argv);
  auto const patterns = lexikos::patterns_from_host(space, wanted);
  auto const found = index.locate(space, patterns.symbols, patterns.offsets, {.text_order = true});
  auto const offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found.offsets);
  auto const positions = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found.positions);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto const count = offsets(i + 1) - offsets(i);
    std::printf("rank %d: \"%s\" occurs %llu times", ranks.rank(), wanted[i].data(),
                static_cast<unsigned long long>(count));
    if (count != 0) std::printf(", first at %u", positions(offsets(i)));
    std::printf("\n");
  }
  std::printf("rank %d of %d: %zu of %llu suffixes, %s\n", ranks.rank(), ranks.size(), suffixes.extent(0),
              static_cast<unsigned long long>(index.size()), is_right ? "checked" : "WRONG");
  return is_right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  Mpi const mpi(argc, argv);  // before Kokkos, which chooses devices by local ranks
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE [PATTERN...]\n", argv[0]);
    return 1;
  }
  try {
    return search(argc, argv);
  }
  catch (std::exception const& error) {  // thrown on all ranks or on none
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
