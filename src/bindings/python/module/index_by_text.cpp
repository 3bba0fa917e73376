// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Search in a text whose parts lie on several ranks, in builds with MPI.

#include <bindings/python/module/bindings.hpp>
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_MPI

#include <bindings/python/module/fm_index.hpp>
#include <bindings/python/module/index_of_ranks.hpp>
#include <lexikos/distributed/index_by_text.hpp>
#include <tuple>

namespace lexikos::python
{

namespace
{

using distributed::Communicator;

class AnyIndexByText : public IndexOfRanks
{};

template <class Space, class LocalIndex>
class IndexByTextOf final : public OfRanks<AnyIndexByText, Space, distributed::IndexByText<LocalIndex>>
{
 public:
  using Structure = distributed::IndexByText<LocalIndex>;
  using Symbol = typename Structure::Symbol;
  using Base = OfRanks<AnyIndexByText, Space, Structure>;

  IndexByTextOf(Place place, Communicator const& ranks, Structure structure) : Base(place, ranks, std::move(structure))
  {}

  [[nodiscard]] nb::dict facts() const override
  {
    auto const& index = this->structure();
    nb::list parts;
    for (std::size_t i = 0; i < index.shards(); ++i) {
      auto const part = index.part_of_shard(i);
      parts.append(nb::make_tuple(part.first, part.extent));
    }
    nb::dict result;
    result["size"] = index.size();
    result["index_bytes"] = sizeof(typename Structure::Entry);
    result["symbol_bytes"] = sizeof(Symbol);
    result["longest_pattern"] = index.longest_pattern();
    result["is_fm"] = std::is_same_v<typename Structure::Options, FmIndexOptions>;
    result["parts"] = parts;
    return result;
  }

  Columns count(Call const& call, Strings const& given) const override
  {
    Columns found;
    this->run(call, given.symbols, given.offsets, [&](Space const& space) {
      auto const counts = room<std::uint64_t>(space, search_detail::pattern_count(given.offsets.size()));
      this->structure().count(space, span<Symbol const>(space, given.symbols),
                              span<std::uint64_t const>(space, given.offsets), counts, sorted({}));
      found = {column(counts, this->place())};
    });
    return found;
  }

  Columns locate(Call const& call, Strings const& given, LocateOptions const& wanted) const override
  {
    Columns found;
    this->run(call, given.symbols, given.offsets, [&](Space const& space) {
      auto const all = this->structure().locate(space, span<Symbol const>(space, given.symbols),
                                                span<std::uint64_t const>(space, given.offsets), sorted(wanted));
      found = {column(all.offsets, this->place()), column(all.positions, this->place())};
    });
    return found;
  }

  Columns extract(Call const& call, In const& begins, In const& ends) const override
  {
    Columns found;
    this->run(call, begins, ends, [&](Space const& space) {
      auto const all = this->structure().extract(space, span<std::uint64_t const>(space, begins),
                                                 span<std::uint64_t const>(space, ends));
      found = {column(all.symbols, this->place()), column(all.offsets, this->place())};
    });
    return found;
  }

  void save(Call const& call, std::string const& path) const override
  {
    this->run(call, [&](Space const& space) { this->structure().save(space, path); });
  }

 private:
  /// Patterns of all ranks come together, of which there are many.
  static SearchOptions sorted(LocateOptions const& wanted)
  {
    SearchOptions options = search_options(wanted);
    options.sort_patterns = true;
    return options;
  }
};

/// Of which type the indexes of a rank are.
struct LocalTypes
{
  unsigned symbol_bytes;
  unsigned index_bytes;
  bool is_fm;
};

/// function(Type<index of one rank>) where the space works.
template <class Space, class Function>
std::unique_ptr<AnyIndexByText> with_local_index(Space const&, LocalTypes const& types, Function const& function)
{
  using MemorySpace = typename Space::memory_space;
  return with_narrow_symbol(types.symbol_bytes, [&](auto symbol) {
    return with_index(types.index_bytes, [&](auto index) -> std::unique_ptr<AnyIndexByText> {
      using Index = typename decltype(index)::type;
      using Symbol = typename decltype(symbol)::type;
      if (types.is_fm) return function(Type<FmIndex<MemorySpace, Index, Symbol>>{});
      return function(Type<SuffixIndex<MemorySpace, Index, Symbol>>{});
    });
  });
}

/// \param given_options  of FM-indexes, or of suffix indexes: table_entries
std::unique_ptr<AnyIndexByText> index_by_text(Ranks const& ranks, nb::handle given_text, std::size_t longest_pattern,
                                              unsigned index_bytes, bool is_fm, nb::dict const& given_options,
                                              std::uintptr_t stream, nb::object progress)
{
  In const text(given_text);
  Call const call(stream, std::move(progress));
  std::tuple<SuffixIndexOptions, FmIndexOptions> options;
  if (is_fm) std::get<FmIndexOptions>(options) = fm_index_options(given_options, call);
  auto& of_suffixes = std::get<SuffixIndexOptions>(options);
  of_suffixes.table_entries = option<std::size_t>(given_options, "table_entries");
  of_suffixes.progress = call.progress();
  return made_together<AnyIndexByText>(ranks, call, {text.place()}, [&](auto const& space, Communicator const& all) {
    using Space = std::decay_t<decltype(space)>;
    return with_local_index(
        space, {text.bytes(), index_bytes, is_fm}, [&](auto local) -> std::unique_ptr<AnyIndexByText> {
          using LocalIndex = typename decltype(local)::type;
          using Structure = distributed::IndexByText<LocalIndex>;
          auto const part = span<typename Structure::Symbol const>(space, text);
          return std::make_unique<IndexByTextOf<Space, LocalIndex>>(
              ranks.place(), all,
              Structure(space, all, part, longest_pattern, std::get<typename Structure::Options>(options)));
        });
  });
}

std::unique_ptr<AnyIndexByText> load_index_by_text(Ranks const& ranks, nb::bytes const& given_path,
                                                   std::uintptr_t stream)
{
  std::string const path = path_of(given_path);
  return made_together<AnyIndexByText>(
      ranks, Call(stream, nb::none()), {}, [&](auto const& space, Communicator const& all) {
        using Space = std::decay_t<decltype(space)>;
        auto const facts = distributed::index_by_text_facts(path);
        LocalTypes const types{static_cast<unsigned>(facts.symbol), static_cast<unsigned>(facts.index), facts.is_fm};
        return with_local_index(space, types, [&](auto local) -> std::unique_ptr<AnyIndexByText> {
          using LocalIndex = typename decltype(local)::type;
          return std::make_unique<IndexByTextOf<Space, LocalIndex>>(
              ranks.place(), all, distributed::IndexByText<LocalIndex>::load(space, all, path));
        });
      });
}

}  // namespace

void bind_index_by_text(nb::module_& core)
{
  using namespace nb::literals;
  nb::class_<AnyIndexByText, IndexOfRanks> const type(core, "IndexByText");
  core.def("index_by_text", index_by_text, "ranks"_a, "text"_a, "longest_pattern"_a, "index_bytes"_a, "is_fm"_a,
           "options"_a, "stream"_a, "progress"_a.none());
  core.def("load_index_by_text", load_index_by_text, "ranks"_a, "path"_a, "stream"_a);
}

}  // namespace lexikos::python

#else

namespace lexikos::python
{

void bind_index_by_text(nanobind::module_&) {}

}  // namespace lexikos::python

#endif
