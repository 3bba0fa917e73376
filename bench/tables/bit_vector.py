# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rank, select and access on bits: every layout beside ECL_wavelet and SDSL."""
from limits import share_of_bits
from read_results import best, chosen, values
from tables.format import decimal, percent, power, ratio, table

OPERATIONS = ["access", "rank1", "rank0", "select1", "select0"]
PEERS = ("ecl_wavelet", "sdsl")


def library(result):
    """"" for ours. ECL_wavelet's structures are named by the threads that answer a query, as in ecl_wavelet:4."""
    return next((peer for peer in PEERS if result.structure.startswith(peer)), "")


def size_name(bits):
    return power(2, bits.bit_length() - 1) if bits & (bits - 1) == 0 else f"{bits:,}"


def fill_name(fill):
    """Of even:50 and the like."""
    spread, percentage = fill.split(":")
    return f"{percentage}% ones, {'99% of them at the end' if spread == 'at_the_end' else 'spread evenly'}"


def structures(results):
    """(name, its results): our layouts, then the peers, of which all variants count as one."""
    ours = [r for r in results if not library(r)]
    yield from ((name, chosen(ours, structure=name)) for name in values(ours, "structure"))
    for peer in PEERS:
        found = [r for r in results if library(r) == peer]
        if found:
            yield peer, found


def fastest_variant(result):
    return f" ({result.structure.split(':')[1]})" if ":" in result.structure else ""


def query_table(results):
    """Results of one device, size and fill. Ratios are to the fastest variant of ECL_wavelet, or SDSL's, by the same index."""
    rows = []
    for index in sorted(set(values([r for r in results if r.index], "index"))):
        peers = {o: best([r for r in results if library(r)], operation=o, index=index) for o in OPERATIONS}
        for name, found in structures(results):
            of_index = {o: best(found, operation=o, index=index) for o in OPERATIONS}
            if not any(of_index.values()):
                continue
            overhead = next(r for r in of_index.values() if r).counters["overhead_percent"]
            cells = [name, index, f"{overhead:.1f}"]
            cells += [decimal(r.speed) + fastest_variant(r) if r else "" for r in of_index.values()]
            for o in ("rank1", "select1"):
                r, peer = of_index[o], peers[o]
                cells += ["" if r is None or library(r) or peer is None else ratio(r.speed, peer.speed),
                          percent(share_of_bits(r)) if r else ""]
            rows.append(cells)
    return table(["structure", "index", "overhead %"] + OPERATIONS
                 + [f"{o} {what}" for o in ("rank1", "select1") for what in ("ratio to the peer", "% of one fetch a query")],
                 rows, left=2)


def build_table(results):
    rows = []
    for name in values(chosen(results, operation="build"), "structure"):
        result = best(results, operation="build", structure=name)
        c = result.counters
        rows.append([name, f"{result.seconds * 1e3:.3f}", decimal(c["bits"] / 8e9 / result.seconds),
                     decimal(c["GB/s"]), decimal(c["bytes"] / 1e6), decimal(c.get("workspace_bytes", 0) / 1e6)])
    return table(["structure", "build ms", "GB/s of bits", "GB/s moved", "MB", "workspace MB"], rows)


def host_table(results):
    """Batches of queries in host memory: 10^9 a second, by queries a call."""
    rows = []
    counts = sorted(set(values(results, "queries")))
    kinds = dict.fromkeys((r.device, r.bits, r.fill, r.operation, r.index, r.memory) for r in results)
    for device, bits, fill, operation, index, memory in kinds:
        found = chosen(results, device=device, bits=bits, fill=fill, operation=operation, index=index, memory=memory)
        by_count = [best(found, queries=n) for n in counts]
        last = next(r for r in reversed(by_count) if r)
        rows.append([f"{size_name(bits)}, {fill_name(fill)}", device, operation, index, memory]
                    + [decimal(r.speed) if r else "" for r in by_count] + [percent(share_of_bits(last))])
    return table(["bits", "device", "query", "index", "memory"] + [f"{n:,} a call" for n in counts] + ["share of the limit %"],
                 rows, left=5)


def sections(results):
    found = chosen(results, subject="bits")
    for device, bits, fill in dict.fromkeys((r.device, r.bits, r.fill) for r in found):
        of_size = chosen(found, device=device, bits=bits, fill=fill)
        where = f"{size_name(bits)} bits, {fill_name(fill)}, on {device}"
        yield f"Bit vector: {where}; 10^9 a second, of ECL_wavelet with its best threads a query (how many)", query_table(of_size)
        yield f"Bit vector: building, {where}", build_table(of_size)
    yield "Bit vector: queries in host memory, 10^9 a second", host_table(chosen(results, subject="host_queries"))
