// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The index of text and suffix array, and what it alone answers: search with errors, and what comes next.

#include <bindings/python/module/bindings.hpp>
#include <bindings/python/module/text_index.hpp>
#include <lexikos/approximate_search.hpp>
#include <lexikos/file.hpp>
#include <lexikos/next_symbols.hpp>
#include <lexikos/suffix_array.hpp>
#include <optional>

namespace lexikos::python
{

namespace
{

/// The arrays that an index is built of; Python keeps them.
struct GivenArrays
{
  In text;
  In suffix_array;
  In lcp;
  In inverse;
};

struct ErrorOptions
{
  std::string model;
  unsigned max_errors = 0;
  std::size_t max_candidates = 0;
};

class AnySuffixIndex : public TextIndex
{
 public:
  /// text, suffix_array, lcp, inverse; the last two empty if the index has none
  [[nodiscard]] virtual Columns arrays() const = 0;
  /// ends, distances, offsets, capped_patterns
  virtual Columns approximate_search(Call const&, Strings const&, In const& text_offsets,
                                     ErrorOptions const&) const = 0;
  /// offsets, symbols, counts
  virtual Columns next_symbols(Call const&, In const& begins, In const& ends, In const& depths,
                               std::size_t max_symbols) const = 0;
  /// lengths, begins, ends
  virtual Columns longest_suffixes(Call const&, Strings const&, std::uint64_t min_count) const = 0;

 protected:
  using TextIndex::TextIndex;
};

template <class Space, class Index, class Symbol>
class SuffixIndexOf final
    : public TextIndexOf<AnySuffixIndex, Space, SuffixIndex<typename Space::memory_space, Index, Symbol>, Index, Symbol>
{
 public:
  using MemorySpace = typename Space::memory_space;
  using Structure = SuffixIndex<MemorySpace, Index, Symbol>;
  using Base = TextIndexOf<AnySuffixIndex, Space, Structure, Index, Symbol>;

  /// \param file  that the arrays are mapped from, if they are
  SuffixIndexOf(Place place, Structure structure, std::optional<FileReader> file)
      : Base(place, std::move(structure)), m_file(std::move(file))
  {}

  [[nodiscard]] Columns arrays() const override
  {
    auto const& index = this->structure();
    return {column(index.text(), this->place()), column(index.suffix_array(), this->place()),
            column(index.lcp(), this->place()), column(index.inverse(), this->place())};
  }

  Columns approximate_search(Call const& call, Strings const& given, In const& text_offsets,
                             ErrorOptions const& wanted) const override
  {
    if constexpr (std::is_same_v<Symbol, std::uint8_t>)
      return this->run(call, given, [&](Space const& space) -> Columns {
        ApproximateSearchOptions<MemorySpace> options;
        options.model = choice<ErrorModel>(wanted.model, {"hamming", "edit"});
        options.max_errors = wanted.max_errors;
        options.max_candidates = wanted.max_candidates;
        options.text_offsets = span<std::uint64_t const>(space, text_offsets);
        options.progress = call.progress();
        auto const found =
            lexikos::approximate_search(space, this->structure(), span<Symbol const>(space, given.symbols),
                                        span<std::uint64_t const>(space, given.offsets), options);
        return {column(found.ends, this->place()), column(found.distances, this->place()),
                column(found.offsets, this->place()), column(found.capped_patterns, this->place())};
      });
    else
      throw Error(ErrorCode::not_supported, "search with errors for tokens: texts of bytes have it");
  }

  Columns next_symbols(Call const& call, In const& begins, In const& ends, In const& depths,
                       std::size_t max_symbols) const override
  {
    return this->run(call, {begins, ends}, [&](Space const& space) -> Columns {
      auto const found = lexikos::next_symbols(
          space, this->structure().text(), this->structure().suffix_array(),
          DeepIntervals<MemorySpace, Index>{span<Index const>(space, begins), span<Index const>(space, ends),
                                            span<std::uint64_t const>(space, depths)},
          {max_symbols, nullptr});
      return {column(found.offsets, this->place()), column(found.symbols, this->place()),
              column(found.counts, this->place())};
    });
  }

  Columns longest_suffixes(Call const& call, Strings const& given, std::uint64_t min_count) const override
  {
    return this->run(call, given, [&](Space const& space) -> Columns {
      Patterns<MemorySpace, Symbol> const contexts{
          Array<Symbol const, MemorySpace>(span<Symbol const>(space, given.symbols)),
          Array<std::uint64_t const, MemorySpace>(span<std::uint64_t const>(space, given.offsets))};
      auto const found = lexikos::longest_suffixes(space, this->structure().text(), this->structure().suffix_array(),
                                                   contexts, {min_count, nullptr});
      return {column(found.lengths, this->place()), column(found.begins, this->place()),
              column(found.ends, this->place())};
    });
  }

  void save(Call const& call, std::string const& path) const override
  {
    call.run_on<Space>(this->place(), [&](Space const& space) {
      FileWriter file(path, suffix_index_kind);
      this->structure().save(space, file);
      file.commit();
    });
  }

 private:
  std::optional<FileReader> m_file;
};

template <class Space, class Index, class Symbol>
std::unique_ptr<AnySuffixIndex> build(Space const& space, GivenArrays const& given, Place place,
                                      SuffixIndexOptions const& options)
{
  using MemorySpace = typename Space::memory_space;
  using Text = Array<Symbol const, MemorySpace>;
  using Indices = Array<Index const, MemorySpace>;
  SuffixIndex<MemorySpace, Index, Symbol> index(
      space, Text(span<Symbol const>(space, given.text)),
      Indices(positions<Index>(space, given.suffix_array, given.text.size(), "the suffix array")),
      Indices(span<Index const>(space, given.lcp)),
      Indices(positions<Index>(space, given.inverse, given.text.size(), "the inverse suffix array")), options);
  return std::make_unique<SuffixIndexOf<Space, Index, Symbol>>(place, std::move(index), std::nullopt);
}

std::unique_ptr<AnySuffixIndex> build_suffix_index(nb::handle text, nb::handle suffix_array, nb::handle lcp,
                                                   nb::handle inverse, std::size_t table_entries, std::uintptr_t stream,
                                                   nb::object progress)
{
  GivenArrays const given{In(text), In(suffix_array), In(lcp), In(inverse)};
  Call const call(stream, std::move(progress));
  SuffixIndexOptions options;
  options.table_entries = table_entries;
  options.progress = call.progress();
  Place place =
      Call::common_place({given.text.place(), given.suffix_array.place(), given.lcp.place(), given.inverse.place()});
  return call.run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    return with_narrow_symbol(given.text.bytes(), [&](auto symbol) {
      return with_index(given.suffix_array.bytes(), [&](auto index) {
        return build<Space, typename decltype(index)::type, typename decltype(symbol)::type>(space, given, place,
                                                                                             options);
      });
    });
  });
}

