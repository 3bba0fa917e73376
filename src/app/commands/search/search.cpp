// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <deque>
#include <memory>
#include <optional>

#include "app/command_line/index_width.hpp"
#include "app/command_line/symbol_type.hpp"
#include "app/command_line/text_format.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/on_ranks.hpp"
#include "app/commands/search/patterns.hpp"
#include "app/commands/search/results.hpp"
#include "app/commands/search/tokens.hpp"
#include "app/on_device/ranks/search.hpp"

namespace lexikos::app
{

namespace
{

void require_sense(SearchOptions const& options)
{
  auto const refuse = [](char const* what) { throw Failure(ExitCode::usage, what); };
  if (options.is_index && options.is_text) refuse("--index and --text exclude each other");
  if (options.is_edit && options.errors == SearchOptions::exact) refuse("--edit needs --errors");
  bool const reads_patterns = options.pattern_file == "-" || options.sequence_file == "-";
  bool const reads_both = options.pattern_file == "-" && options.sequence_file == "-";
  if (reads_both || (options.source == "-" && (reads_patterns || options.is_index)))
    refuse("standard input can give one text, or one list of patterns");
}

/// What takes the suffixes of a text in their order: "" if none of it is wanted.
std::string wanted_of_suffixes(SearchOptions const& options)
{
  if (options.documents) return "--documents";
  if (options.top != 0) return "--top";
  if (options.next != 0) return "--next";
  return options.longest_suffix ? "--longest-suffix" : "";
}

/// Whether the index has what is wanted of it.
void require_index_for(SearchOptions const& options, SavedIndex const* saved, bool has_records)
{
  auto const refuse = [](std::string const& what) { throw Failure(ExitCode::usage, what); };
  std::string const wanted = wanted_of_suffixes(options);
  if (wanted.empty()) return;
  if (options.errors != SearchOptions::exact) refuse(wanted + " and --errors exclude each other");
  if (saved != nullptr && saved->is_fm())
    refuse(wanted + " is not for FM-indexes, and " + options.source + " is one: it needs one of --kind suffix");
  if ((options.documents || options.top != 0) && !has_records)
    refuse(wanted + " is for indexes with documents or records: see --offsets and --fasta of 'lexikos index'");
}

/// What cannot be searched for in tokens, and what only there.
void require_patterns_of(SearchOptions const& options, unsigned symbol_bytes)
{
  auto const refuse = [&](std::string const& what) {
    throw Failure(ExitCode::usage, what + (symbol_bytes == 1 ? "; the text is bytes" : "; the text is tokens"));
  };
  if (symbol_bytes == 1) {
    if (!options.tokens.empty()) refuse("--tokens is for indexes and texts of --symbols u16 or u32");
    return;
  }
  if (!options.patterns.empty()) refuse("PATTERN is for bytes: use --tokens");
  if (!options.sequence_file.empty()) refuse("--patterns-fasta is for bytes");
  if (options.errors != SearchOptions::exact) refuse("--errors is for bytes");
  if (options.ends_in_zero) refuse("--null is for bytes");
}

/// Of an index.
void require_no_text_options(SearchOptions const& options)
{
  if (options.format.format != "plain") throw Failure(ExitCode::usage, "--format is for texts; an index has its own");
  if (options.symbols != "u8") throw Failure(ExitCode::usage, "--symbols is for texts; an index has its own");
}

/// What is searched: an index, or a text.
struct SearchSource
{
  explicit SearchSource(SearchOptions const& options)
  {
    bool const is_saved =
        options.is_index || (!options.is_text && options.source != "-" && is_saved_file(options.source));
    if (is_saved) {
      require_no_text_options(options);
      saved.emplace(options.source);
      symbol_bytes = saved->symbol_bytes();
    }
    else {
      TextFormat format = options.format;
      format.strands = std::string("forward");  // both are those of the patterns
      file = std::make_unique<TextFile>(
          options.source, format,
          TextFile::Options{.show_progress = !options.report.quiet, .threads = options.device.threads});
      text = &file->input();
      symbol_bytes = symbol_bytes_of(options.symbols);
      require_bytes_of_sequences(*file, symbol_bytes, false);
      require_symbols(*text, symbol_bytes);
    }
  }

