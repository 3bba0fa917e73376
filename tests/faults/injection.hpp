// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Allocations that fail, one after the other: a call is repeated with its first allocation failing, then with its second,
// until it needs no more of them. Each failure is out_of_memory and nothing else, leaves inputs as they were, loses no
// memory, and the next call succeeds.

#include <doctest/doctest.h>

#include <array>
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
#include <type_traits>
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

  /// Bytes that are out, of each kind.
  [[nodiscard]] std::array<std::size_t, 3> bytes() const
  {
    return {m_counting.bytes(MemoryKind::host), m_counting.bytes(MemoryKind::device),
            m_counting.bytes(MemoryKind::pinned)};
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
template <class Call>
std::string outcome_of(Call const& call)
{
  try {
    call();
  }
  catch (Error const& error) {
    return std::string(to_string(error.code()));
  }
  catch (std::exception const& error) {
    return std::string("an exception that is not the library's: ") + error.what();
  }
  return "success";
}

/// Counts what failed in the calls of one name, and says so when it ends, for the log.
class Faults
{
 public:
  explicit Faults(std::string name) : m_name(std::move(name)) {}
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
    expect_with_own_workspace(inputs, call);
    expect_with_given_workspace(inputs, call);
    if (std::getenv("FAULTS_NEW")) expect_without_operator_new(inputs, call);
  }

 private:
  template <class Inputs, class Call>
  void expect_with_own_workspace(Inputs const& inputs, Call const& call)
  {
    INFO("the workspace is the call's");
    FailingResource resource;
    detail::DefaultResource const by_default(resource);
    Surroundings const surroundings(resource, nullptr);
    auto const given = inputs();
    auto const expected = call(surroundings);
    auto const held = resource.bytes();
    for (std::size_t number = 1;; ++number) {
      CAPTURE(number);
      resource.fail_at(number);
      std::string const outcome = outcome_of([&] { (void)call(surroundings); });
      bool const failed = resource.has_failed();
      resource.fail_at(0);
      CHECK(resource.bytes() == held);
      REQUIRE((inputs() == given));
      if (!failed) {
        REQUIRE(outcome == "success");
        return;
      }
      ++m_allocations;
      REQUIRE(outcome == "out of memory");
      REQUIRE((call(surroundings) == expected));
      CHECK(resource.bytes() == held);
    }
  }

  template <class Inputs, class Call>
  void expect_with_given_workspace(Inputs const& inputs, Call const& call)
  {
    INFO("the workspace is the caller's");
    FailingResource resource;
    FailingResource unused;
    detail::DefaultResource const by_default(unused);
    auto const given = inputs();
    auto const expected = call(Surroundings(resource, nullptr));
    unused.fail_at(0);
    bool failed = true;
    for (std::size_t number = 1; failed; ++number) {
      CAPTURE(number);
      Workspace workspace(resource);
      Surroundings const surroundings(resource, &workspace);
      resource.fail_at(number);
      std::string const outcome = outcome_of([&] { (void)call(surroundings); });
      failed = resource.has_failed();
      resource.fail_at(0);
      REQUIRE((inputs() == given));
      REQUIRE(outcome == (failed ? "out of memory" : "success"));
      m_allocations += failed ? 1 : 0;
      REQUIRE((call(surroundings) == expected));  // in the workspace that the failure left
      workspace.release();
      CHECK(resource.bytes() == std::array<std::size_t, 3>{});
    }
    CHECK(unused.allocations() == 0);  // all memory is the caller's
  }

  template <class Inputs, class Call>
  void expect_without_operator_new(Inputs const& inputs, Call const& call)
  {
    INFO("operator new fails");
    FailingResource resource;
    detail::DefaultResource const by_default(resource);
    Surroundings const surroundings(resource, nullptr);
    auto const given = inputs();
    auto const expected = call(surroundings);
    auto const held = resource.bytes();
    for (std::size_t number = 1;; ++number) {
      CAPTURE(number);
      operator_new::fail_at(number);
      std::string const outcome = outcome_of([&] { (void)call(surroundings); });
      bool const failed = operator_new::has_failed();
      operator_new::fail_at(0);
      CHECK(resource.bytes() == held);
      REQUIRE((inputs() == given));
      if (!failed) {
        REQUIRE(outcome == "success");
        return;
      }
      ++m_news;
      REQUIRE(outcome == "out of memory");
      REQUIRE((call(surroundings) == expected));
      CHECK(resource.bytes() == held);
    }
  }

  std::string m_name;
  std::size_t m_allocations = 0;
  std::size_t m_news = 0;
};

}  // namespace lexikos::tests
