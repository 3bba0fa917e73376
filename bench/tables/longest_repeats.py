# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Longest repeats of all positions, as tables 2 to 4 of "On longest repeat queries using GPU"."""
from read_results import best, chosen, values
from tables.format import decimal, table

MODES = ("leftmost", "all")
ALGORITHMS = ("bounded", "compact", "raw")


def by_text(results, device):
    """{text: {(mode, algorithm): result}}; the name has the mode where others have their algorithm."""
    found = chosen(results, subject="longest_repeats")
    texts = {}
    for text in values(chosen(found, device=device), "text"):
        texts[text] = {(mode, name): best(found, text=text, device=device, algorithm=mode, residence=name)
                       for mode in MODES for name in ALGORITHMS}
        texts[text]["leftmost", "sequential"] = best(found, text=text, device="host", residence="sequential")
    return texts


def walk_table(texts):
    """The paper's table 2."""
    rows = []
    for text, results in texts.items():
        c = next((r.counters for r in results.values() if r and "useful" in r.counters), None)
        if c is None:
            continue
        cells = [text, f"{100 * c['useful'] / c['n']:.1f}"]
        for array in ("raw", "compact"):
            cells += [f"{c[f'walk {array} minimum']:,.0f}", f"{c[f'walk {array} maximum']:,.0f}", decimal(c[f"walk {array} mean"])]
        rows.append(cells)
    return table(["text", "useful entries %"] + [f"{array} {value}" for array in ("raw", "compact")
                                                 for value in ("minimum", "maximum", "average")], rows)


def value_table(texts, cell, sequential):
    """A column an algorithm; sequential: the heading of what the sequential one has, "" for none."""
    columns = [(mode, name) for mode in MODES for name in ALGORITHMS]
    if sequential:
        columns.insert(0, ("leftmost", "sequential"))
    rows = []
    for text, results in texts.items():
        cells = [cell(results[column]) if results[column] else "" for column in columns]
        if any(cells):
            rows.append([text] + cells)
    return table(["text"] + [sequential if name == "sequential" else f"{mode}, {name}" for mode, name in columns], rows)


def rate(result):
    return decimal(result.counters["GB/s"])


def times_sequential(result):
    if result.residence == "sequential":
        return decimal(result.seconds * 1e3)
    return decimal(result.counters.get("times sequential"))


def megabytes(result):
    return f"{decimal(result.counters['peak_bytes'] / 1e6)} ({result.counters['bytes/character']:.1f})"


def sections(results):
    for device, where in (("cuda", "on a GPU, device-resident"), ("openmp", "on the host, OpenMP")):
        texts = by_text(results, device)
        title = f"Longest repeats {where}"
        yield f"{title}: 10^9 positions/s", value_table(texts, rate, "sequential, one thread of the host")
        yield f"{title}: walk steps", walk_table(texts)
        yield (f"{title}: times as fast as the sequential algorithm for leftmost ones",
               value_table(texts, times_sequential, "sequential ms"))
        yield f"{title}: peak memory, MB (bytes/character)", value_table(texts, megabytes, "sequential")
