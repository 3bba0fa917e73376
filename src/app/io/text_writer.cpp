// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/text_writer.hpp"

namespace lexikos::app
{

void print(std::string_view text)
{
  Output output("-");
  output.write(text);
  output.commit();
}

}  // namespace lexikos::app
