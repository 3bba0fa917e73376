// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compress/context_tables.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "compress/fixed_log.hpp"
#include "compress/rans.hpp"

namespace lexikos::compress_detail
{

namespace
{

constexpr std::array<unsigned, 3> children_of_level{32, 8, 8};
constexpr std::array<unsigned, 4> nodes_of_level{1, 32, 256, 2048};
constexpr unsigned max_children = 32;
constexpr unsigned leaf_level = 3;
static_assert(nodes_of_level[leaf_level] == contexts);

constexpr unsigned precision_bits = 3;
constexpr unsigned count_bits = 6;
/// Nodes with fewer tokens have one table: another one would take more bits than it saves.
constexpr std::uint64_t min_divided = 48;

using Counts = std::array<std::uint32_t, max_tokens>;

/// Counts [0..end) of a context, or of several together. Those of other tokens are 0, so that nobody looks at them: most
/// contexts of a short text have none.
struct Counted
{
  std::uint32_t const* counts;
  unsigned end;
};

struct Node
{
  Counts counts{};
  unsigned end = 0;

  operator Counted() const { return {counts.data(), end}; }
  void add(Counted const& other)
  {
    for (unsigned t = 0; t < other.end; ++t) counts[t] += other.counts[t];
    end = std::max(end, other.end);
  }
};

// ----- what tables and tokens take, in units of 2^-log_bits bits --------------------------------------------------------

/// count * log2(count), where the logarithm is that of the 12 highest bits. It never falls, so that parts do not cost less than
/// nothing.
class WeightedLog
{
 public:
  WeightedLog() : m_logs(std::size_t{1} << known_bits, 0)
  {
    for (std::uint32_t i = 1; i < m_logs.size(); ++i) m_logs[i] = static_cast<std::uint32_t>(fixed_log2(i));
  }

  [[nodiscard]] std::uint64_t operator()(std::uint32_t count) const
  {
    constexpr std::uint32_t known = (1u << known_bits) - 1;
    unsigned const shift = static_cast<unsigned>(std::bit_width(count | known)) - known_bits;
    return std::uint64_t{count} * (m_logs[count >> shift] + (shift << log_bits));
  }

 private:
  static constexpr unsigned known_bits = 12;

  std::vector<std::uint32_t> m_logs;
};

WeightedLog const& weighted_log_of_all()
{
  static WeightedLog const of_all;
  return of_all;
}

/// Of what they code by a table of their own, and of the table, about: two bits for each token that it has or leaves out.
std::uint64_t cost_of(Counted const& node, unsigned precision, WeightedLog const& weighted_log)
{
  std::uint32_t sum = 0;
  std::uint64_t logs = 0;
  unsigned used = 0;
  for (unsigned t = 0; t < node.end; ++t) {
    logs += weighted_log(node.counts[t]);
    sum += node.counts[t];
    used += node.counts[t] != 0 ? 1 : 0;
  }
  std::uint64_t const bits = count_bits + 2 * (node.end - used) + (2 + precision) * used;
  return weighted_log(sum) - logs + (bits << log_bits);
}

// ----- which contexts share a table -------------------------------------------------------------------------------------

/// Where parts of a node's children end, and which parts are one child that is divided itself.
struct Division
{
  std::uint32_t ends = 0;     // bit c: a part ends with child c
  std::uint32_t divided = 0;  // bit c: child c is a part that has parts
};

class Divider
{
 public:
  /// \param counts  outlive this
  Divider(std::span<std::uint32_t const> counts, unsigned tokens, unsigned precision)
      : m_precision(precision), m_weighted_log(weighted_log_of_all()), m_counts(counts), m_ends(contexts)
  {
    for (unsigned level = 0; level < leaf_level; ++level) {
      m_costs[level].resize(nodes_of_level[level]);
      m_nodes[level].resize(nodes_of_level[level]);
      m_divisions[level].resize(nodes_of_level[level]);
    }
    for (unsigned leaf = 0; leaf < contexts; ++leaf) {
      auto const own = counts.subspan(leaf * max_tokens, tokens);
      unsigned end = tokens;
      while (end > 0 && own[end - 1] == 0) --end;
      m_ends[leaf] = static_cast<std::uint8_t>(end);
    }
    for (unsigned level = leaf_level; level-- > 0;)
      for (unsigned node = 0; node < nodes_of_level[level]; ++node) divide(level, node);
  }

