# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bit vectors: rates of every layout, and of queries in host memory by queries a call, where the GPU overtakes the host."""
from figures.style import bar_chart, plot_curves, rates
from read_results import best, chosen, values
from tables.bit_vector import fill_name, fastest_variant, size_name, structures


def plot_layouts(results, device, folder):
    """A group of bars a query and size; of peers the fastest variant, of indices the wider, which all sizes have."""
    found = [r for r in chosen(results, subject="bits", device=device, index="u64") if r.operation in ("rank1", "select1", "access")]
    series, groups = {}, list(dict.fromkeys((r.operation, r.bits, r.fill) for r in found))
    for name, of_structure in structures(found):
        fastest = [best(of_structure, operation=o, bits=bits, fill=fill) for o, bits, fill in groups]
        variants = {fastest_variant(r) for r in fastest if r}
        label = f"{name}, its best threads a query" if variants != {""} else name
        series[label] = [rates(r) for r in fastest]
    if len(series) < 2:
        return
    fills = values(found, "fill")
    names = [f"{o}, {size_name(bits)} bits" + (f"\n{fill_name(fill)}" if len(fills) > 1 else "") for o, bits, fill in groups]
    where = "a GPU, device-resident" if device == "cuda" else "the host"
    bar_chart(found, names, series, f"bit-vector-{device}", f"Bit vectors on {where}: layouts, u64 queries",
              "10⁹ queries a second", folder, columns=3)


def curve_of(result):
    """(order, label): the host works in place, so its two kinds of memory are one."""
    if result.device == "cuda":
        return result.memory != "pinned", f"GPU, {result.memory}, {result.index}"
    return 2, f"host, {result.index}"


def plot_host_queries(results, folder):
    """Of the host with its best number of threads."""
    found = chosen(results, subject="host_queries")
    panels = {}
    for operation, bits, fill in dict.fromkeys((r.operation, r.bits, r.fill) for r in found):
        of_panel = chosen(found, operation=operation, bits=bits, fill=fill)
        title = f"{operation}, {size_name(bits)} bits" + (f"\n{fill_name(fill)}" if len(values(found, "fill")) > 1 else "")
        for order, label in sorted(set(map(curve_of, of_panel))):
            of_curve = [r for r in of_panel if curve_of(r) == (order, label)]
            panels.setdefault(title, {})[label] = [(n, best(of_curve, queries=n).speed) for n in values(of_curve, "queries")]
    plot_curves(found, panels, "host-queries", "queries a call", "10⁹ queries/s", folder, x_name=None, legend_columns=3)


def draw(results, folder):
    for device in ("cuda", "openmp"):
        plot_layouts(results, device, folder)
    plot_host_queries(results, folder)
