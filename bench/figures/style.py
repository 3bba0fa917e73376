# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How all figures look: bars told apart by hatch, curves by marker and line style, so that colour is never needed."""
import collections
import itertools
import math

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import matplotlib.ticker as ticker
from matplotlib.patches import Patch

from read_results import machine
from tables.format import decimal, power

plt.rcParams.update({"svg.hashsalt": "lexikos", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                     "axes.spines.right": False, "hatch.linewidth": 0.6, "legend.frameon": False})
FILLS = [("#1f4e79", ""), ("#f2b134", "///"), ("#d9d9d9", "..."), ("#7fb069", "xxx"), ("#b36a5e", "\\\\\\"),
         ("#ffffff", "+++"), ("#9a86a4", "---"), ("#5b8e7d", "ooo"), ("#e6c9a8", "|||"), ("#bcd4e6", "***"), ("#ffffff", ""),
         ("#444444", "//")]
LINES = [("#1f4e79", "o", "-"), ("#c9820a", "s", "--"), ("#4f7f3f", "^", "-."), ("#8c3b2f", "D", ":"),
         ("#6b5876", "v", (0, (5, 1))), ("#444444", "x", (0, (1, 1))), ("#1f8a8a", "P", (0, (7, 2, 1, 2))),
         ("#a0522d", "*", (0, (3, 3))), ("#7a7a00", "<", (0, (9, 2))), ("#b03a7a", ">", (0, (2, 1, 1, 1)))]
FAR_BEYOND = 6  # times the median
BAR = {"edgecolor": "#222222", "linewidth": 0.5}

Folder = collections.namedtuple("Folder", "path prefix")


def tick_name(value, _=None):
    """Of large powers of ten, which is what a logarithmic axis of them has, the exponent."""
    return power(10, f"{value:.0e}".split("e+")[1].lstrip("0")) if value >= 1e5 else f"{value:g}"


def legend_above(figure, handles, labels, columns):
    figure.legend(handles, labels, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=columns)


def save(figure, folder, name, results):
    figure.text(0.01, -0.01, machine(results).replace("; ", "\n"), fontsize=6, color="#555555", va="top")
    path = folder.path / f"{folder.prefix}{name}.svg"
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)
    print(path)


def arranged(groups, charts):
    """Where charts that share their groups and series put each bar, in bar heights: ({(group, label): place}, middles, end)."""
    places, middles, end = {}, [], 0
    for g in range(len(groups)):
        first = end
        for label in charts[0]:
            if any(series[label][g] for series in charts):  # a bar that none has takes no room
                places[g, label] = end
                end += 1
        middles.append((first + end - 1) / 2)
        end += 1
    return places, middles, end


