// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>

namespace lexikos::app
{

/// What a launcher such as mpirun or srun told this process, by its environment, before MPI is asked.
struct Launch
{
  std::size_t ranks = 1;  ///< that it started together; 1 without a launcher
  std::size_t rank = 0;   ///< of this process
  std::string variable;   ///< which told the number of ranks; empty without a launcher
};

[[nodiscard]] Launch const& launch();

}  // namespace lexikos::app
