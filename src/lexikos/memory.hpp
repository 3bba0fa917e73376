// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/detail/shared_owner.hpp>
#include <limits>
#include <type_traits>
#include <utility>

namespace lexikos
{

namespace detail
{

/// Bytes of n values; the largest number, which no resource has, where they cannot be counted.
template <class T>
[[nodiscard]] constexpr std::size_t bytes_of_values(std::size_t n)
{
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  return n > most / sizeof(T) ? most : n * sizeof(T);
}

}  // namespace detail

/// Where memory lies.
enum class MemoryKind
{
  host,    ///< `Kokkos::HostSpace`
  device,  ///< the memory of the device that Kokkos was initialised with
  pinned   ///< host memory that a device copies from and to at full speed
};

/// Where all memory of the library comes from: workspaces, results, structures and pinned buffers. To serve them from a pool
/// of your own, derive from it and give the resource to a `Workspace`, or to all calls by `set_default_memory_resource`.
///
/// Both functions may be called by any host thread. The resource must outlive everything that was allocated from it.
class MemoryResource
{
 public:
  MemoryResource() = default;
  MemoryResource(MemoryResource const&) = delete;
  MemoryResource& operator=(MemoryResource const&) = delete;
  virtual ~MemoryResource() = default;

  /// Uninitialised memory, aligned to 64 bytes or more, for use on any instance at once. Returns null, or throws, if there
  /// is none: the library's caller then receives `Error` (out_of_memory).
  /// \param bytes  1 or more
  /// \param label  what the memory is for, as Kokkos Tools show it
  [[nodiscard]] virtual void* allocate(MemoryKind kind, std::size_t bytes, char const* label) = 0;
  /// Takes back what `allocate` returned for the same number of bytes. No kernel uses it any more.
  virtual void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept = 0;
};

/// Kokkos' own allocations, one by one.
[[nodiscard]] MemoryResource& kokkos_memory_resource() noexcept;

/// The resource of workspaces and functions that are given no other; `kokkos_memory_resource` until it is set.
[[nodiscard]] MemoryResource& default_memory_resource() noexcept;
/// Returns the previous one; null stands for `kokkos_memory_resource`. Not to be called while functions of the library run.
MemoryResource& set_default_memory_resource(MemoryResource* resource) noexcept;

/// The kind of a Kokkos memory space.
template <class MemorySpace>
[[nodiscard]] constexpr MemoryKind memory_kind()
{
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
  if (std::is_same_v<MemorySpace, Kokkos::SharedHostPinnedSpace> && !std::is_same_v<MemorySpace, Kokkos::HostSpace>)
    return MemoryKind::pinned;
#endif
  return std::is_same_v<MemorySpace, Kokkos::HostSpace> ? MemoryKind::host : MemoryKind::device;
}

/// A rank-1 contiguous view that owns nothing: what algorithms and primitives work on.
template <class T, class MemorySpace>
using Span = Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// An array whose memory lives as long as a copy of it. It is a `Kokkos::View`, and can be used wherever one can, in kernels
/// too; but views that are copied from it do not keep its memory.
template <class T, class MemorySpace>
class Array : public Span<T, MemorySpace>
{
  using View = Span<T, MemorySpace>;

 public:
  Array() = default;
  /// The span's memory, kept until the last copy of the owner is gone.
  Array(View const& span, detail::SharedOwner const& owner) : View(span), m_owner(owner) {}

  /// Shares the memory of an array of the same type of values, or of the one without const.
  template <class U>
    requires(std::is_same_v<U const, T>)
  Array(Array<U, MemorySpace> const& other) : View(other), m_owner(other.owner()) {}

  /// Shares the memory of a view that owns it; the memory of an unmanaged view must outlive this object.
  template <class DataType, class... Properties>
    requires(Kokkos::View<DataType, Properties...>::rank == 1 &&
             std::is_constructible_v<View, Kokkos::View<DataType, Properties...>>)
  Array(Kokkos::View<DataType, Properties...> const& view) : View(view)
  {
    if constexpr (!Kokkos::View<DataType, Properties...>::memory_traits::is_unmanaged)
      if (view.use_count() > 0) m_owner = detail::SharedOwner([view] {});
  }

  [[nodiscard]] detail::SharedOwner const& owner() const { return m_owner; }

 private:
  detail::SharedOwner m_owner;
};

}  // namespace lexikos
