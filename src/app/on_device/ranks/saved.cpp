// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/ranks/saved.hpp"

#include <lexikos/config.hpp>
#include <lexikos/file.hpp>
#ifdef LEXIKOS_HAVE_MPI
#include <lexikos/distributed/index_by_range.hpp>
#include <lexikos/distributed/index_by_text.hpp>
#endif

#include "app/failure.hpp"
#include "app/on_device/search/saved_index.hpp"

namespace lexikos::app
{

bool is_index_of_ranks(std::string const& path)
{
  return is_lexikos_file(path + "/manifest");
}

RanksIndex::~RanksIndex() = default;

std::string RanksIndex::kind() const
{
  return std::string(m_manifest->kind());
}

#ifndef LEXIKOS_HAVE_MPI

RanksIndex::RanksIndex(std::string const& path)
{
  throw Failure(ExitCode::not_supported, path + " is an index of several ranks, and this build has no MPI");
}

std::uint64_t RanksIndex::bytes(std::uint64_t&) const
{
  return 0;
}

#else

RanksIndex::RanksIndex(std::string const& path)
    : m_path(path), m_manifest(std::make_unique<FileReader>(path + "/manifest"))
{
  m_is_by_text = m_manifest->kind() == distributed::index_by_text_kind;
  if (!m_is_by_text) {
    auto const width = distributed::index_by_range_width(path);
    m_entry_bytes = width.index;
    m_symbol_bytes = static_cast<unsigned>(width.symbol);
    m_symbols = m_manifest->integer("n");
    return;
  }
  auto const facts = distributed::index_by_text_facts(path);
  m_is_fm = facts.is_fm;
  m_entry_bytes = facts.index;
  m_symbol_bytes = static_cast<unsigned>(facts.symbol);
  m_symbols = facts.size;
  m_longest_pattern = facts.longest_pattern;
  m_records = records_of(*m_manifest);
  if (m_records && m_manifest->integer(std::string(records_prefix) + ".size") != m_symbols)
    m_manifest->corrupt("its records are those of another text");
}

std::uint64_t RanksIndex::bytes(std::uint64_t& parts) const
{
  auto const facts = distributed::folder_facts(m_path);
  parts = facts.shards;
  return facts.bytes;
}

#endif

}  // namespace lexikos::app
