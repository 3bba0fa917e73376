// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/document_offsets.hpp"

#include <cstring>

#include "app/failure.hpp"
#include "app/io/input.hpp"

namespace lexikos::app
{

namespace
{

/// Why an offset is wrong; empty if it is right.
std::string objection(std::uint64_t offset, std::uint64_t before, DocumentOffsetsFile const& file)
{
  if (offset < before) return "below the one before it, " + std::to_string(before);
  if (offset > file.text_bytes) return "beyond the " + std::to_string(file.text_bytes) + " bytes of the documents";
  if (offset % file.symbol_bytes != 0) return "amid a symbol of " + std::to_string(file.symbol_bytes) + " bytes";
  return {};
}

}  // namespace

std::vector<std::uint64_t> read_document_offsets(DocumentOffsetsFile const& file)
{
  Input const input(file.path);
  auto const bytes = input.bytes();
  auto const fail = [&](std::string const& message) {
    throw Failure(ExitCode::unreadable_input, input.name() + ": " + message);
  };
  if (bytes.empty() || bytes.size() % sizeof(std::uint64_t) != 0)
    fail("offsets are 64-bit numbers, one more than there are documents, and the file has " +
         std::to_string(bytes.size()) + " bytes");
  std::vector<std::uint64_t> offsets(bytes.size() / sizeof(std::uint64_t));
  std::memcpy(offsets.data(), bytes.data(), bytes.size());
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    std::string const wrong = objection(offsets[i], before, file);
    if (!wrong.empty()) fail("offset " + std::to_string(i) + " is " + std::to_string(offsets[i]) + ", " + wrong);
    before = offsets[i];
    offsets[i] /= file.symbol_bytes;
  }
  if (file.is_whole && (offsets.front() != 0 || before != file.text_bytes))
    fail("the documents have the bytes " + std::to_string(offsets.front() * file.symbol_bytes) + " to " +
         std::to_string(before) + ", and not all " + std::to_string(file.text_bytes));
  return offsets;
}

}  // namespace lexikos::app
