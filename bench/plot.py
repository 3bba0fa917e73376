#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns results of the benchmarks into plots (SVG), those for which the files have data.

Needs matplotlib (Debian: python3-matplotlib). Series differ by hatch, marker and line style, never by colour alone.
"""
import argparse
import pathlib

from figures import bit_vector, primitives, suffix_array, texts, wavelet
from figures.style import Folder
from read_results import read


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="JSON that the benchmarks wrote (--benchmark_out)")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the plots")
    parser.add_argument("--prefix", default="", help="what their names begin with, such as h200-")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    results = read(arguments.files)
    folder = Folder(arguments.output, arguments.prefix)
    for question in (suffix_array, texts, primitives, bit_vector, wavelet):
        question.draw(results, folder)


if __name__ == "__main__":
    main()