std::unique_ptr<AnySuffixIndex> load_suffix_index(nb::bytes const& given_path, bool on_device, std::uintptr_t stream)
{
  std::string const path = path_of(given_path);
  Place const place = Call::place_of_file(on_device);
  return Call(stream, nb::none()).run({place}, [&](auto const& space) {
    using Space = std::decay_t<decltype(space)>;
    FileReader const file(path, suffix_index_kind);
    return with_narrow_symbol(static_cast<unsigned>(suffix_index_symbol_bytes(file)), [&](auto symbol) {
      return with_index(static_cast<unsigned>(suffix_index_width(file)), [&](auto index) {
        using Index = typename decltype(index)::type;
        using Symbol = typename decltype(symbol)::type;
        auto structure = SuffixIndex<typename Space::memory_space, Index, Symbol>::load(space, file);
        return std::unique_ptr<AnySuffixIndex>(
            std::make_unique<SuffixIndexOf<Space, Index, Symbol>>(place, std::move(structure), file));
      });
    });
  });
}

}  // namespace

void bind_suffix_index(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<TextIndex> const text_index(core, "TextIndex");
  nb::class_<AnySuffixIndex, TextIndex> type(core, "SuffixIndex");
  define_queries(type);
  type.def("arrays",
           [](nb::handle_t<AnySuffixIndex> index) {
             // They lie in memory that the index keeps, or Python does.
             return to_python(nb::cast<AnySuffixIndex const&>(index).arrays(), index);
           })
      .def(
          "approximate_search",
          [](AnySuffixIndex const& index, nb::handle symbols, nb::handle offsets, nb::handle text_offsets,
             std::string const& model, unsigned max_errors, std::size_t max_candidates, std::uintptr_t stream,
             nb::object progress) {
            return to_python(index.approximate_search(Call(stream, std::move(progress)), {In(symbols), In(offsets)},
                                                      In(text_offsets), {model, max_errors, max_candidates}));
          },
          "symbols"_a, "offsets"_a, "text_offsets"_a.none(), "model"_a, "max_errors"_a, "max_candidates"_a, "stream"_a,
          "progress"_a.none())
      .def(
          "next_symbols",
          [](AnySuffixIndex const& index, nb::handle begins, nb::handle ends, nb::handle depths,
             std::size_t max_symbols, std::uintptr_t stream) {
            return to_python(
                index.next_symbols(Call(stream, nb::none()), In(begins), In(ends), In(depths), max_symbols));
          },
          "begins"_a, "ends"_a, "depths"_a, "max_symbols"_a, "stream"_a)
      .def(
          "longest_suffixes",
          [](AnySuffixIndex const& index, nb::handle symbols, nb::handle offsets, std::uint64_t min_count,
             std::uintptr_t stream) {
            return to_python(index.longest_suffixes(Call(stream, nb::none()), {In(symbols), In(offsets)}, min_count));
          },
          "symbols"_a, "offsets"_a, "min_count"_a, "stream"_a);
  core.def("suffix_index", build_suffix_index, "text"_a, "suffix_array"_a, "lcp"_a.none(), "inverse"_a.none(),
           "table_entries"_a, "stream"_a, "progress"_a.none());
  core.def("load_suffix_index", load_suffix_index, "path"_a, "on_device"_a, "stream"_a);
}

}  // namespace lexikos::python
