// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/blocks.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "system/thread_processors.hpp"

namespace lexikos::generate
{

void for_each_block(std::size_t first, std::size_t last, unsigned threads,
                    std::function<void(std::size_t block)> const& function)
{
  if (first >= last) return;
  if (threads == 0) threads = detail::processor_count();
  auto const workers = static_cast<unsigned>(std::min<std::size_t>(threads, last - first));

  std::atomic<std::size_t> next{first};
  auto const work = [&] {
    for (std::size_t block = next++; block < last; block = next++) function(block);
  };
  std::vector<std::jthread> pool;
  for (unsigned i = 1; i < workers; ++i) {
    pool.emplace_back([&work] {
      detail::use_all_processors();
      work();
    });
  }
  work();
}

}  // namespace lexikos::generate
