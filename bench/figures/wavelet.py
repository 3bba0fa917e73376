# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wavelet structures, by alphabet and query: bars of what is asked and built where the space works, and from host memory."""
from figures.style import bar_charts, rates
from read_results import best, chosen, values
from tables.wavelet import OPERATIONS, name_of

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


def draw(results, folder):
    for device, suffix in (("cuda", ""), ("openmp", "-host")):
        found = chosen(results, subject="wavelet", device=device)
        for memory in values(found, "memory") if device == "cuda" else ["resident"]:
            of_memory = chosen(found, memory=memory)
            where = f"on a GPU, {MEMORY_NAMES[memory]}" if device == "cuda" else "on the host"
            name = f"wavelet-{memory}" if device == "cuda" else "wavelet"
            plot_operations([r for r in of_memory if r.operation in OPERATIONS], OPERATIONS, f"{name}{suffix}",
                            f"Wavelet structures {where}", "10⁹ queries/s", folder)
            plot_operations(chosen(of_memory, operation="build"), ["build"], f"{name}-build{suffix}",
                            f"Building wavelet structures {where}", "10⁹ symbols/s", folder)
