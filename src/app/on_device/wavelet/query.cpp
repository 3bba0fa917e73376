// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <lexikos/file.hpp>
#include <limits>

#include "app/on_device/session/file_of_kind.hpp"
#include "app/on_device/session/on_device.hpp"
#include "app/on_device/session/run_on_text.hpp"
#include "app/on_device/session/transfer.hpp"
#include "app/on_device/wavelet/structures.hpp"
#include "app/on_device/wavelet/wavelet.hpp"

namespace lexikos::app
{

namespace
{

constexpr std::size_t max_numbers = 4;  // of a query

/// Asks a structure, as batches of one query each.
template <class ExecutionSpace, class Structure>
class Asked
{
 public:
  using Symbol = typename Structure::SymbolType;
  using MemorySpace = typename ExecutionSpace::memory_space;

  Asked(ExecutionSpace const& space, Structure const& structure)
      : m_space(space),
        m_structure(structure),
        m_numbers(allocate<std::uint64_t>(space, "lexikos::app::query", max_numbers)),
        m_symbol(allocate<Symbol>(space, "lexikos::app::query", 1)),
        m_result(allocate<std::uint64_t>(space, "lexikos::app::answer", 2))
  {}

  WaveletAnswer operator()(WaveletQuery const& query)
  {
    using Name = WaveletQuery::Name;
    send(query);
    auto const result = one(m_result);
    switch (query.name) {
      case Name::access:
        m_structure.inverse_select(m_space, number(0), one(m_symbol), result);
        return answer().kind == WaveletAnswer::Kind::none ? WaveletAnswer{} : found(to_host(m_space, m_symbol)[0]);
      case Name::rank:
        m_structure.rank(m_space, symbol(), number(1), result);
        return answer();
      case Name::select:
        m_structure.select(m_space, symbol(), number(1), result);
        return answer();
      case Name::count:
        m_structure.range_count(m_space, number(0), number(1), number(2), number(3), result);
        return answer();
      case Name::quantile:
        m_structure.range_quantile(m_space, number(0), number(1), number(2), result);
        return answer();
      case Name::next:
        m_structure.range_next_value(m_space, symbol(), number(1), number(2), result);
        return answer();
      case Name::previous:
        m_structure.range_previous_value(m_space, symbol(), number(1), number(2), result);
        return answer();
      case Name::distinct: {
        std::uint64_t const n = m_structure.distinct_offsets(m_space, number(0), number(1), m_result);
        make_room(n);
        m_structure.distinct(m_space, number(0), number(1), m_result, m_symbols, m_counts);
        return listed(n);
      }
      case Name::top: {
        std::uint64_t const k = std::min(query.numbers[2], m_structure.alphabet().size());
        make_room(k);
        m_structure.top_k(m_space, number(0), number(1), k, m_symbols, m_counts, result);
        return listed(answer().number);
      }
    }
    return {};
  }

 private:
  template <class T>
  static Span<T, MemorySpace> one(Array<T, MemorySpace> const& array)
  {
    return Span<T, MemorySpace>(array.data(), 1);
  }
  [[nodiscard]] Span<std::uint64_t const, MemorySpace> number(std::size_t i) const
  {
    return Span<std::uint64_t const, MemorySpace>(m_numbers.data() + i, 1);
  }
  [[nodiscard]] Span<Symbol const, MemorySpace> symbol() const
  {
    return Span<Symbol const, MemorySpace>(m_symbol.data(), 1);
  }

  void send(WaveletQuery const& query)
  {
    std::string_view const kinds = number_kinds(query.name);
    bool const has_symbol = kinds[0] == 'c' && query.name != WaveletQuery::Name::count;
    if (has_symbol && query.numbers[0] > std::numeric_limits<Symbol>::max())
      throw Failure(ExitCode::usage, "the query " + query.word + " has a symbol beyond the text's type");
    if (query.has_wide_character && sizeof(Symbol) == 1)
      throw Failure(ExitCode::usage,
                    "the query " + query.word + " has a character that is several symbols of this text");
    std::array<std::uint64_t, max_numbers> numbers{};
    std::ranges::copy(query.numbers, numbers.begin());
    if (query.name == WaveletQuery::Name::rank) numbers[1] = std::min<std::uint64_t>(numbers[1], m_structure.size());
    copy_to(m_space, m_numbers.data(), numbers.data(), sizeof numbers);
    auto const first = static_cast<Symbol>(has_symbol ? numbers[0] : 0);
    copy_to(m_space, m_symbol.data(), &first, sizeof first);
  }

  [[nodiscard]] WaveletAnswer answer() const
  {
    std::uint64_t const value = to_host(m_space, m_result, 0, 1)[0];
    return value == not_found ? WaveletAnswer{} : found(value);
  }
  static WaveletAnswer found(std::uint64_t number) { return {WaveletAnswer::Kind::number, number, {}}; }

  void make_room(std::uint64_t n)
  {
    m_symbols = allocate<Symbol>(m_space, "lexikos::app::answer", n);
    m_counts = allocate<std::uint64_t>(m_space, "lexikos::app::answer", n);
  }

  [[nodiscard]] WaveletAnswer listed(std::uint64_t n) const
  {
    WaveletAnswer answer{WaveletAnswer::Kind::list, 0, {}};
    auto const symbols = to_host(m_space, m_symbols, 0, n);
    auto const counts = to_host(m_space, m_counts, 0, n);
    for (std::size_t i = 0; i < n; ++i) answer.list.emplace_back(symbols[i], counts[i]);
    return answer;
  }

  ExecutionSpace const& m_space;
  Structure const& m_structure;
  Array<std::uint64_t, MemorySpace> m_numbers;
  Array<Symbol, MemorySpace> m_symbol;
  Array<std::uint64_t, MemorySpace> m_result;
  Array<Symbol, MemorySpace> m_symbols;  // of lists
  Array<std::uint64_t, MemorySpace> m_counts;
};

}  // namespace

SavedWavelet::SavedWavelet(std::string const& path) : m_file(std::make_unique<FileReader>(path))
{
  require_kind(*m_file, wavelet_file_kind, "a wavelet structure");
  auto const last = static_cast<std::uint64_t>(WaveletStructure::huffman);
  m_kind.structure = static_cast<WaveletStructure>(m_file->integer(structure_section, last));
  m_kind.symbol_bytes = m_file->integer(symbol_bytes_section, 4);
  if (m_kind.symbol_bytes != 1 && m_kind.symbol_bytes != 2 && m_kind.symbol_bytes != 4)
    m_file->corrupt("symbol_bytes must be 1, 2 or 4");
}

SavedWavelet::~SavedWavelet() = default;

WaveletFacts query_wavelet(Session const& session, SavedWavelet const& saved, std::span<WaveletQuery const> queries,
                           std::vector<WaveletAnswer>& answers)
{
  return on_device<WaveletFacts>(session, [&](auto const& space) {
    using ExecutionSpace = std::remove_cvref_t<decltype(space)>;
    WaveletFacts facts;
    facts.device = described<ExecutionSpace>(session.device());
    with_structure<ExecutionSpace>(saved.kind(), [&](auto tag) {
      Stopwatch watch;
      auto const structure = decltype(tag)::type::load(space, saved.file());
      facts.file_seconds = watch.lap();
      take_facts(facts, structure);
      Asked asked(space, structure);
      for (auto const& query : queries) answers.push_back(asked(query));
    });
    return facts;
  });
}

}  // namespace lexikos::app
