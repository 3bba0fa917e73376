# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Suffix arrays: each text beside the peers, every algorithm, and where the time goes."""
from limits import share_of_limit
from read_results import REPETITION, best, chosen, steps, values
from tables.format import decimal, percent, ratio, spread, table

GPU_PEERS = [("libcubwt 1.0.0 SA MB/s", {"subject": "suffix_array", "algorithm": "libcubwt-1.0.0"}),
             ("libcubwt 1.6.3 BWT MB/s", {"subject": "bwt", "algorithm": "libcubwt-1.6.3"})]
CPU_PEERS = [("libdivsufsort MB/s", {"subject": "suffix_array", "algorithm": "libdivsufsort"}),
             ("libsais MB/s", {"subject": "suffix_array", "algorithm": "libsais"})]


def speed(result, residence):
    """With the copies that the result includes, where ours includes its own; else without."""
    return result.counters["MB/s"] if residence == "pinned" else result.speed


def main_table(results, device, residence, peers):
    """Our suffix array on a device beside peers, which are (heading, properties)."""
    rows = []
    for text in values(chosen(results, subject="suffix_array"), "text"):
        ours = best(results, subject="suffix_array", text=text, device=device, is_default=True, residence=residence)
        if ours is None:
            continue
        c = ours.counters
        general = best(results, subject="suffix_array", text=text, device=device, algorithm="prefix_doubling", residence=residence)
        is_repetition = ours.algorithm.endswith(REPETITION)
        cells = [f"{text}: {ours.algorithm}" if is_repetition else text, f"{c['n']:,.0f}", f"{c['alphabet']:.0f}", f"{c['rounds']:.0f}", spread(ours), decimal(ours.speed),
                 f"{c['bytes/character']:.1f}", decimal(general.speed) if is_repetition and general else ""]
        for _, properties in peers:
            peer = best(results, text=text, **properties)
            peer_speed = speed(peer, residence) if peer else None
            cells += [decimal(peer_speed), ratio(ours.speed, peer_speed)]
        rows.append(cells)
    return table(["text", "bytes", "alphabet", "rounds", "ms (min - max)", "MB/s", "bytes/character", "without: prefix doubling, MB/s"]
                 + [heading for name, _ in peers for heading in (name, "ratio")], rows)


def step_table(results, device, residence, cells, **wanted):
    """A column a step; cells(result) gives {step: share}."""
    found = chosen(results, subject="suffix_array", device=device, residence=residence, **wanted)
    ours = {text: best(found, text=text) for text in values(found, "text")}
    shares = {text: cells(result) for text, result in ours.items() if cells(result)}
    names = list(dict.fromkeys(name for of_text in shares.values() for name in of_text))
    return table(["text", "ms"] + [f"{name} %" for name in names],
                 [[text, f"{sum(steps(ours[text]).values()) * 1e3:.2f}"] + [percent(of_text.get(name)) for name in names]
                  for text, of_text in shares.items()])


def algorithm_table(results, device, residence, cell):
    """Every algorithm on a device, a column each; cell(result) is what it says."""
    found = chosen(results, subject="suffix_array", device=device, residence=residence)
    names = sorted(values(found, "algorithm"), key=lambda name: not name.startswith("automatic"))
    if len(names) < 3:
        return []
    rows = []
    for text in values(found, "text"):
        fastest = [best(found, text=text, algorithm=name) for name in names]
        if sum(result is not None for result in fastest) < 2:
            continue
        rows.append([text] + [cell(result) if result else "" for result in fastest])
    return table(["text"] + names, rows)


def share_of_run(result):
    times = steps(result)
    return {name: seconds / sum(times.values()) for name, seconds in times.items()}


def sections(results):
    def rate(result):
        return decimal(result.speed)

    def memory(result):
        return decimal(result.counters.get("bytes/character"))

    gpu, host = "Suffix arrays on a GPU, device-resident", "Suffix arrays on the host, OpenMP"
    yield f"{gpu}; libcubwt with its copies taken off", main_table(results, "cuda", "device", GPU_PEERS)
    yield f"{gpu}: every algorithm, MB/s", algorithm_table(results, "cuda", "device", rate)
    yield f"{gpu}: every algorithm, bytes/character", algorithm_table(results, "cuda", "device", memory)
    yield f"{gpu}: share of the run that each step takes", step_table(results, "cuda", "device", share_of_run, is_default=True)
    yield (f"{gpu}: prefix doubling, share of the machine's limit that each step reaches",
           step_table(results, "cuda", "device", share_of_limit, algorithm="prefix_doubling"))
    yield ("Suffix arrays on a GPU, from and to pinned host memory, copies included",
           main_table(results, "cuda", "pinned", GPU_PEERS))
    yield host, main_table(results, "openmp", "host", CPU_PEERS)
    yield f"{host}: every algorithm, MB/s", algorithm_table(results, "openmp", "host", rate)
    yield f"{host}: every algorithm, bytes/character", algorithm_table(results, "openmp", "host", memory)
    yield f"{host}: share of the run that each step takes", step_table(results, "openmp", "host", share_of_run, is_default=True)
