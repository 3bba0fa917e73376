// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/launcher.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace lexikos::app
{

namespace
{

bool read(char const* variable, std::size_t& number)
{
  char const* const text = std::getenv(variable);
  if (text == nullptr) return false;
  auto const [end, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc() && *end == '\0';
}

Launch read_environment()
{
  // Open MPI's, MPICH's and Intel MPI's, and of Slurm's step, which is also that of the daemons that mpirun starts by srun, so
  // that it comes last.
  constexpr char const* names[][2] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                      {"PMI_SIZE", "PMI_RANK"},
                                      {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};
  for (auto const& [size, rank] : names) {
    Launch launch;
    if (!read(size, launch.ranks) || !read(rank, launch.rank) || launch.rank >= launch.ranks) continue;
    launch.variable = size;
    return launch;
  }
  return {};
}

}  // namespace

Launch const& launch()
{
  static Launch const launch = read_environment();
  return launch;
}

}  // namespace lexikos::app