  [[nodiscard]] Division const& division(unsigned level, unsigned node) const { return m_divisions[level][node]; }
  [[nodiscard]] Node sum_of(unsigned level, unsigned first, unsigned last) const
  {
    Node sum;
    for (unsigned node = first; node <= last; ++node) sum.add(counted(level, node));
    return sum;
  }

 private:
  [[nodiscard]] Counted counted(unsigned level, unsigned node) const
  {
    if (level == leaf_level) return {m_counts.data() + std::size_t{node} * max_tokens, m_ends[node]};
    return m_nodes[level][node];
  }
  [[nodiscard]] std::uint64_t cost_of(Counted const& node) const
  {
    return compress_detail::cost_of(node, m_precision, m_weighted_log);
  }
  void divide(unsigned level, unsigned node)
  {
    unsigned const children = children_of_level[level];
    unsigned const first = node * children;
    Node const& all = m_nodes[level][node] = sum_of(level + 1, first, first + children - 1);
    Division& division = m_divisions[level][node];
    division.ends = 1u << (children - 1);
    m_costs[level][node] = cost_of(all);
    if (std::accumulate(all.counts.begin(), all.counts.end(), std::uint64_t{0}) < min_divided) return;
    find_parts(level, first, division, m_costs[level][node]);
  }

  /// The cheapest parts of the children: best[c] is the least cost of those before c, begin[c] where their last part begins.
  void find_parts(unsigned level, unsigned first, Division& division, std::uint64_t& cost) const
  {
    unsigned const children = children_of_level[level];
    std::array<std::uint64_t, max_children + 1> best;
    std::array<unsigned, max_children + 1> begin{};
    std::array<bool, max_children + 1> is_divided{};
    best.fill(std::numeric_limits<std::uint64_t>::max());
    best[0] = 0;
    for (unsigned a = 0; a < children; ++a) {
      Node sum;
      for (unsigned e = a; e < children; ++e) {
        sum.add(counted(level + 1, first + e));
        std::uint64_t part = cost_of(sum);
        bool const divides = e == a && level + 1 < leaf_level && m_costs[level + 1][first + e] < part;
        if (divides) part = m_costs[level + 1][first + e];
        part += best[a] + ((std::uint64_t{e - a} + 2) << log_bits);
        if (part >= best[e + 1]) continue;
        best[e + 1] = part;
        begin[e + 1] = a;
        is_divided[e + 1] = divides;
      }
    }
    cost = best[children];
    division = {};
    for (unsigned e = children; e > 0; e = begin[e]) {
      division.ends |= 1u << (e - 1);
      if (is_divided[e]) division.divided |= 1u << (e - 1);
    }
  }