def longest_bar(series):
    """Where bars are cut: a few that are much longer than most would leave no room for the others. Infinity where none are."""
    values = sorted(bar[0] for bars in series.values() for bar in bars if bar)
    usual = [value for value in values if value <= FAR_BEYOND * values[len(values) // 2]]
    return math.inf if len(usual) == len(values) else 1.15 * usual[-1]


def grouped_bars(axes, groups, series, arrangement):
    """Horizontal bars. series: {label: [(value, lowest, highest) or None for each group]}."""
    places, middles, end = arrangement
    cut = longest_bar(series)
    for s, (label, bars) in enumerate(series.items()):
        present = [(places[g, label], *(min(length, cut) for length in bar), decimal(bar[0]) + (" ≫" if bar[0] > cut else ""))
                   for g, bar in enumerate(bars) if bar]
        if not present:
            continue
        at, values, lowest, highest, _ = zip(*present)
        color, hatch = FILLS[s % len(FILLS)]
        whiskers = [[max(0, v - low) for v, low in zip(values, lowest)], [max(0, high - v) for v, high in zip(values, highest)]]
        axes.barh(at, values, 0.92, color=color, hatch=hatch, **BAR, xerr=whiskers,
                  error_kw={"elinewidth": 0.6, "ecolor": "#000000"})
        for place, value, _, high, label_of_bar in present:
            axes.annotate(label_of_bar, (max(value, high), place), (4, 0), textcoords="offset points", va="center", fontsize=7)
    axes.set_yticks(middles, groups)
    axes.set_ylim(end - 0.5, -1)
    axes.margins(x=0.15)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(5))


def bar_charts(results, groups, charts, name, title, xlabel, folder, columns=4):
    """charts: {title: series}, side by side, with the same groups and series; as tall as they need."""
    arrangement = arranged(groups, list(charts.values()))
    figure, grid = plt.subplots(1, len(charts), squeeze=False, sharey=True,
                                figsize=(7.5 if len(charts) == 1 else 1 + 2.7 * len(charts), 0.9 + 0.17 * arrangement[-1]))
    for axes, (heading, series) in zip(grid[0], charts.items()):
        grouped_bars(axes, groups, series, arrangement)
        axes.set_title(heading, fontsize=9)
        axes.set_xlabel(xlabel)
    figure.suptitle(title, fontsize=10, x=0.01, ha="left", y=1 - 0.05 / figure.get_figheight(), va="top")
    figure.tight_layout()
    labels = list(next(iter(charts.values())))  # a chart may lack bars of some, whose hatch it then does not know
    keys = [Patch(facecolor=color, hatch=hatch, **BAR) for _, (color, hatch) in zip(labels, itertools.cycle(FILLS))]
    legend_above(figure, keys, labels, columns)
    save(figure, folder, name, results)


def bar_chart(results, groups, series, name, title, xlabel, folder, columns=2):
    """One of them, with room to say what its whiskers are."""
    bar_charts(results, groups, {"": series}, name, title, f"{xlabel} (median; whiskers: slowest and fastest run)", folder, columns)


def rates(result):
    """(median, slowest, fastest) rate, for a bar; in the unit of result.speed."""
    if result is None:
        return None
    copies = result.counters.get("copies_s", 0) if "MB/s without copies" in result.counters else 0
    items = result.speed * (result.seconds - copies)
    return result.speed, items / (result.counters["max_s"] - copies), items / (result.counters["min_s"] - copies)


def curves_panel(axes, curves, labels, x_name):
    """Draws {label: [(x, y)]} and returns {label: handle}. x_name: writes a value below the axis; None for powers of ten there."""
    handles = {}
    for label, points in curves.items():
        color, marker, style = LINES[labels.index(label) % len(LINES)]
        x, y = zip(*sorted(points))
        if len(points) == 1:  # it knows one number of threads: a level to compare with
            axes.axhline(y[0], color=color, linestyle=style, linewidth=0.8)
        handles[label], = axes.plot(x, y, color=color, marker=marker, linestyle=style, markersize=4, linewidth=1.2, label=label)
    axes.set_xscale("log", base=2 if x_name else 10)
    xs = sorted({x for points in curves.values() for x, _ in points})
    if x_name is None and xs[-1] >= 10 * xs[0]:
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(tick_name))
    elif x_name is None:  # between two powers of ten: the ends and the middle
        axes.set_xticks([xs[0], xs[len(xs) // 2], xs[-1]], [f"{x:g}" for x in (xs[0], xs[len(xs) // 2], xs[-1])])
    else:
        names = [x_name(x) for x in xs]
        axes.set_xticks(xs, names, rotation=45 if sum(len(name) + 1 for name in names) > 22 else 0)
    axes.xaxis.set_minor_locator(ticker.NullLocator())
    return handles


def plot_curves(results, panels, name, xlabel, ylabel, folder, x_name="{:g}".format, legend_columns=4):
    """panels: {title: {label: [(x, y)]}}, a small plot each, with a common legend; both axes logarithmic."""
    panels = {title: curves for title, curves in panels.items() if any(len(c) > 1 for c in curves.values())}
    if not panels:
        return
    columns = 2 if len(panels) == 4 else min(3, len(panels))
    rows = math.ceil(len(panels) / columns)
    figure, grid = plt.subplots(rows, columns, figsize=(max(4.5, 2.7 * columns), 2.4 * rows), squeeze=False)
    labels = list(dict.fromkeys(label for curves in panels.values() for label in curves))
    handles = {}
    for axes, (title, curves) in zip(grid.flat, panels.items()):
        handles |= curves_panel(axes, curves, labels, x_name)
        axes.set_yscale("log")
        low, high = axes.get_ylim()
        axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if high / low < 300 else (1,)))
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        axes.yaxis.set_minor_locator(ticker.NullLocator())
        axes.set_title(title, fontsize=9)
        axes.grid(True, linewidth=0.3)
    for axes in list(grid.flat)[len(panels):]:
        axes.set_visible(False)
    for axes in grid[:, 0]:
        axes.set_ylabel(ylabel)
    for column in range(columns):
        grid[(len(panels) - 1 - column) // columns][column].set_xlabel(xlabel)
    figure.tight_layout()
    handles = {label: handles[label] for label in labels}
    legend_above(figure, handles.values(), handles.keys(), min(legend_columns, len(handles)))
    save(figure, folder, name, results)
