// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cstdint>
#include <lexikos/file.hpp>
#include <vector>

#include "tests/file/scratch_folder.hpp"
#include "tests/wavelet/structures.hpp"

// Structures that went through a file, and batches from host memory.

namespace lexikos::tests
{

namespace
{

template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

template <class ExecutionSpace, class Structure, class Symbol>
void expect_host_batches(Structure const& structure, NaiveText<Symbol> const& naive)
{
  HostQueries<ExecutionSpace> pipeline({}, {.chunk = 100, .always_copy = true});
  std::size_t const n = naive.text().size();
  HostArray<Symbol> const symbols("symbols", n);
  HostArray<std::uint32_t> const positions("positions", n);
  HostArray<Symbol> const accessed("accessed", n);
  HostArray<std::uint32_t> const found("found", n);
  for (std::size_t i = 0; i < n; ++i) {
    symbols(i) = naive.text()[i * 7 % n];
    positions(i) = static_cast<std::uint32_t>(i * 13 % n + 1);
  }
  std::size_t wrong = 0;
  structure.access(pipeline, positions, accessed);
  for (std::size_t i = 0; i < n; ++i) wrong += accessed(i) != naive.access(positions(i));
  structure.rank(pipeline, symbols, positions, found);
  for (std::size_t i = 0; i < n; ++i) wrong += found(i) != naive.rank(symbols(i), positions(i));
  structure.select(pipeline, symbols, positions, found);
  for (std::size_t i = 0; i < n; ++i)
    wrong += found(i) != static_cast<std::uint32_t>(naive.select(symbols(i), positions(i)));
  CHECK(wrong == 0);
}

template <class ExecutionSpace, class Symbol>
void expect_files(std::vector<Symbol> const& text)
{
  ExecutionSpace const space{};
  NaiveText<Symbol> const naive(text);
  ScratchFolder const folder;
  for_each_structure(space, text, {}, [&](auto const& structure) {
    using Structure = std::remove_cvref_t<decltype(structure)>;
    std::string const path = folder / "text.wavelet";
    FileWriter writer(path, "wavelet");
    structure.save(space, writer);
    writer.commit();
    auto const loaded = Structure::load(space, FileReader(path, "wavelet"));
    CHECK(loaded.size() == structure.size());
    CHECK(loaded.bytes() == structure.bytes());
    if (!text.empty()) expect_host_batches<ExecutionSpace>(loaded, naive);
  });
}

template <class ExecutionSpace>
void expect_files_of_all_kinds()
{
  expect_files<ExecutionSpace>(std::vector<std::uint8_t>{});
  expect_files<ExecutionSpace>(generated<std::uint8_t>(1000, 1, 1, Spread::uniform, 1));
  expect_files<ExecutionSpace>(generated<std::uint8_t>(5000, 200, 1, Spread::uniform, 1));
  expect_files<ExecutionSpace>(generated<std::uint16_t>(5000, 1000, 3, Spread::skewed, 1));
  expect_files<ExecutionSpace>(generated<std::uint32_t>(5000, 1u << 31, 2, Spread::uniform, 1));
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE("wavelet structures: files and batches from the host", ExecutionSpace, wavelet_files)
{
  expect_files_of_all_kinds<ExecutionSpace>();
}
TEST_CASE_TEMPLATE_APPLY(wavelet_files, Spaces);

}  // namespace lexikos::tests
