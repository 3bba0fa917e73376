// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>
#include <functional>
#include <utility>

namespace lexikos::detail
{

/// Keeps something alive as long as a copy of this lives on the host. Kernels may copy it; copies on a device do not count.
class SharedOwner
{
 public:
  SharedOwner() = default;
  /// \param release  called on the host when the last copy is gone; does not throw
  explicit SharedOwner(std::function<void()> release) : m_control(new Control{{1}, std::move(release)}) {}

  KOKKOS_FUNCTION SharedOwner(SharedOwner const& other) : m_control(other.m_control) { KOKKOS_IF_ON_HOST((retain();)) }
  KOKKOS_FUNCTION SharedOwner(SharedOwner&& other) noexcept : m_control(other.m_control) { other.m_control = nullptr; }
  KOKKOS_FUNCTION SharedOwner& operator=(SharedOwner other) noexcept
  {
    auto* const control = m_control;
    m_control = other.m_control;
    other.m_control = control;
    return *this;
  }
  KOKKOS_FUNCTION ~SharedOwner() { KOKKOS_IF_ON_HOST((give_up();)) }

  [[nodiscard]] bool owns() const { return m_control != nullptr; }

 private:
  struct Control
  {
    std::atomic<long> copies;
    std::function<void()> release;
  };

  void retain() const
  {
    if (m_control != nullptr) m_control->copies.fetch_add(1, std::memory_order_relaxed);
  }

  void give_up()
  {
    if (m_control == nullptr || m_control->copies.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    m_control->release();
    delete m_control;
  }

  Control* m_control = nullptr;
};

}  // namespace lexikos::detail
