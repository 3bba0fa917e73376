// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <libcubwt.cuh>

#include <stdexcept>
#include <string>

#include "bench/peers/libcubwt.hpp"

namespace lexikos::bench::peers
{

namespace
{

std::int64_t checked(std::int64_t answer)
{
  if (answer < 0) throw std::runtime_error("libcubwt 1.6.3 answers " + std::to_string(answer));
  return answer;
}

}  // namespace

Libcubwt::Libcubwt(std::size_t n)
{
  checked(libcubwt_allocate_device_storage(&m_storage, static_cast<std::int64_t>(n)));
}

Libcubwt::~Libcubwt()
{
  libcubwt_free_device_storage(m_storage);
}

std::size_t Libcubwt::bwt(std::uint8_t const* text, std::uint8_t* bwt, std::size_t n)
{
  return static_cast<std::size_t>(checked(libcubwt_bwt(m_storage, text, bwt, static_cast<std::int64_t>(n))));
}

void Libcubwt::inverse_bwt(std::uint8_t const* bwt, std::uint8_t* text, std::size_t n, std::size_t primary_index)
{
  checked(libcubwt_unbwt(m_storage, bwt, text, static_cast<std::int64_t>(n), nullptr,
                         static_cast<std::int32_t>(primary_index)));
}

}  // namespace lexikos::bench::peers
