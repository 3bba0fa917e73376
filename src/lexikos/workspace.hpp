// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <memory>
#include <string>
#include <vector>

namespace lexikos
{

namespace detail
{

/// Blocks of one memory space, handed out and given back in stack order.
class Arena
{
 public:
  struct Mark
  {
    std::size_t block = 0;
    std::size_t used = 0;
    std::size_t taken = 0;
    std::vector<std::size_t> lent_used = {};  // of each array that was lent then
  };

  Arena(std::string memory_space, MemoryKind kind, MemoryResource& resource);
  Arena(Arena const&) = delete;
  Arena& operator=(Arena const&) = delete;
  ~Arena();

  [[nodiscard]] void* take(std::size_t bytes);
  void reserve(std::size_t bytes);
  /// Memory that serves requests it has room for before any other, until it is returned.
  void borrow(void* data, std::size_t bytes);
  void return_borrowed() { m_borrowed.pop_back(); }
  /// The most bytes that one borrowed array has left.
  [[nodiscard]] std::size_t borrowed_room() const;
  void give_back(Mark const& mark);
  void release();

  [[nodiscard]] Mark mark() const;
  [[nodiscard]] std::string const& memory_space() const { return m_memory_space; }
  [[nodiscard]] std::size_t allocated_bytes() const;
  [[nodiscard]] std::size_t peak_bytes() const { return m_peak; }
  void reset_peak() { m_peak = m_taken; }

 private:
  struct Block
  {
    void* allocation;
    std::byte* data;  // the first aligned byte of it
    std::size_t size;
    std::size_t used;
  };

  Block& add_block(std::size_t bytes);
  [[nodiscard]] bool has_room(std::size_t bytes) const;
  void return_blocks(std::size_t first);
  static void* take_from(Block& block, std::size_t bytes);

  std::string m_memory_space;
  MemoryKind m_kind;
  MemoryResource& m_resource;
  std::vector<Block> m_blocks;
  std::vector<Block> m_borrowed;
  std::size_t m_top = 0;        // the block that serves the next request
  std::size_t m_taken = 0;      // bytes handed out now, alignment included
  std::size_t m_peak = 0;       // largest m_taken since reset_peak
  std::size_t m_coalesced = 0;  // size of the one block that would have held everything taken so far
  bool m_is_reserved = false;   // the run began with `reserve`, and has asked for all its blocks so
};

}  // namespace detail

/// Scratch memory that outlives a call, so that repeated runs allocate once.
///
/// Algorithms take what they need inside a `Scope`; all of it is given back, to the workspace, when the scope ends. Memory
/// returns to its resource by `release` or with the workspace. One workspace serves one execution space instance and one
/// host thread at a time: kernels of that instance may still use memory that was given back, which is safe because the
/// next user's kernels run after them.
class Workspace
{
 public:
  /// Of the beginning of what is taken, in bytes; an array that is taken costs less than this beyond its own bytes.
  static constexpr std::size_t alignment = 256;
  /// Of what is taken from an array that was lent, so that it has room for another one of its size.
  static constexpr std::size_t lent_alignment = 64;

  Workspace() : Workspace(default_memory_resource()) {}
  /// Takes its memory from a resource, from which functions that are given this workspace allocate their results too.
  explicit Workspace(MemoryResource& resource) : m_resource(&resource) {}
  Workspace(Workspace&&) = default;
  Workspace& operator=(Workspace&&) = default;

  /// Everything taken while a scope lives is given back when it ends; scopes nest.
  class Scope
  {
   public:
    explicit Scope(Workspace& workspace);
    Scope(Scope const&) = delete;
    Scope& operator=(Scope const&) = delete;
    ~Scope();

   private:
    Workspace& m_workspace;
    std::vector<detail::Arena::Mark> m_marks;
  };

  /// While it lives, the workspace hands out the caller's array, which nobody else uses, before memory of its own, and before
  /// arrays that were lent earlier. What was taken from the array is given back when the loan ends, which is before the
  /// scopes that were opened earlier.
  class Loan
  {
   public:
    template <class T, class MemorySpace>
    Loan(Workspace& workspace, Span<T, MemorySpace> const& array) : m_arena(&workspace.arena<MemorySpace>())
    {
      m_arena->borrow(array.data(), array.size() * sizeof(T));
    }
    Loan(Loan const&) = delete;
    Loan& operator=(Loan const&) = delete;
    ~Loan() { m_arena->return_borrowed(); }

   private:
    detail::Arena* m_arena;
  };

  /// Uninitialised memory for n values, aligned to 256 bytes, or to 64 in an array that was lent.
  /// Throws `Error` (out_of_memory) with the bytes asked for.
  template <class T, class MemorySpace>
  [[nodiscard]] Span<T, MemorySpace> take(std::size_t n)
  {
    return Span<T, MemorySpace>(static_cast<T*>(arena<MemorySpace>().take(detail::bytes_of_values<T>(n))), n);
  }

  /// The most bytes that can be taken at one time from an array that was lent.
  template <class MemorySpace>
  [[nodiscard]] std::size_t lent_room()
  {
    return arena<MemorySpace>().borrowed_room();
  }

  /// Makes sure that `bytes` more can be taken without another allocation.
  template <class MemorySpace>
  void reserve(std::size_t bytes)
  {
    arena<MemorySpace>().reserve(bytes);
  }

  [[nodiscard]] MemoryResource& resource() const { return *m_resource; }

  /// Bytes held, over all memory spaces.
  [[nodiscard]] std::size_t allocated_bytes() const;
  /// Those of one memory space.
  template <class MemorySpace>
  [[nodiscard]] std::size_t allocated_bytes_of()
  {
    return arena<MemorySpace>().allocated_bytes();
  }
  /// Largest number of bytes taken at one time since the last `reset_peak`, over all memory spaces, not counting loans.
  [[nodiscard]] std::size_t peak_bytes() const;
  void reset_peak();
  /// Returns all memory. Nothing may be taken at that time.
  void release();

 private:
  template <class MemorySpace>
  detail::Arena& arena()
  {
    return arena(MemorySpace::name(), memory_kind<MemorySpace>());
  }
  detail::Arena& arena(char const* memory_space, MemoryKind kind);

  MemoryResource* m_resource;
  std::vector<std::unique_ptr<detail::Arena>> m_arenas;
};

}  // namespace lexikos
