// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <lexikos/distributed/index_by_text.hpp>

#include "distributed/call.hpp"

namespace lexikos::distributed
{

std::string manifest_of(std::string const& path)
{
  struct stat status = {};
  std::string const manifest = path + "/manifest";
  bool const is_folder = ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  return is_folder && ::stat(manifest.c_str(), &status) == 0 ? manifest : std::string();
}

}  // namespace lexikos::distributed

namespace lexikos::distributed_detail
{

namespace
{

constexpr std::uint64_t max_shards = std::uint64_t{1} << 32;

std::string shard_name(std::string const& folder, std::uint64_t generation, std::uint64_t shard)
{
  return folder + "/" + std::to_string(generation) + "." + std::to_string(shard);
}

/// What a manifest says of its shards: none where there is no manifest that can be read, whose place the new one takes.
struct Shards
{
  std::uint64_t generation = 0;
  std::uint64_t count = 0;
};

Shards shards_in(FileReader const& manifest)
{
  return {manifest.integer("generation", max_shards), manifest.integer("shards", max_shards)};
}

Shards shards_before(std::string const& path)
{
  std::string const manifest = distributed::manifest_of(path);
  if (manifest.empty()) return {};
  try {
    return shards_in(FileReader(manifest));
  }
  catch (Error const&) {
    return {};
  }
}

void make_folder(std::string const& path)
{
  struct stat status = {};
  int error = 0;
  if (::mkdir(path.c_str(), 0777) != 0) error = errno;
  if (error == EEXIST && ::stat(path.c_str(), &status) == 0) error = S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
  detail::require(error == 0, ErrorCode::unwritable_file, "cannot write " + path + ": " + std::strerror(error));
}

}  // namespace

NewFolder::NewFolder(distributed::Communicator const& ranks, std::string const& path, std::size_t shards)
    : m_ranks(ranks), m_path(path)
{
  static_cast<void>(settle(ranks.ranks(), {.function = Function::save}));
  if (ranks.rank() == 0) {
    make_folder(path);
    m_generation = shards_before(path).generation + 1;
  }
  m_generation = ranks.ranks().all_gather(m_generation)[0];
  Blocks const blocks(ranks.ranks().all_gather(static_cast<std::uint64_t>(shards)));
  m_first = blocks.first(static_cast<std::size_t>(ranks.rank()));
  m_shards = blocks.total();
}

NewFolder::~NewFolder()
{
  if (m_ranks.is_broken()) return;  // rank 0 may have named them already
  for (std::string const& name : m_written) std::remove(name.c_str());
}

std::string NewFolder::shard(std::size_t i)
{
  m_written.push_back(shard_name(m_path, m_generation, m_first + i));
  return m_written.back();
}

void NewFolder::commit(std::string_view kind, std::function<void(FileWriter&)> const& add)
{
  m_ranks.ranks().agree();  // all shards are there
  if (m_ranks.rank() == 0) {
    Shards const before = shards_before(m_path);
    FileWriter manifest(m_path + "/manifest", kind);
    manifest.add_integer("generation", m_generation);
    manifest.add_integer("shards", m_shards);
    add(manifest);
    manifest.commit();
    for (std::uint64_t i = 0; i < before.count; ++i) std::remove(shard_name(m_path, before.generation, i).c_str());
  }
  m_ranks.ranks().agree();
  m_written.clear();
}

SavedFolder::SavedFolder(distributed::Communicator const& ranks, std::string const& path, std::string_view kind)
    : m_path(path), m_manifest(path + "/manifest", kind)
{
  Shards const shards = shards_in(m_manifest);
  m_generation = shards.generation;
  m_shards = shards.count;
  static_cast<void>(settle(ranks.ranks(), {.function = Function::load, .options = {m_generation, m_shards, 0}}));
}

std::string SavedFolder::shard(std::size_t i) const
{
  return shard_name(m_path, m_generation, i);
}

}  // namespace lexikos::distributed_detail

namespace lexikos::distributed
{

FolderFacts folder_facts(std::string const& path)
{
  FileReader const manifest(path + "/manifest");
  auto const shards = distributed_detail::shards_in(manifest);
  FolderFacts facts{shards.count, manifest.bytes()};
  for (std::uint64_t i = 0; i < shards.count; ++i)
    facts.bytes += FileReader(distributed_detail::shard_name(path, shards.generation, i)).bytes();
  return facts;
}

IndexByTextFacts index_by_text_facts(std::string const& path)
{
  FileReader const manifest(path + "/manifest", index_by_text_kind);
  IndexByTextFacts const facts{manifest.integer("is_fm", 1) == 1, manifest.integer("index_bytes", 8),
                               manifest.integer("symbol_bytes", 4), manifest.integer("size"),
                               manifest.integer("longest_pattern")};
  bool const is_known = (facts.index == 4 || facts.index == 8) && std::has_single_bit(facts.symbol);
  if (!is_known) manifest.corrupt("its entries or its symbols have another width than any index");
  return facts;
}

}  // namespace lexikos::distributed
