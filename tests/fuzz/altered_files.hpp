// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Files whose contents are altered as an input says, with right checksums.

#include <lexikos/file.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/file/altered_file.hpp"
#include "tests/file/scratch_folder.hpp"
#include "tests/fuzz/fuzzer.hpp"

namespace lexikos::fuzz
{

/// What `save` adds to a file.
template <class Save>
tests::AlteredFile saved_file(std::string_view kind, Save const& save)
{
  tests::ScratchFolder const folder;
  {
    FileWriter file(folder / "file", kind);
    save(file);
    file.commit();
  }
  return tests::AlteredFile(folder / "file");
}

/// Alters one of the files, up to four times, and loads it: it is refused, or `use` is called with what was loaded.
template <class Load, class Use>
void load_altered(std::vector<tests::AlteredFile> const& files, std::string_view kind, Numbers& numbers,
                  Load const& load, Use const& use)
{
  static MemoryFile const file_in_memory;
  tests::AlteredFile file = files[numbers.below(files.size())];
  std::size_t const changes = numbers.below(5);
  for (std::size_t change = 0; change < changes; ++change) (void)tests::change_at_random(file, numbers);
  file_in_memory.write(file.bytes());
  FileReader const reader(file_in_memory.path(), kind);
  std::optional<decltype(load(reader))> loaded;
  auto const code = code_of([&] { loaded.emplace(load(reader)); });
  bool const is_refused =
      code == ErrorCode::corrupt_input || code == ErrorCode::invalid_argument || code == ErrorCode::not_supported;
  if (code.has_value() && (changes == 0 || !is_refused)) fail("a file is refused as " + std::string(to_string(*code)));
  if (loaded.has_value()) use(*loaded);
}

}  // namespace lexikos::fuzz
