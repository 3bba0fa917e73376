// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/on_device/session/by_threads.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <utility>
#include <vector>

namespace lexikos::app
{

namespace
{

using Host = Kokkos::DefaultHostExecutionSpace;

/// An exception may not leave a parallel loop.
template <class Function>
struct KeepException
{
  Function const* function;
  std::exception_ptr* exceptions;

  void operator()(std::size_t i) const
  {
    try {
      (*function)(i);
    }
    catch (...) {
      exceptions[i] = std::current_exception();
    }
  }
};

/// Calls function(i) for all below `count`, by threads that take one after the other. What it throws is thrown.
template <class Function>
void for_each_by_threads(std::size_t count, Function const& function)
{
  if (count == 1) return function(std::size_t{0});
  using OneAtATime = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<std::size_t>>;
  std::vector<std::exception_ptr> exceptions(count);
  Kokkos::parallel_for("lexikos::app::for_each_by_threads", OneAtATime(0, count, Kokkos::ChunkSize(1)),
                       KeepException<Function>{&function, exceptions.data()});
  Host().fence("lexikos::app::for_each_by_threads");
  for (auto const& exception : exceptions)
    if (exception) std::rethrow_exception(exception);
}

/// By all threads where the output lies in memory.
void write_texts(Output& output, std::span<std::string const> texts)
{
  std::vector<std::size_t> begins;
  std::size_t size = 0;
  for (std::string const& text : texts) {
    begins.push_back(size);
    size += text.size();
  }
  if (std::byte* const place = output.place(size))
    for_each_by_threads(texts.size(),
                        [&](std::size_t i) { std::memcpy(place + begins[i], texts[i].data(), texts[i].size()); });
  else
    for (std::string const& text : texts) output.write(text);
}

}  // namespace

void ThreadsWriter::write(std::size_t blocks,
                          std::function<void(std::size_t block, std::string& text)> const& append_text)
{
  constexpr std::size_t blocks_of_thread = 4;  // of a round, so that none waits long for the others
  std::size_t const at_a_time = blocks_of_thread * static_cast<std::size_t>(std::max(Host().concurrency(), 1));
  m_texts.resize(std::max(m_texts.size(), std::min(blocks, at_a_time)));
  Output& output = m_out.flushed();
  for (std::size_t first = 0; first < blocks; first += m_texts.size()) {
    std::size_t const count = std::min(m_texts.size(), blocks - first);
    for_each_by_threads(count, [&](std::size_t i) {
      // away from the sizes of other texts, which threads beside this one write to all the time
      std::string text = std::move(m_texts[i]);
      text.clear();
      append_text(first + i, text);
      m_texts[i] = std::move(text);
    });
    write_texts(output, std::span(m_texts).first(count));
  }
}

}  // namespace lexikos::app