  unsigned m_precision;
  WeightedLog const& m_weighted_log;
  std::span<std::uint32_t const> m_counts;  // of leaves
  std::vector<std::uint8_t> m_ends;
  std::array<std::vector<Node>, leaf_level> m_nodes;
  std::array<std::vector<Division>, leaf_level> m_divisions;
  std::array<std::vector<std::uint64_t>, leaf_level> m_costs;
};

// ----- tables -----------------------------------------------------------------------------------------------------------

/// The value with `precision` bits after its highest one, the others 0; rounded, which may make it a power of two.
std::uint32_t rounded(std::uint32_t value, unsigned precision)
{
  auto const bits = static_cast<unsigned>(std::bit_width(value));
  if (bits <= precision + 1) return value;
  unsigned const shift = bits - precision - 1;
  return ((value + (1u << (shift - 1))) >> shift) << shift;
}

/// Frequencies in the ratio of weights, which are not all 0, that sum to probability_total; none of a weight is 0.
/// \param tokens  those from here on have no weight
Table scaled(Counts const& weights, unsigned tokens)
{
  std::uint64_t total = 0;
  for (unsigned t = 0; t < tokens; ++t) total += weights[t];
  Table table{};
  std::uint32_t sum = 0;
  unsigned largest = 0;
  for (unsigned t = 0; t < tokens; ++t) {
    if (weights[t] == 0) continue;
    table[t] =
        static_cast<std::uint16_t>(std::max<std::uint64_t>(1, std::uint64_t{weights[t]} * probability_total / total));
    sum += table[t];
    if (table[t] > table[largest]) largest = t;
  }
  table[largest] = static_cast<std::uint16_t>(table[largest] + probability_total - sum);
  return table;
}

/// The weights that are written for counts: frequencies of few bits.
Counts weights_of(Node const& node, unsigned precision)
{
  std::uint64_t total = 0;
  for (unsigned t = 0; t < node.end; ++t) total += node.counts[t];
  Counts weights{};
  if (total == 0) weights[0] = probability_total;
  for (unsigned t = 0; t < node.end; ++t) {
    if (node.counts[t] == 0) continue;
    std::uint64_t const frequency = (2 * std::uint64_t{node.counts[t]} * probability_total + total) / (2 * total);
    weights[t] = rounded(static_cast<std::uint32_t>(std::max<std::uint64_t>(1, frequency)), precision);
  }
  return weights;
}

/// Bits that a weight of a class, its number of bits, has after the highest.
unsigned mantissa_bits(unsigned weight_class, unsigned precision)
{
  return weight_class == 0 ? 0 : std::min(weight_class - 1, precision);
}

/// Of each token, the class of its weight in the table before; each table changes it.
using Classes = std::array<unsigned, max_tokens>;

/// \param tokens  the last of which has a weight, and none after it
void write_table(Counts const& weights, unsigned tokens, unsigned precision, Classes& classes, BitWriter& writer)
{
  writer.put(tokens - 1, count_bits);
  for (unsigned t = 0; t < tokens; ++t) {
    auto const own = static_cast<unsigned>(std::bit_width(weights[t]));
    int const difference = static_cast<int>(own) - static_cast<int>(classes[t]);
    writer.put_gamma(static_cast<std::uint32_t>(difference <= 0 ? -2 * difference + 1 : 2 * difference));
    unsigned const bits = mantissa_bits(own, precision);
    if (own != 0) writer.put(weights[t] >> (own - 1 - bits), bits);
    classes[t] = own;
  }
  for (unsigned t = tokens; t < max_tokens; ++t) classes[t] = 0;
}

Table read_table(unsigned tokens_of_code, unsigned precision, Classes& classes, BitReader& reader)
{
  constexpr unsigned max_class = probability_bits + 1;
  Counts weights{};
  unsigned const tokens = reader.take(count_bits) + 1;
  detail::require(tokens <= tokens_of_code, ErrorCode::corrupt_input, "a table of a block has too many tokens");
  for (unsigned t = 0; t < tokens; ++t) {
    std::uint32_t const code = reader.take_gamma();
    std::int64_t const difference = code % 2 == 0 ? std::int64_t{code / 2} : -std::int64_t{code / 2};
    std::int64_t const own = static_cast<std::int64_t>(classes[t]) + difference;
    detail::require(own >= 0 && own <= max_class, ErrorCode::corrupt_input, "a weight of a table is out of range");
    classes[t] = static_cast<unsigned>(own);
    unsigned const bits = mantissa_bits(classes[t], precision);
    if (own != 0) weights[t] = ((1u << bits) | reader.take(bits)) << (classes[t] - 1 - bits);
  }
  for (unsigned t = tokens; t < max_tokens; ++t) classes[t] = 0;
  detail::require(weights[tokens - 1] != 0, ErrorCode::corrupt_input, "a table of a block ends with a weight of 0");
  return scaled(weights, tokens);
}

// ----- both, from the root on -------------------------------------------------------------------------------------------

/// Contexts of nodes [first, last] of a level use the table that comes next.
void assign(ContextTables& result, unsigned level, unsigned first, unsigned last)
{
  unsigned const leaves = contexts / nodes_of_level[level];
  std::fill(result.table_of.begin() + first * leaves, result.table_of.begin() + (last + 1) * leaves,
            static_cast<std::uint16_t>(result.tables.size()));
}

struct TreeWriter
{
  Divider const& divider;
  unsigned precision;
  BitWriter& writer;
  ContextTables& result;
  Classes classes = {};

