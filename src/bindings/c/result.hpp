// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "bindings/c/call.hpp"

struct lexikos_result : lexikos::c::Handle
{
  struct Column
  {
    lexikos_column name;
    lexikos_array array;
    lexikos::detail::SharedOwner owner;
  };
  std::vector<Column> columns;

  template <class T, class MemorySpace>
  void add(lexikos_column name, lexikos::Array<T, MemorySpace> const& array)
  {
    using Plain = std::remove_const_t<T>;
    columns.push_back({name, lexikos::c::array_of(lexikos::Span<Plain const, MemorySpace>(array)), array.owner()});
  }

  [[nodiscard]] lexikos_array const& column(lexikos_column name) const;
};

namespace lexikos::c
{

/// A result that is filled, and then handed out.
class NewResult
{
 public:
  template <class Run>
  NewResult(Run const& run, lexikos_result** result) : m_result(new lexikos_result{run.handle(), {}}), m_place(result)
  {}

  template <class Values>
  NewResult& add(lexikos_column name, Values const& array)
  {
    m_result->add(name, array);
    return *this;
  }
  void hand_out() { *m_place = m_result.release(); }

 private:
  std::unique_ptr<lexikos_result> m_result;
  lexikos_result** m_place;
};

}  // namespace lexikos::c
