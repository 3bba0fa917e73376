// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What every command prints with --json, member by member, and what 'lexikos help json' says of it.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/arrays.hpp"
#include "app/io/json_lines.hpp"
#include "app/process.hpp"

namespace json_tests
{

namespace
{

using process::contains;
using process::Folder;
using process::lexikos;
using Names = std::vector<std::string>;

struct Member
{
  std::set<std::string> types;
  bool is_optional = false;
};
using Schema = std::map<std::string, Member>;  // by path: "results[].count"

/// The page, a schema for each of its headings: "lexikos sa:".
std::map<std::string, Schema> schemas()
{
  std::map<std::string, Schema> all;
  std::istringstream page(lexikos({"help", "json"}).out);
  Schema* schema = nullptr;
  for (std::string line; std::getline(page, line);) {
    CHECK(line.size() <= 82);
    if (line.starts_with("lexikos ")) schema = &all[line.substr(8, line.size() - 9)];
    if (schema == nullptr || !line.starts_with("  ")) continue;
    std::istringstream words(line);
    std::string path, types, type;
    words >> path >> types;
    bool const is_optional = path.ends_with('?');
    if (is_optional) path.pop_back();
    std::istringstream list(types);
    Member member{{}, is_optional};
    while (std::getline(list, type, '|')) member.types.insert(type);
    CHECK(schema->emplace(path, member).second);
  }
  return all;
}

bool is_encoded(nlohmann::json const& value)
{
  return value.is_object() && value.size() == 2 && value.value("encoding", "") == "base64" && value.contains("bytes");
}

std::string type_of(nlohmann::json const& value)
{
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "boolean";
  if (value.is_number_unsigned()) return "integer";
  if (value.is_number_float()) return "number";
  if (value.is_string()) return "string";
  return value.is_array() ? "array" : value.is_object() ? "object" : "negative";
}

/// Compares values with a schema, and notes what there was.
class Comparison
{
 public:
  explicit Comparison(Schema const& schema) : m_schema(schema) {}

  void compare(nlohmann::json const& object)
  {
    REQUIRE(object.is_object());
    members(object, "");
  }

  /// What the page has and none of the objects had.
  [[nodiscard]] std::set<std::string> missing() const
  {
    std::set<std::string> paths;
    for (auto const& [path, member] : m_schema)
      if (!m_seen.contains(path)) paths.insert(path);
    return paths;
  }

 private:
  void value(nlohmann::json const& value, std::string const& path)
  {
    CAPTURE(path);
    m_seen.insert(path);
    auto const found = m_schema.find(path);
    CHECK_MESSAGE(found != m_schema.end(), "not in the page: ", path);
    if (found == m_schema.end()) return;
    auto const& types = found->second.types;
    bool const is_text = types.contains("text") && (value.is_string() || is_encoded(value));
    CHECK_MESSAGE((is_text || types.contains(type_of(value))), path, " is of type ", type_of(value));
    if (is_text) return;
    if (value.is_object()) members(value, path);
    if (value.is_array())
      for (auto const& each : value) this->value(each, path + "[]");
  }

  void members(nlohmann::json const& object, std::string const& path)
  {
    std::string const prefix = path.empty() ? "" : path + ".";
    bool const has_free_names = m_schema.contains(prefix + "*");
    for (auto const& [name, each] : object.items()) value(each, prefix + (has_free_names ? "*" : name));
    for (auto const& [own, member] : m_schema) {
      if (!own.starts_with(prefix) || member.is_optional || has_free_names) continue;
      std::string const name = own.substr(prefix.size());
      if (name.find_first_of(".[") != std::string::npos) continue;
      CHECK_MESSAGE(object.contains(name), "not there, though it has to be: ", own);
    }
  }

