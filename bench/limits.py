# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The least time that steps and queries can take on a machine whose limits are known; README.md explains both."""
import math

from read_results import steps

# Measured with bare kernels and CUB, by the name that the machine gives itself. Bytes, pairs a digit of eight bits, blocks.
LIMITS = {"H200": {"bytes/s": 4.25e12, "sort 64+32 bits, digits/s": 13.4e9 * 8, "gathers/s": 35e9, "scatters/s": 15.8e9,
                   "gathers/s, half in the L2": 47e9, "L2 bytes": 60e6, "bus bytes/s": 55e9}}


def machine_limits(result):
    gpu = result.context.get("gpu", "")
    return next((limits for name, limits in LIMITS.items() if name in gpu), None) if result.device == "cuda" else None


def fetches_per_second(result, table_bytes):
    """Random sectors that the machine reads a second from a table; None of tables that the L2 holds, which were not measured."""
    limits = machine_limits(result)
    if limits is None or table_bytes < 1.7 * limits["L2 bytes"]:
        return None
    return limits["gathers/s, half in the L2"] if table_bytes < 4 * limits["L2 bytes"] else limits["gathers/s"]


def queries_per_second(result, fetches, bytes_each_way):
    """Most queries of so many fetches; bytes_each_way: the more of those that go over the bus to the device or back."""
    limits = machine_limits(result)
    most = fetches_per_second(result, result.counters["bytes"])
    if limits is None or most is None:
        return None
    return min(most / fetches, limits["bus bytes/s"] / bytes_each_way if bytes_each_way else math.inf)


def share_of_bits(result):
    """Share of the limit that queries on bits reach if one fetch a query were all they took; None where it is not known."""
    each_way = int(result.index[1:]) // 8 if result.memory == "pinned" else 0
    most = None if result.memory == "pageable" else queries_per_second(result, 1, each_way)
    return result.counters["G_items/s"] * 1e9 / most if most else None


def wavelet_fetches(structure, alphabet):
    """Least sectors that a query on a random text takes: one a level. Trees have codes of different lengths."""
    bits = math.log2(max(2, alphabet))
    return {"quad_matrix": math.ceil(bits / 2), "binary_matrix": math.ceil(bits)}.get(structure, bits)


def share_of_wavelet(result):
    symbol = 1 if result.alphabet <= 256 else 2
    index = 8 if "u64" in result.variant else 4
    sent, returned = (index, symbol) if result.operation == "access" else (symbol + index, index)
    each_way = max(sent, returned) if result.memory == "pinned" else 0
    fetches = wavelet_fetches(result.structure, result.alphabet)
    most = None if result.memory == "pageable" else queries_per_second(result, fetches, each_way)
    return result.counters["G_items/s"] * 1e9 / most if most else None


def share_of_sectors(result, sectors):
    """Of queries that each read so many sectors of large tables."""
    limits = machine_limits(result)
    return result.counters["G_items/s"] * 1e9 * sectors / limits["gathers/s"] if limits else None


def symbol_bits(alphabet):
    return max(1, (int(alphabet) - 1).bit_length())


def min_seconds(result):
    """{step: seconds} by the limits, for the steps that are modelled; u32 entries."""
    limits = machine_limits(result)
    c = result.counters
    if limits is None or "first_depth" not in c:
        return {}
    n = c["n"]
    bits = symbol_bits(c["alphabet"])
    digits = -(-int(c["first_depth"]) * bits // 8)
    unsorted = [value for key, value in sorted(c.items()) if key.startswith("unsorted ")]
    first = unsorted[0] if unsorted else 0
    listed = sum(unsorted)  # over the rounds; the last is zero
    kept = listed - first
    stream = lambda size: size / limits["bytes/s"]
    packing = n * (2 + bits / 8)
    keys = n * (12 + bits / 8)
    return {
        "pack": stream(packing if "first keys" in steps(result) else packing + keys),  # once, packing wrote the keys too
        "first keys": stream(keys),
        "first sort": n * digits / limits["sort 64+32 bits, digits/s"],
        "first heads": stream(13 * n),
        "first ranks": stream(53 * n),
        "list unsorted": stream(5 * n + 6 * first),
        "gather keys": max(stream(16 * listed), listed / limits["gathers/s"]),
        "segmented sort": stream(16 * listed),
        "mark heads": stream(29 * listed),
        "update ranks": stream(13 * listed),
        "drop sorted": stream(9 * listed + 6 * kept),
    }


def share_of_limit(result):
    """{step: least time / measured time}, where both are known."""
    least = min_seconds(result)
    return {step: least[step] / seconds for step, seconds in steps(result).items() if step in least and seconds > 0}
