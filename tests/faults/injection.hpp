// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Allocations that fail, one after the other: a call is repeated with its first allocation failing, then with its second,
// until it needs no more of them. Each failure is out_of_memory and nothing else, leaves inputs as they were, loses no
// memory, and the next call succeeds. Then the same with the calls of operator new.

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <lexikos/error.hpp>
#include <lexikos/memory.hpp>
#include <lexikos/workspace.hpp>
#include <new>
#include <string>
#include <utility>

#include "common/counting_resource.hpp"
#include "tests/faults/operator_new.hpp"

namespace lexikos::tests
{

/// Counts what is allocated, one by one, and refuses one of it: by null or by an exception, in turn.
class FailingResource final : public MemoryResource
{
 public:
  void* allocate(MemoryKind kind, std::size_t bytes, char const* label) override
  {
    std::size_t const number = ++m_allocations;
    if (number == m_failing) {
      if (number % 2 == 0) throw std::bad_alloc();
      return nullptr;
    }
    operator_new::Armed const kokkos_needs_its_own(false);
    return m_counting.allocate(kind, bytes, label);
  }
  void deallocate(MemoryKind kind, void* data, std::size_t bytes) noexcept override
  {
    operator_new::Armed const kokkos_needs_its_own(false);
    m_counting.deallocate(kind, data, bytes);
  }

  /// The allocation that fails, 1 for the next one; 0 for none.
  void fail_at(std::size_t number)
  {
    m_allocations = 0;
    m_failing = number;
  }
  [[nodiscard]] std::size_t allocations() const { return m_allocations; }
  [[nodiscard]] bool has_failed() const { return m_failing != 0 && m_allocations >= m_failing; }

  /// Whether all memory of every kind has come back.
  [[nodiscard]] bool holds_nothing() const
  {
    return m_counting.bytes(MemoryKind::host) == 0 && m_counting.bytes(MemoryKind::device) == 0 &&
           m_counting.bytes(MemoryKind::pinned) == 0;
  }

 private:
  detail::CountingResource m_counting{kokkos_memory_resource()};
  std::atomic<std::size_t> m_allocations{0};
  std::atomic<std::size_t> m_failing{0};
};

/// What a call under test is given: where its memory comes from.
class Surroundings
{
 public:
  Surroundings(MemoryResource& resource, Workspace* workspace) : m_resource(resource), m_workspace(workspace) {}

  [[nodiscard]] MemoryResource& resource() const { return m_resource; }
  /// Null for calls that have one of their own.
  [[nodiscard]] Workspace* workspace() const { return m_workspace; }

  /// Returns call(), in which operator new may be the one that fails: it is the library's, and not the test's, whose own
  /// memory for results and comparisons is not what is tested.
  template <class Call>
  decltype(auto) within(Call const& call) const
  {
    operator_new::Armed const armed;
    return call();
  }

 private:
  MemoryResource& m_resource;
  Workspace* m_workspace;
};

/// How a call ended, for people.
/// \param is_right  calls, and returns whether the result is what it should be
template <class Call>
std::string outcome_of(Call const& is_right)
{
  try {
    return is_right() ? "success" : "a wrong result";
  }
  catch (Error const& error) {
    return std::string(to_string(error.code()));
  }
  catch (std::bad_alloc const&) {
    return "std::bad_alloc";
  }
  catch (std::exception const& error) {
    return std::string("an exception that is not the library's: ") + error.what();
  }
}

/// Counts what failed in the calls of one name, and says so when it ends, for the log.
class Faults
{
 public:
  /// \param with_operator_new  not where a call makes instances of a device: Kokkos ends the program if it cannot
  explicit Faults(std::string name, bool with_operator_new = true)
      : m_name(std::move(name)), m_with_news(with_operator_new)
  {}
  Faults(Faults const&) = delete;
  Faults& operator=(Faults const&) = delete;
  ~Faults()
  {
    std::cout << "faults: " << m_name << ": " << m_allocations << " allocations and " << m_news
              << " calls of operator new failed, one after the other\n";
  }

