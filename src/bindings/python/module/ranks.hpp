// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The communicator as Python has it, in builds with MPI.

#include <bindings/python/module/arrays.hpp>
#include <initializer_list>
#include <lexikos/distributed/communicator.hpp>
#include <optional>

namespace lexikos::python
{

/// The library's, until it is closed.
class Ranks
{
 public:
  /// \param communicator  MPI's, as Fortran names it: what libraries of Python tell each other
  Ranks(std::int64_t communicator, bool on_device, double patience_seconds) : m_place(Call::place_of_file(on_device))
  {
    int is_initialised = 0;
    MPI_Initialized(&is_initialised);
    detail::require(is_initialised != 0, ErrorCode::invalid_argument, "MPI is not initialised (import mpi4py.MPI)");
    Call(0, nb::none()).run({m_place}, [&](auto const& space) {
      m_ranks.emplace(space, MPI_Comm_f2c(static_cast<MPI_Fint>(communicator)),
                      distributed::CommunicatorOptions{.patience_seconds = patience_seconds});
    });
  }

  [[nodiscard]] distributed::Communicator const& get() const
  {
    detail::require(m_ranks.has_value(), ErrorCode::invalid_argument, "the communicator was closed");
    return *m_ranks;
  }
  void close() { m_ranks.reset(); }
  /// Where this rank works.
  [[nodiscard]] Place place() const { return m_place; }

  /// function(space, communicator) where this rank works. Error (invalid_argument) for arrays elsewhere.
  template <class Function>
  auto run(Call const& call, std::initializer_list<Place> places, Function&& function) const
  {
    for (auto const& each : places) static_cast<void>(Call::common_place({m_place, each}));
    auto const& ranks = get();
    return call.run({m_place}, [&](auto const& space) { return function(space, ranks); });
  }

 private:
  Place m_place;
  std::optional<distributed::Communicator> m_ranks;
};

}  // namespace lexikos::python
