// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Texts and results in host memory, or in mapped files, that are larger than the device that sorts them.

#include <Kokkos_Core.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <lexikos/bwt.hpp>
#include <lexikos/detail/views.hpp>
#include <lexikos/suffix_array.hpp>

namespace lexikos
{

namespace detail
{

struct HostText
{
  void const* data = nullptr;
  std::size_t symbols = 0;
  unsigned symbol_bytes = 1;
};

struct HostEntries
{
  void* data = nullptr;  ///< null: not wanted
  unsigned entry_bytes = 0;
};

// Compiled in the library for every execution space, and the last one for every symbol and index.

template <class ExecutionSpace>
void sort_out_of_core(ExecutionSpace const& space, HostText const& text, HostEntries const& suffix_array,
                      HostEntries const& inverse, SuffixArrayOptions const& options);

template <class ExecutionSpace>
std::size_t transform_out_of_core(ExecutionSpace const& space, Span<std::uint8_t const, Kokkos::HostSpace> const& text,
                                  Span<std::uint8_t, Kokkos::HostSpace> const& bwt, SuffixArrayOptions const& options);

/// What `transform_and_sample` fills.
template <class ExecutionSpace, class Index>
struct TransformOnDevice
{
  Span<std::uint8_t, typename ExecutionSpace::memory_space> bwt;  ///< [0..n)
  Span<Index, typename ExecutionSpace::memory_space> ranks;  ///< [0..ceil(n / rate)), of every rate-th suffix; or none
  std::size_t rate = 1;
};

/// The transform of a text in host memory and some of the inverse suffix array, which stay where the execution space works.
/// Returns the primary index.
template <class ExecutionSpace, class Index>
std::size_t transform_and_sample(ExecutionSpace const& space, Span<std::uint8_t const, Kokkos::HostSpace> const& text,
                                 TransformOnDevice<ExecutionSpace, Index> const& to, SuffixArrayOptions const& options);

template <class ExecutionSpace, class Symbol, class Index>
void sort_host_text(ExecutionSpace const& space, Span<Symbol const, Kokkos::HostSpace> const& text,
                    Span<Index, Kokkos::HostSpace> const& suffix_array, Span<Index, Kokkos::HostSpace> const& inverse,
                    SuffixArrayOptions const& options);

/// A text in host memory.
template <class View>
concept HostSymbolView = HostArrayView<View> && SymbolType<typename View::non_const_value_type>;

/// An array of indices in host memory, to be written to.
template <class View>
concept WritableHostIndexView = HostArrayView<View> && IndexType<typename View::non_const_value_type> && Writable<View>;

template <class View>
[[nodiscard]] HostText host_text(View const& text)
{
  return {text.data(), text.extent(0), static_cast<unsigned>(sizeof(ValueOf<View>))};
}

template <class View>
[[nodiscard]] HostEntries host_entries(View const& array)
{
  return {array.data(), static_cast<unsigned>(sizeof(ValueOf<View>))};
}

}  // namespace detail

/// An array of n entries of five bytes each, the lowest byte first, in host memory or a mapped file: for texts of up to 2^40
/// symbols in five eighths of what u64 take. It owns nothing.
class FiveByteEntries
{
 public:
  static constexpr unsigned entry_bytes = 5;

  /// \param bytes  [0..5n)
  /// Error (invalid_argument) for an extent that is not a multiple of five.
  template <detail::HostArrayView View>
    requires(std::same_as<detail::ValueOf<View>, std::uint8_t>&& detail::Writable<View>)
  explicit FiveByteEntries(View const& bytes) : m_data(bytes.data()), m_size(bytes.extent(0) / entry_bytes)
  {
    detail::check_extent(bytes.extent(0), m_size * entry_bytes, "an array of entries of five bytes");
  }

  [[nodiscard]] std::size_t size() const { return m_size; }
  [[nodiscard]] std::uint8_t* data() const { return m_data; }
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const
  {
    std::uint64_t value = 0;
    for (unsigned b = entry_bytes; b-- > 0;) value = value << 8 | m_data[entry_bytes * i + b];
    return value;
  }

