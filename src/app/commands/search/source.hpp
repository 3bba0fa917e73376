// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "app/commands/search/options.hpp"
#include "app/commands/search/patterns.hpp"
#include "app/commands/search/tokens.hpp"
#include "app/on_device/search/saved_index.hpp"

namespace lexikos::app
{

/// What is searched: an index, or a text.
struct SearchSource
{
  explicit SearchSource(SearchOptions const& options);

  /// Null if it has none.
  [[nodiscard]] Records const* records() const;
  /// Whether it is sequences, whose letters are capital ones.
  [[nodiscard]] bool has_capitals() const { return records() != nullptr && records()->has_names(); }

  std::optional<SavedIndex> saved;
  std::unique_ptr<TextFile> file;
  Input const* text = nullptr;  ///< of the file
  unsigned symbol_bytes = 1;
};

/// What is searched for, and the files that it lies in.
class AskedPatterns
{
 public:
  AskedPatterns(SearchOptions const& options, unsigned symbol_bytes, bool show_progress);
  AskedPatterns(AskedPatterns const&) = delete;
  AskedPatterns& operator=(AskedPatterns const&) = delete;

  /// Refers to this object.
  [[nodiscard]] ShownPatterns const& shown() const { return m_shown; }

 private:
  std::optional<Input> m_file;
  std::optional<Sequences> m_sequences;
  std::optional<TokenPatterns> m_tokens;
  std::deque<std::string> m_reversed;
  ShownPatterns m_shown;
};

}  // namespace lexikos::app
