# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What every rank runs: arrays of texts that lie in parts, against those of the whole. The argument is a folder for indexes."""

import sys

import numpy as np
import search
from mpi4py import MPI

import lexikos
from lexikos import distributed

world = MPI.COMM_WORLD
ranks = distributed.Communicator(world)


def whole(part):
    return np.concatenate(world.allgather(part))


def refused(error, work):
    """Every rank raises it, or another rank's."""
    try:
        work()
    except (error, lexikos.InvalidArgument):
        return
    raise AssertionError("nothing was raised")


generator = np.random.default_rng(7)
assert (ranks.rank, ranks.size) == (world.rank, world.size)
for dtype, n, sigma in (("uint8", 5000, 3), ("uint16", 3000, 1000), ("uint8", 1, 2), ("uint8", 0, 2), ("int64", 700, 50)):
    text = generator.integers(0, sigma, n).astype(dtype)
    expected, inverse = lexikos.suffix_array(text, inverse=True)
    # even parts, and all of it on the first rank
    for mine in (ranks.part_of(n), slice(0, n) if world.rank == 0 else slice(0, 0)):
        part = text[mine]
        statistics = {}
        found, ranks_of_suffixes = distributed.suffix_array(ranks, part, inverse=True, statistics=statistics)
        assert found.dtype == np.int32 and len(found) == len(part)
        assert np.array_equal(whole(found), expected) and np.array_equal(whole(ranks_of_suffixes), inverse)
        assert statistics["seconds"] >= 0
        assert np.array_equal(whole(distributed.inverse_suffix_array(ranks, found)), inverse)
        lcp = distributed.lcp_array(ranks, part, found)
        assert np.array_equal(whole(lcp), lexikos.lcp_array(text, expected))
        assert distributed.check_suffix_array(ranks, part, found)
        if dtype != "int64":
            bwt, primary = distributed.burrows_wheeler_transform(ranks, part)
            of_whole = lexikos.bwt(text, expected)
            assert np.array_equal(whole(bwt), of_whole[0]) and primary == of_whole[1]
        wide = distributed.suffix_array(ranks, part, dtype="int64", size=n if world.rank == world.size - 1 else 0)
        assert wide.dtype == np.int64 and np.array_equal(whole(wide), expected)
wrong = distributed.suffix_array(ranks, b"abracadabra")
if world.rank == 0:
    wrong[:2] = wrong[1::-1]
assert not distributed.check_suffix_array(ranks, b"abracadabra", wrong)

text = generator.integers(0, 3, 20_000).astype("uint8")
documents = np.array([0, 10, 9_000, 20_000])
for asked in (
    {"length": 9},
    {"length": 8, "keep": "first_of_each_document", "documents": documents},
    {"length": 5, "other": text[:50], "max_bytes": 32 << 20},
):
    found = distributed.streamed_duplicate_ranges(ranks, text, **asked)
    of_one = lexikos.streamed_duplicate_ranges(text, **asked)
    assert len(of_one.begins) > 10
    assert np.array_equal(found.begins, of_one.begins) and np.array_equal(found.ends, of_one.ends)
refused(lexikos.InvalidArgument, lambda: distributed.streamed_duplicate_ranges(ranks, text[world.rank :], length=0))
refused(TypeError, lambda: distributed.streamed_duplicate_ranges(ranks, text, [1.5] if world.rank == 0 else None))

# Errors of one rank are errors of all, and the communicator works on.
refused(TypeError, lambda: distributed.suffix_array(ranks, [1.5] if world.rank == 0 else b"abc"))
refused(lexikos.Cancelled, lambda: distributed.suffix_array(ranks, b"abcabc", progress=lambda f: world.rank > 0))
refused(lexikos.InvalidArgument, lambda: distributed.suffix_array(ranks, b"abc", size=2))
assert np.array_equal(whole(distributed.suffix_array(ranks, b"ab")), lexikos.suffix_array(b"ab" * world.size))
search.check(ranks, sys.argv[1])
other = distributed.Communicator(world.py2f())
index = distributed.IndexByText(other, b"abc", longest_pattern=2)
other.close()
refused(lexikos.InvalidArgument, lambda: distributed.suffix_array(other, b"abc"))
refused(lexikos.InvalidArgument, lambda: index.count("a"))
if world.rank == 0:
    print("all is well on", world.size, "ranks")
