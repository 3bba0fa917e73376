// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <libcubwt100.cuh>

#include <stdexcept>
#include <string>

#include "bench/peers/libcubwt.hpp"

namespace lexikos::bench::peers
{

namespace
{

void check(std::int64_t answer)
{
  if (answer != 0) throw std::runtime_error("libcubwt 1.0.0 answers " + std::to_string(answer));
}

}  // namespace

Libcubwt1::Libcubwt1(std::size_t n)
{
  check(libcubwt100_allocate_device_storage(&m_storage, static_cast<std::int64_t>(n)));
}

Libcubwt1::~Libcubwt1()
{
  libcubwt100_free_device_storage(m_storage);
}

void Libcubwt1::suffix_array(std::uint8_t const* text, std::uint32_t* suffix_array, std::size_t n)
{
  check(libcubwt100_sa(m_storage, text, suffix_array, static_cast<std::int64_t>(n)));
}

}  // namespace lexikos::bench::peers
