# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Suffix arrays: throughput beside the peers and by algorithm, where the time goes, scaling with threads and with size."""
from figures.style import BAR, FILLS, bar_chart, legend_above, plot_curves, plt, rates, save
from read_results import best, chosen, steps, values

GPU_SERIES = {"Lexikos suffix array, on the device": {"device": "cuda", "is_default": True, "residence": "device"},
              "Lexikos suffix array, pinned host memory": {"device": "cuda", "is_default": True, "residence": "pinned"},
              "libcubwt 1.0.0 suffix array, copies taken off": {"algorithm": "libcubwt-1.0.0"},
              "libcubwt 1.6.3 BWT, copies taken off": {"subject": "bwt", "algorithm": "libcubwt-1.6.3"}}
CPU_SERIES = {"Lexikos": {"device": "openmp", "is_default": True}, "libsais": {"algorithm": "libsais"},
              "libdivsufsort (one thread)": {"algorithm": "libdivsufsort"}}
MAX_STEPS = 10  # that a figure tells apart
MANY_LENGTHS = 4  # of one text are a question of their own


def family(text):
    """What prefixes PATH@LENGTH and generated texts KIND:LENGTH have in common; "" of a text that is neither."""
    return "" if "*" in text else text.replace("@", ":").split(":")[0] if set(text) & set("@:") else ""


def swept(results):
    """{family: texts} of those of which there are many lengths."""
    families = {}
    for text in values(chosen(results, subject="suffix_array"), "text"):
        families.setdefault(family(text), []).append(text)
    return {name: texts for name, texts in families.items() if name and len(texts) >= MANY_LENGTHS}


def plot_throughput(results, series, name, title, folder):
    """series: {label: properties}, ours first: texts that it lacks are left out, and those that only it has if others have some."""
    table = {}
    sorted_texts, ours = chosen(results, subject="suffix_array"), next(iter(series.values()))
    lengths = {text for texts in swept(results).values() for text in texts}
    texts = [text for text in values(sorted_texts, "text") if text not in lengths and best(sorted_texts, text=text, **ours)]
    for label, properties in series.items():
        row = [best(results, **{"subject": "suffix_array", "text": text} | properties) for text in texts]
        if any(row):
            table[label] = row
    compared = [i for i in range(len(texts)) if sum(row[i] is not None for row in table.values()) > 1]
    if compared:
        texts = [texts[i] for i in compared]
        table = {label: [row[i] for i in compared] for label, row in table.items()}
    if not table:
        return
    bars = {label: [rates(r) for r in row] for label, row in table.items()}
    bar_chart([r for row in table.values() for r in row if r], texts, bars, name, title,
              "10⁶ bytes of text a second", folder)


def plot_algorithms(results, folder):
    """Every algorithm on the device, on texts that several have sorted, the default first."""
    found = chosen(results, subject="suffix_array", device="cuda", residence="device")
    shared = [r for r in found if sum(not name.startswith("automatic") for name in values(chosen(found, text=r.text), "algorithm")) > 1]
    names = sorted(values(shared, "algorithm"), key=lambda name: not name.startswith("automatic"))
    if len(names) > 2:
        plot_throughput(shared, {name: {"algorithm": name} for name in names}, "suffix-array-algorithms",
                        "Suffix arrays on a GPU: every algorithm", folder)


def plot_steps(results, device, residence, name, folder):
    """Steps that take least together are one, so that the others can be told apart."""
    shown = {r.text: r for r in chosen(results, subject="suffix_array", device=device, residence=residence, is_default=True)
             if steps(r)}  # with several thread counts, the last: most threads
    if not shown:
        return
    shares = {}
    for result in shown.values():
        for step, seconds in steps(result).items():
            shares[step] = shares.get(step, 0) + seconds / sum(steps(result).values())
    large = set(sorted(shares, key=shares.get, reverse=True)[:MAX_STEPS - 1 if len(shares) > MAX_STEPS else MAX_STEPS])
    figure, axes = plt.subplots(figsize=(7.5, 1.2 + 0.32 * len(shown)))
    left = [0.0] * len(shown)
    rest = [step for step in shares if step not in large]
    bars = {step: [step] for step in shares if step in large} | ({f"{len(rest)} others": rest} if rest else {})
    for (label, together), (color, hatch) in zip(bars.items(), FILLS):
        width = [1e9 * sum(steps(r).get(step, 0) for step in together) / r.counters["n"] for r in shown.values()]
        axes.barh(range(len(shown)), width, 0.7, left=left, label=label, color=color, hatch=hatch, **BAR)
        left = [a + b for a, b in zip(left, width)]
    axes.set_yticks(range(len(shown)), shown)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.set_xlabel("nanoseconds a character")
    axes.set_title(f"Suffix arrays on {'a GPU' if device == 'cuda' else 'the host'}: time of each step", fontsize=10, loc="left")
    figure.tight_layout()
    legend_above(figure, *axes.get_legend_handles_labels(), 4)
    save(figure, folder, name, list(shown.values()))


def plot_text_scaling(results, folder):
    panels = {}
    found = [r for r in chosen(results, subject="suffix_array") if r.threads]
    for r in found:
        label = "Lexikos" if r.is_default else {"libdivsufsort": "libdivsufsort (one thread)"}.get(r.algorithm, r.algorithm)
        panels.setdefault(r.text, {}).setdefault(label, []).append((r.threads, r.speed))
    plot_curves(found, panels, "suffix-array-scaling", "threads", "10⁶ bytes/s", folder)


def plot_sizes(results, folder):
    """Throughput by length, of texts of which there are many."""
    shown = {"Lexikos, GPU": {"device": "cuda", "residence": "device", "is_default": True},
             "libcubwt 1.0.0, copies taken off": {"algorithm": "libcubwt-1.0.0"},
             "Lexikos, host": {"device": "openmp", "is_default": True}, "libsais, host": {"algorithm": "libsais"},
             "libdivsufsort, one thread": {"algorithm": "libdivsufsort"}}
    sizes = swept(results)
    found = [r for r in chosen(results, subject="suffix_array") if family(r.text) in sizes]
    panels = {}
    for name, texts in sizes.items():
        for label, properties in shown.items():
            fastest = [r for r in (best(found, text=text, **properties) for text in texts) if r]
            if len(fastest) > 1:
                panels.setdefault(name, {})[label] = list({r.counters["n"] / 1e6: r.speed for r in fastest}.items())
    plot_curves(found, panels, "suffix-array-sizes", "10⁶ bytes of text", "10⁶ bytes/s", folder, x_name=None, legend_columns=3)


def draw(results, folder):
    plot_throughput(results, GPU_SERIES, "suffix-array", "Suffix arrays on a GPU", folder)
    plot_throughput(results, CPU_SERIES, "suffix-array-host", "Suffix arrays on the host, each with its best number of threads",
                    folder)
    plot_steps(results, "cuda", "device", "suffix-array-steps", folder)
    plot_steps(results, "openmp", "host", "suffix-array-steps-host", folder)
    plot_algorithms(results, folder)
    plot_text_scaling(results, folder)
    plot_sizes(results, folder)
