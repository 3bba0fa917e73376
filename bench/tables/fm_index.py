# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Patterns found by FM-indexes, matches of long queries, and duplicates of collections."""
from read_results import best, chosen, values
from tables.format import decimal, table

QUESTIONS = ["count", "count_ordered", "count_changed", "count_absent", "count_host", "locate", "extract"]


def symbols_of(result):
    """Of a pattern, which the name ends with."""
    for part in result.fields["variant"] + (result.fields.get("residence", ""),):
        if part.startswith("symbols:"):
            return int(part.split(":")[1])
    return 0


def query_table(results, device):
    """A row a text, kind of index and length of patterns: 10^9 symbols a second by question, 10^9 positions for locate."""
    rows = []
    found = chosen(results, subject="fm_index", device=device)
    for text in values(found, "text"):
        of_text = [result for result in found if result.fields["text"] == text]
        for kind in values(of_text, "algorithm"):
            of_kind = [result for result in of_text if result.fields["algorithm"] == kind]
            for length in sorted({symbols_of(result) for result in of_kind} - {0}):
                of_length = [result for result in of_kind if symbols_of(result) == length]
                by_question = {result.fields["residence"]: result for result in of_length}
                cells = []
                for question in QUESTIONS:
                    result = by_question.get(question)
                    is_locate = question == "locate"
                    cells.append(decimal(result and (result.counters["M_positions/s"] / 1e3 if is_locate
                                                     else result.counters["G_symbols/s"])))
                size = of_length[0].counters["index bytes/character"]
                rows.append([text, kind, str(length), f"{size:.3f}", *cells])
    return table(["text", "index", "symbols", "bytes/character", "count", "ordered", "1% changed", "absent", "from the host",
                  "positions", "extract"], rows, left=2)


def match_table(results, device):
    rows = []
    found = chosen(results, subject="matching", device=device)
    for text in values(found, "text"):
        for kind in ("maximal", "supermaximal", "unique_in_text", "unique_in_both", "statistics"):
            result = best(found, text=text, algorithm=kind)
            if result is not None:
                c = result.counters
                matches = f"{c['matches']:,.0f}" if "matches" in c else ""
                rows.append([text, kind, f"{result.seconds * 1e3:.1f}", decimal(c["G_items/s"]), matches,
                             decimal(c.get("workspace bytes/symbol"))])
    return table(["text", "matches", "ms", "10^9 symbols/s", "found", "workspace bytes/symbol"], rows, left=2)


def duplicate_table(results, device):
    rows = []
    found = chosen(results, subject="duplicates", device=device)
    for text in values(found, "text"):
        for kind in ("all", "first", "across", "remove"):
            result = best(found, text=text, algorithm=kind)
            if result is not None:
                c = result.counters
                rows.append([text, kind, f"{result.seconds * 1e3:.1f}", decimal(c["MB/s"]), f"{c['ranges']:,.0f}",
                             decimal(100 * c["removed share"]), decimal(c["workspace bytes/symbol"])])
    return table(["text", "what", "ms", "MB/s", "ranges", "% removed", "workspace bytes/symbol"], rows, left=2)


def sections(results):
    for device, where in (("cuda", "on a GPU"), ("openmp", "on the host, OpenMP")):
        yield f"FM-indexes {where}: 10^9 symbols of patterns, and 10^9 positions, a second", query_table(results, device)
        yield f"Matches {where}", match_table(results, device)
        yield f"Duplicates of collections {where}", duplicate_table(results, device)
