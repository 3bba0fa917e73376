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


def peer_of(results, ours):
    """The fastest peer with the same index, or else with any: some know one only."""
    peers = [r for r in chosen(results, operation=ours.operation, memory=ours.memory) if is_peer(r.structure)]
    return best(peers, variant=ours.variant) or best(peers)


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


def query_table(results):
    """Results of one device, text length and alphabet: 10^9 a second, with the share of the limit where one is known."""
    queries = [r for r in results if r.operation in OPERATIONS]
    columns = [(o, m) for o in OPERATIONS for m in MEMORIES if chosen(queries, memory=m, operation=o)]
    rows = []
    for structure, variant in dict.fromkeys((r.structure, r.variant) for r in queries):
        cells = [name_of(structure, variant)]
        for operation, memory in columns:
            ours = best(queries, structure=structure, variant=variant, operation=operation, memory=memory)
            if ours is None:
                cells += ["", ""]
                continue
            peer, share = peer_of(queries, ours), None if is_peer(structure) else share_of_wavelet(ours)
            cells += [decimal(ours.speed) + (f" ({percent(share)}%)" if share else ""),
                      ratio(ours.speed, peer.speed) if peer and not is_peer(structure) else ""]
        rows.append(cells)
    return table(["structure"] + [f"{o}, {m}{what}" for o, m in columns for what in ("", ": ratio to the peer")], rows)


def sections(results):
    found = chosen(results, subject="wavelet")
    for device, n, alphabet in dict.fromkeys((r.device, r.symbols, r.alphabet) for r in found):
        of_text = chosen(found, device=device, symbols=n, alphabet=alphabet)
        where = f"{n:,} symbols over {alphabet:,}, on {device}"
        yield f"Wavelet structures: building, {where}", build_table(of_text)
        yield f"Wavelet structures: queries, {where}; 10^9 a second (share of the limit)", query_table(of_text)
