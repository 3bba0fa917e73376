// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/io/ending.hpp"

namespace lexikos
{

class FileWriter;

}  // namespace lexikos

namespace lexikos::app
{

/// A file of the library's format to be written: there complete or not at all, and opened before the work starts.
class SavedFile
{
 public:
  SavedFile(std::string const& path, std::string_view kind);
  SavedFile(SavedFile const&) = delete;
  SavedFile& operator=(SavedFile const&) = delete;
  ~SavedFile();

  [[nodiscard]] FileWriter& writer() const { return *m_writer; }
  void commit();

 private:
  std::unique_ptr<FileWriter> m_writer;
  std::unique_ptr<RemovedAtTheEnd> m_guard;
};

}  // namespace lexikos::app
