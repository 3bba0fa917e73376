// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/detail/views.hpp>
#include <lexikos/detail/wavelet_interface.hpp>

namespace lexikos::detail
{

/// What builders, loaders and batches do with structures, and users do not.
struct WaveletAccess
{
  template <class Structure, class Codes>
  [[nodiscard]] static Structure structure(Codes const& codes, typename Structure::Alphabet const& alphabet)
  {
    return {codes, alphabet};
  }
  template <class Codes, class Symbol>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static Codes const& codes(WaveletInterface<Codes, Symbol> const& structure)
  {
    return structure.m_codes;
  }

  /// An alphabet has a table of codes if its largest symbol is below this; otherwise a code is found by bisection.
  static constexpr std::uint64_t max_table_entries = std::uint64_t{1} << 22;

  /// \param symbols   ascending
  /// \param table     for each value up to the last symbol the number of smaller symbols, or empty
  /// \param is_dense  the symbols are 0..size-1
  template <class MemorySpace, class Symbol>
  [[nodiscard]] static WaveletAlphabet<MemorySpace, Symbol> alphabet(Array<Symbol, MemorySpace> const& symbols,
                                                                     Array<std::uint32_t, MemorySpace> const& table,
                                                                     bool is_dense)
  {
    return {symbols, table, is_dense};
  }
  template <class Alphabet>
  [[nodiscard]] static auto const& table(Alphabet const& alphabet)
  {
    return alphabet.m_table;
  }
  template <class Alphabet>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static bool is_dense(Alphabet const& alphabet)
  {
    return alphabet.m_is_dense;
  }
  /// The symbol with a code < size().
  template <class Alphabet>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static auto symbol_of(Alphabet const& alphabet, std::uint64_t code)
  {
    return alphabet.symbol_of(code);
  }
};

/// A text that structures are built from: kernels of the execution space can read it, or the host can.
template <class View, class ExecutionSpace, class Symbol>
concept WaveletText = ContiguousView<View> && std::same_as<ValueOf<View>, Symbol> &&
    (AccessibleFrom<View, ExecutionSpace> || HostArrayView<View>);

template <class Structure, class ExecutionSpace, class TextView>
[[nodiscard]] Structure build_wavelet(ExecutionSpace const& space, TextView const& text, WaveletOptions const& options)
{
  constexpr bool on_host = !AccessibleFrom<TextView, ExecutionSpace>;
  return WaveletBuild<ExecutionSpace, Structure>::of_text(space, text.data(), text.extent(0), on_host, options);
}

}  // namespace lexikos::detail
