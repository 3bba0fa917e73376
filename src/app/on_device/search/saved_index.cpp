// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/search/saved_index.hpp"

#include <lexikos/documents.hpp>
#include <lexikos/file.hpp>
#include <lexikos/fm_index.hpp>
#include <lexikos/search.hpp>

#include "app/on_device/session/file_of_kind.hpp"

namespace lexikos::app
{

namespace
{

std::string section(char const* name)
{
  return std::string(records_prefix) + "." + name;
}

/// Error (corrupt_input) unless offsets ascend.
void check_order(FileReader const& file, std::span<std::uint64_t const> offsets, std::string const& what)
{
  for (std::size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] < offsets[i - 1])
      file.corrupt("offset " + std::to_string(i) + " of " + what + " is below the one before it");
}

/// The same unless they ascend from 0 to the size of what they divide.
void check_offsets(FileReader const& file, std::span<std::uint64_t const> offsets, std::uint64_t size,
                   std::string const& what)
{
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != size)
    file.corrupt("the offsets of " + what + " do not cover them");
  check_order(file, offsets, what);
}

std::span<std::uint64_t const> offsets_in(FileReader const& file, char const* name)
{
  auto const offsets = file.array<std::uint64_t>(section(name));
  return {offsets.data(), offsets.extent(0)};
}

Records documents_of(FileReader const& file)
{
  Records const documents{offsets_in(file, "offsets")};
  if (documents.offsets.empty() || documents.offsets.back() > file.integer(section("size")))
    file.corrupt("the offsets of its documents do not lie in its text");
  check_order(file, documents.offsets, "the documents");
  return documents;
}

}  // namespace

std::optional<Records> records_of(FileReader const& file)
{
  if (!has_documents(file, records_prefix)) return std::nullopt;
  if (!file.has(section("names")) && !file.has(section("name_offsets"))) return documents_of(file);
  auto const names = file.array<std::uint8_t>(section("names"));
  Records const records{offsets_in(file, "offsets"),
                        {reinterpret_cast<char const*>(names.data()), names.extent(0)},
                        offsets_in(file, "name_offsets")};
  check_offsets(file, records.offsets, file.integer(section("size")), "the records");
  check_offsets(file, records.name_offsets, records.names.size(), "the names of the records");
  if (records.name_offsets.size() != records.offsets.size())
    file.corrupt("it has " + std::to_string(records.offsets.size() - 1) + " records and " +
                 std::to_string(records.name_offsets.size() - 1) + " names");
  return records;
}

bool is_saved_file(std::string const& path)
{
  return is_lexikos_file(path);
}

SavedIndex::SavedIndex(std::string const& path) : m_file(std::make_unique<FileReader>(path))
{
  m_is_fm = m_file->kind() == fm_index_kind;
  if (!m_is_fm) require_kind(*m_file, suffix_index_kind, "an index");
  if (!m_is_fm) m_symbol_bytes = static_cast<unsigned>(suffix_index_symbol_bytes(*m_file));
  m_records = records_of(*m_file);
}

SavedIndex::~SavedIndex() = default;

void SavedIndex::begin_checks(std::initializer_list<std::string_view> sections)
{
  for (auto const section : sections) m_checks.push_back(m_file->start_check(section));
}

void SavedIndex::wait_for_checks()
{
  for (auto& check : m_checks) check.get();
  m_checks.clear();
}

void save_names(Records const& records, FileWriter& file)
{
  auto const* const names = reinterpret_cast<std::uint8_t const*>(records.names.data());
  file.add_array(section("names"), std::span<std::uint8_t const>(names, records.names.size()));
  file.add_array(section("name_offsets"), records.name_offsets);
}

SavedFacts saved_facts(std::string const& path)
{
  FileReader const file(path);
  SavedFacts facts;
  facts.kind = file.kind();
  facts.bytes = file.bytes();
  if (file.kind() == fm_index_kind) facts.width = fm_index_width(file).index;
  if (file.kind() == suffix_index_kind) {
    facts.width = suffix_index_width(file);
    facts.symbols = file.size_of(suffix_index_text_section);
    facts.symbol_bytes = suffix_index_symbol_bytes(file);
  }
  if (facts.width == 0) return facts;
  if (auto const records = records_of(file)) {
    facts.symbols = file.integer(section("size"));
    facts.are_documents = !records->has_names();
    facts.records = records->count();
    facts.longest = records->longest();
  }
  return facts;
}

}  // namespace lexikos::app
