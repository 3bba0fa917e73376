// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <cstdlib>
#include <string>

namespace tests
{

/// Where CTest gave this test one of several GPUs ("id:1,slots:2"), this process and all that it starts see no other. To be
/// called before anything asks for a GPU.
inline void see_only_gpu_of_test()
{
  char const* const group = std::getenv("CTEST_RESOURCE_GROUP_0_GPUS");
  if (group == nullptr) return;
  std::string const given = group;
  std::size_t const begin = given.find("id:");
  if (begin == std::string::npos) return;
  std::string const id = given.substr(begin + 3, given.find_first_of(",;", begin) - begin - 3);
  ::setenv("CUDA_VISIBLE_DEVICES", id.c_str(), 1);
}

}  // namespace tests
