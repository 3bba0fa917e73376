// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/saved_file.hpp"

#include <lexikos/file.hpp>

namespace lexikos::app
{

SavedFile::SavedFile(std::string const& path, std::string_view kind)
{
  SignalsWait const wait;
  m_writer = std::make_unique<FileWriter>(path, kind);
  m_guard = std::make_unique<RemovedAtTheEnd>(m_writer->temporary_path());
}

SavedFile::~SavedFile() = default;

void SavedFile::commit()
{
  m_writer->commit();
  m_guard->release();
}

}  // namespace lexikos::app