  void write(unsigned level, unsigned node)
  {
    Division const& division = divider.division(level, node);
    unsigned const children = children_of_level[level];
    unsigned begin = 0;
    for (unsigned child = 0; child < children; ++child) {
      bool const ends = ((division.ends >> child) & 1) != 0;
      if (child + 1 < children) writer.put(ends ? 1 : 0, 1);
      if (!ends) continue;
      bool const may_divide = begin == child && level + 1 < leaf_level;
      bool const divides = may_divide && ((division.divided >> child) & 1) != 0;
      if (may_divide) writer.put(divides ? 1 : 0, 1);
      if (divides)
        write(level + 1, node * children + child);
      else
        write_leaf(level + 1, node * children + begin, node * children + child);
      begin = child + 1;
    }
  }
  void write_leaf(unsigned level, unsigned first, unsigned last)
  {
    Node const node = divider.sum_of(level, first, last);
    unsigned const tokens = std::max(node.end, 1u);
    Counts const weights = weights_of(node, precision);
    write_table(weights, tokens, precision, classes, writer);
    assign(result, level, first, last);
    result.tables.push_back(scaled(weights, tokens));
  }
};

struct TreeReader
{
  unsigned tokens;
  unsigned precision;
  BitReader& reader;
  ContextTables& result;
  Classes classes = {};

  void read(unsigned level, unsigned node)
  {
    unsigned const children = children_of_level[level];
    unsigned begin = 0;
    for (unsigned child = 0; child < children; ++child) {
      if (child + 1 < children && reader.take(1) == 0) continue;
      if (begin == child && level + 1 < leaf_level && reader.take(1) == 1) {
        read(level + 1, node * children + child);
      }
      else {
        Table const table = read_table(tokens, precision, classes, reader);
        assign(result, level + 1, node * children + begin, node * children + child);
        result.tables.push_back(table);
      }
      begin = child + 1;
    }
  }
};

/// Bits of weights: more where there is more to code by them.
unsigned precision_for(std::span<std::uint32_t const> counts)
{
  std::uint64_t const total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (total < (std::uint64_t{1} << 17)) return 2;
  return total < (std::uint64_t{1} << 21) ? 3 : 5;
}

}  // namespace

ContextTables write_tables(std::span<std::uint32_t const> counts, unsigned tokens, BitWriter& writer)
{
  unsigned const precision = precision_for(counts);
  writer.put(precision, precision_bits);
  Divider const divider(counts, tokens, precision);
  ContextTables result{std::vector<std::uint16_t>(contexts), {}};
  TreeWriter{divider, precision, writer, result}.write(0, 0);
  return result;
}

ContextTables read_tables(unsigned tokens, BitReader& reader)
{
  unsigned const precision = reader.take(precision_bits);
  ContextTables result{std::vector<std::uint16_t>(contexts), {}};
  TreeReader{tokens, precision, reader, result}.read(0, 0);
  return result;
}

}  // namespace lexikos::compress_detail
