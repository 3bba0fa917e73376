// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Duplicates as Python asks for them, of one process or of several ranks.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <lexikos/streamed_duplicates.hpp>
#include <span>
#include <utility>

namespace lexikos::python
{

/// Texts and offsets of documents, of one collection or of two.
struct GivenTexts
{
  In text;
  In offsets;
  In other;
  In other_offsets;
  bool has_other = false;

  [[nodiscard]] Place place() const
  {
    return Call::common_place({text.place(), offsets.place(), other.place(), other_offsets.place()});
  }
};

inline KeepDuplicates keep_of(nb::dict const& given)
{
  return choice<KeepDuplicates>(option<std::string>(given, "keep"), {"none", "first", "first_of_each_document"});
}
inline DuplicateScope scope_of(nb::dict const& given)
{
  return choice<DuplicateScope>(option<std::string>(given, "scope"), {"any", "across_documents"});
}
inline RangeAlignment align_of(nb::dict const& given)
{
  return choice<RangeAlignment>(option<std::string>(given, "align"), {"symbol", "utf8"});
}

/// Texts on the host, and what is asked of their duplicates.
class StreamedDuplicates
{
 public:
  StreamedDuplicates(GivenTexts texts, nb::dict const& given, Call const& call) : m_texts(std::move(texts))
  {
    detail::require(!m_texts.place().on_device, ErrorCode::invalid_argument,
                    "the texts of a streamed call lie on the host");
    m_options.length = option<std::size_t>(given, "length");
    m_options.min_occurrences = option<std::size_t>(given, "min_occurrences");
    m_options.keep = keep_of(given);
    m_options.scope = scope_of(given);
    m_options.align = align_of(given);
    m_options.max_bytes = option<std::size_t>(given, "max_bytes");
    m_options.progress = call.progress();
  }

  /// \param ranges_of  `streamed_duplicate_ranges`, given what is in its texts and options
  template <class RangesOf>
  [[nodiscard]] HostTextRanges ranges(RangesOf const& ranges_of) const
  {
    return with_symbol(m_texts.text.bytes(), [&](auto type) {
      using Symbol = typename decltype(type)::type;
      auto const offsets = offsets_in(m_texts.offsets);
      if (!m_texts.has_other) return ranges_of(symbols_in<Symbol>(m_texts.text), offsets, m_options);
      detail::require(m_texts.other.size() == 0 || m_texts.other.bytes() == sizeof(Symbol), ErrorCode::invalid_argument,
                      "the symbols of both texts have the same bytes");
      return ranges_of(symbols_in<Symbol>(m_texts.text), offsets, symbols_in<Symbol>(m_texts.other),
                       offsets_in(m_texts.other_offsets), m_options);
    });
  }

 private:
  template <class Symbol>
  static std::span<Symbol const> symbols_in(In const& text)
  {
    return {static_cast<Symbol const*>(text.data()), text.size()};
  }
  static std::span<std::uint64_t const> offsets_in(In const& offsets)
  {
    detail::require(offsets.size() == 0 || offsets.bytes() == 8, ErrorCode::invalid_argument, "offsets have 64 bits");
    return {static_cast<std::uint64_t const*>(offsets.data()), offsets.size()};
  }

  GivenTexts m_texts;
  StreamedDuplicateOptions m_options;
};

}  // namespace lexikos::python
