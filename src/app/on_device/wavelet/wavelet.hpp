// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/wavelet/query_words.hpp"
#include "app/on_device/session/saved_file.hpp"
#include "app/on_device/session/session.hpp"
#include "app/on_device/session/text_job.hpp"

namespace lexikos
{

class FileReader;

}  // namespace lexikos

namespace lexikos::app
{

/// Numbered as files have them.
enum class WaveletStructure : std::uint64_t
{
  quad,
  binary,
  tree,
  huffman
};

/// What a file says of itself.
struct WaveletKind
{
  WaveletStructure structure = WaveletStructure::quad;
  std::uint64_t symbol_bytes = 1;  ///< 1, 2 or 4
};

struct WaveletFacts
{
  std::string device;
  std::uint64_t symbols = 0;
  std::uint64_t alphabet = 0;
  std::size_t bytes = 0;
  std::size_t peak_bytes = 0;
  double build_seconds = 0;
  double file_seconds = 0;  ///< to load or to write it
};

struct WaveletBuildRequest
{
  TextJob job;
  WaveletKind kind;
  std::uint64_t budget = 0;  ///< bytes beside the structure; 0: as many as it takes
};

/// A structure that 'lexikos wavelet build' wrote.
class SavedWavelet
{
 public:
  /// Error (corrupt_input) for kinds that no structure has.
  explicit SavedWavelet(std::string const& path);
  SavedWavelet(SavedWavelet const&) = delete;
  SavedWavelet& operator=(SavedWavelet const&) = delete;
  ~SavedWavelet();

  [[nodiscard]] WaveletKind kind() const { return m_kind; }
  [[nodiscard]] FileReader const& file() const { return *m_file; }

 private:
  std::unique_ptr<FileReader> m_file;
  WaveletKind m_kind;
};

/// The file for a structure.
[[nodiscard]] SavedFile wavelet_file(std::string const& path);

[[nodiscard]] WaveletFacts build_wavelet(Session const& session, WaveletBuildRequest const& request, SavedFile& file);

/// Loads the structure and answers all queries.
[[nodiscard]] WaveletFacts query_wavelet(Session const& session, SavedWavelet const& saved,
                                         std::span<WaveletQuery const> queries, std::vector<WaveletAnswer>& answers);

}  // namespace lexikos::app
