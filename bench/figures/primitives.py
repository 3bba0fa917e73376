# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Primitives by threads, and segmented sorts by the lengths of segments."""
from figures.style import bar_chart, plot_curves, rates
from read_results import chosen

SCALING = {("radix_sort_pairs", "u32+u32/bits:32"): "radix sort, u32 pairs", ("copy", "u64"): "copy of u64",
           ("inclusive_scan", "sum/u32"): "scan of u32", ("select_positions", "u32/percent:50"): "select of positions",
           ("std_sort_pairs", "u32+u32/bits:32"): "std::sort, u32 pairs"}


def plot_scaling(results, folder):
    curves, found = {}, []
    for r in chosen(results, subject="primitive"):
        label = SCALING.get((r.question, "/".join(r.parts[1:])))
        if label and r.threads:
            curves.setdefault(label, []).append((r.threads, r.counters["G_items/s"]))
            found.append(r)
    plot_curves(found, {"Primitives": curves}, "primitives-scaling", "threads", "10⁹ items/s", folder)


def plot_segments(results, device, folder):
    """With most threads: uniform lengths as curves over their mean, all others as bars."""
    found = chosen(results, question="segmented_sort", device=device)
    found = [r for r in found if r.threads == max(r.threads for r in found)]
    curves, rest = {}, {}
    for r in found:
        lengths, strategy = r.parts[1], r.parts[2]
        if lengths.startswith("mean:"):
            curves.setdefault(strategy, []).append((int(lengths.split(":")[1]), r.speed))
        else:
            rest.setdefault(strategy, {})[lengths] = rates(r)
    plot_curves(found, {f"Segmented sort of u32 pairs, {device}": curves}, f"segmented-sort-{device}", "mean segment length",
                "10⁹ pairs/s", folder)
    kinds = list(dict.fromkeys(kind for row in rest.values() for kind in row))
    if kinds:
        bar_chart(found, [kind if kind == "mixed" else f"first groups of {kind}" for kind in kinds],
                  {strategy: [row.get(kind) for kind in kinds] for strategy, row in rest.items()},
                  f"segmented-sort-mixed-{device}", f"Segmented sort on {device}, all lengths at once",
                  "10⁹ pairs a second", folder, columns=3)


def draw(results, folder):
    plot_scaling(results, folder)
    for device in ("cuda", "openmp"):
        plot_segments(results, device, folder)
