// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lexikos
{

enum class ErrorCode
{
  invalid_argument,  ///< sizes, ranges or options that do not fit together; nothing was written
  out_of_memory,     ///< the memory space cannot hold what the call needs
  corrupt_input,     ///< data that is not what it claims to be
  not_supported,     ///< not in this build, or not for these types
  unreadable_file,   ///< a file that is not there, or that the system does not let be read
  unwritable_file,   ///< a file that the system does not let be written
  device,            ///< the execution space reported a failure
  cancelled          ///< the caller's progress function asked to stop
};

[[nodiscard]] std::string_view to_string(ErrorCode code) noexcept;

/// What every function of the library throws. `what()` reads "message [code] (file:line, function)". Only where the host has
/// no memory for the few bytes of a message, or of a kernel's label, is it std::bad_alloc; all else holds for that too.
class Error : public std::runtime_error
{
 public:
  Error(ErrorCode code, std::string_view message, std::source_location where = std::source_location::current());

  [[nodiscard]] ErrorCode code() const noexcept { return m_code; }
  [[nodiscard]] std::string const& message() const noexcept { return m_message; }
  [[nodiscard]] std::source_location const& where() const noexcept { return m_where; }

 private:
  ErrorCode m_code;
  std::string m_message;
  std::source_location m_where;
};

namespace detail
{

inline void require(bool condition, ErrorCode code, std::string_view message,
                    std::source_location where = std::source_location::current())
{
  if (!condition) throw Error(code, message, where);
}

}  // namespace detail
}  // namespace lexikos
