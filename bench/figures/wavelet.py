# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wavelet structures, by alphabet and query: bars of what is asked and built where the space works, and from host memory."""
from figures.style import bar_charts, plot_curves, rates
from read_results import best, chosen, values
from tables.wavelet import OPERATIONS, largest_batches, name_of

SWEPT = ("quad_matrix", "ecl_wavelet_tree")
MEMORY_NAMES = {"resident": "device-resident", "pinned": "from pinned host memory", "pageable": "from pageable host memory"}


def plot_operations(results, operations, name, title, xlabel, folder):
    """A chart an operation, side by side, a group of bars an alphabet."""
    texts = sorted(dict.fromkeys((r.alphabet, r.symbols) for r in results))
    kinds = list(dict.fromkeys((r.structure, r.variant) for r in results))
    operations = [o for o in operations if chosen(results, operation=o)]
    if not operations:
        return
    charts = {}
    for operation in operations:
        found = chosen(results, operation=operation)
        charts[operation if len(operations) > 1 else ""] = {
            name_of(structure, variant).replace("_", " "):
                [rates(best(found, structure=structure, variant=variant, alphabet=alphabet, symbols=n)) for alphabet, n in texts]
            for structure, variant in kinds}
    sizes = {n for _, n in texts}
    groups = [f"σ = {alphabet:,}" + (f"\n{n:,} symbols" if len(sizes) > 1 else "") for alphabet, n in texts]
    size = f", {sizes.pop():,} symbols" if len(sizes) == 1 else ""
    bar_charts(results, groups, charts, name, title + size, xlabel, folder)


def plot_calls(results, folder):
    """Rates by how many queries a call has, from host memory: a panel an alphabet and query, of the structures that peers are beside."""
    shown = [r for r in results if r.operation in OPERATIONS and r.memory != "resident" and r.structure in SWEPT and "u64" in r.variant]
    panels = {}
    for r in sorted(shown, key=lambda r: (r.alphabet, OPERATIONS.index(r.operation))):
        kind = name_of(r.structure, tuple(part for part in r.variant if part != "u64")).replace("_", " ")
        curve = panels.setdefault(f"{r.operation}, σ = {r.alphabet:,}", {}).setdefault(f"{kind}, {r.memory}", {})
        curve[r.queries] = max(r.speed, curve.get(r.queries, 0))
    panels = {title: {label: list(curve.items()) for label, curve in curves.items()} for title, curves in panels.items()}
    if any(len(points) > 1 for curves in panels.values() for points in curves.values()):
        plot_curves(shown, panels, "wavelet-queries", "queries a call", "10⁹ queries/s", folder, x_name=None, legend_columns=3)


def draw(results, folder):
    plot_calls(chosen(results, subject="wavelet", device="cuda"), folder)
    for device, suffix in (("cuda", ""), ("openmp", "-host")):
        found = chosen(results, subject="wavelet", device=device)
        for memory in values(found, "memory") if device == "cuda" else ["resident"]:
            of_memory = chosen(found, memory=memory)
            where = f"on a GPU, {MEMORY_NAMES[memory]}" if device == "cuda" else "on the host"
            name = f"wavelet-{memory}" if device == "cuda" else "wavelet"
            queries = [r for r in of_memory if r.operation in OPERATIONS]
            plot_operations(largest_batches(queries), OPERATIONS, f"{name}{suffix}",
                            f"Wavelet structures {where}", "10⁹ queries/s", folder)
            plot_operations(chosen(of_memory, operation="build"), ["build"], f"{name}-build{suffix}",
                            f"Building wavelet structures {where}", "10⁹ symbols/s", folder)
