// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/check.hpp>
#include <string>

namespace lexikos
{

std::string to_string(SuffixArrayCheck const& check)
{
  std::string const here = std::to_string(check.index);
  std::string const before = std::to_string(check.index - (check.index > 0));
  switch (check.defect) {
    case SuffixArrayDefect::none:
      return "the array is correct";
    case SuffixArrayDefect::out_of_range:
      return "entry " + here + " is not a position of the text";
    case SuffixArrayDefect::repeated:
      return "entry " + here + " is a position that an earlier entry has already";
    case SuffixArrayDefect::first_symbol:
      return "entries " + before + " and " + here + " are out of order by their first symbols";
    case SuffixArrayDefect::order:
      return "entries " + before + " and " + here + " begin with the same symbol and are out of order after it";
    case SuffixArrayDefect::inverse:
      return "the inverse of entry " + here + " is not " + here;
  }
  return "unknown defect";
}

}  // namespace lexikos
