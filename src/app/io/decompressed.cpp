// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/decompressed.hpp"

#include <algorithm>
#include <utility>

#include "app/failure.hpp"
#include "app/report/progress_bar.hpp"

namespace lexikos::app
{

void fail_in_line(std::string const& name, std::uint64_t line, std::string const& reason)
{
  throw Failure(ExitCode::unreadable_input, "cannot read " + name + ": line " + std::to_string(line) + ": " + reason);
}

Decompressed::Decompressed(std::string const& path, bool are_lines, bool show_progress, unsigned threads)
    : m_name(name_of_input(path)), m_bytes(m_name)
{
  ProgressBar bar("decompressing", show_progress);
  auto const line = [this] {
    return "line " + std::to_string(static_cast<std::uint64_t>(std::ranges::count(m_bytes.bytes(), '\n')) + 1);
  };
  ByteStream stream(path, {threads, [&bar](double fraction) { bar.update(fraction); },
                           are_lines ? std::function<std::string()>(line) : std::function<std::string()>()});
  read(path, stream);
}

Decompressed::Decompressed(std::string const& path, ByteStream& stream, std::function<void(std::size_t)> on_growth)
    : m_name(stream.name()), m_bytes(m_name)
{
  m_bytes.on_growth(std::move(on_growth));
  read(path, stream);
}

void Decompressed::read(std::string const& path, ByteStream& stream)
{
  if (stream.compression() == Compression::none && stream.file_bytes() != 0) {
    m_file.emplace(path);
    return;
  }
  stream.read_all(m_bytes);
  m_bytes.shrink();
}

Input Decompressed::take_input()
{
  if (m_file) return std::move(*m_file);
  return {m_name, m_bytes.bytes()};
}

}  // namespace lexikos::app
