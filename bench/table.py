#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py FILE.json...: prints the suffix array results as Markdown: each text beside the peers, and where its time goes."""
import sys

from limits import share_of_limit
from read_results import machine, read, steps


def row(cells):
    return "| " + " | ".join(cells) + " |"


def decimal(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def speed(result, residence):
    """With the copies that the result includes, where ours includes its own; else without."""
    return result.counters["MB/s"] if residence == "pinned" else result.speed


def best(results, **wanted):
    """The fastest result with these properties."""
    found = [r for r in results if all(getattr(r, key) == value for key, value in wanted.items())]
    return max(found, key=lambda r: r.speed, default=None)


def by_text(results):
    texts = {}
    for result in results:
        if result.question in ("suffix_array", "bwt"):
            texts.setdefault(result.text, []).append(result)
    return texts


def main_table(texts, device, residence, peers):
    """Our suffix array on a device beside peers, which are (heading, properties)."""
    lines = [row(["text", "bytes", "alphabet", "rounds", "ms (min - max)", "MB/s", "bytes/character"]
                 + [heading for name, _ in peers for heading in (name, "ratio")])]
    lines.append("|---" + "|---:" * (6 + 2 * len(peers)) + "|")
    for text, results in texts.items():
        ours = best(results, question="suffix_array", device=device, is_default=True, residence=residence)
        if ours is None:
            continue
        c = ours.counters
        cells = [text, f"{c['n']:,.0f}", f"{c['alphabet']:.0f}", f"{c['rounds']:.0f}",
                 f"{ours.seconds * 1e3:.2f} ({c['min_s'] * 1e3:.2f} - {c['max_s'] * 1e3:.2f})", decimal(ours.speed),
                 f"{c['bytes/character']:.1f}"]
        for _, properties in peers:
            peer = best(results, **properties)
            cells += ["", ""] if peer is None else [decimal(speed(peer, residence)), f"{ours.speed / speed(peer, residence):.2f}"]
        lines.append(row(cells))
    return lines if len(lines) > 2 else []


def step_table(texts, device, residence, cells, **wanted):
    """A column a step; cells(result) gives {step: number}, of which the share of each step is one and of a limit another."""
    chosen = {}
    for text, results in texts.items():
        ours = best(results, question="suffix_array", device=device, residence=residence, **wanted)
        if ours is not None and cells(ours):
            chosen[text] = ours
    names = list(dict.fromkeys(name for ours in chosen.values() for name in cells(ours)))
    if not names:
        return []
    lines = [row(["text", "ms"] + [f"{name} %" for name in names]), "|---" + "|---:" * (1 + len(names)) + "|"]
    for text, ours in chosen.items():
        values = cells(ours)
        total = sum(steps(ours).values())
        lines.append(row([text, f"{total * 1e3:.2f}"] + [f"{100 * values[name]:.0f}" if name in values else "" for name in names]))
    return lines


def algorithm_table(texts, device, residence):
    """Every algorithm on a device, 10^6 bytes a second."""
    chosen = {text: [r for r in results if r.question == "suffix_array" and r.device == device and r.residence == residence]
              for text, results in texts.items()}
    names = list(dict.fromkeys(r.algorithm for results in chosen.values() for r in results))
    if len(names) < 3:
        return []
    lines = [row(["text"] + names), "|---" + "|---:" * len(names) + "|"]
    for text, results in chosen.items():
        speeds = [best(results, algorithm=name) for name in names]
        lines.append(row([text] + [decimal(r.speed) if r else "" for r in speeds]))
    return lines


def share_of_run(result):
    times = steps(result)
    return {name: seconds / sum(times.values()) for name, seconds in times.items()}


def tuning_table(results, device):
    """A row a tuning of Larsson and Sadakane's sort, with the shares of its steps."""
    chosen = {}
    for result in results:
        if result.question == "larsson_sadakane" and result.device == device:
            fastest = chosen.setdefault((result.text, *result.parts[2:]), result)
            if result.speed > fastest.speed:
                chosen[result.text, *result.parts[2:]] = result
    if not chosen:
        return []
    shares = sorted({name for result in chosen.values() for name in result.counters if name.startswith("share ")})
    lines = [row(["text", "tuning", "rounds", "MB/s"] + [f"{name.split(' ', 2)[2]} %" for name in shares])]
    lines.append("|---|---" + "|---:" * (2 + len(shares)) + "|")
    for (text, *tuning), result in chosen.items():
        c = result.counters
        lines.append(row([text, " ".join(tuning), f"{c['rounds']:.0f}", decimal(result.speed)]
                         + [f"{100 * c[name]:.0f}" if name in c else "" for name in shares]))
    return lines


GPU_PEERS = [("libcubwt 1.0.0 SA MB/s", {"algorithm": "libcubwt-1.0.0"}),
             ("libcubwt 1.6.3 BWT MB/s", {"algorithm": "libcubwt-1.6.3"})]
CPU_PEERS = [("libdivsufsort MB/s", {"algorithm": "libdivsufsort"}), ("libsais MB/s", {"algorithm": "libsais"})]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    results = read(sys.argv[1:])
    texts = by_text(results)
    print(f"{machine(results)}\n")
    gpu = "GPU, device-resident"
    pinned = "GPU, from and to pinned host memory, copies included"
    sections = [(f"{gpu}; libcubwt with its copies taken off", main_table(texts, "cuda", "device", GPU_PEERS)),
                (f"{gpu}: every algorithm, MB/s", algorithm_table(texts, "cuda", "device")),
                (f"{gpu}: share of the run that each step takes", step_table(texts, "cuda", "device", share_of_run, is_default=True)),
                (f"{gpu}: prefix doubling, share of the machine's limit that each step reaches", step_table(texts, "cuda", "device", share_of_limit, algorithm="prefix_doubling")),
                (pinned, main_table(texts, "cuda", "pinned", GPU_PEERS)),
                ("Host, OpenMP", main_table(texts, "openmp", "host", CPU_PEERS)),
                ("Host, OpenMP: every algorithm, MB/s", algorithm_table(texts, "openmp", "host")),
                ("Host, OpenMP: share of the run that each step takes", step_table(texts, "openmp", "host", share_of_run, is_default=True)),
                ("GPU, Larsson-Sadakane as tuned: shares of the run", tuning_table(results, "cuda")),
                ("Host, OpenMP, Larsson-Sadakane as tuned: shares of the run", tuning_table(results, "openmp"))]
    for title, lines in sections:
        if lines:
            print(f"### {title}\n\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
