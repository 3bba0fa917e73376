// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bindings/c/status.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <lexikos/version.hpp>

#include "bindings/c/algorithms.hpp"

namespace lexikos::c
{

namespace
{

std::array<char, 1024>& message() noexcept
{
  thread_local std::array<char, 1024> text{};
  return text;
}

}  // namespace

lexikos_status failed(lexikos_status status, std::string_view text) noexcept
{
  auto& kept = message();
  std::size_t size = std::min(text.size(), kept.size() - 1);
  // A character of UTF-8 is cut before its first byte.
  while (size < text.size() && size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  std::memcpy(kept.data(), text.data(), size);
  kept[size] = '\0';
  return status;
}

lexikos_status status_of(ErrorCode code) noexcept
{
  switch (code) {
    case ErrorCode::invalid_argument:
      return LEXIKOS_INVALID_ARGUMENT;
    case ErrorCode::out_of_memory:
      return LEXIKOS_OUT_OF_MEMORY;
    case ErrorCode::corrupt_input:
      return LEXIKOS_CORRUPT_INPUT;
    case ErrorCode::not_supported:
      return LEXIKOS_NOT_SUPPORTED;
    case ErrorCode::unreadable_file:
      return LEXIKOS_UNREADABLE_FILE;
    case ErrorCode::unwritable_file:
      return LEXIKOS_UNWRITABLE_FILE;
    case ErrorCode::device:
      return LEXIKOS_DEVICE_FAILURE;
    case ErrorCode::cancelled:
      return LEXIKOS_CANCELLED;
  }
  return LEXIKOS_INTERNAL_ERROR;
}

lexikos_status failure_in_flight() noexcept
{
  try {
    throw;
  }
  catch (Error const& error) {
    return failed(status_of(error.code()), error.message());
  }
  catch (std::bad_alloc const&) {
    return failed(LEXIKOS_OUT_OF_MEMORY, "the host has no memory for a message, or a list of a few entries");
  }
  catch (std::runtime_error const& error) {  // what Kokkos throws
    return failed(LEXIKOS_DEVICE_FAILURE, error.what());
  }
  catch (std::exception const& error) {
    return failed(LEXIKOS_INTERNAL_ERROR, error.what());
  }
  catch (...) {
    return failed(LEXIKOS_INTERNAL_ERROR, "an exception of an unknown type");
  }
}

}  // namespace lexikos::c

uint32_t lexikos_version(void)
{
  return LEXIKOS_VERSION;
}

char const* lexikos_version_string(void)
{
  return LEXIKOS_VERSION_STRING;
}

char const* lexikos_message(void)
{
  return lexikos::c::message().data();
}

char const* lexikos_status_name(lexikos_status status)
{
  if (status == LEXIKOS_OK) return "ok";
  if (status == LEXIKOS_INTERNAL_ERROR) return "internal error";
  if (status < LEXIKOS_OK || status > LEXIKOS_INTERNAL_ERROR) return "unknown status";
  for (auto const code :
       {lexikos::ErrorCode::invalid_argument, lexikos::ErrorCode::out_of_memory, lexikos::ErrorCode::corrupt_input,
        lexikos::ErrorCode::not_supported, lexikos::ErrorCode::unreadable_file, lexikos::ErrorCode::unwritable_file,
        lexikos::ErrorCode::device})
    if (lexikos::c::status_of(code) == status) return lexikos::to_string(code).data();
  return lexikos::to_string(lexikos::ErrorCode::cancelled).data();
}

char const* lexikos_algorithm_name(lexikos_algorithm algorithm)
{
  try {
    return lexikos::to_string(lexikos::c::algorithm_of(algorithm)).data();
  }
  catch (...) {
    return "unknown";
  }
}
