// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>
#include <vector>

#include "app/command_line/help.hpp"
#include "app/command_line/pages.hpp"
#include "app/report/joined.hpp"

namespace lexikos::app
{

namespace
{

using Path = std::vector<Command const*>;

/// Calls function(path) for the program and each of its commands, at any depth.
template <class Function>
void for_each_command(Path const& path, Function const& function)
{
  function(path);
  for (auto const& each : path.back()->commands) {
    Path deeper = path;
    deeper.push_back(&each);
    for_each_command(deeper, function);
  }
}

/// The words below the program: "", "wavelet", "wavelet build".
std::string place_of(Path const& path)
{
  return full_name({path.begin() + 1, path.end()});
}

std::string joined_by_spaces(std::vector<std::string> const& words)
{
  std::string line;
  for (auto const& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

/// Names of the commands below it, of its options, and those that all have.
std::vector<std::string> words_of(Path const& path)
{
  std::vector<std::string> words;
  for (auto const& each : path.back()->commands) words.push_back(each.name);
  for (auto const& option : path.back()->options)
    for (auto const& name : names_of(option)) words.push_back(name);
  words.emplace_back("--help");
  if (path.size() == 1) words.emplace_back("--version");
  return words;
}

bool takes_file(Option const& option)
{
  return option.value.find("PATH") != std::string::npos || option.value.find("FILE") != std::string::npos;
}

/// Up to the end of the first sentence, without it.
std::string first_sentence(std::string const& help)
{
  std::size_t const end = std::min({help.find(". "), help.find(": "), help.size()});
  std::string sentence = help.substr(0, end);
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

/// With a backslash before each of these letters.
std::string guarded(std::string_view text, std::string_view letters)
{
  std::string result;
  for (char const letter : text) {
    if (letters.find(letter) != std::string_view::npos) result += '\\';
    result += letter;
  }
  return result;
}

/// Between single quotes of a Bourne shell.
std::string quoted(std::string_view text)
{
  std::string result = "'";
  for (char const letter : text) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return joined({result, "'"});
}

/// What bash does with a word after an option that takes one.
void append_bash_values(std::string& script, Path const& path)
{
  for (auto const& option : path.back()->options) {
    if (option.value.empty()) continue;
    std::string names;
    for (auto const& name : names_of(option)) names += (names.empty() ? "" : "|") + name;
    script += "        " + names + ") ";
    if (!option.words.empty())
      script += "_lexikos_words " + quoted(joined_by_spaces(option.words)) + "; return ;;\n";
    else
      script += (takes_file(option) ? "compopt -o default; return ;;\n" : "return ;;\n");
  }
}

std::string fish_condition(Path const& path)
{
  std::string condition;
  for (std::size_t i = 1; i < path.size(); ++i)
    condition += (i == 1 ? "" : "; and ") + ("__fish_seen_subcommand_from " + path[i]->name);
  if (path.size() == 1) return "__fish_use_subcommand";
  if (path.back()->commands.empty()) return condition;
  std::vector<std::string> deeper;
  for (auto const& each : path.back()->commands) deeper.push_back(each.name);
  return condition + "; and not __fish_seen_subcommand_from " + joined_by_spaces(deeper);
}

/// In single quotes, of which fish takes \' and \\.
std::string fish_quoted(std::string_view text)
{
  return joined({"'", guarded(text, "\\'"), "'"});
}

std::string fish_option(Option const& option)
{
  std::string line;
  for (auto const& name : names_of(option))
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.words.empty())
    line += " -x -a " + fish_quoted(joined_by_spaces(option.words));
  else if (!option.value.empty())
    line += takes_file(option) ? " -r -F" : " -x";
  return line + " -d " + fish_quoted(first_sentence(option.help));
}

std::string zsh_option(Option const& option)
{
  auto const names = names_of(option);
  std::string const help = '[' + guarded(first_sentence(option.help), "[]:\\") + ']';
  std::string value;
  if (!option.value.empty()) {
    value = ':' + guarded(option.value, ":\\") + ':';
    if (!option.words.empty())
      value += '(' + joined_by_spaces(option.words) + ')';
    else if (takes_file(option))
      value += "_files";
  }
  if (names.size() == 1) return quoted(names[0] + help + value);
  return quoted('(' + names[0] + ' ' + names[1] + ')') + '{' + names[0] + ',' + names[1] + '}' + quoted(help + value);
}

void append_zsh_command(std::string& script, Path const& path)
{
  std::string name = "_lexikos";
  for (std::size_t i = 1; i < path.size(); ++i) name += '_' + path[i]->name;
  script += name + "()\n{\n";
  Command const& command = *path.back();
  if (!command.commands.empty()) {
    script += "  local -a commands=(";
    for (auto const& each : command.commands)
      script += "\n    " + quoted(guarded(each.name, ":\\") + ':' + guarded(each.summary, ":\\"));
    script += ")\n  if ((CURRENT == 2)); then\n    _describe -t commands command commands\n    return\n  fi\n";
    script += "  shift words\n  ((CURRENT--))\n  (($+functions[" + name + "_$words[1]])) && " + name + "_$words[1]\n";
  }
  else {
    script += "  _arguments -s \\\n";
    for (auto const& option : command.options) script += "    " + zsh_option(option) + " \\\n";
    script += "    '(-h --help)'{-h,--help}'[Show this page]' \\\n    '*:file:_files'\n";
  }
  script += "}\n\n";
}

}  // namespace

std::string bash_completion(Command const& program)
{
  std::string script =
      "# bash completion of lexikos, written by 'lexikos help bash-completion'\n\n"
      "_lexikos_words()\n{\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"${COMP_WORDS[COMP_CWORD]}\")\n}\n\n"
      "_lexikos()\n{\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} place='' i\n"
      "  COMPREPLY=()\n"
      "  [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
      "  [[ $word == '=' ]] && word='' before=${COMP_WORDS[COMP_CWORD - 1]}\n"
      "  for ((i = 1; i < COMP_CWORD; ++i)); do\n"
      "    case \"$place ${COMP_WORDS[i]}\" in\n";
  std::string cases;
  for_each_command({&program}, [&](Path const& path) {
    if (path.size() == 1) return;
    std::string const outer = place_of({path.begin(), path.end() - 1});
    script += "      " + quoted(outer + ' ' + path.back()->name) + ") place=" + quoted(place_of(path)) + " ;;\n";
  });
  script += "    esac\n  done\n  case \"$place\" in\n";
  for_each_command({&program}, [&](Path const& path) {
    script += "    " + quoted(place_of(path)) + ")\n      case \"$before\" in\n";
    append_bash_values(script, path);
    bool const has_files = path.back()->commands.empty() && !path.back()->operands.empty();
    script += "        *) ;;\n      esac\n";
    if (has_files) script += "      [[ $word == -* ]] || { compopt -o default; return; }\n";
    script += "      _lexikos_words " + quoted(joined_by_spaces(words_of(path))) + " ;;\n";
  });
  return script + "  esac\n}\n\ncomplete -F _lexikos " + program.name + "\n";
}

std::string zsh_completion(Command const& program)
{
  std::string script =
      "#compdef " + program.name + "\n# zsh completion of lexikos, written by 'lexikos help zsh-completion'\n\n";
  for_each_command({&program}, [&](Path const& path) { append_zsh_command(script, path); });
  return script + "_lexikos \"$@\"\n";
}

std::string fish_completion(Command const& program)
{
  std::string script = "# fish completion of lexikos, written by 'lexikos help fish-completion'\n\ncomplete -c " +
                       program.name + " -n __fish_use_subcommand -f\n";
  for_each_command({&program}, [&](Path const& path) {
    std::string const line = "complete -c " + program.name + " -n " + fish_quoted(fish_condition(path));
    for (auto const& each : path.back()->commands)
      script += line + " -f -a " + each.name + " -d " + fish_quoted(each.summary) + '\n';
    for (auto const& option : path.back()->options) script += line + fish_option(option) + '\n';
    script += line + " -s h -l help -d 'Show this page'\n";
    if (path.size() == 1) script += line + " -s V -l version -d 'Show the version'\n";
  });
  return script;
}

}  // namespace lexikos::app