 private:
  std::uint8_t* m_data;
  std::size_t m_size;
};

/// What decides about the memory of a sort in parts.
struct OutOfCoreSize
{
  std::size_t symbols = 0;
  unsigned symbol_bytes = 1;  ///< of the text as it is given: 1, 2, 4 or 8
  std::size_t distinct_symbols = 256;
  std::size_t samples = 0;  ///< as SuffixArrayStatistics::sampled tells them; 0: a fifth of the symbols
  bool with_inverse = false;
};

/// Bytes of the execution space's memory that suffice to sort a text in parts: a limit (SuffixArrayOptions::device_bytes)
/// that is not refused. Beside packed text and samples nothing grows with the text; about 8 bytes a symbol for DNA and 8 to 11
/// for text, whatever repeats; most of it while samples are sorted, of which a text without repetitions takes half. With more
/// than that, there are fewer parts. Error: invalid_argument for symbols of other widths.
template <detail::ExecutionSpaceType ExecutionSpace>
[[nodiscard]] std::size_t out_of_core_bytes(OutOfCoreSize const& size);

/// Sorts the suffixes of a text in host memory by an execution space whose memory need not hold text or results.
///
/// \param space         where to run; the work is done on this instance and on others of the same device
/// \param text          [0..n) symbols in host memory, n < 2^36: u8, u16, u32 or u64. Read once if bytes, and
///                      twice if wider, or if 16 MB of them, looked at here and there, lack one of the symbols
/// \param suffix_array  [0..n) in host memory, receives the array: u32 for n <= 2^32 - 2, else u64. Does not overlap the text
///
/// By sampled prefix doubling, the one algorithm that `options` may name: the text is packed on its way to the device, and its
/// samples are sorted there by number, in u32; all suffixes follow in parts, each sorted by context and sample, of which one is
/// copied to the host while the next is sorted. Work as of `suffix_array`, and a look at all contexts for each fifteen parts.
/// Peak memory: `device_bytes` where the options limit it, else at most what is available; on the host up to 256 MB of pinned
/// memory. Where the execution space works on host memory, nothing is copied. Fences.
///
/// Errors: invalid_argument (sizes, index type), not_supported (algorithm; 2^36 symbols, 2^32 - 1 samples, 2^32 distinct
/// symbols and more), out_of_memory (before results are written, with the bytes needed), cancelled; the contents of the results
/// are undefined after an error.
template <detail::ExecutionSpaceType ExecutionSpace, detail::HostSymbolView TextView,
          detail::WritableHostIndexView IndexView>
void suffix_array_out_of_core(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                              SuffixArrayOptions const& options = {})
{
  detail::check_sizes<detail::ValueOf<IndexView>>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::sort_out_of_core<ExecutionSpace>(space, detail::host_text(text), detail::host_entries(suffix_array), {},
                                           options);
}

/// The same with the inverse: inverse(suffix_array(i)) = i. It costs a sort of each part, and 16 bytes a symbol on their way to
/// the host. The arrays do not overlap.
template <detail::ExecutionSpaceType ExecutionSpace, detail::HostSymbolView TextView,
          detail::WritableHostIndexView IndexView, detail::WritableHostIndexView InverseView>
  requires std::same_as<detail::ValueOf<IndexView>, detail::ValueOf<InverseView>>
void suffix_array_out_of_core(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                              InverseView const& inverse, SuffixArrayOptions const& options = {})
{
  detail::check_sizes<detail::ValueOf<IndexView>>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<detail::ValueOf<IndexView>>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::sort_out_of_core<ExecutionSpace>(space, detail::host_text(text), detail::host_entries(suffix_array),
                                           detail::host_entries(inverse), options);
}

/// The same to entries of five bytes.
template <detail::ExecutionSpaceType ExecutionSpace, detail::HostSymbolView TextView>
void suffix_array_out_of_core(ExecutionSpace const& space, TextView const& text, FiveByteEntries const& suffix_array,
                              SuffixArrayOptions const& options = {})
{
  detail::check_extent(suffix_array.size(), text.extent(0), "the suffix array");
  detail::sort_out_of_core<ExecutionSpace>(space, detail::host_text(text),
                                           {suffix_array.data(), FiveByteEntries::entry_bytes}, {}, options);
}

/// Views in host memory that the execution space cannot access: text and results pass through the device at once where they fit
/// there with all that the algorithm takes, and out of core otherwise. The statistics say so (`SuffixArrayStatistics::parts`).
/// Any algorithm where they fit.
template <detail::ExecutionSpaceType ExecutionSpace, detail::HostSymbolView TextView,
          detail::WritableHostIndexView IndexView>
  requires(!detail::AccessibleFrom<TextView, ExecutionSpace> && !detail::AccessibleFrom<IndexView, ExecutionSpace>)
void suffix_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                  SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<IndexView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::sort_host_text<ExecutionSpace, Symbol, Index>(
      space, Span<Symbol const, Kokkos::HostSpace>(text.data(), text.extent(0)),
      Span<Index, Kokkos::HostSpace>(suffix_array.data(), suffix_array.extent(0)), {}, options);
}

