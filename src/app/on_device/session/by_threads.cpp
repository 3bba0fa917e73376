// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/by_threads.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <exception>
#include <vector>

namespace lexikos::app
{

namespace
{

/// Makes the text of a block of a round. An exception may not leave a parallel loop.
struct AppendText
{
  std::function<void(std::size_t, std::string&)> const* append_text;
  std::size_t first;
  std::string* texts;
  std::exception_ptr* errors;

  void operator()(std::size_t i) const
  {
    try {
      (*append_text)(first + i, texts[i]);
    }
    catch (...) {
      errors[i] = std::current_exception();
    }
  }
};

}  // namespace

void write_by_threads(TextWriter& out, std::size_t blocks,
                      std::function<void(std::size_t block, std::string& text)> const& append_text)
{
  using Host = Kokkos::DefaultHostExecutionSpace;
  constexpr std::size_t blocks_of_thread = 4;  // of a round, so that none waits long for the others
  auto const threads = static_cast<std::size_t>(std::max(Host().concurrency(), 1));
  std::vector<std::string> texts(std::min(blocks, blocks_of_thread * threads));
  std::vector<std::exception_ptr> errors(texts.size());
  for (std::size_t first = 0; first < blocks; first += texts.size()) {
    std::size_t const count = std::min(texts.size(), blocks - first);
    AppendText const append{&append_text, first, texts.data(), errors.data()};
    if (count == 1)
      append(0);
    else
      Kokkos::parallel_for("lexikos::app::write_by_threads",
                           Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<std::size_t>>(
                               0, count, Kokkos::ChunkSize(1)),
                           append);
    Host().fence("lexikos::app::write_by_threads");
    for (std::size_t i = 0; i < count; ++i) {
      if (errors[i]) std::rethrow_exception(errors[i]);
      out << texts[i];
      texts[i].clear();
    }
  }
}

}  // namespace lexikos::app
