# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is made of suffix arrays: transforms and LCP arrays beside the peers, longest repeats by algorithm."""
from figures.style import bar_charts, rates
from read_results import best, chosen, values
from tables.longest_repeats import ALGORITHMS, MODES, by_text

CHARTS = {"BWT": "bwt", "inverse BWT": "inverse_bwt", "LCP array": "lcp"}
SERIES = {"Lexikos": ("lexikos", "lcp"), "libcubwt 1.6.3 on the GPU, copies taken off": ("libcubwt-1.6.3",),
          "libsais on the host: PLCP + LCP": ("libsais",)}


def plot_transforms(results, device, folder):
    """Texts and questions that Lexikos has answered on the device; libsais' LCP arrays, of the host, beside either's."""
    ours = [r for r in results if r.subject in CHARTS.values() and r.device == device and r.algorithm in SERIES["Lexikos"]]
    texts = values(ours, "text")
    charts = {}
    for heading, subject in CHARTS.items():
        if not chosen(ours, subject=subject):
            continue
        found = [r for r in chosen(results, subject=subject) if r.device == device or r.algorithm == "libsais"]
        charts[heading] = {label: [rates(best([r for r in found if r.algorithm in names], text=text)) for text in texts]
                           for label, names in SERIES.items()}
    labels = [label for label in SERIES if any(any(series[label]) for series in charts.values())]
    charts = {heading: {label: series[label] for label in labels} for heading, series in charts.items()}
    if charts:
        bar_charts(ours, texts, charts, f"transforms-{device}",
                   f"Transforms and LCP arrays on {'a GPU, device-resident' if device == 'cuda' else 'the host'}",
                   "10⁶ bytes of text a second", folder, columns=3)


def plot_longest_repeats(results, device, folder):
    texts = by_text(results, device)
    charts = {mode: {name: [rates(found[mode, name]) for found in texts.values()] for name in ALGORITHMS} for mode in MODES}
    if texts:
        bar_charts([r for found in texts.values() for r in found.values() if r], list(texts), charts, f"longest-repeats-{device}",
                   f"Longest repeats of all positions on {'a GPU, device-resident' if device == 'cuda' else 'the host'}",
                   "10⁹ positions a second", folder)


def draw(results, folder):
    for device in ("cuda", "openmp"):
        plot_transforms(results, device, folder)
        plot_longest_repeats(results, device, folder)