/// The same with the inverse.
template <detail::ExecutionSpaceType ExecutionSpace, detail::HostSymbolView TextView,
          detail::WritableHostIndexView IndexView, detail::WritableHostIndexView InverseView>
  requires(!detail::AccessibleFrom<TextView, ExecutionSpace> && !detail::AccessibleFrom<IndexView, ExecutionSpace> &&
           !detail::AccessibleFrom<InverseView, ExecutionSpace> &&
           std::same_as<detail::ValueOf<IndexView>, detail::ValueOf<InverseView>>)
void suffix_array(ExecutionSpace const& space, TextView const& text, IndexView const& suffix_array,
                  InverseView const& inverse, SuffixArrayOptions const& options = {})
{
  using Symbol = detail::ValueOf<TextView>;
  using Index = detail::ValueOf<IndexView>;
  detail::check_sizes<Index>(text.extent(0), suffix_array.extent(0), "the suffix array");
  detail::check_sizes<Index>(text.extent(0), inverse.extent(0), "the inverse suffix array");
  detail::sort_host_text<ExecutionSpace, Symbol, Index>(
      space, Span<Symbol const, Kokkos::HostSpace>(text.data(), text.extent(0)),
      Span<Index, Kokkos::HostSpace>(suffix_array.data(), suffix_array.extent(0)),
      Span<Index, Kokkos::HostSpace>(inverse.data(), inverse.extent(0)), options);
}

/// The Burrows-Wheeler transform (lexikos/bwt.hpp) of a text in host memory, in parts as above: without the suffix array, which
/// never leaves the device. Returns the primary index.
///
/// \param text  [0..n) bytes in host memory, n < 2^36
/// \param bwt   [0..n) in host memory; does not overlap the text
/// Errors as above.
template <detail::ExecutionSpaceType ExecutionSpace, detail::HostArrayView TextView, detail::HostArrayView BwtView>
  requires(std::same_as<detail::ValueOf<TextView>, std::uint8_t>&&
               std::same_as<detail::ValueOf<BwtView>, std::uint8_t>&& detail::Writable<BwtView>)
[[nodiscard]] std::size_t burrows_wheeler_transform_out_of_core(ExecutionSpace const& space, TextView const& text,
                                                                BwtView const& bwt,
                                                                SuffixArrayOptions const& options = {})
{
  detail::check_extent(bwt.extent(0), text.extent(0), "the BWT");
  return detail::transform_out_of_core<ExecutionSpace>(
      space, Span<std::uint8_t const, Kokkos::HostSpace>(text.data(), text.extent(0)),
      Span<std::uint8_t, Kokkos::HostSpace>(bwt.data(), bwt.extent(0)), options);
}

}  // namespace lexikos
