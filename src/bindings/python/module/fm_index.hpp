// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The FM-index as Python has it, whichever call makes it.

#include <bindings/python/module/text_index.hpp>
#include <cstddef>
#include <cstdint>
#include <lexikos/file.hpp>
#include <lexikos/fm_index.hpp>
#include <memory>
#include <string>
#include <utility>

namespace lexikos::python
{

class AnyFmIndex : public TextIndex
{
 public:
  [[nodiscard]] virtual nb::dict description() const = 0;
  /// symbols, offsets
  virtual Columns extract(Call const&, In const& begins, In const& ends) const = 0;

 protected:
  using TextIndex::TextIndex;
};

template <class Space, class Index, class Symbol>
class FmIndexOf final
    : public TextIndexOf<AnyFmIndex, Space, FmIndex<typename Space::memory_space, Index, Symbol>, Index, Symbol>
{
 public:
  using Structure = FmIndex<typename Space::memory_space, Index, Symbol>;
  using Base = TextIndexOf<AnyFmIndex, Space, Structure, Index, Symbol>;

  FmIndexOf(Place place, Structure structure) : Base(place, std::move(structure)) {}

  [[nodiscard]] nb::dict description() const override
  {
    auto const& index = this->structure();
    nb::dict result;
    result["alphabet_size"] = index.alphabet_size();
    result["table_depth"] = index.table_depth();
    result["sample_rate"] = index.sample_rate();
    result["keeps_text"] = index.keeps_text();
    result["layout"] = std::string(index.layout());
    result["bytes"] = index.bytes();
    return result;
  }

  Columns extract(Call const& call, In const& begins, In const& ends) const override
  {
    return this->run(call, {begins, ends}, [&](Space const& space) -> Columns {
      auto const found =
          this->structure().extract(space, span<Index const>(space, begins), span<Index const>(space, ends));
      return {column(found.symbols, this->place()), column(found.offsets, this->place())};
    });
  }

  void save(Call const& call, std::string const& path) const override
  {
    call.run_on<Space>(this->place(), [&](Space const& space) {
      FileWriter file(path, fm_index_kind);
      this->structure().save(space, file);
      file.commit();
    });
  }
};

template <class Space, class Index, class Symbol>
[[nodiscard]] std::unique_ptr<AnyFmIndex> make_fm_index(Place place,
                                                        FmIndex<typename Space::memory_space, Index, Symbol> index)
{
  return std::make_unique<FmIndexOf<Space, Index, Symbol>>(place, std::move(index));
}

inline FmIndexOptions fm_index_options(nb::dict const& given, Call const& call)
{
  FmIndexOptions options;
  options.sample_rate = option<std::uint32_t>(given, "sample_rate");
  options.keep_text = option<bool>(given, "keep_text");
  options.table_entries = option<std::size_t>(given, "table_entries");
  options.shape = choice<WaveletShape>(option<std::string>(given, "shape"), {"balanced", "huffman"});
  options.letters = choice<FmLetters>(option<std::string>(given, "letters"), {"all", "dna"});
  options.match_others = option<bool>(given, "match_others");
  options.algorithm = suffix_array_algorithm(option<std::string>(given, "algorithm"));
  options.low_memory = option<bool>(given, "low_memory");
  options.progress = call.progress();
  return options;
}

}  // namespace lexikos::python
