# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""N-grams of tokens on a GPU, by a suffix array: PYTHONPATH=build/cuda/python python bench/tokens.py [TOKENS [PATTERNS]]

A text of 16-bit tokens over 50 000, drawn so that few are frequent, of which every third stretch of 1 000 is a copy of an earlier
one, is indexed; it, patterns and results are torch's, on the GPU. Prints the least and the middle seconds of several runs, each
call waited for: counts of patterns of 5 to 20 tokens that occur, as they come and with those before sorted by their first four
tokens (the sorting apart), and of a tenth as many contexts of as many tokens, half of them changed in one place, what follows and
the longest suffixes that occur. Counts are compared with those that next_symbols adds up to, and of 100 patterns with a scan.
"""

import statistics
import sys
import time

import torch

import lexikos

VOCABULARY = 50_000
STRETCH = 1_000
RUNS = 5


def make_text(size: int, generator: torch.Generator) -> torch.Tensor:
    text = torch.empty(size, dtype=torch.int16, device="cuda")
    for begin in range(0, size, 1 << 26):
        part = text[begin : begin + (1 << 26)]
        drawn = torch.rand(len(part), device="cuda", generator=generator)
        part.copy_((VOCABULARY**drawn - 1).to(torch.int32).to(torch.int16))  # log-uniform: the k-th token has a share of about 1/k
    stretches = text[: size // STRETCH * STRETCH].view(-1, STRETCH)
    copies = torch.arange(2, len(stretches), 3, device="cuda")
    sources = (torch.rand(len(copies), device="cuda", generator=generator) * copies).long()
    stretches[copies] = stretches[sources]
    return text.view(torch.uint16)


def draw_patterns(text: torch.Tensor, count: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    lengths = torch.randint(5, 21, (count,), device="cuda", generator=generator)
    begins = torch.randint(0, len(text) - 20, (count,), device="cuda", generator=generator)
    return strings_at(text, begins, lengths)


def strings_at(text: torch.Tensor, begins: torch.Tensor, lengths: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    offsets = torch.zeros(len(begins) + 1, dtype=torch.int64, device="cuda")
    torch.cumsum(lengths, 0, out=offsets[1:])
    places = torch.arange(int(offsets[-1]), device="cuda")
    places += torch.repeat_interleave(begins - offsets[:-1], lengths)
    return text.view(torch.int16)[places].view(torch.uint16), offsets


def sorted_by_first_tokens(strings: tuple[torch.Tensor, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    symbols, offsets = strings
    wide = symbols.view(torch.int16).long() & 0xFFFF
    begins = offsets[:-1]
    key = ((wide[begins] * VOCABULARY + wide[begins + 1]) * VOCABULARY + wide[begins + 2]) * VOCABULARY + wide[begins + 3]
    order = torch.argsort(key)
    return strings_at(symbols, begins[order], (offsets[1:] - begins)[order])


def timed(name: str, items: int, work):
    torch.cuda.synchronize()
    seconds = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        result = work()
        torch.cuda.synchronize()
        seconds.append(time.perf_counter() - begin)
    print(f"{name:34}{min(seconds):10.4f} s {statistics.median(seconds):10.4f} s {items / min(seconds) / 1e6:10.1f} M/s", flush=True)
    return result


def check(text: torch.Tensor, patterns: tuple[torch.Tensor, torch.Tensor], counts: torch.Tensor) -> None:
    symbols, offsets = patterns
    wide = text.view(torch.int16)
    for i in range(min(100, len(counts))):
        pattern = symbols.view(torch.int16)[offsets[i] : offsets[i + 1]]
        found = (wide[: len(wide) - len(pattern) + 1] == pattern[0]).nonzero()[:, 0]
        for k in range(1, len(pattern)):
            found = found[wide[found + k] == pattern[k]]
        assert len(found) == int(counts[i]), (i, len(found), int(counts[i]))


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000_000
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    generator = torch.Generator("cuda").manual_seed(7)
    text = make_text(size, generator)
    print(f"{torch.cuda.get_device_name()}: {size} tokens, {count} patterns, {count // 10} contexts; the least and the middle of {RUNS}")
    begin = time.perf_counter()
    index = lexikos.SuffixIndex(text)
    torch.cuda.synchronize()
    print(f"{'index':34}{time.perf_counter() - begin:10.4f} s, the first call, with the memory that it takes", flush=True)

    patterns = draw_patterns(text, count, generator)
    counts = timed("counts", count, lambda: index.count(patterns))
    check(text, patterns, counts)
    timed("sorting patterns (torch)", count, lambda: sorted_by_first_tokens(patterns))
    in_order = sorted_by_first_tokens(patterns)
    again = timed("counts of sorted patterns", count, lambda: index.count(in_order))
    assert int(again.long().sum()) == int(counts.long().sum())

    contexts = draw_patterns(text, count // 10, generator)
    symbols, offsets = contexts
    changed = offsets[:-1][::2]
    symbols.view(torch.int16)[changed] = symbols.view(torch.int16)[changed.flip(0)]
    longest = timed("longest suffixes", count // 10, lambda: index.longest_suffixes(contexts))
    assert int(longest.lengths.long().min()) >= 0 and bool((longest.lengths.long() <= offsets[1:] - offsets[:-1]).all())
    following = timed("what follows these", count // 10, lambda: index.next_symbols(longest))
    print(f"{len(following.symbols)} different symbols follow")
    whole = timed("what follows contexts", count // 10, lambda: index.next_symbols(contexts))
    sums_before = torch.zeros(len(whole.counts) + 1, dtype=torch.int64, device="cuda")
    torch.cumsum(whole.counts.long(), 0, out=sums_before[1:])
    bounds = whole.offsets.view(torch.int64)
    sums = sums_before[bounds[1:]] - sums_before[bounds[:-1]]
    lost = index.count(contexts).long() - sums  # of one context at most, that ends the text
    assert int(lost.abs().max()) <= 1


if __name__ == "__main__":
    main()
