# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays go in and out as they are: what Kokkos allocates and copies during a call is written down, and compared."""

import json
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import lexikos

TOOL = os.environ.get("LEXIKOS_MEMORY_TOOL")
if TOOL is None:
    pytest.skip("the tool that writes down allocations was not built", allow_module_level=True)

# One of FRAMEWORKS is put before it; prints what happened during each call, to which arrays.
PROGRAM = """
    import json, os
    import numpy as np
    import lexikos

    path = os.environ["LEXIKOS_MEMORY_EVENTS"]
    text = put(np.random.default_rng(3).integers(97, 101, 1_000_000).astype(np.uint8))
    array = put(np.zeros(len(text), np.int32))
    positions = put(np.arange(0, len(text), 1009))
    lexikos.suffix_array(text, out=array)  # starts Kokkos
    bits = lexikos.BitVector(put((get(text) > 98).astype(np.uint8)))

    def place_of(array):
        interface = array.__cuda_array_interface__ if on_device else array.__array_interface__
        return interface["data"][0], array.nbytes

    seen = {}

    def watch(name, call, *arrays):
        before, framework_before = os.path.getsize(path), framework_bytes()
        result = call()
        with open(path) as file:
            file.seek(before)
            events = file.read().splitlines()
        framework = framework_bytes() - framework_before
        seen[name] = {"events": events, "framework": framework, "arrays": [place_of(array) for array in arrays]}
        return result

    found = watch("suffix_array", lambda: lexikos.suffix_array(text, out=array), text, array)
    assert found is array
    assert watch("check", lambda: lexikos.check_suffix_array(text, array), text, array)
    ranks = watch("rank", lambda: bits.rank1(positions), positions)
    seen["rank"]["arrays"].append(place_of(ranks))
    print(json.dumps(seen))
"""

FRAMEWORKS = {
    "numpy": """
        on_device = False
        put = get = lambda array: array
        framework_bytes = lambda: 0
    """,
    "torch": """
        import torch
        on_device = True
        put = lambda array: torch.from_numpy(array.copy()).cuda()
        get = lambda tensor: tensor.cpu().numpy()
        framework_bytes = torch.cuda.memory_allocated
    """,
    "cupy": """
        import cupy
        on_device = True
        put = cupy.asarray
        get = lambda array: array.get()
        framework_bytes = lambda: cupy.get_default_memory_pool().used_bytes()
    """,
}


def events_with(framework, path):
    if framework != "numpy":
        if lexikos.build()["device"] is None:
            pytest.skip("this build of lexikos has no device")
        pytest.importorskip(framework, reason=f"{framework} is not here")
    program = textwrap.dedent(FRAMEWORKS[framework]) + textwrap.dedent(PROGRAM)
    environment = {**os.environ, "KOKKOS_TOOLS_LIBS": TOOL, "LEXIKOS_MEMORY_EVENTS": str(path)}
    result = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout.splitlines()[-1])


PEEK_BYTES = 8192  # of the text, whose alphabet decides how it is sorted


def copied_bytes(call):
    """How much of the call's arrays was copied, at most by one copy."""
    copied = 0
    for event in call["events"]:
        kind, *numbers = event.split()
        if kind != "copy":
            continue
        to, source, size = map(int, numbers)
        for begin, length in call["arrays"]:
            if begin <= to < begin + length or begin <= source < begin + length:
                copied = max(copied, size)
    return copied


def allocations(call):
    """Bytes and label of each."""
    events = [event.split() for event in call["events"]]
    return [(int(event[2]), event[3]) for event in events if event[0] == "allocate"]


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_no_copies(framework, tmp_path):
    seen = events_with(framework, tmp_path / "events")

    for call in (seen["suffix_array"], seen["check"]):
        assert {label for _, label in allocations(call)} == {"lexikos::workspace"}
        assert call["framework"] == 0 and copied_bytes(call) <= PEEK_BYTES

    rank = seen["rank"]  # which takes nothing but its result, from the framework or from Kokkos
    result_bytes = rank["arrays"][1][1]
    assert copied_bytes(rank) == 0
    if rank["framework"] >= result_bytes:
        assert allocations(rank) == []
    else:
        assert allocations(rank) == [(result_bytes, "lexikos::python::result")]
