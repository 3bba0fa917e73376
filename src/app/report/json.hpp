// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/io/text_writer.hpp"

namespace lexikos::app
{

/// Writes JSON as it comes, without holding it in memory. The outermost objects and arrays have a line for each member.
class Json
{
 public:
  explicit Json(TextWriter& out) : m_out(out) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  /// A string of UTF-8, or what 'lexikos help json' says.
  void value(std::string_view text);
  void value(char const* text) { value(std::string_view(text)); }
  void value(bool yes) { plain(yes ? "true" : "false"); }
  /// A number, or null for what JSON has no number for.
  void value(double number);
  template <class Number>
    requires(std::is_unsigned_v<Number> && !std::is_same_v<Number, bool>)
  void value(Number number)
  {
    separate();
    m_out << std::uint64_t{number};
  }
  void null() { plain("null"); }

  template <class Value>
  void member(std::string_view name, Value const& value_of_it)
  {
    key(name);
    value(value_of_it);
  }

 private:
  void open(char bracket);
  void close(char bracket);
  void plain(std::string_view text);
  void string(std::string_view text);
  /// A comma and a line's end, as the place asks for.
  void separate();
  void new_line();

  TextWriter& m_out;
  std::vector<bool> m_has_members;  // of each object and array that is open
  bool m_is_after_key = false;
};

}  // namespace lexikos::app