  [[nodiscard]] Records const* records() const
  {
    if (file) return file->records();
    return saved && saved->records() ? &*saved->records() : nullptr;
  }
  /// Whether it is sequences, whose letters are capital ones.
  [[nodiscard]] bool has_capitals() const { return records() != nullptr && records()->has_names(); }

  std::optional<SavedIndex> saved;
  std::unique_ptr<TextFile> file;
  Input const* text = nullptr;  // of the file
  unsigned symbol_bytes = 1;
};

TokenPatterns token_patterns(SearchOptions const& options, std::optional<Input> const& file, unsigned symbol_bytes)
{
  TokenPatterns tokens(symbol_bytes);
  for (auto const& list : options.tokens) tokens.add(list, "--tokens", ExitCode::usage);
  if (file) tokens.add_lines(lines_of(*file, '\n'), file->name());
  return tokens;
}

void require_any_patterns(SearchOptions const& options)
{
  if (options.patterns.empty() && options.tokens.empty() && options.pattern_file.empty() &&
      options.sequence_file.empty())
    throw Failure(ExitCode::usage,
                  "there is nothing to search for: give patterns, or a file of them with --patterns or "
                  "--patterns-fasta");
}

/// What is searched for, and the files that it lies in.
class AskedPatterns
{
 public:
  AskedPatterns(SearchOptions const& options, unsigned symbol_bytes, bool show_progress)
  {
    if (!options.pattern_file.empty()) m_file.emplace(options.pattern_file);
    if (!options.sequence_file.empty())
      m_sequences.emplace(std::vector{options.sequence_file}, LetterCase::kept, show_progress);
    if (symbol_bytes > 1 && options.format.both_strands())
      throw Failure(ExitCode::usage, "--strands both is for letters, and the text is tokens");
    if (symbol_bytes > 1) m_tokens = token_patterns(options, m_file, symbol_bytes);
    m_shown =
        m_tokens ? ShownPatterns{m_tokens->views(), {}, {}} : all_patterns(options, m_file, m_sequences, m_reversed);
  }
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

/// A text whose parts several ranks read, or an index of theirs, which one process reads too.
ExitCode run_on_several_ranks(SearchOptions const& options, bool is_saved)
{
  std::optional<RanksIndex> saved;
  if (is_saved) saved.emplace(options.source);
  refuse_on_ranks({{"--errors", options.errors != SearchOptions::exact},
                   {wanted_of_suffixes(options), !wanted_of_suffixes(options).empty()},
                   {"standard input", options.pattern_file == "-" || options.sequence_file == "-"},
                   {"--algorithm", options.sort.algorithm != "automatic"},
                   {"--segmented-sort", options.sort.segmented_sort != "automatic"},
                   {"an index of one process, such as " + options.source + ",",
                    !is_saved && !options.is_text && options.source != "-" && is_saved_file(options.source)}});
  if (options.is_index && !is_saved)
    throw Failure(ExitCode::unreadable_input,
                  "cannot read " + options.source + ": it is not an index of several ranks");
  if (is_saved)
    require_no_text_options(options);
  else
    require_plain_on_ranks(options.source, options.format);
  unsigned const symbol_bytes = saved ? saved->symbol_bytes() : symbol_bytes_of(options.symbols);
  Records const* const records = saved && saved->records() ? &*saved->records() : nullptr;
  require_patterns_of(options, symbol_bytes);
  require_any_patterns(options);
  AskedPatterns const asked(options, symbol_bytes, false);
  auto const& patterns = asked.shown();
  bool const has_capitals = records != nullptr && records->has_names();
  CapitalPatterns const capitals(has_capitals ? patterns.patterns : std::vector<std::string_view>());

  std::optional<SearchResults> results;  // of rank 0
  auto const outcome = search_on_ranks(
      {.source = options.source,
       .saved = saved ? &*saved : nullptr,
       .symbol_bytes = symbol_bytes,
       .patterns = has_capitals ? capitals.views() : patterns.patterns,
       .only_counts = options.only_counts,
       .limit = options.limit,
       .context = options.context,
       .show_progress = !options.report.quiet,
       .device = options.device,
       .on_counted =
           [&](SearchOutcome const& counted) {
             results.emplace(options,
                             SearchedText{.is_index = is_saved, .records = records, .symbol_bytes = symbol_bytes},
                             patterns);
             results->start(counted);
           },
       .on_matches = [&](Matches const& matches) { results->add(matches); },
       .on_end = [&](SearchOutcome const& all) { results->finish(all); }});
  return outcome.occurrences > 0 ? ExitCode::ok : ExitCode::no;
}

ExitCode run(SearchOptions const& options)
{
  require_sense(options);
  require_known(options.sort);
  bool const is_of_ranks = !options.is_text && is_index_of_ranks(options.source);
  if (is_of_ranks || is_on_ranks()) return run_on_several_ranks(options, is_of_ranks);
  DeviceStart const start(options.device, {options.source});
  SearchSource const source(options);
  require_patterns_of(options, source.symbol_bytes);
  require_index_for(options, source.saved ? &*source.saved : nullptr, source.records() != nullptr);
  require_any_patterns(options);
  AskedPatterns const asked(options, source.symbol_bytes, !options.report.quiet);
  auto const& patterns = asked.shown();
  CapitalPatterns const capitals(source.has_capitals() ? patterns.patterns : std::vector<std::string_view>());

  Session const session(options.device);
  SearchResults results(options,
                        {.is_index = source.saved.has_value(),
                         .file = source.file.get(),
                         .records = source.records(),
                         .symbol_bytes = source.symbol_bytes},
                        patterns);
  std::size_t const index_bytes =
      source.text ? index_bytes_for(source.text->bytes().size() / source.symbol_bytes, "auto") : 0;
  auto const outcome =
      search_patterns(session, {.index = {.job = {source.text, !options.report.quiet},
                                          .symbol_bytes = source.symbol_bytes,
                                          .sort = options.sort,
                                          .index_bytes = index_bytes},
                                .saved = source.saved ? &*source.saved : nullptr,
                                .records_of_text = source.file ? source.records() : nullptr,
                                .patterns = source.has_capitals() ? capitals.views() : patterns.patterns,
                                .only_counts = !options.shows_positions(),
                                .with_errors = options.errors != SearchOptions::exact,
                                .is_edit = options.is_edit,
                                .max_errors = options.errors,
                                .longest_suffixes = options.longest_suffix,
                                .documents = options.documents,
                                .top_documents = options.top,
                                .next_symbols = options.next,
                                .limit = options.limit,
                                .context = options.context,
                                .on_counted = [&](SearchOutcome const& counted) { results.start(counted); },
                                .on_matches = [&](Matches const& matches) { results.add(matches); }});
  results.finish(outcome);
  return outcome.occurrences > 0 ? ExitCode::ok : ExitCode::no;
}

constexpr unsigned max_errors = 4;

constexpr char const* details =
    R"(Prints for each pattern how often it occurs, a tab, and the pattern; then a line
for each position, counted from 0 and ascending, with the match in its context,
control characters as points. Occurrences may overlap; the empty pattern occurs at
each position. With --json all of it is one object.

In an index of sequences (lexikos index --fasta) small letters are capital ones,
also in patterns. A position has a name, a tab, the position in the record of that
name, counted from 0, a tab, and the context within the record; what crosses from
one record into the next is neither counted nor shown. In an index with documents
(lexikos index --offsets) the number of the document, counted from 0, takes the
place of the name.

With --format fasta or fastq, or auto, a FILE of sequences is searched as such an
index is. --strands both also looks for the reverse complement of each pattern,
unless that is the pattern itself, as a pattern of its own, which follows it; a
last column, after a tab, tells the strand, + or -.

In an index or a text of tokens (--symbols u16 or u32) patterns are lists of
numbers: --tokens 11,12,13, or lines such as "11 12 13" in the file of --patterns.
Positions and --context count tokens, and contexts are numbers with the match in
brackets.

With --errors N, a pattern occurs where the text has it with up to N errors: other
symbols in the place of some, and with --edit missing and added ones too. What is
counted are the positions at which occurrences end. Each has a line for the best
of them, and the shortest of these: its position, its errors, and the match in its
context. The empty pattern does not occur. FM-indexes are not searched so.

With --documents the number of documents, or records, that have the pattern comes
after its count and a tab. --top K has a line for each of the K documents with
most occurrences: its number or name, a tab, and how many. --next K has a line for
each of the K symbols that follow the pattern most often, in the same document: a
plus and the symbol, a tab, and how often. Of equally frequent ones the smaller
one is the first. --longest-suffix takes patterns for contexts: of each it looks
for the longest suffix that occurs, and prints the length of that, a tab, and then
what is printed of a pattern. With these three, positions are not shown.

They and --documents are for suffix indexes, without --errors; --documents and
--top for those with documents or records, of which they build an index: 4 bytes
of memory a symbol; with --documents 8.2, and 16 more meanwhile (12.3 and 24 if
entries of the index have 8 bytes). What --top and --next sort takes up to 130 MB.

Under mpirun or srun FILE is a text, of which each rank reads its range, or a
folder that 'lexikos index' wrote there, which one process reads too. The results
are the same, but that --limit keeps, of an index by text, positions in the first
parts, and of a part those whose suffixes come first; errors, --documents, --top,
next symbols and longest suffixes are not asked for there.

Exit code 0: a pattern occurs; 1: none does.
)";

}  // namespace

Command make_search()
{
  auto const options = std::make_shared<SearchOptions>();
  Command command{.name = "search", .summary = "Find patterns in a text", .details = details};
  command.operands = {
      operand("FILE", options->source,
              "A text, - for standard input; or an index of 'lexikos index', known by its first bytes"),
      operands("PATTERN", options->patterns, "What to look for, byte for byte", false),
  };
  command.options = {
      {"--tokens", "LIST",
       "A pattern of tokens: numbers with commas or blanks between them, such as 11,12,13. May be given several times",
       [options](std::string_view list) {
         options->tokens.emplace_back(list);
         return std::string();
       }},
      text("-p,--patterns", "PATH", options->pattern_file,
           "A file with a pattern on each line, as bytes, or, of tokens, as numbers; - for standard input. Lines may "
           "end in LF or, all of them, in CR LF"),
      text("--patterns-fasta", "PATH", options->sequence_file,
           "A file of sequences, FASTA or FASTQ, also compressed by gzip, each of which is a pattern; its name follows "
           "the pattern, after a tab. - for standard input"),
      flag("-z,--null", options->ends_in_zero,
           "Patterns in the file end in a zero byte, not with the line, and so do the lines that --count prints, with "
           "the patterns as they are"),
      flag("--index", options->is_index, "FILE is an index, and an error if it does not look like one"),
      flag("--text", options->is_text, "FILE is a text, whatever it looks like"),
      flag("-c,--count", options->only_counts, "Only how often each pattern occurs"),
      flag("--documents", options->documents, "Also how many documents or records have each pattern"),
      number("--top", "K", options->top, "The K documents or records with most occurrences of each pattern", {1}),
      number("--next", "K", options->next, "The K symbols that follow each pattern most often", {1}),
      flag("--longest-suffix", options->longest_suffix,
           "Patterns are contexts, of which the longest suffix that occurs is looked for"),
      number("-e,--errors", "N", options->errors, "Errors that an occurrence may have: 0 to 4", {0, max_errors}),
      flag("--edit", options->is_edit,
           "Missing and added symbols are errors too: edit distance. Otherwise only other symbols are: Hamming "
           "distance"),
      number("--limit", "N", options->limit,
             "Show at most N positions of each pattern: the first in suffix order, or with --errors the first in the "
             "text. "
             "0: all. Default: 20"),
      number("--context", "N", options->context, "Symbols shown on each side of a match. Default: 30"),
      text_format(options->format),
      choice("--strands", "STRANDS", {"forward", "both"}, options->format.strands,
             "Look for patterns alone, or for their reverse complements too. Default: forward"),
      symbol_type(options->symbols),
  };
  add_sort_options(command, options->sort);
  add_device_options(command, options->device);
  add_report_options(command, options->report);
  command.works_on_ranks = true;
  command.run = [options] { return run(*options); };
  return command;
}

}  // namespace lexikos::app