  Schema const& m_schema;
  std::set<std::string> m_seen;
};

/// The object that a command prints, to either output.
nlohmann::json object_of(Names words)
{
  words.push_back("--json");
  auto const result = lexikos(words);
  CAPTURE(words[0]);
  CAPTURE(result.err);
  for (auto const& text : {result.out, result.err}) {
    std::size_t const begin = text.find("{\n");
    if (begin == std::string::npos) continue;
    return nlohmann::json::parse(text.substr(begin, text.rfind("\n}") + 2 - begin));
  }
  FAIL("no object");
  return {};
}

/// Words of a line.
Names words_of(std::string const& line)
{
  Names words;
  std::istringstream stream(line);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Files for all commands, in a folder, whose path is put before names that end in a dot.
struct Files
{
  Files()
  {
    std::string text = "\xff";
    for (int i = 0; i < 21; ++i) text += "abracadabra ";
    text.resize(224, 'b');
    folder.write("t.", text);
    folder.write("half.", text.substr(0, 100));
    folder.write("wrong.", std::string(4 * 224, '\0'));
    folder.write("places.", arrays::to_bytes(std::vector<std::uint64_t>{0, 10, 100, 224}));
    folder.write("x.", ">a\nACGTACGTAA\n>b\nCCACGTA\n");
    folder.write("lines.", "{\"t\":\"abracadabra\"}\n{\"t\":\"cadabra abra\"}\n");
    for (std::string const line :
         {"generate dna 2M 1 -o large.", "sa t. -o sa.", "bwt t. -o bwt.", "bwt t. --offsets places. -o docbwt.",
          "index t. -o index.", "index t. --offsets places. -o docs.", "index t. --symbols u16 -o tokens.",
          "index x. --fasta -o records.", "index t. --kind fm -o fm.", "wavelet build t. -o wavelet.",
          "compress t. -o packed.lkz."})
    {
      CAPTURE(line);
      auto const result = run(line + (line.starts_with("generate") ? "" : " -q"));
      CAPTURE(result.err);
      REQUIRE(result.exit_code == 0);
    }
  }

  [[nodiscard]] Names command(std::string const& line) const
  {
    auto words = words_of(line);
    for (auto& word : words)
      if (word.ends_with('.')) word = folder / word;
    return words;
  }
  [[nodiscard]] process::Result run(std::string const& line) const { return lexikos(command(line)); }

  Folder folder;
};

struct Uses
{
  std::string heading;
  Names lines;
  std::set<std::string> not_here = {};  ///< members that depend on the machine or the build
};

std::vector<Uses> all_uses()
{
  return {
      {"sa",
       {"sa t. -o o.", "sa t. -o o. --check --steps --isa i.", "sa t. -o o. --offsets places.",
        "sa t. -o o. --symbols u16 --entries packed", "sa x. -o o. --format fasta --strands both",
        "sa t. -o o. --algorithm prefix_doubling", "sa large. -o o. --device-memory", "sa t. -o -"}},
      {"check", {"check t. sa.", "check t. wrong.", "check x. wrong. --format fasta"}, {"records", "strands"}},
      {"lcp", {"lcp t. -o o.", "lcp t. -o o. --sa sa.", "lcp x. -o o. --format auto --strands both"}},
      {"bwt",
       {"bwt t. -o o.", "bwt t. -o o. --offsets places.", "bwt x. -o o. --format fasta --strands both",
        "bwt large. -o o. --device-memory"}},
      {"unbwt", {"unbwt bwt. -o o.", "unbwt docbwt. --offsets i. -o o."}},
      {"index",
       {"index t. -o o. --lcp --isa", "index t. -o o. --kind fm", "index x. -o o. --fasta",
        "index t. -o o. --offsets places.", "index t. -o o. --symbols u16",
        "index large. -o o. --kind fm --device-memory"}},
      {"search",
       {"search t. abra zz", "search index. abra --limit 2", "search records. ACG --documents --top 2 --next 2",
        "search records. ACG", "search docs. abra", "search docs. a --documents --top 1 --next 1 --longest-suffix",
        "search tokens. --tokens 29282", "search tokens. --tokens 25185 --next 2 --longest-suffix",
        "search t. abra -e 1", "search x. --format fasta ACG --strands both", "search t. --patterns-fasta x.",
        "search fm. abra -c"}},
      {"match", {"match x. x. -l 3", "match x. x. -l 3 -b --smem"}},
      {"repeats", {"repeats t.", "repeats x. --format auto", "repeats x. --format auto --strands both"}},
      {"plot lcp", {"plot lcp t. -o o.", "plot lcp x. --format auto --strands both -o o."}},
      {"plot repeats", {"plot repeats t. -o o.", "plot repeats x. --format auto --strands both -o o."}},
      {"plot dots", {"plot dots t. half. -o o.", "plot dots x. --fasta -o o."}},
      {"plot suffixes, transform, search and wavelet",
       {"plot suffixes half. -o o.", "plot transform half. -o o.", "plot search half. abra -o o.",
        "plot wavelet half. -o o."}},
      {"kmers",
       {"kmers t. -k3", "kmers t. half. -k3", "kmers t. -k3 --list", "kmers t. half. -k3 --list",
        "kmers x. --fasta -k3 --canonical"}},
      {"dedup",
       {"dedup t. -k4 --ranges o.", "dedup t. -k4 --offsets places. --ranges o. --cache c.",
        "dedup t. -k4 --against half. --ranges o.", "dedup lines. --field t -k4 --ranges o.",
        "dedup x. --format auto -k3 --ranges o.", "dedup t. -k4 --engine fingerprints --ranges o."},
       {"ranks", "transport"}},
      {"overlap", {"overlap t. half.", "overlap t. t. --offsets places. --corpus-offsets places. --max-documents 2"}},
      {"wavelet build", {"wavelet build t. -o o.", "wavelet build x. --format fasta --strands both -o o."}},
      {"wavelet query", {"wavelet query wavelet. access:1 top:0:9:2 select:b:10000"}},
      {"wavelet info", {"wavelet info wavelet."}},
      {"compress and decompress", {"compress t. -fo o.", "decompress packed.lkz. -fo o.", "compress missing."}},
      {"test", {"test packed.lkz.", "test t."}},
      {"list", {"list packed.lkz.", "list t."}},
      {"info", {"info"}, {"simdjson_version", "zlib_version", "libdeflate_version", "zstd_version"}},
      {"info FILE",
       {"info index.", "info docs.", "info records.", "info tokens.", "info wavelet.", "info t.", "info x.",
        "info packed.lkz."}},
      {"generate", {"generate dna 10 1 -o o.", "generate dna 10"}}};
}

}  // namespace

TEST_CASE("json: the page has all members that commands print, and no others")
{
  auto const all = schemas();
  Files const files;
  std::set<std::string> headings{"sa, lcp, bwt, check and index on several ranks", "index by text on several ranks",
                                 "info FOLDER of several ranks"};
  for (auto const& uses : all_uses()) {
    CAPTURE(uses.heading);
    headings.insert(uses.heading);
    REQUIRE(all.contains(uses.heading));
    Comparison comparison(all.at(uses.heading));
    bool all_were_run = true;
    for (auto const& line : uses.lines) {
      CAPTURE(line);
      if (!lexikos::app::reads_json_lines && contains(line, "--field")) {
        MESSAGE("this build cannot read JSON lines");
        all_were_run = false;
        continue;
      }
      bool const has_no_json = line.starts_with("check x.");
      auto words = files.command(line);
      if (words.back() == "--device-memory") words.push_back(process::min_memory({words.begin(), words.end() - 1}));
      if (!has_no_json) comparison.compare(object_of(words));
    }
    for (auto const& path : comparison.missing())
      CHECK_MESSAGE((uses.not_here.contains(path) || !all_were_run), "no command printed ", path);
  }
  for (auto const& [heading, schema] : all) CHECK_MESSAGE(headings.contains(heading), heading);
}

TEST_CASE("json: every command that has results has the option")
{
  auto const all = schemas();
  std::istringstream lines(lexikos({"help"}).out);
  bool is_list = false;
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) is_list = false;
    if (is_list && line.starts_with("  ") && line[2] != ' ') {
      std::string const name = line.substr(2, line.find(' ', 2) - 2);
      CAPTURE(name);
      bool const is_group = name == "help" || name == "wavelet" || name == "plot";
      if (!is_group) CHECK(contains(lexikos({"help", name}).out, "--json"));
      bool const is_there = std::ranges::any_of(
          all, [&](auto const& each) { return (' ' + each.first + ' ').find(' ' + name + ' ') != std::string::npos; });
      if (name != "help") CHECK(is_there);
      ++count;
    }
    if (line == "Commands:") is_list = true;
  }
  CHECK(count > 15);
}

