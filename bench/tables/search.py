# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Patterns found by a suffix array, and longest common extensions."""
from limits import share_of_sectors
from read_results import best, chosen, values
from tables.format import decimal, percent, table

KINDS = ["count", "count_ordered", "intervals", "locate", "lce"]


def query_table(results, device):
    """A row a kind of query. The share is that of the random sectors that the machine reads a second; pairs have none, since
    most of their sectors lie beside each other and come faster."""
    rows = []
    found = chosen(results, subject="search", device=device)
    for text in values(found, "text"):
        for kind in KINDS:
            result = best(found, text=text, algorithm=kind)
            if result is None:
                continue
            c = result.counters
            sectors = c.get("sectors/pattern")
            rows.append([text, kind, f"{result.seconds * 1e3:.2f}", decimal(c["G_items/s"] * 1e3),
                         decimal(c.get("probes/pattern")), decimal(sectors or c.get("sectors/pair")),
                         percent(share_of_sectors(result, sectors) if sectors else None), decimal(c["GB/s"]),
                         decimal(c.get("index bytes/character")), f"{c['positions']:,.0f}" if c.get("positions") else ""])
    return table(["text", "query", "ms", "10^6 patterns or pairs/s", "probes", "sectors", "share of the limit %", "GB/s moved",
                  "index bytes/character", "positions found"], rows, left=2)


def build_table(results, device):
    found = chosen(results, subject="search", device=device, algorithm="build")
    rows = []
    for text in values(found, "text"):
        c = best(found, text=text).counters
        rows.append([text, decimal(c["G_items/s"]), decimal(c["GB/s"]), f"{c['table_entries']:,.0f}"])
    return table(["text", "10^9 characters/s", "GB/s moved", "table entries"], rows)


def sections(results):
    for device, where in (("cuda", "on a GPU, device-resident"), ("openmp", "on the host, OpenMP")):
        yield f"Search and longest common extensions {where}", query_table(results, device)
        yield f"Search: the table of prefixes {where}", build_table(results, device)
