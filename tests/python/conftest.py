# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts for all tests, and oracles in plain Python."""

import os
import random
import re

import numpy as np
import pytest

# Where CTest gave this test one of several GPUs, it sees no other, as tests/gpu_of_test.hpp has it.
if given := re.match(r"id:(\w+)", os.environ.get("CTEST_RESOURCE_GROUP_0_GPUS", "")):
    os.environ["CUDA_VISIBLE_DEVICES"] = given[1]

TEXTS = [
    b"",
    b"a",
    b"banana",
    b"mississippi",
    b"aaaaaaaaaaaaaaaaaaaaa",
    b"abcabcabcabcabcabcab",
    bytes(range(256)),
    bytes(reversed(range(256))),
    b"\x00\xff" * 20,
    "Größe, größer, am größten: ñandú".encode(),
]


def random_texts(count=60, seed=7):
    """Short texts over alphabets of one to four symbols, and all bytes."""
    generator = random.Random(seed)
    for _ in range(count):
        sigma = generator.choice([1, 2, 3, 4, 256])
        yield bytes(generator.randrange(sigma) for _ in range(generator.randrange(60)))


def suffix_array_of(text):
    """By the definition: sorted suffixes."""
    symbols = list(text)
    return sorted(range(len(symbols)), key=lambda i: symbols[i:])


def lcp_of(text, array):
    symbols = list(text)

    def common(i, j):
        length = 0
        while max(i, j) + length < len(symbols) and symbols[i + length] == symbols[j + length]:
            length += 1
        return length

    return [0 if r == 0 else common(array[r - 1], array[r]) for r in range(len(array))]


def occurrences_of(text, pattern):
    text, pattern = list(text), list(pattern)
    if not pattern:
        return list(range(len(text)))
    return [i for i in range(len(text) - len(pattern) + 1) if text[i : i + len(pattern)] == pattern]


@pytest.fixture(params=["numpy", "torch"])
def kind(request):
    """Arrays of the host, of the libraries that are here."""
    if request.param == "numpy":
        return np.asarray
    torch = pytest.importorskip("torch", reason="torch is not here")
    return lambda array: torch.from_numpy(np.array(array))
