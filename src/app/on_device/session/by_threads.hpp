// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Text for outputs that the host's threads make, which takes one of them longer than many results take to be found.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/io/text_writer.hpp"

namespace lexikos::app
{

/// Writes texts that threads make, while there is a session. It keeps their memory for the next ones.
class ThreadsWriter
{
 public:
  explicit ThreadsWriter(TextWriter& out) : m_out(out) {}

  /// Writes the texts of blocks 0 to `blocks` - 1 one after the other.
  /// \param append_text  appends the text of a block; called by several threads. What it throws is thrown.
  void write(std::size_t blocks, std::function<void(std::size_t block, std::string& text)> const& append_text);

 private:
  TextWriter& m_out;
  std::vector<std::string> m_texts;
};

}  // namespace lexikos::app
