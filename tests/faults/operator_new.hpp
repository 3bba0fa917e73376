// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

/// The executable's operator new, of which one call of this thread fails.
namespace lexikos::tests::operator_new
{

/// The call that fails, 1 for the next one while armed; 0 for none.
void fail_at(std::size_t number);
[[nodiscard]] bool has_failed();
/// What all threads have allocated and not freed.
[[nodiscard]] std::size_t held();

/// Calls count, and fail, while the innermost of these that live says so.
class Armed
{
 public:
  explicit Armed(bool armed = true);
  Armed(Armed const&) = delete;
  Armed& operator=(Armed const&) = delete;
  ~Armed();

 private:
  bool m_before;
};

}  // namespace lexikos::tests::operator_new
