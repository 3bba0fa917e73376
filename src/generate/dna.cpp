// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generate/dna.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "generate/blocks.hpp"
#include "generate/geometric.hpp"
#include "generate/random_bits.hpp"

namespace lexikos::generate
{

namespace
{

constexpr std::string_view bases = "ACGT";

constexpr std::uint8_t complement(std::uint8_t base)
{
  return base == 'A' ? 'T' : base == 'C' ? 'G' : base == 'G' ? 'C' : 'A';
}

struct Lengths
{
  explicit Lengths(unsigned repeats) : unique(repeats == 0 ? block_bytes : mean_repeat * (100 - repeats) / repeats) {}

  // what the mixture of dna.hpp comes to: 9/10 copies of mean 2 662, 1/10 tandem repeats of mean 1 070
  static constexpr std::uint64_t mean_repeat = 2500;

  Geometric unique;
  std::array<Geometric, 3> copy{Geometric(300), Geometric(3000), Geometric(30000)};
  std::array<Geometric, 3> mutation_gap{Geometric(1000), Geometric(100), Geometric(10)};
  Geometric tandem_units{20};
};

// Writes one block. Copies come from the finished text before `history`; in the first block from its own beginning.
class BlockWriter
{
 public:
  BlockWriter(std::span<std::uint8_t> text, std::size_t block, std::size_t history, std::uint64_t seed,
              Lengths const& lengths)
      : m_text(text.data()),
        m_position(block * block_bytes),
        m_end(std::min(text.size(), m_position + block_bytes)),
        m_history(history),
        m_bits(seed, block),
        m_lengths(lengths)
  {}

  void write(unsigned repeats)
  {
    while (m_position < m_end) {
      unique(m_lengths.unique(m_bits));
      if (repeats == 0) continue;
      if (m_bits.below(10) == 0)
        tandem();
      else
        copy();
    }
  }

 private:
  void put(std::uint8_t base)
  {
    if (m_position < m_end) m_text[m_position++] = base;
  }

  std::uint8_t any_base() { return static_cast<std::uint8_t>(bases[m_bits() >> 62]); }

  void unique(std::uint64_t length)
  {
    constexpr std::string_view weighted = "AAACCGGTTT";
    for (length = std::min<std::uint64_t>(length, m_end - m_position); length >= 2; length -= 2) {
      std::uint64_t const draw = m_bits();
      m_text[m_position++] = static_cast<std::uint8_t>(weighted[(draw >> 32) * 10 >> 32]);
      m_text[m_position++] = static_cast<std::uint8_t>(weighted[(draw & 0xffffffff) * 10 >> 32]);
    }
    if (length == 1) put(static_cast<std::uint8_t>(weighted[m_bits.below(10)]));
  }

  void tandem()
  {
    std::uint64_t const unit = m_bits.below(2) == 0 ? 1 + m_bits.below(6) : 7 + m_bits.below(194);
    unique(unit);
    Geometric const& gap = m_lengths.mutation_gap[m_bits.below(2)];
    std::uint64_t left = unit * m_lengths.tandem_units(m_bits);
    std::uint64_t until_mutation = gap(m_bits);
    for (; left > 0 && m_position < m_end && m_position >= unit; --left) {
      if (--until_mutation == 0) {
        put(any_base());
        until_mutation = gap(m_bits);
      }
      else
        put(m_text[m_position - unit]);
    }
  }

  void copy()
  {
    std::size_t const history = m_history == 0 ? m_position : m_history;
    std::uint64_t const kind = m_bits.below(16);
    std::uint64_t const length = std::min<std::uint64_t>(m_lengths.copy[kind < 12   ? 0
                                                                        : kind < 15 ? 1
                                                                                    : 2](m_bits),
                                                         history);
    std::size_t const source = m_bits.below(history - length + 1);
    std::uint64_t const age = m_bits.below(4);
    bool const reverse = m_bits.below(2) == 1;
    std::uint64_t done = 0;
    while (done < length && m_position < m_end) {
      std::uint64_t const gap = age == 3 ? length : m_lengths.mutation_gap[age](m_bits) - 1;
      std::uint64_t const piece = std::min<std::uint64_t>({gap, length - done, m_end - m_position});
      if (reverse) {
        std::uint8_t const* from = m_text + source + (length - done);
        for (std::uint64_t i = 0; i < piece; ++i) m_text[m_position++] = complement(*--from);
      }
      else {
        std::copy_n(m_text + source + done, piece, m_text + m_position);
        m_position += piece;
      }
      done += piece;
      if (done < length) done += mutate();
    }
  }

  // Returns how many letters of the source the mutation consumes.
  std::uint64_t mutate()
  {
    std::uint64_t const kind = m_bits.below(8);
    if (kind < 7) put(any_base());  // a substitution or an insertion; one base in four stays as it was
    return kind == 6 ? 0 : 1;       // 6: insertion, 7: deletion
  }

  std::uint8_t* m_text;
  std::size_t m_position;
  std::size_t m_end;
  std::size_t m_history;
  RandomBits m_bits;
  Lengths const& m_lengths;
};

}  // namespace

void dna(std::span<std::uint8_t> text, std::uint64_t seed, DnaOptions const& options)
{
  Lengths const lengths(options.repeats);
  std::size_t const blocks = block_count(text.size());
  // Blocks [2^k, 2^(k+1)) copy from those before 2^k only, so that they can be written at the same time.
  for (std::size_t first = 0; first < blocks;) {
    std::size_t const last = std::min(blocks, std::max<std::size_t>(1, 2 * first));
    for_each_block(first, last, options.threads, [&](std::size_t block) {
      BlockWriter(text, block, first * block_bytes, seed, lengths).write(options.repeats);
    });
    first = last;
  }
}

}  // namespace lexikos::generate
