// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/support/environment.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace lexikos::bench
{

std::vector<std::string> words_of(char const* variable)
{
  char const* const value = std::getenv(variable);
  std::string const text = value != nullptr ? value : "";
  std::vector<std::string> words;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find_first_of(", \t\n", begin), text.size());
    if (end > begin) words.push_back(text.substr(begin, end - begin));
  }
  return words;
}

double number_of(char const* variable, double otherwise)
{
  auto const words = words_of(variable);
  if (words.empty()) return otherwise;
  std::size_t used = 0;
  double const number = words.size() == 1 ? std::stod(words[0], &used) : 0;
  if (words.size() != 1 || used != words[0].size())
    throw std::invalid_argument(std::string(variable) + " is to be a number");
  return number;
}

std::vector<std::size_t> sizes_of(char const* variable, std::vector<std::size_t> const& otherwise)
{
  std::vector<std::size_t> sizes;
  for (auto const& word : words_of(variable)) sizes.push_back(std::stoull(word));
  return sizes.empty() ? otherwise : sizes;
}

std::vector<int> thread_counts()
{
  int const all = Kokkos::num_threads();
  std::vector<int> counts;
  for (auto const& word : words_of("LEXIKOS_BENCH_THREADS"))
    if (word == "sweep") {
      for (int count = 1; count < all; count *= 2) counts.push_back(count);
      counts.push_back(all);
    }
    else if (word == "all")
      counts.push_back(all);
    else
      counts.push_back(std::stoi(word));
  std::erase_if(counts, [all](int count) { return count < 1 || count > all; });
  if (counts.empty()) counts.push_back(all);
  std::ranges::sort(counts);
  counts.erase(std::ranges::unique(counts).begin(), counts.end());
  return counts;
}

bool wants_device(std::string const& device)
{
  auto const devices = words_of("LEXIKOS_BENCH_DEVICES");
  if (devices.empty()) return device != "serial";
  return std::ranges::find(devices, device) != devices.end();
}

}  // namespace lexikos::bench
