#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns results of the benchmarks into plots (SVG), those for which the files have data.

Needs matplotlib (Debian: python3-matplotlib). Series differ by hatch, marker and line style, never by colour alone.
"""
import argparse
import collections
import math
import pathlib

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import matplotlib.ticker as ticker

from read_results import machine, read, steps

plt.rcParams.update({"svg.hashsalt": "lexikos", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                     "axes.spines.right": False, "hatch.linewidth": 0.6, "legend.frameon": False})
FILLS = [("#1f4e79", ""), ("#f2b134", "///"), ("#d9d9d9", "..."), ("#7fb069", "xxx"), ("#b36a5e", "\\\\\\"), ("#ffffff", "+++"),
         ("#9a86a4", "---"), ("#5b8e7d", "ooo"), ("#e6c9a8", "|||"), ("#bcd4e6", "***")]
LINES = [("#1f4e79", "o", "-"), ("#c9820a", "s", "--"), ("#4f7f3f", "^", "-."), ("#8c3b2f", "D", ":"), ("#6b5876", "v", (0, (5, 1))),
         ("#444444", "x", (0, (1, 1)))]


Folder = collections.namedtuple("Folder", "path prefix")


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def legend_above(figure, handles, labels, columns):
    figure.legend(handles, labels, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=columns)


def save(figure, folder, name, results):
    figure.text(0.01, -0.01, machine(results), fontsize=6, color="#555555", va="top")
    path = folder.path / f"{folder.prefix}{name}.svg"
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)
    print(path)


# ----- throughput of suffix arrays -------------------------------------------------------------------------------------

GPU_SERIES = [("Lexikos suffix array, on the device", {"device": "cuda", "is_default": True, "residence": "device"}),
              ("Lexikos suffix array, pinned host memory", {"device": "cuda", "is_default": True, "residence": "pinned"}),
              ("libcubwt 1.0.0 suffix array, copies taken off", {"algorithm": "libcubwt-1.0.0"}),
              ("libcubwt 1.6.3 BWT, copies taken off", {"algorithm": "libcubwt-1.6.3"})]
CPU_SERIES = [("Lexikos", {"device": "openmp", "is_default": True}), ("libsais", {"algorithm": "libsais"}),
              ("libdivsufsort (one thread)", {"algorithm": "libdivsufsort"})]


def fastest(results, text, properties):
    found = [r for r in results if r.question in ("suffix_array", "bwt") and r.text == text
             and all(getattr(r, key) == value for key, value in properties.items())]
    return max(found, key=lambda r: r.speed, default=None)


def plot_throughput(results, series, name, title, folder):
    texts = list(dict.fromkeys(r.text for r in results if r.question in ("suffix_array", "bwt")))
    table = {label: [fastest(results, text, properties) for text in texts] for label, properties in series}
    table = {label: row for label, row in table.items() if any(row)}
    if not table or series[0][0] not in table:
        return
    height = 0.8 / len(table)
    figure, axes = plt.subplots(figsize=(7.5, 0.9 + len(texts) * (0.16 + 0.17 * len(table))))
    for s, (label, row) in enumerate(table.items()):
        places = [i + (s - (len(table) - 1) / 2) * height for i, r in enumerate(row) if r]
        present = [r for r in row if r]
        speeds = [r.speed for r in present]
        spread = [[r.speed - r.speed_range[0] for r in present], [r.speed_range[1] - r.speed for r in present]]
        color, hatch = FILLS[s]
        axes.barh(places, speeds, height * 0.92, label=label, color=color, hatch=hatch, edgecolor="#222222", linewidth=0.5,
                  xerr=[[max(0, v) for v in side] for side in spread], error_kw={"elinewidth": 0.6, "ecolor": "#000000"})
        for place, result in zip(places, present):
            axes.text(result.speed_range[1], place, f" {number(result.speed)}", va="center", fontsize=7)
    axes.set_yticks(range(len(texts)), texts)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlabel("10⁶ bytes of text a second (median; whiskers: slowest and fastest run)")
    axes.set_title(title, fontsize=10, loc="left")
    figure.tight_layout()
    legend_above(figure, *axes.get_legend_handles_labels(), 2)
    save(figure, folder, name, [r for row in table.values() for r in row if r])


def algorithm_series(results):
    """Every algorithm of the device, as plot_throughput takes them, the default first."""
    names = dict.fromkeys(r.algorithm for r in results if r.question == "suffix_array" and r.device == "cuda"
                          and r.residence == "device")
    return [(name, {"device": "cuda", "algorithm": name, "residence": "device"}) for name in names]


# ----- where the time goes ---------------------------------------------------------------------------------------------


def plot_steps(results, device, residence, name, folder):
    chosen = {}
    for result in results:
        if result.question == "suffix_array" and result.device == device and result.residence == residence and \
                result.is_default and steps(result):
            chosen[result.text] = result  # with several thread counts, the last: most threads
    if not chosen:
        return
    names = list(dict.fromkeys(step for result in chosen.values() for step in steps(result)))
    figure, axes = plt.subplots(figsize=(7.5, 1.2 + 0.32 * len(chosen)))
    left = [0.0] * len(chosen)
    for s, step in enumerate(names):
        width = [1e9 * steps(result).get(step, 0) / result.counters["n"] for result in chosen.values()]
        color, hatch = FILLS[s % len(FILLS)]
        axes.barh(range(len(chosen)), width, 0.7, left=left, label=step, color=color, hatch=hatch, edgecolor="#222222",
                  linewidth=0.5)
        left = [a + b for a, b in zip(left, width)]
    axes.set_yticks(range(len(chosen)), chosen)
    axes.invert_yaxis()
    axes.set_xlabel("nanoseconds a character")
    axes.set_title(f"Prefix doubling on {device}: time of each step", fontsize=10, loc="left")
    figure.tight_layout()
    legend_above(figure, *axes.get_legend_handles_labels(), 4)
    save(figure, folder, name, list(chosen.values()))


# ----- scaling with threads --------------------------------------------------------------------------------------------


def plot_curves(results, panels, name, xlabel, ylabel, folder, y_log=True):
    """panels: {title: {label: [(x, y)]}}, a small plot each, with a common legend."""
    panels = {title: curves for title, curves in panels.items() if any(len(c) > 1 for c in curves.values())}
    if not panels:
        return
    columns = min(3, len(panels))
    rows = math.ceil(len(panels) / columns)
    figure, grid = plt.subplots(rows, columns, figsize=(max(4.5, 2.7 * columns), 2.4 * rows), squeeze=False)
    labels = list(dict.fromkeys(label for curves in panels.values() for label in curves))
    handles = {}
    for axes, (title, curves) in zip(grid.flat, panels.items()):
        for label, points in curves.items():
            color, marker, style = LINES[labels.index(label) % len(LINES)]
            x, y = zip(*sorted(points))
            if len(points) == 1:  # it knows one number of threads: a level to compare with
                axes.axhline(y[0], color=color, linestyle=style, linewidth=0.8)
            handles[label], = axes.plot(x, y, color=color, marker=marker, linestyle=style, markersize=4, label=label)
        xs = sorted({x for points in curves.values() for x, _ in points})
        axes.set_xscale("log", base=2)
        axes.set_xticks(xs, [f"{x:g}" for x in xs], rotation=0 if len(xs) < 7 else 45)
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        if y_log:
            axes.set_yscale("log")
            axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
            axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
            axes.yaxis.set_minor_locator(ticker.NullLocator())
        axes.set_ylim(bottom=None if y_log else 0)
        axes.set_title(title, fontsize=9)
        axes.grid(True, linewidth=0.3)
    for axes in list(grid.flat)[len(panels):]:
        axes.set_visible(False)
    for axes in grid[:, 0]:
        axes.set_ylabel(ylabel)
    for column in range(columns):
        grid[(len(panels) - 1 - column) // columns][column].set_xlabel(xlabel)
    figure.tight_layout()
    legend_above(figure, handles.values(), handles.keys(), min(4, len(handles)))
    save(figure, folder, name, results)


def plot_text_scaling(results, folder):
    panels = {}
    chosen = [r for r in results if r.question == "suffix_array"]
    for r in chosen:
        if r.threads:
            label = "Lexikos" if r.is_default else {"libdivsufsort": "libdivsufsort (one thread)"}.get(r.algorithm, r.algorithm)
            panels.setdefault(r.text, {}).setdefault(label, []).append((r.threads, r.speed))
    plot_curves(chosen, panels, "suffix-array-scaling", "threads", "10⁶ bytes/s", folder)


def plot_sizes(results, folder):
    """Texts of which there are several lengths: prefixes PATH@LENGTH, and generated ones KIND:LENGTH."""
    shown = [("Lexikos, GPU", {"device": "cuda", "residence": "device", "is_default": True}),
             ("Lexikos, host", {"device": "openmp", "is_default": True}), ("libsais, host", {"algorithm": "libsais"}),
             ("libdivsufsort, one thread", {"algorithm": "libdivsufsort"})]
    panels = {}
    chosen = [r for r in results if r.question == "suffix_array" and ("@" in r.text or ":" in r.text) and "*" not in r.text]
    for text in dict.fromkeys(r.text for r in chosen):
        family = text.replace("@", ":").split(":")[0]
        for label, properties in shown:
            result = fastest(chosen, text, properties)
            if result:
                panels.setdefault(family, {}).setdefault(label, []).append((result.counters["n"] / 1e6, result.speed))
    panels = {family: curves for family, curves in panels.items() if any(len(points) > 2 for points in curves.values())}
    plot_curves(chosen, panels, "suffix-array-sizes", "10⁶ bytes of text", "10⁶ bytes/s", folder)


def plot_primitive_scaling(results, folder):
    shown = {("radix_sort_pairs", "u32+u32/bits:32"): "radix sort, u32 pairs", ("copy", "u64"): "copy of u64",
             ("inclusive_scan", "sum/u32"): "scan of u32", ("select_flagged", "u32/percent:50"): "select of u32",
             ("std_sort_pairs", "u32+u32/bits:32"): "std::sort, u32 pairs"}
    curves = {}
    chosen = [r for r in results if r.question in {question for question, _ in shown}]
    for r in chosen:
        label = shown.get((r.question, "/".join(r.parts[1:])))
        if label and r.threads:
            curves.setdefault(label, []).append((r.threads, r.counters["G_items/s"]))
    plot_curves(chosen, {"Primitives": curves}, "primitives-scaling", "threads", "10⁹ items/s", folder)


# ----- segmented sort --------------------------------------------------------------------------------------------------


def plot_segments(results, device, folder):
    chosen = [r for r in results if r.question == "segmented_sort" and r.device == device]
    if not chosen:
        return
    most = max(r.threads for r in chosen)
    curves, rest = {}, {}
    for r in chosen:
        if r.threads != most:
            continue
        lengths, strategy = r.parts[1], r.parts[2]
        if lengths.startswith("mean:"):
            curves.setdefault(strategy, []).append((int(lengths.split(":")[1]), r.counters["G_items/s"]))
        else:
            rest.setdefault(strategy, {})[lengths] = r.counters["G_items/s"]
    plot_curves(chosen, {f"Segmented sort of u32 pairs, {device}": curves}, f"segmented-sort-{device}", "mean segment length",
                "10⁹ pairs/s", folder)
    kinds = list(dict.fromkeys(kind for row in rest.values() for kind in row))
    if not kinds:
        return
    figure, axes = plt.subplots(figsize=(6.5, 1.0 + 0.3 * len(kinds) * max(1, len(rest)) ** 0.8))
    height = 0.8 / len(rest)
    for s, (strategy, row) in enumerate(rest.items()):
        places = [i + (s - (len(rest) - 1) / 2) * height for i, kind in enumerate(kinds) if kind in row]
        speeds = [row[kind] for kind in kinds if kind in row]
        color, hatch = FILLS[s]
        axes.barh(places, speeds, height * 0.92, label=strategy, color=color, hatch=hatch, edgecolor="#222222", linewidth=0.5)
        for place, speed in zip(places, speeds):
            axes.text(speed, place, f" {number(speed)}", va="center", fontsize=7)
    axes.set_yticks(range(len(kinds)), [kind if kind == "mixed" else f"first groups of {kind}" for kind in kinds])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlabel("10⁹ pairs a second (median)")
    axes.set_title(f"Segmented sort on {device}, all lengths at once", fontsize=10, loc="left")
    figure.tight_layout()
    legend_above(figure, *axes.get_legend_handles_labels(), 3)
    save(figure, folder, f"segmented-sort-mixed-{device}", chosen)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="JSON that the benchmarks wrote (--benchmark_out)")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the plots")
    parser.add_argument("--prefix", default="", help="what their names begin with, such as h200-")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    results = read(arguments.files)
    folder = Folder(arguments.output, arguments.prefix)
    plot_throughput(results, GPU_SERIES, "suffix-array", "Suffix arrays on a GPU", folder)
    plot_throughput(results, CPU_SERIES, "suffix-array-host", "Suffix arrays on the host, each with its best number of threads", folder)
    plot_steps(results, "cuda", "device", "suffix-array-steps", folder)
    plot_steps(results, "openmp", "host", "suffix-array-steps-host", folder)
    algorithms = algorithm_series(results)
    if len(algorithms) > 2:
        plot_throughput(results, algorithms, "suffix-array-algorithms", "Suffix arrays on a GPU: every algorithm", folder)
    plot_text_scaling(results, folder)
    plot_sizes(results, folder)
    plot_primitive_scaling(results, folder)
    for device in ("cuda", "openmp"):
        plot_segments(results, device, folder)


if __name__ == "__main__":
    main()
