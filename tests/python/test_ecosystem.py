# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files and tables of other packages."""

import numpy as np
import pytest
from conftest import occurrences_of

import lexikos
from lexikos import datasets, infini_gram


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32"])
def test_infini_gram_files(dtype, tmp_path):
    generator = np.random.default_rng(61)
    documents = [generator.integers(0, 200 if dtype == "uint8" else 60_000, n).astype(dtype) for n in (40, 0, 300, 7)]
    tokens, offsets = lexikos.collection(documents)
    infini_gram.write_index(tmp_path, tokens, offsets)
    stored = np.fromfile(tmp_path / "tokenized.0", dtype)
    width, separator = stored.itemsize, np.iinfo(dtype).max
    expected = [token for document in documents for token in (separator, *document.tolist())]
    assert stored.tolist() == expected
    begins = np.fromfile(tmp_path / "offset.0", np.uint64) // width
    assert stored[begins].tolist() == [separator] * 4 and begins.tolist() == [0, 41, 42, 343]
    table = np.fromfile(tmp_path / "table.0", np.uint8)
    packed = len(table) // len(stored)
    assert packed == (1 if stored.nbytes <= 256 else 2) and packed * len(stored) == len(table)
    pointers = sum(table.reshape(-1, packed)[:, i].astype(int) << 8 * i for i in range(packed))
    raw = stored.tobytes()
    assert pointers.tolist() == sorted(range(0, len(raw), width), key=lambda p: raw[p:])
    with pytest.raises(lexikos.InvalidArgument):
        infini_gram.write_index(tmp_path, np.array([separator]).astype(dtype))
    with pytest.raises(lexikos.InvalidArgument):
        infini_gram.write_index(tmp_path, tokens, offsets[:-1])


def test_tables():
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not here")
    shared = "these words are in several rows, größer und kleiner. "
    rows = ["one " + shared + "end", "", shared, "two " + shared + shared[:20]]
    table = arrow.table({"id": [1, 2, 3, 4], "text": rows})
    cleaned = datasets.deduplicate(table, "text", length=20)
    texts = cleaned.column("text").to_pylist()
    assert cleaned.column_names == ["id", "text"] and cleaned.column("id").to_pylist() == [1, 2, 3, 4]
    assert texts[0] == rows[0] and texts[1] == "" and texts[2] == "" and texts[3].startswith("two")
    assert len(occurrences_of("".join(texts), shared)) == 1


def test_data_sets():
    package = pytest.importorskip("datasets", reason="datasets is not here")
    pytest.importorskip("pyarrow", reason="pyarrow is not here")
    rows = ["a part that repeats itself, once", "a part that repeats itself, twice"]
    cleaned = datasets.deduplicate(package.Dataset.from_dict({"text": rows, "id": [0, 1]}), "text", length=10)
    assert cleaned.column_names == ["text", "id"]
    assert cleaned["text"][0] == rows[0] and cleaned["text"][1] == "twice"
