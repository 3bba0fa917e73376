#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py FILE.json...: prints the results of the benchmarks as Markdown, those beside the peers' that the files have."""
import sys

from read_results import machine, read
from tables import bit_vector, fm_index, larsson_sadakane, longest_repeats, search, suffix_array, transforms, wavelet


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    results = read(sys.argv[1:])
    print(f"{machine(results)}\n")
    for question in (suffix_array, larsson_sadakane, transforms, longest_repeats, search, fm_index, bit_vector, wavelet):
        for title, lines in question.sections(results):
            if lines:
                print(f"### {title}\n\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
