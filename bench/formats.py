#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the program takes to read and to sort a file of sequences, plain and compressed, beside the tools that decompress it.

    bench/formats.py PROGRAM FOLDER [BYTES] [RUNS]

Where they are not there, writes to FOLDER dna.fa, of so many bytes (a billion), letters of DNA in ten records and lines of 60, and
dna.fq, of as many, letters in reads of 150; each compressed by gzip, bgzip and zstd at their usual levels, and its letters alone,
without a record. Each file is

    tool    decompressed by its own tool, to /dev/null (cat of what is not compressed; nothing where the tool is not there)
    read    `info FILE`, which holds the text, or with --format fasta or fastq its letters, in memory
    sorted  `sa FILE -o ARRAY`, which writes the array to FOLDER

all in turns; after each turn, of each the run that took the least time until then: seconds of the clock. The ratio is that of `sorted` to the slower of the
tool and of sorting the same text from a plain file.
"""

import os
import shutil
import subprocess
import sys
import time

LINE = 60
RECORDS = 10
READ = 150
TOOLS = {"": ["cat"], ".gz": ["gzip", "-dc"], ".bgz": ["bgzip", "-dc"], ".zst": ["zstd", "-dc"]}
COMPRESS = {".gz": ["gzip", "-c"], ".bgz": ["bgzip", "-c"], ".zst": ["zstd", "-qc"]}


def write_fasta(letters, path):
    with open(path, "wb") as out:
        for record in range(RECORDS):
            out.write(b">record%d\n" % record)
            mine = letters[len(letters) * record // RECORDS : len(letters) * (record + 1) // RECORDS]
            out.writelines(mine[i : i + LINE] + b"\n" for i in range(0, len(mine), LINE))


def write_fastq(letters, path):
    qualities = (b"F" * 9 + b"," + b"F" * 5 + b":") * (READ // 8)
    with open(path, "wb") as out:
        for i in range(0, len(letters), READ):
            read = letters[i : i + READ]
            at = i // READ % 16
            out.write(b"@read%d\n%b\n+\n%b\n" % (i // READ, read, qualities[at : at + len(read)]))


def write_files(program, folder, size):
    for name, write, share in (("dna.fa", write_fasta, LINE / (LINE + 1)), ("dna.fq", write_fastq, READ / (2 * READ + 16))):
        path = os.path.join(folder, name)
        letters = path + ".letters"
        if not os.path.exists(letters):
            subprocess.run([program, "generate", "dna", str(int(size * share)), "1", "-o", letters], check=True)
        if not os.path.exists(path):
            with open(letters, "rb") as text:
                write(text.read(), path)
        for ending, compress in COMPRESS.items():
            if shutil.which(compress[0]) and not os.path.exists(path + ending):
                with open(path + ending, "wb") as out:
                    subprocess.run(compress + [path], check=True, stdout=out)


def seconds(command):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def show(rows, best, turns):
    print(f"{f'{turns} turns':20}{'bytes':>12}{'tool':>8}{'read':>8}{'sorted':>8}{'ratio':>8}")
    for path, form, text in rows:
        tool = best.get((path, "tool"), 0)
        ours = best[path, form, "sorted"]
        ratio = ours / max(tool, best[text, "bytes", "sorted"])
        label = os.path.basename(path) + ("" if form == "bytes" else ", " + form)
        print(f"{label:20}{os.path.getsize(path):12}{tool:8.2f}{best[path, form, 'read']:8.2f}{ours:8.2f}{ratio:8.2f}", flush=True)


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    size = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000_000
    runs = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    write_files(program, folder, size)
    array = os.path.join(folder, "array")
    rows = []  # file, its format, and the plain file of the same text
    for name, sequences in (("dna.fa", "fasta"), ("dna.fq", "fastq")):
        path = os.path.join(folder, name)
        letters = path + ".letters"
        rows.append((letters, "bytes", letters))
        rows.append((path, "bytes", path))
        for ending in TOOLS:
            if os.path.exists(path + ending):
                rows += [(path + ending, form, text) for form, text in (("plain", path), (sequences, letters)) if ending or form != "plain"]

    commands = {}
    for path, form, _ in rows:
        tool = TOOLS[next(ending for ending in sorted(TOOLS, reverse=True) if path.endswith(ending))]
        if shutil.which(tool[0]):
            commands[path, "tool"] = [*tool, path]
        commands[path, form, "read"] = [program, "info", path, "--format", form, "--quiet"]
        commands[path, form, "sorted"] = [program, "sa", path, "--format", form, "--quiet", "-o", array]
    best = {}
    for turn in range(runs):
        for key, command in commands.items():
            if key[-1] == "sorted" and os.path.exists(array):
                os.remove(array)  # which takes its time, too, where it is replaced
            best[key] = min(seconds(command), best.get(key, 1e9))
        show(rows, best, turn + 1)
    os.remove(array)


main()
