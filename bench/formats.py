#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the program takes to read a FASTA file, plain and compressed, beside the tools that decompress it.

    bench/formats.py PROGRAM FILE.fa [RUNS]

Where they are not there, writes FILE.fa, 200 million letters of DNA in ten records and lines of 60, and FILE.fa.gz, .bgz and .zst, by gzip,
bgzip and zstd at their usual levels. Runs all in turns: the program as
`info FILE --format plain`, which holds the text in memory, and with `--format fasta`, which holds the letters alone, and the tool with
its output to /dev/null. Of each the run that took the least time, in seconds: of the clock, and of processors.
"""

import os
import resource
import subprocess
import sys
import time

SYMBOLS = 200_000_000
LINE = 60
RECORDS = 10


def write_fasta(program, path, symbols):
    dna = path + ".dna"
    subprocess.run([program, "generate", "dna", str(symbols), "1", "-o", dna], check=True)
    with open(dna, "rb") as text, open(path, "wb") as out:
        for record in range(RECORDS):
            out.write(b">record%d\n" % record)
            letters = text.read(-(-symbols // RECORDS))
            out.writelines(letters[i:i + LINE] + b"\n" for i in range(0, len(letters), LINE))
    os.remove(dna)


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    clock = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program = os.path.abspath(sys.argv[1])
    fasta = sys.argv[2]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    if not os.path.exists(fasta):
        write_fasta(program, fasta, SYMBOLS)
    tools = {"cat": (fasta, ["cat"], None),
             "gzip -dc": (fasta + ".gz", ["gzip", "-dc"], ["gzip", "-c"]),
             "bgzip -dc -@2": (fasta + ".bgz", ["bgzip", "-dc", "-@2"], ["bgzip", "-c"]),
             "zstd -dc": (fasta + ".zst", ["zstd", "-dc"], ["zstd", "-qc"])}
    for path, _, compress in tools.values():
        if compress and not os.path.exists(path):
            with open(path, "wb") as out:
                subprocess.run(compress + [fasta], check=True, stdout=out)
    commands = {}
    for name, (path, command, _) in tools.items():
        commands[name, "tool"] = command + [path]
        for form in ("plain", "fasta"):
            commands[name, form] = [program, "info", path, "--format", form, "--quiet"]
    best = {}
    for _ in range(runs):
        for key, command in commands.items():
            best[key] = min(seconds(command), best.get(key, (1e9, 1e9)))
    print(f"{os.path.getsize(fasta)} bytes; seconds of the clock, and of processors")
    print(f"{'':14}{'bytes':>12}{'tool':>14}{'plain':>14}{'fasta':>14}")
    for name, (path, _, _) in tools.items():
        row = "".join(f"{best[name, what][0]:8.2f}{best[name, what][1]:6.2f}" for what in ("tool", "plain", "fasta"))
        print(f"{name:14}{os.path.getsize(path):12}{row}")


main()
