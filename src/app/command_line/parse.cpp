// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/command_line/parse.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "app/command_line/help.hpp"

namespace lexikos::app
{

namespace
{

/// Insertions, deletions, substitutions and swaps of neighbours that turn a into b (Damerau and Levenshtein, restricted).
std::size_t distance(std::string_view a, std::string_view b)
{
  std::vector<std::size_t> before_last, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, std::exchange(row, std::vector<std::size_t>(b.size() + 1, i)));
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row.back();
}

bool is_negative_number(std::string_view word)
{
  return word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
}

class Parser
{
 public:
  Parser(Command const& program, std::span<std::string_view const> words)
      : m_words(words), m_parsed{Wish::run, {&program}}
  {}

  Parsed parse()
  {
    bool only_operands = false;
    while (m_next < m_words.size() && m_parsed.wish == Wish::run) {
      std::string_view const word = m_words[m_next++];
      if (!only_operands && word == "--")
        only_operands = true;
      else if (!only_operands && word.starts_with("--"))
        take_long(word);
      else if (!only_operands && word.size() > 1 && word[0] == '-' && (!is_negative_number(word) || is_letter(word[1])))
        is_word(word) ? take_long('-' + std::string(word)) : take_letters(word.substr(1));
      else if (!command().commands.empty())
        enter(word);
      else
        take_operand(word);
    }
    if (m_parsed.wish == Wish::run) require_operands();
    return m_parsed;
  }

 private:
  [[nodiscard]] Command const& command() const { return *m_parsed.path.back(); }
  [[nodiscard]] bool is_program() const { return m_parsed.path.size() == 1; }

  [[noreturn]] void refuse(std::string const& what) const
  {
    throw Failure(ExitCode::usage, what + "\nRun '" + full_name(m_parsed.path) + " --help' for its use.");
  }

  void enter(std::string_view word)
  {
    auto const& commands = command().commands;
    auto const found = std::ranges::find(commands, word, &Command::name);
    if (found != commands.end()) {
      m_parsed.path.push_back(&*found);
      m_operands = 0;
      return;
    }
    std::vector<std::string> names;
    for (auto const& each : commands) names.push_back(each.name);
    refuse("there is no command '" + std::string(word) + "'" + suggestion(std::string(word), names));
  }

  static std::string suggestion(std::string const& word, std::vector<std::string> const& list)
  {
    std::string const near = nearest(word, list);
    return near.empty() ? "" : "; did you mean '" + near + "'?";
  }

  [[nodiscard]] std::vector<Option> const& options() const { return command().options; }

  /// The option of that name, "-o" or "--output"; null for -h, -V and their words, which end the parsing.
  Option const* option_of(std::string const& name)
  {
    if (name == "-h" || name == "--help") {
      m_parsed.wish = Wish::help;
      return nullptr;
    }
    if (is_program() && (name == "-V" || name == "--version")) {
      m_parsed.wish = Wish::version;
      return nullptr;
    }
    std::vector<std::string> words{"--help"};
    if (is_program()) words.push_back("--version");
    for (auto const& option : options())
      for (auto const& own : names_of(option)) {
        if (own == name) return &option;
        if (own.starts_with("--")) words.push_back(own);
      }
    refuse("there is no option '" + name + "'" + (name.starts_with("--") ? suggestion(name, words) : ""));
  }

  /// Whether something with one dash is the word of an option, which other programs write so: "-maxmatch".
  [[nodiscard]] bool is_word(std::string_view word) const
  {
    return word.size() > 2 && std::ranges::any_of(options(), [&](Option const& option) {
             auto const names = names_of(option);
             return std::ranges::find(names, '-' + std::string(word)) != names.end();
           });
  }

  /// Whether an option has a digit for a letter: "-9".
  [[nodiscard]] bool is_letter(char digit) const
  {
    return std::ranges::any_of(options(), [&](Option const& option) {
      auto const names = names_of(option);
      return std::ranges::find(names, std::string{'-', digit}) != names.end();
    });
  }

  void store(Option const& option, std::string const& name, std::string_view value) const
  {
    if (std::string const wrong = option.store(value); !wrong.empty()) refuse(name + ": " + wrong);
  }

  std::string_view following_word(Option const& option, std::string const& name)
  {
    if (m_next == m_words.size()) refuse(name + " needs a value: " + option.value);
    return m_words[m_next++];
  }

  void take_long(std::string_view word)
  {
    std::size_t const equals = word.find('=');
    std::string const name(word.substr(0, equals));
    Option const* const option = option_of(name);
    if (option == nullptr) return;
    bool const has_value = equals != std::string_view::npos;
    if (option->value.empty() && has_value) refuse(name + " takes no value");
    if (option->value.empty())
      store(*option, name, {});
    else
      store(*option, name, has_value ? word.substr(equals + 1) : following_word(*option, name));
  }

  void take_letters(std::string_view letters)
  {
    for (std::size_t i = 0; i < letters.size(); ++i) {
      std::string const name = {'-', letters[i]};
      Option const* const option = option_of(name);
      if (option == nullptr) return;
      if (option->value.empty()) {
        store(*option, name, {});
        continue;
      }
      std::string_view const rest = letters.substr(i + 1);
      return store(*option, name, rest.empty() ? following_word(*option, name) : rest);
    }
  }

  void take_operand(std::string_view word)
  {
    auto const& operands = command().operands;
    if (m_operands == operands.size()) refuse("unexpected argument '" + std::string(word) + "'");
    Operand const& operand = operands[m_operands];
    if (std::string const wrong = operand.store(word); !wrong.empty()) refuse(operand.name + ": " + wrong);
    m_started = operand.repeated;
    if (!operand.repeated) ++m_operands;
  }

  void require_operands()
  {
    if (!command().commands.empty()) {
      m_parsed.wish = Wish::overview;
      return;
    }
    auto const& operands = command().operands;
    if (m_operands < operands.size() && operands[m_operands].required && !m_started)
      refuse(operands[m_operands].name + " is missing");
  }

  std::span<std::string_view const> m_words;
  std::size_t m_next = 0;
  std::size_t m_operands = 0;  // taken
  bool m_started = false;      // a repeated operand has one
  Parsed m_parsed;
};

}  // namespace

Parsed parse(Command const& program, std::vector<std::string_view> const& words)
{
  return Parser(program, words).parse();
}

std::string nearest(std::string_view word, std::vector<std::string> const& list)
{
  std::string best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (auto const& other : list) {
    if (!word.empty() && other.starts_with(word)) return other;
    if (std::size_t const steps = distance(word, other); steps < least) {
      least = steps;
      best = other;
    }
  }
  return best;
}

}  // namespace lexikos::app
