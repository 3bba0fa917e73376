# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The least time that the steps of prefix doubling can take on a machine whose limits are known; README.md explains both."""
from read_results import steps

# Measured with bare kernels and CUB, by the name that the machine gives itself. Bytes, pairs a digit of eight bits, blocks.
LIMITS = {"H200": {"bytes/s": 4.25e12, "sort 64+32 bits, digits/s": 13.4e9 * 8, "gathers/s": 35e9, "scatters/s": 15.8e9}}


def machine_limits(result):
    gpu = result.context.get("gpu", "")
    return next((limits for name, limits in LIMITS.items() if name in gpu), None) if result.device == "cuda" else None


def symbol_bits(alphabet):
    return max(1, (int(alphabet) - 1).bit_length())


def least_seconds(result):
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
    least = least_seconds(result)
    return {step: least[step] / seconds for step, seconds in steps(result).items() if step in least and seconds > 0}
