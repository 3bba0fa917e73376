#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what lexikos finds with what packaged programs find, and how long both take.

Matches beside mummer (-maxmatch, -mumreference and -mum, both strands, with and without -n), and histograms of k-mers beside
jellyfish, plain and canonical: their sorted lines have to be equal. Suffix arrays of tokens of 2 and 4 bytes beside the index of
the Python package tokengrams and the table of infini_gram: the files have to be equal. Debian has the first two; --install asks
apt-get and pip for all of them. Without sequences, it makes some: a genome with repeats and runs of N, and a copy with 2 % of
its letters changed, of which the second half is turned over. Tokens are always made up.

    bench/compare_tools.py build/openmp/lexikos [REFERENCE.fa QUERY.fa]
"""

import argparse
import array
import filecmp
import functools
import glob
import importlib.machinery
import importlib.util
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


@functools.cache
def folder_of(package):
    """Where a Python package lies, without what importing it takes; None if it is not there."""
    found = importlib.util.find_spec(package)
    return found.submodule_search_locations[0] if found else None


def make_tokens(path, kind, count):
    draw = random.Random(2)
    tokens = array.array(kind, (min(int(draw.paretovariate(0.6)), 50_000) for _ in range(count)))
    tokens += tokens[: count // 5]
    with open(path, "wb") as file:
        tokens.tofile(file)


def build_tokengrams(tokens, index, symbol_bytes):
    """The extension alone: its package wants a dozen others."""
    path = glob.glob(os.path.join(folder_of("tokengrams"), "tokengrams*.so"))[0]
    loader = importlib.machinery.ExtensionFileLoader("tokengrams", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tokengrams", loader))
    loader.exec_module(module)
    start = time.monotonic()
    module.MemmapIndex.build(tokens, index, 2**16 if symbol_bytes == 2 else 2**17, False)
    return time.monotonic() - start


def build_infini_gram(tokens, symbol_bytes, folder):
    """The table of one part, which is that of the whole file, and the seconds."""
    program = os.path.join(folder_of("infini_gram"), "rust_indexing")
    os.chmod(program, 0o755)
    size = os.path.getsize(tokens)
    entry_bytes = ((size - 1).bit_length() + 7) // 8
    bounds = ["--start-byte", "0", "--end-byte", str(size)]
    widths = ["--ratio", str(entry_bytes), "--token-width", str(symbol_bytes)]
    _, seconds = run([program, "make-part", "--data-file", tokens, "--parts-dir", folder, *bounds, *widths])
    return os.path.join(folder, f"0-{size}"), seconds


def compare_tokens(lexikos, folder, count):
    for name, kind in (("u16", "H"), ("u32", "I")):
        tokens, ours, theirs = (os.path.join(folder, file) for file in ("tokens", "ours", "theirs"))
        make_tokens(tokens, kind, count)
        symbol_bytes = array.array(kind).itemsize
        if folder_of("tokengrams"):
            their_seconds = build_tokengrams(tokens, theirs, symbol_bytes)
            _, seconds = run([lexikos, "sa", "-q", tokens, "--symbols", name, "--index", "u64", "-o", ours])
            is_equal = filecmp.cmp(ours, theirs, shallow=False)
            yield f"sa of {name}, tokengrams", is_equal, os.path.getsize(ours) // 8, seconds, their_seconds
        if folder_of("infini_gram") and name == "u16":  # of u32 its program takes 34 GB
            table, their_seconds = build_infini_gram(tokens, symbol_bytes, folder)
            form = ["--order", "bytes", "--entries", "packed", "--scale", "byte"]
            _, seconds = run([lexikos, "sa", "-q", tokens, "--symbols", name, *form, "-o", ours])
            is_equal = filecmp.cmp(ours, table, shallow=False)
            yield f"sa of {name}, infini_gram", is_equal, os.path.getsize(tokens) // symbol_bytes, seconds, their_seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lexikos", help="the program")
    parser.add_argument("files", nargs="*", metavar="FILE", help="reference and query, FASTA")
    parser.add_argument("-l", "--length", type=int, default=20, help="shortest match")
    parser.add_argument("-k", type=int, default=21, help="letters of a k-mer")
    parser.add_argument("--size", type=int, default=1_000_000, help="letters of what is made up")
    parser.add_argument("--tokens", type=int, default=1_000_000, help="tokens that are made up")
    parser.add_argument("--install", action="store_true", help="install mummer and jellyfish by apt-get, the others by pip")
    options = parser.parse_args()
    if len(options.files) not in (0, 2):
        parser.error("give a reference and a query, or neither")
    if options.install:
        subprocess.run(["apt-get", "install", "-y", "mummer", "jellyfish"], check=True)
        packages = ["infini_gram==2.6.0", "tokengrams==0.3.3"]
        subprocess.run([sys.executable, "-m", "pip", "install", "--no-deps", *packages], check=True)
    tools = [tool for tool in ("mummer", "jellyfish") if shutil.which(tool)]
    packages = [package for package in ("tokengrams", "infini_gram") if folder_of(package)]
    if not tools and not packages:
        sys.exit("none of mummer, jellyfish, tokengrams and infini_gram is installed (--install)")
    are_equal = True
    with tempfile.TemporaryDirectory() as folder:
        reference, query = options.files or made_up(folder, options.size)
        comparisons = []
        if "mummer" in tools:
            comparisons.append(compare_matches(options.lexikos, reference, query, options.length))
        if "jellyfish" in tools:
            comparisons.append(compare_kmers(options.lexikos, reference, options.k, folder))
        if packages:
            comparisons.append(compare_tokens(options.lexikos, folder, options.tokens))
        print(f"{'':40} {'':9} {'lines':>9} {'lexikos s':>10} {'other s':>10}")
        for comparison in comparisons:
            for name, is_equal, lines, ours, theirs in comparison:
                are_equal = are_equal and is_equal
                print(f"{name:40} {'equal' if is_equal else 'DIFFERENT':9} {lines:9} {ours:10.2f} {theirs:10.2f}")
    sys.exit(0 if are_equal else 1)


if __name__ == "__main__":
    main()