  /// \param inputs  returns what the call reads, copied, to be compared
  /// \param call    call(surroundings) calls the library within the surroundings, and returns its results, copied
  template <class Inputs, class Call>
  void expect(Inputs const& inputs, Call const& call)
  {
    CAPTURE(m_name);
    if (!are_injected()) return expect_repeatable(call);
    for (bool const has_workspace : {false, true}) {
      INFO("the workspace is " << (has_workspace ? "the caller's" : "the call's own"));
      m_allocations += repeat(Fault::allocation, has_workspace, inputs, call);
      if (has_workspace && m_with_news) m_news += repeat(Fault::operator_new, has_workspace, inputs, call);
    }
  }

 private:
  enum class Fault
  {
    allocation,   ///< of the memory resource
    operator_new  ///< of the calling thread
  };

  /// LEXIKOS_FAULTS=0 in the environment: nothing fails, and each call is made twice. So this program is a tour of all public
  /// functions that is short enough for tools in which a kernel takes a thousand times as long.
  static bool are_injected()
  {
    char const* const wanted = std::getenv("LEXIKOS_FAULTS");
    return wanted == nullptr || *wanted != '0';
  }

  template <class Call>
  static void expect_repeatable(Call const& call)
  {
    FailingResource resource;
    {
      Workspace workspace(resource);
      auto const expected = call(Surroundings(resource, nullptr));
      REQUIRE((call(Surroundings(resource, &workspace)) == expected));
    }
    REQUIRE(resource.holds_nothing());
  }

  static bool is_expected(Fault fault, bool failed, std::string const& outcome)
  {
    if (!failed) return outcome == "success";
    if (outcome == "out of memory") return true;
    // Labels of kernels are strings, made for each call of Kokkos, and an Error has a message: where there is no memory for
    // these few bytes, std::bad_alloc says so. And destructors leave out a fence whose label finds none.
    return fault == Fault::operator_new && (outcome == "std::bad_alloc" || outcome == "success");
  }

  /// Repeats the call until nothing fails in it any more. Returns how often something did.
  template <class Inputs, class Call>
  static std::size_t repeat(Fault fault, bool has_workspace, Inputs const& inputs, Call const& call)
  {
    FailingResource resource;
    FailingResource unused;
    detail::DefaultResource const by_default(has_workspace ? unused : resource);
    auto const given = inputs();
    auto const expected = call(Surroundings(resource, nullptr));
    unused.fail_at(0);
    for (std::size_t number = 1;; ++number) {
      std::size_t const held = operator_new::held();
      bool const failed = fails(fault, has_workspace, number, resource, [&](Surroundings const& surroundings) {
        bool const is_right = call(surroundings) == expected;
        return is_right && inputs() == given;
      });
#ifdef KOKKOS_ENABLE_CUDA
      CHECK(operator_new::held() >= held);  // CUDA's runtime keeps what its functions take at their first call
#else
      REQUIRE(operator_new::held() == held);
#endif
      REQUIRE(unused.allocations() == 0);  // all memory is the caller's
      REQUIRE((inputs() == given));
      if (!failed) return number - 1;
    }
  }

  /// Calls twice, first with a fault, if there is still something to fail. Returns whether there was.
  template <class Call>
  static bool fails(Fault fault, bool has_workspace, std::size_t number, FailingResource& resource,
                    Call const& is_right)
  {
    CAPTURE(number);
    Workspace workspace(resource);
    Surroundings const surroundings(resource, has_workspace ? &workspace : nullptr);
    fault == Fault::allocation ? resource.fail_at(number) : operator_new::fail_at(number);
    std::string const outcome = outcome_of([&] { return is_right(surroundings); });
    bool const failed = fault == Fault::allocation ? resource.has_failed() : operator_new::has_failed();
    resource.fail_at(0);
    operator_new::fail_at(0);
    CAPTURE(outcome);
    REQUIRE(is_expected(fault, failed, outcome));
    if (!has_workspace) REQUIRE(resource.holds_nothing());
    REQUIRE(is_right(surroundings));  // in the workspace that the failure left
    workspace.release();
    REQUIRE(resource.holds_nothing());
    return failed;
  }

  std::string m_name;
  bool m_with_news;
  std::size_t m_allocations = 0;
  std::size_t m_news = 0;
};

}  // namespace lexikos::tests
