# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the JSON that the benchmarks write, for plot.py and table.py."""
import json
import sys
from dataclasses import dataclass, field


DEVICES = ("cuda", "openmp", "serial", "host")
OF_TEXTS = ("suffix_array", "bwt", "inverse_bwt", "lcp", "larsson_sadakane", "search", "fm_index", "matching", "duplicates",
            "longest_repeats")
OF_BITS = ("build", "access", "rank1", "rank0", "select1", "select0")
OF_WAVELETS = ("build", "access", "rank", "select")
MEMORIES = ("resident", "pinned", "pageable")


def name_parts(question, parts):
    """(subject, {name: part}) of a benchmark's name; README.md lists the forms. What may follow is `variant`, a tuple."""
    if question == "host_queries":
        memory, queries, question, *parts = parts
        subject, fields = name_parts(question, parts)
        return "host_queries", fields | {"memory": memory, "queries": int(queries), "operation": question}
    if question in OF_WAVELETS and parts[0] in MEMORIES:
        return "wavelet", wavelet_parts(question, *parts)
    if question in OF_TEXTS:
        names, subject = ("text", "device", "algorithm", "residence"), question
    elif question in OF_BITS and len(parts) > 3 and parts[2] in DEVICES:
        names, subject = ("bits", "fill", "device", "structure", "index"), "bits"
    else:
        names, subject = ("device",), "primitive"
    fields = dict(zip(names, parts), variant=tuple(parts[len(names):]), operation=question)
    if "bits" in fields:
        fields["bits"] = int(fields["bits"])
    return subject, fields


def wavelet_parts(question, memory, *parts):
    """Of a query also how many a call, and their order unless it is random; of a build that the alphabet was given, if it was."""
    queries, variant = 0, ()
    if parts[0].isdigit():
        queries, order, *parts = parts
        variant = () if order == "random" else (order,)
    elif parts[0].startswith("alphabet:"):
        known, *parts = parts
        variant = () if known == "alphabet:found" else ("alphabet given",)
    symbols, alphabet, device, structure, *rest = parts
    return {"operation": question, "memory": memory, "queries": int(queries), "symbols": int(symbols.split(":")[-1]),
            "alphabet": int(alphabet.split(":")[-1]), "device": device, "structure": structure, "variant": variant + tuple(rest)}


@dataclass
class Result:
    """One benchmark: what was measured on what, and its numbers. The parts of its name are attributes, "" where it has none."""

    question: str  # what its name begins with
    subject: str  # what the question is about: one of OF_TEXTS, wavelet, bits, host_queries, or primitive
    parts: list  # of the name, between the question and the options
    fields: dict  # the parts by their names
    options: dict  # threads
    seconds: float  # median
    counters: dict
    context: dict = field(repr=False)
    is_default: bool = False  # the algorithm that is taken where nobody asks for one

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self.fields.get(name, "")

    @property
    def residence(self):
        """device (results stay there) or pinned (in host memory), on a GPU; host otherwise."""
        return self.fields.get("residence", "host")

    @property
    def threads(self):
        return int(self.options.get("threads", 0))

    @property
    def speed(self):
        """10^6 text bytes a second; of peers that copy, without their copies. Of all else 10^9 items a second."""
        for name in ("MB/s without copies", "MB/s", "G_items/s", "GB/s"):
            if name in self.counters:
                return self.counters[name]
        return 0


KNOWN_FIELDS = {"name", "run_name", "run_type", "real_time", "cpu_time", "time_unit", "iterations", "repetitions",
                "repetition_index", "threads", "family_index", "per_family_instance_index"}
SUFFIXES = ("/iterations:1", "/manual_time")


REPETITION = " (repetition)"  # what automatic is called on texts that it sorts by their last suffixes


def is_repetition(entry):
    """Whether a suffix array was made from that of the text's last suffixes, which no text but a repetition allows."""
    return entry.get("label") == "repetition" or any(key.endswith(" place by tail") for key in entry)


def parse(entry, context):
    name = entry["name"]
    for suffix in reversed(SUFFIXES):
        name = name.removesuffix(suffix)
    question, *parts = name.split("/")
    options = {"threads": part.split(":")[1] for part in parts if part.startswith("threads:")}
    parts = [part for part in parts if not part.startswith("threads:")]
    scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[entry["time_unit"]]
    counters = {key: value for key, value in entry.items() if key not in KNOWN_FIELDS and isinstance(value, (int, float))}
    subject, fields = name_parts(question, parts)
    if subject == "suffix_array" and fields["algorithm"].startswith("automatic") and is_repetition(entry):
        fields["algorithm"] += REPETITION
    return Result(question, subject, parts, fields, options, entry["real_time"] * scale, counters, context)


def read(paths):
    """All results of the files; of the same benchmark, the last one read."""
    results = {}
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        except json.JSONDecodeError as error:
            sys.exit(f"{path}: {error}. Was the run cut short?")
        for entry in document["benchmarks"]:
            if entry.get("error_occurred") or entry.get("skipped"):
                continue
            results[entry["name"]] = parse(entry, document["context"])
    mark_defaults(results.values())
    return list(results.values())


def mark_defaults(results):
    """The default is automatic; results from before it was measured by its name have prefix_doubling."""
    sorters = [r for r in results if r.subject == "suffix_array"]
    automatic = ("automatic", "automatic" + REPETITION)
    named = {(r.text, r.device) for r in sorters if r.algorithm in automatic}
    for r in sorters:
        r.is_default = r.algorithm in (automatic if (r.text, r.device) in named else ("prefix_doubling",))


def chosen(results, **wanted):
    """The results with these properties."""
    return [r for r in results if all(getattr(r, key) == value for key, value in wanted.items())]


def best(results, **wanted):
    """The fastest result with these properties."""
    return max(chosen(results, **wanted), key=lambda r: r.speed, default=None)


def values(results, name):
    """The different values of a property, as they first come."""
    return list(dict.fromkeys(getattr(r, name) for r in results))


def steps(result):
    """Seconds of each step of the run that timed them, in the order in which they began: counters "step 01 first sort"."""
    numbered = sorted(item for item in result.counters.items() if item[0].startswith("step "))
    return {key.split(" ", 2)[2]: value for key, value in numbered}


def machine(results):
    """The GPUs and processors of the results, and the versions, in a line."""
    lines = []
    for result in results:
        context = result.context
        parts = [context.get("gpu", ""), context.get("processor", ""), "Kokkos " + context.get("kokkos_version", "?")]
        if "cuda_toolkit" in context:
            parts.append("CUDA " + context["cuda_toolkit"])
        parts.append("commit " + context.get("commit", "?"))
        line = ", ".join(part for part in parts if part)
        if line not in lines:
            lines.append(line)
    return "; ".join(lines)
