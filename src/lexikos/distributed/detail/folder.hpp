// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// An index of several ranks on disk: a folder with a file of each shard, and one that names them, the manifest. Files of a
// new index have other names than those of the one before it, which is there until the new manifest takes the old one's
// place.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <lexikos/distributed/communicator.hpp>
#include <lexikos/file.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace lexikos::distributed_detail
{

/// A folder that is being written; what a rank has written without `commit` it removes.
class NewFolder
{
 public:
  /// Makes the folder, unless it is there. Collective, within `together`, as all members but the destructor.
  /// \param shards  that this rank will write
  NewFolder(distributed::Communicator const& ranks, std::string const& path, std::size_t shards);
  NewFolder(NewFolder const&) = delete;
  NewFolder& operator=(NewFolder const&) = delete;
  ~NewFolder();

  /// Where this rank's i-th shard goes. Not collective.
  [[nodiscard]] std::string shard(std::size_t i);
  /// When all ranks have written: rank 0 writes the manifest, and removes the shards of the index before.
  /// \param add  what else the manifest has; called on rank 0
  void commit(std::string_view kind, std::function<void(FileWriter&)> const& add);

 private:
  distributed::Communicator m_ranks;
  std::string m_path;
  std::uint64_t m_generation = 1;
  std::uint64_t m_first = 0;   ///< number of this rank's first shard
  std::uint64_t m_shards = 0;  ///< of all ranks
  std::vector<std::string> m_written;
};

/// A folder that is read, on any number of ranks.
class SavedFolder
{
 public:
  /// Collective, within `together`. Errors as `FileReader`, and invalid_argument where ranks see different folders.
  SavedFolder(distributed::Communicator const& ranks, std::string const& path, std::string_view kind);

  [[nodiscard]] FileReader const& manifest() const { return m_manifest; }
  [[nodiscard]] std::size_t shards() const { return m_shards; }
  [[nodiscard]] std::string shard(std::size_t i) const;

 private:
  std::string m_path;
  FileReader m_manifest;
  std::uint64_t m_generation;
  std::size_t m_shards;
};

}  // namespace lexikos::distributed_detail

namespace lexikos::distributed
{

/// Kinds of the manifests in folders that `IndexByText::save` and `IndexByRange::save` write.
constexpr std::string_view index_by_text_kind = "index_by_text";
constexpr std::string_view index_by_range_kind = "index_by_range";

/// The manifest of an index of several ranks, a file of one of these kinds; "" if the path is no folder that has one.
[[nodiscard]] std::string manifest_of(std::string const& path);

/// The files of a folder of either kind.
struct FolderFacts
{
  std::uint64_t shards = 0;
  std::uint64_t bytes = 0;  ///< of all files
};

/// Not collective. Errors as `FileReader`, also where a shard is missing.
[[nodiscard]] FolderFacts folder_facts(std::string const& path);

}  // namespace lexikos::distributed
