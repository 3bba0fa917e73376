# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Indexes of texts that lie in parts, against the index of the whole, and plain Python."""

import os

import numpy as np
from mpi4py import MPI

import lexikos
from lexikos import distributed

world = MPI.COMM_WORLD
alone = distributed.Communicator(MPI.COMM_SELF)
generator = np.random.default_rng(11)


def patterns_of(text, longest):
    """Others on each rank, and none on the last; of several ranks all draw all of them."""
    drawn = []
    for rank in range(world.size):
        count = 0 if rank == world.size - 1 else 15 + rank
        begins = generator.integers(0, len(text) - longest + 1, count)
        lengths = generator.integers(0, longest + 1, count)
        mine = [text[b : b + n].copy() for b, n in zip(begins, lengths)]
        for pattern in mine[::4]:
            pattern[:1] ^= 1
        if rank == world.rank:
            drawn = mine
    return drawn


def same(found, expected):
    assert len(found) == len(expected)
    for a, b in zip(found, expected):
        assert np.array_equal(a, b), (a, b)


def positions_of(text, pattern, borders):
    """Where a pattern begins, and ends within the same of the parts that borders divide."""
    n = len(pattern)
    if n == 0:
        return list(range(len(text)))
    found = np.flatnonzero((np.lib.stride_tricks.sliding_window_view(text, n) == pattern).all(axis=1))
    return [i for i in found.tolist() if i + n <= min(border for border in borders if border > i)]


def check_ranges(index, text):
    begins, ends = np.array([3, 0, len(text) - 2, 9, 0]), np.array([7, 0, len(text) + 5, 4, len(text)])
    symbols, offsets = index.extract(begins, ends)
    assert symbols.dtype == text.dtype
    for i, (begin, end) in enumerate(zip(begins, ends)):
        assert np.array_equal(symbols[offsets[i] : offsets[i + 1]], text[begin:end])
    assert np.array_equal(index.extract(1, 5), text[1:5])


def check_by_range(index, whole, text):
    given = patterns_of(text, 6)
    assert len(index) == len(text)
    same([index.count(given)], [whole.count(given)])
    begins, ends = index.intervals(given)
    assert np.array_equal(ends - begins, whole.count(given))
    for options in ({}, {"text_order": True}, {"max_positions": 2}):
        expected = whole.locate(given, **options)
        same(index.locate(given, **options), expected)
        same(index.locate_intervals(begins, ends, **options), expected)
    one = text[5:8]
    assert index.count(one) == whole.count(one) and np.array_equal(index.locate(one), whole.locate(one))
    assert index.intervals(one) == whole.intervals(one)
    check_ranges(index, text)


def check_by_text(index, text, borders, longest):
    given = patterns_of(text, longest or 7)
    expected = [positions_of(text, pattern, borders) for pattern in given]
    assert len(index) == len(text) and index.longest_pattern == longest
    counts = index.count(given)
    assert counts.dtype == np.int64 and counts.tolist() == [len(each) for each in expected]
    offsets, positions = index.locate(given)
    assert [positions[a:b].tolist() for a, b in zip(offsets, offsets[1:])] == expected
    assert np.array_equal(np.diff(index.locate(given, max_positions=1).offsets), np.minimum(counts, 1))
    assert index.count(text[4:6]) == len(positions_of(text, text[4:6], borders))
    check_ranges(index, text)


def refused(error, work):
    try:
        work()
    except error:
        return
    raise AssertionError("nothing was raised")


def check(ranks, folder):
    for dtype, n, sigma, wide in (("uint8", 900, 3, None), ("uint16", 500, 900, "int64"), ("uint32", 400, 50, "uint32")):
        text = generator.integers(0, sigma, n).astype(dtype)
        whole = lexikos.SuffixIndex(text, dtype=wide)
        path = os.path.join(folder, f"by_range_{dtype}")
        for table_entries, part in ((0, text[ranks.part_of(n)]), (10, text if world.rank == 0 else text[:0])):
            suffixes = distributed.suffix_array(ranks, part, dtype=wide)
            index = distributed.IndexByRange(ranks, part, suffixes, table_entries=table_entries)
            assert index.suffix_array is suffixes and index.dtype == suffixes.dtype
            assert index.first_entry == sum(world.allgather(len(part))[: world.rank])
            check_by_range(index, whole, text)
        index.save(path)
        for others in (ranks, alone):
            loaded = distributed.IndexByRange.load(others, path)
            assert len(loaded.suffix_array) == len(text[others.part_of(n)])
            check_by_range(loaded, whole, text)
            kept = loaded.suffix_array
            loaded.close()
            assert np.array_equal(kept, whole.suffix_array[others.part_of(n)])
            refused(lexikos.InvalidArgument, lambda: loaded.count([]))
            refused(lexikos.InvalidArgument, lambda: loaded.extract(1, 2))

        path = os.path.join(folder, f"by_text_{dtype}")
        part = text[ranks.part_of(n)]
        borders = np.cumsum(world.allgather(len(part)))
        for kind, longest in (("suffix_array", 6), ("fm_index", 5), ("suffix_array", 0), ("fm_index", 0)):
            index = distributed.IndexByText(ranks, part, longest_pattern=longest, index=kind, sample_rate=4)
            assert index.parts == [ranks.part_of(n)]
            limits = borders if longest == 0 else [n]
            check_by_text(index, text, limits, longest)
            index.save(path)
            check_by_text(distributed.IndexByText.load(ranks, path), text, limits, longest)
            check_by_text(distributed.IndexByText.load(alone, path), text, limits, longest)
            world.Barrier()  # until nobody reads the folder

    check_refusals(ranks, folder, path)


def check_refusals(ranks, folder, path_by_text):
    """What one rank cannot do is an error of all, and they go on."""

    def by_text(text=b"ab" * 50, **given):
        return distributed.IndexByText(ranks, text, **{"longest_pattern": 1, **given})

    first = world.rank == 0
    index = by_text(b"abracadabra", longest_pattern=4)
    refused((TypeError, lexikos.InvalidArgument), lambda: index.count([1.5] if first else "a"))
    refused(lexikos.InvalidArgument, lambda: index.count("abrac" if first else "a"))
    refused(lexikos.InvalidArgument, lambda: index.locate("a", max_positions=-1 if first else 0))
    assert index.count("abr") == 2 * world.size
    refused(lexikos.InvalidArgument, lambda: by_text(longest_pattern=world.rank))
    refused(lexikos.InvalidArgument, lambda: by_text(longest_pattern=-1))
    refused(lexikos.InvalidArgument, lambda: by_text(index="tree"))
    refused(lexikos.NotSupported, lambda: by_text(index="fm_index", sample_rate=0).locate("a"))
    refused(lexikos.Cancelled, lambda: by_text(index="fm_index", progress=lambda fraction: not first))
    short = distributed.suffix_array(ranks, b"ab")[: 1 if first else 2]
    refused(lexikos.InvalidArgument, lambda: distributed.IndexByRange(ranks, b"ab", short))
    refused(lexikos.InvalidArgument, lambda: distributed.IndexByRange.load(ranks, path_by_text))
    refused(lexikos.UnreadableFile, lambda: distributed.IndexByText.load(ranks, os.path.join(folder, "nothing")))
    assert index.count("abr") == 2 * world.size