#ifdef LEXIKOS_MPIEXEC

/// What a command prints on two ranks.
nlohmann::json object_of_ranks(Files const& files, std::string const& line)
{
  CAPTURE(line);
  std::string command;
  for (auto const& word : files.command(line)) command += word + ' ';
  auto const result = process::shell(
      "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
      "OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 "
      "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe OMP_NUM_THREADS=1 OMP_PROC_BIND=false; "
      "timeout 100 " LEXIKOS_MPIEXEC " -n 2 $lexikos " +
      command + "--json");
  CAPTURE(result.err);
  std::size_t const end = result.out.rfind("\n}");
  REQUIRE(end != std::string::npos);
  return nlohmann::json::parse(result.out.substr(0, end + 2));
}

void expect_all(Comparison const& comparison)
{
  for (auto const& path : comparison.missing()) CHECK_MESSAGE(false, "no command printed ", path);
}

TEST_CASE("json: members of what several ranks print")
{
  auto const all = schemas();
  Files const files;
  Comparison arrays(all.at("sa, lcp, bwt, check and index on several ranks"));
  for (std::string const line : {"sa t. -o o. --isa i. --check", "lcp t. -o o.", "bwt t. -o o.", "check t. sa.",
                                 "check t. wrong.", "index t. -o range."})
    arrays.compare(object_of_ranks(files, line));
  expect_all(arrays);

  Comparison parts(all.at("index by text on several ranks"));
  Comparison folders(all.at("info FOLDER of several ranks"));
  for (std::string const line : {"index x. --fasta --kind fm -o parts.", "index t. --offsets places. -o parts.",
                                 "index t. --by text --symbols u16 -o parts."})
  {
    parts.compare(object_of_ranks(files, line));
    folders.compare(object_of(files.command("info parts.")));
  }
  folders.compare(object_of(files.command("info range.")));
  expect_all(parts);
  expect_all(folders);

  auto const dedup = object_of_ranks(files, "dedup t. -k4 --ranges o.");
  CHECK(dedup.contains("ranks"));
  CHECK(dedup.contains("transport"));
  Comparison(all.at("dedup")).compare(dedup);
}

#endif

}  // namespace json_tests
