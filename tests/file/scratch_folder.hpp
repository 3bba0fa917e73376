// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <lexikos/error.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace lexikos::tests
{

/// A folder that goes away with everything in it.
class ScratchFolder
{
 public:
  ScratchFolder()
  {
    std::string name = (std::filesystem::temp_directory_path() / "lexikos-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for temporary files");
    m_path = name;
  }
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;
  ~ScratchFolder()
  {
    std::error_code error;
    std::filesystem::remove_all(m_path, error);
  }

  [[nodiscard]] std::string operator/(std::string const& name) const { return (m_path / name).string(); }
  [[nodiscard]] std::size_t files() const
  {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(m_path), {}));
  }

 private:
  std::filesystem::path m_path;
};

using Bytes = std::vector<char>;

inline Bytes read_bytes(std::string const& path)
{
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(std::string const& path, Bytes const& bytes)
{
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

struct Caught
{
  ErrorCode code;
  std::string message;
};

/// The Error of a call; none when it went well. Anything else that it throws goes on.
template <class Call>
std::optional<Caught> error_of(Call const& call)
{
  try {
    call();
  }
  catch (Error const& error) {
    return Caught{error.code(), error.message()};
  }
  return std::nullopt;
}

}  // namespace lexikos::tests
