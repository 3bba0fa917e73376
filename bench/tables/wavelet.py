# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wavelet trees and matrices, by alphabet."""
from limits import share_of_wavelet
from read_results import MEMORIES, best, chosen, values
from tables.format import decimal, percent, ratio, table

OPERATIONS = ["access", "rank", "select"]
PEERS = ("ecl_wavelet", "sdsl")


def is_peer(structure):
    return structure.startswith(PEERS)


def name_of(structure, variant):
    return " ".join((structure,) + variant)


def index_of(result):
    """The positions' type where the name has one, "" where it is the one that is always taken, of four bytes."""
    return next((part for part in result.variant if part in ("u32", "u64")), "")


def kind_of(result):
    """What makes a row: the structure, and what its name says beyond the index."""
    return result.structure, tuple(part for part in result.variant if part != index_of(result))


def peer_of(results, ours):
    """The fastest peer at the same batch with the same index, or else with any: some know one only."""
    peers = [r for r in chosen(results, operation=ours.operation, memory=ours.memory, queries=ours.queries) if is_peer(r.structure)]
    same_order = [r for r in peers if kind_of(r)[1] == kind_of(ours)[1]]
    return best([r for r in same_order if index_of(r) == index_of(ours)]) or best(same_order)


def largest_batches(queries):
    """Of each text and memory those with the most queries a call."""
    def asked_of(result):
        return result.symbols, result.alphabet, result.memory

    most = {asked_of(r): r.queries for r in sorted(queries, key=lambda r: r.queries)}
    return [r for r in queries if r.queries == most[asked_of(r)]]


def build_table(results):
    """Results of one device, text length and alphabet: GB/s of text, memory at the peak."""
    builds = chosen(results, operation="build")
    memories = values(builds, "memory")
    rows = []
    for structure, variant in dict.fromkeys((r.structure, r.variant) for r in builds):
        cells = [name_of(structure, variant)]
        of_memory = {m: best(builds, structure=structure, variant=variant, memory=m) for m in memories}
        size = next(r for r in of_memory.values() if r).counters.get("bytes_a_symbol")
        cells.append(decimal(size))
        for memory, ours in of_memory.items():
            peer = best([r for r in builds if is_peer(r.structure)], memory=memory)
            cells += [decimal(ours.counters["GB/s"]) if ours else "",
                      ratio(ours.speed, peer.speed) if ours and peer and not is_peer(structure) else "",
                      decimal(ours.counters["peak_bytes"] / ours.symbols) if ours and "peak_bytes" in ours.counters else ""]
        rows.append(cells)
    return table(["structure", "bytes/symbol"] + [f"{m} {what}" for m in memories
                                                  for what in ("GB/s", "ratio to the peer", "peak bytes/symbol")], rows)


def query_cell(results, ours):
    """10^9 a second, the share of the limit, and how many times as fast as the peer."""
    if ours is None:
        return ""
    if is_peer(ours.structure):
        return decimal(ours.speed)
    peer, share = peer_of(results, ours), share_of_wavelet(ours)
    notes = [f"{percent(share)}%"] if share else []
    notes += [f"{ratio(ours.speed, peer.speed)}×"] if peer else []
    return decimal(ours.speed) + (f" ({', '.join(notes)})" if notes else "")


def query_table(results):
    """Results of one device, text length and alphabet: a row a query, memory and index, a column a structure."""
    queries = largest_batches([r for r in results if r.operation in OPERATIONS])
    asked = {(r.operation, r.memory, index_of(r)) for r in queries}
    kinds = list(dict.fromkeys(map(kind_of, queries)))
    rows = []
    for operation, memory, index in sorted(asked, key=lambda row: (OPERATIONS.index(row[0]), MEMORIES.index(row[1]), row[2])):
        of_row = [r for r in chosen(queries, operation=operation, memory=memory) if index_of(r) == index]
        fastest = [best([r for r in of_row if kind_of(r) == kind]) for kind in kinds]
        rows.append([operation, memory, index] + [query_cell(queries, ours) for ours in fastest])
    return table(["query", "memory", "index"] + [name_of(*kind) for kind in kinds], rows, left=3)


def sweep_table(results):
    """A row a query, memory and structure from host memory, a column a number of queries a call."""
    queries = [r for r in results if r.operation in OPERATIONS and r.memory != "resident"]
    calls = sorted(values(queries, "queries"))
    if len(calls) < 2:
        return []
    rows = []
    for operation, memory, structure, variant in dict.fromkeys((r.operation, r.memory, r.structure, r.variant) for r in queries):
        of_row = chosen(queries, operation=operation, memory=memory, structure=structure, variant=variant)
        fastest = [best(of_row, queries=n) for n in calls]
        rows.append([operation, memory, name_of(structure, variant)] + [decimal(r.speed) if r else "" for r in fastest])
    return table(["query", "memory", "structure"] + [f"{n:,} a call" for n in calls], rows, left=3)


def sections(results):
    found = chosen(results, subject="wavelet")
    for device, n, alphabet in dict.fromkeys((r.device, r.symbols, r.alphabet) for r in found):
        of_text = chosen(found, device=device, symbols=n, alphabet=alphabet)
        where = f"{n:,} symbols over {alphabet:,}, on {device}"
        yield f"Wavelet structures: building, {where}", build_table(of_text)
        yield f"Wavelet structures: queries, {where}; 10^9 a second (share of the limit, times the peer's)", query_table(of_text)
        yield f"Wavelet structures: queries by how many a call, {where}; 10^9 a second", sweep_table(of_text)
