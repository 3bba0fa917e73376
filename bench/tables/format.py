# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Markdown tables and the numbers in them."""


def row(cells):
    return "| " + " | ".join(cells) + " |"


def table(headings, rows, left=1):
    """Lines of a table, its first columns aligned to the left. Columns without any content are dropped; no rows, no lines."""
    kept = [c for c in range(len(headings)) if any(cells[c] for cells in rows)]
    if not kept:
        return []
    rule = "|" + "|".join("---" if c < left else "---:" for c in kept) + "|"
    return [row([headings[c] for c in kept]), rule] + [row([cells[c] for c in kept]) for cells in rows]


def decimal(value):
    """Three digits."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 99.95 else "0" if value == 0 else f"{value:#.3g}"


def power(base, exponent):
    return f"{base}{str(exponent).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def percent(share):
    return "" if share is None else f"{100 * share:.0f}"


def ratio(ours, peer):
    return "" if not ours or not peer else f"{ours / peer:.2f}"


def spread(result):
    """Milliseconds: median (fastest - slowest)."""
    c = result.counters
    return f"{result.seconds * 1e3:.2f} ({c['min_s'] * 1e3:.2f} - {c['max_s'] * 1e3:.2f})"
