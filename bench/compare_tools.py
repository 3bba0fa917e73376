#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what lexikos finds with what packaged programs find, and how long both take.

Matches beside mummer (-maxmatch, -mumreference and -mum, both strands, with and without -n), and histograms of k-mers beside
jellyfish, plain and canonical: their sorted lines have to be equal. Debian has both; --install asks apt-get for them. Without
sequences, it makes some: a genome with repeats and runs of N, and a copy with 2 % of its letters changed, of which the second
half is turned over.

    bench/compare_tools.py build/openmp/lexikos [REFERENCE.fa QUERY.fa]
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time


def write_fasta(path, records):
    with open(path, "w") as file:
        for name, letters in records:
            file.write(f">{name}\n")
            for at in range(0, len(letters), 80):
                file.write(letters[at : at + 80] + "\n")


def made_up(folder, size):
    draw = random.Random(1)
    letters = ["".join(draw.choices("ACGT", k=size // 5)) for _ in range(4)]
    genome = letters[0] + letters[1] + "N" * 60 + letters[0][: size // 10] + letters[2] + letters[1][:5000] + letters[3]
    copy = list(genome)
    for at in draw.sample(range(len(copy)), len(copy) // 50):
        copy[at] = draw.choice("ACGT")
    half = len(copy) // 2
    turned = "".join(copy[half:]).translate(str.maketrans("ACGT", "TGCA"))[::-1]
    reference, query = os.path.join(folder, "reference.fa"), os.path.join(folder, "query.fa")
    write_fasta(reference, [("first", genome[: size // 2]), ("second", genome[size // 2 :])])
    write_fasta(query, [("copy", "".join(copy[:half])), ("turned", turned), ("small", genome[:3000].lower())])
    return reference, query


def run(command):
    start = time.monotonic()
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return result.stdout.decode(), time.monotonic() - start


def lines_of_matches(text):
    """The matches, each with the name of its query, in an order of their own."""
    lines, query = [], ""
    for line in text.splitlines():
        if line.startswith(">"):
            query = " ".join(line.split())
        elif line.strip():
            lines.append((query, line.split()))
    return sorted(lines)


def compare_matches(lexikos, reference, query, length):
    for kind in ("-maxmatch", "-mumreference", "-mum"):
        for letters in ([], ["-n"]):
            options = [kind, "-l", str(length), "-b", *letters]
            expected, theirs = run(["mummer", *options, reference, query])
            found, ours = run([lexikos, "match", "-q", *options, reference, query])
            expected, found = lines_of_matches(expected), lines_of_matches(found)
            yield f"match {' '.join(options)}", expected == found, len(found), ours, theirs


def compare_kmers(lexikos, reference, k, folder):
    table = os.path.join(folder, "kmers.jf")
    for canonical in (False, True):
        count = ["jellyfish", "count", "-m", str(k), "-s", "100M", "-t", str(os.cpu_count()), "-o", table]
        _, theirs = run(count + (["-C"] if canonical else []) + [reference])
        expected, _ = run(["jellyfish", "histo", table])
        os.remove(table)
        options = ["--fasta", f"-k{k}", "--canonical" if canonical else "--dna"]
        found, ours = run([lexikos, "kmers", "-q", *options, reference])
        expected = [line.split() for line in expected.splitlines()]
        found = [line.split() for line in found.splitlines()]
        yield f"kmers {' '.join(options)}", expected == found, len(found), ours, theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lexikos", help="the program")
    parser.add_argument("files", nargs="*", metavar="FILE", help="reference and query, FASTA")
    parser.add_argument("-l", "--length", type=int, default=20, help="shortest match")
    parser.add_argument("-k", type=int, default=21, help="letters of a k-mer")
    parser.add_argument("--size", type=int, default=1_000_000, help="letters of what is made up")
    parser.add_argument("--install", action="store_true", help="install mummer and jellyfish by apt-get")
    options = parser.parse_args()
    if len(options.files) not in (0, 2):
        parser.error("give a reference and a query, or neither")
    if options.install:
        subprocess.run(["apt-get", "install", "-y", "mummer", "jellyfish"], check=True)
    tools = [tool for tool in ("mummer", "jellyfish") if shutil.which(tool)]
    if not tools:
        sys.exit("neither mummer nor jellyfish is installed (--install)")
    are_equal = True
    with tempfile.TemporaryDirectory() as folder:
        reference, query = options.files or made_up(folder, options.size)
        comparisons = []
        if "mummer" in tools:
            comparisons.append(compare_matches(options.lexikos, reference, query, options.length))
        if "jellyfish" in tools:
            comparisons.append(compare_kmers(options.lexikos, reference, options.k, folder))
        print(f"{'':40} {'':9} {'lines':>9} {'lexikos s':>10} {'other s':>10}")
        for comparison in comparisons:
            for name, is_equal, lines, ours, theirs in comparison:
                are_equal = are_equal and is_equal
                print(f"{name:40} {'equal' if is_equal else 'DIFFERENT':9} {lines:9} {ours:10.2f} {theirs:10.2f}")
    sys.exit(0 if are_equal else 1)


if __name__ == "__main__":
    main()
