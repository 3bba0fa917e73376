# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LCP arrays, and the Burrows-Wheeler transform and its inverse, beside libsais and libcubwt."""
from read_results import best, chosen, values
from tables.format import decimal, ratio, table

LCP_KINDS = [("LCP", "lcp"), ("without inverse", "lcp_without_inverse"), ("PLCP", "plcp"), ("inverse SA", "inverse_suffix_array"),
             ("statistics", "lcp_statistics")]


def gigabytes(result):
    return result.speed / 1e3 if result else None


def lcp_table(results, device):
    """Speeds in 10^9 bytes of text a second."""
    rows = []
    of_device = chosen(results, subject="lcp", device=device)
    for text in values(of_device, "text"):
        ours = {kind: best(of_device, text=text, algorithm=kind) for _, kind in LCP_KINDS}
        if not any(ours.values()):
            continue
        lcp, statistics = ours["lcp"], ours["lcp_statistics"]
        libsais = gigabytes(best(results, subject="lcp", text=text, algorithm="libsais"))
        means = statistics.counters if statistics else {}
        n = next(result for result in ours.values() if result).counters["n"]
        rows.append([text, f"{n:,.0f}"] + [decimal(gigabytes(result)) for result in ours.values()]
                    + [decimal(lcp.counters.get("bytes/character")) if lcp else "", decimal(libsais),
                       ratio(gigabytes(lcp), libsais), decimal(means.get("mean LCP")),
                       f"{means['maximum LCP']:,.0f}" if "maximum LCP" in means else ""])
    return table(["text", "bytes"] + [f"{name} GB/s" for name, _ in LCP_KINDS]
                 + ["LCP bytes/character", "libsais PLCP + LCP GB/s", "ratio", "mean LCP", "maximum LCP"], rows)


def bwt_table(results, device):
    """The transform and its inverse; libcubwt with its copies taken off."""
    rows = []
    on_device = [r for r in results if r.subject in ("bwt", "inverse_bwt") and r.device == device]
    for text in values(chosen(on_device, algorithm="lexikos"), "text"):
        cells = [text]
        for question in ("bwt", "inverse_bwt"):
            ours = best(on_device, subject=question, text=text, algorithm="lexikos")
            peer = best(on_device, subject=question, text=text, algorithm="libcubwt-1.6.3")
            c = ours.counters if ours else {}
            cells += [f"{ours.seconds * 1e3:.2f}" if ours else "", decimal(ours.speed) if ours else "",
                      decimal(c.get("bytes/character")), decimal(peer.speed) if peer else "",
                      ratio(ours.speed if ours else None, peer.speed if peer else None)]
            if question == "bwt":
                cells.append(decimal(c.get("time over suffix array's")))
        rows.append(cells)
    return table(["text", "BWT ms", "MB/s", "bytes/character", "libcubwt 1.6.3 MB/s", "ratio", "time over suffix array's",
                  "inverse ms", "MB/s", "bytes/character", "libcubwt 1.6.3 MB/s", "ratio"], rows)


def sections(results):
    for device, where in (("cuda", "on a GPU, device-resident"), ("openmp", "on the host, OpenMP")):
        yield f"LCP arrays {where}; libsais on the host, with its best number of threads", lcp_table(results, device)
        yield f"Burrows-Wheeler transform and its inverse {where}", bwt_table(results, device)
