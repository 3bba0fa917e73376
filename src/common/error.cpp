// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/error.hpp>

namespace lexikos
{

std::string_view to_string(ErrorCode code) noexcept
{
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid argument";
    case ErrorCode::out_of_memory:
      return "out of memory";
    case ErrorCode::corrupt_input:
      return "corrupt input";
    case ErrorCode::not_supported:
      return "not supported";
    case ErrorCode::unreadable_file:
      return "unreadable file";
    case ErrorCode::unwritable_file:
      return "unwritable file";
    case ErrorCode::device:
      return "device failure";
    case ErrorCode::cancelled:
      return "cancelled";
  }
  return "unknown";
}

namespace
{

std::string describe(ErrorCode code, std::string_view message, std::source_location const& where)
{
  return std::string(message) + " [" + std::string(to_string(code)) + "] (" + where.file_name() + ":" +
         std::to_string(where.line()) + ", " + where.function_name() + ")";
}

}  // namespace

Error::Error(ErrorCode code, std::string_view message, std::source_location where)
    : std::runtime_error(describe(code, message, where)), m_code(code), m_message(message), m_where(where)
{}

}  // namespace lexikos
