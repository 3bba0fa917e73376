# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a call from Python takes beyond the C++ call within it: PYTHONPATH=build/openmp/python python bench/from_python.py [BYTES...]

For each size, a text of random bytes of 26 letters is sorted several times; the library's own clock (the statistics' seconds) is
taken from that of Python. Prints the smallest of both, and the median of the differences.
"""

import statistics
import sys
import time

import numpy as np

import lexikos


def measure(size: int) -> None:
    text = np.random.default_rng(size).integers(97, 123, size).astype(np.uint8)
    whole, inside = [], []
    for _ in range(max(1, min(2000, 10**7 // max(size, 1)))):
        done: dict = {}
        begin = time.perf_counter()
        lexikos.suffix_array(text, statistics=done)
        whole.append(time.perf_counter() - begin)
        inside.append(done["seconds"])
    beyond = statistics.median(a - b for a, b in zip(whole, inside))
    print(f"{size:>11} bytes: call {min(whole) * 1e6:.1f} us, of it C++ {min(inside) * 1e6:.1f} us; beyond it {beyond * 1e6:.1f} us")


if __name__ == "__main__":
    lexikos.suffix_array(b"starts the threads")
    for size in [int(each) for each in sys.argv[1:]] or [0, 1_000_000]:
        measure(size)
