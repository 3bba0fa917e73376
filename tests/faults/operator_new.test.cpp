// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/faults/operator_new.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

namespace lexikos::tests::operator_new
{

namespace
{

struct Calls
{
  std::size_t count = 0;
  std::size_t failing = 0;
  bool armed = false;
};

thread_local Calls calls_of_thread;
std::atomic<std::size_t> blocks{0};

/// Null where this call fails.
void* allocate(std::size_t bytes, std::size_t alignment) noexcept
{
  Calls& calls = calls_of_thread;
  if (calls.armed && ++calls.count == calls.failing) return nullptr;
  void* const data = alignment == 0 ? std::malloc(bytes)
                                    : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (data != nullptr) ++blocks;
  return data;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment)
{
  void* const data = allocate(bytes, alignment);
  if (data == nullptr) throw std::bad_alloc();
  return data;
}

/// Not inlined, where compilers would miss the operator new that they know.
[[gnu::noinline]] void release(void* data) noexcept
{
  if (data != nullptr) --blocks;
  std::free(data);
}

}  // namespace

void fail_at(std::size_t number)
{
  calls_of_thread.count = 0;
  calls_of_thread.failing = number;
}

bool has_failed()
{
  return calls_of_thread.failing != 0 && calls_of_thread.count >= calls_of_thread.failing;
}

std::size_t held()
{
  return blocks;
}

Armed::Armed(bool armed) : m_before(std::exchange(calls_of_thread.armed, armed)) {}

Armed::~Armed()
{
  calls_of_thread.armed = m_before;
}

}  // namespace lexikos::tests::operator_new

#ifdef __NVCC__
#pragma nv_diag_suppress 20011  // these are compiled for the device too, where nothing calls them
#endif

// All forms, so that what one of them allocates is freed by its counterpart: the address sanitizer has each of its own.
void* operator new(std::size_t bytes)
{
  return lexikos::tests::operator_new::allocate_or_throw(bytes, 0);
}
void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept
{
  return lexikos::tests::operator_new::allocate(bytes, 0);
}
void* operator new[](std::size_t bytes)
{
  return lexikos::tests::operator_new::allocate_or_throw(bytes, 0);
}
void* operator new[](std::size_t bytes, std::nothrow_t const&) noexcept
{
  return lexikos::tests::operator_new::allocate(bytes, 0);
}
void* operator new(std::size_t bytes, std::align_val_t alignment)
{
  return lexikos::tests::operator_new::allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, std::nothrow_t const&) noexcept
{
  return lexikos::tests::operator_new::allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment)
{
  return lexikos::tests::operator_new::allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment, std::nothrow_t const&) noexcept
{
  return lexikos::tests::operator_new::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* data) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete[](void* data) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete(void* data, std::size_t) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete[](void* data, std::size_t) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete(void* data, std::nothrow_t const&) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete[](void* data, std::nothrow_t const&) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete(void* data, std::align_val_t) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete[](void* data, std::align_val_t) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete(void* data, std::size_t, std::align_val_t) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete[](void* data, std::size_t, std::align_val_t) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete(void* data, std::align_val_t, std::nothrow_t const&) noexcept
{
  lexikos::tests::operator_new::release(data);
}
void operator delete[](void* data, std::align_val_t, std::nothrow_t const&) noexcept
{
  lexikos::tests::operator_new::release(data);
}
