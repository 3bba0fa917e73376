// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/records.hpp"

#include <algorithm>

namespace lexikos::app
{

std::uint64_t Records::longest() const
{
  std::uint64_t longest = 0;
  for (std::size_t record = 0; record < count(); ++record) longest = std::max(longest, length(record));
  return longest;
}

std::size_t Records::longest_name() const
{
  std::size_t longest = 0;
  for (std::size_t record = 0; record < count(); ++record) longest = std::max(longest, name(record).size());
  return longest;
}

Records::Place Records::place_of(std::uint64_t position) const
{
  auto const after = std::upper_bound(offsets.begin(), offsets.end(), position);
  auto const record = static_cast<std::size_t>(after - offsets.begin()) - 1;
  return {record, position - offsets[record]};
}

}  // namespace lexikos::app
