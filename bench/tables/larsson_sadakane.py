# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sweeps of Larsson and Sadakane's sort."""
from read_results import best, chosen, values
from tables.format import decimal, percent, table


def tuning(result):
    return " ".join(result.parts[2:])


def tuning_table(results, device):
    """A row a tuning, with the shares of its steps."""
    found = chosen(results, subject="larsson_sadakane", device=device)
    shares = sorted({name for result in found for name in result.counters if name.startswith("share ")})
    rows = []
    for text, parts in dict.fromkeys((result.text, tuple(result.parts)) for result in found):
        result = best([r for r in found if tuple(r.parts) == parts])
        c = result.counters
        rows.append([text, tuning(result), f"{c['rounds']:.0f}", decimal(result.speed)] + [percent(c.get(name)) for name in shares])
    return table(["text", "tuning", "rounds", "MB/s"] + [f"{name.split(' ', 2)[2]} %" for name in shares], rows, left=2)


def sections(results):
    yield "Larsson-Sadakane as tuned, on a GPU: shares of the run", tuning_table(results, "cuda")
    yield "Larsson-Sadakane as tuned, on the host, OpenMP: shares of the run", tuning_table(results, "openmp")
