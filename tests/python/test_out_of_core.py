# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts of the host, sorted in parts: the same arrays as at once, in memory and in files."""

import numpy as np
import pytest
from conftest import TEXTS, random_texts, suffix_array_of

import lexikos


def test_the_same_arrays():
    for text in [*TEXTS, *random_texts(20)]:
        expected = suffix_array_of(text)
        found, inverse = lexikos.suffix_array_out_of_core(text, inverse=True, min_parts=3)
        assert found.tolist() == expected
        assert inverse.tolist() == [expected.index(i) for i in range(len(text))]
        packed = lexikos.suffix_array_out_of_core(text, dtype="uint40")
        assert packed.shape == (len(text), 5)
        assert (packed.astype(np.int64) << (8 * np.arange(5))).sum(axis=1).tolist() == expected
        bwt, primary = lexikos.burrows_wheeler_transform_out_of_core(text)
        expected_bwt = lexikos.burrows_wheeler_transform(text)
        assert bwt.tolist() == expected_bwt[0].tolist() and primary == expected_bwt[1]


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
def test_symbols_and_indices(dtype, kind):
    text = np.random.default_rng(2).integers(0, 50, 3000).astype(dtype)
    expected = lexikos.suffix_array(text).tolist()
    for wanted in ("int32", "int64"):
        try:
            given = kind(text)
        except TypeError:
            pytest.skip(f"this torch has no {dtype}")
        found = lexikos.suffix_array_out_of_core(given, dtype=wanted, min_parts=4)
        assert type(found) is type(given) and found.tolist() == expected


def test_mapped_files_and_limits(tmp_path):
    n = 300_000
    (tmp_path / "text").write_bytes(np.random.default_rng(3).integers(97, 101, n).astype(np.uint8).tobytes())
    text = np.memmap(tmp_path / "text", np.uint8, "r")
    expected = lexikos.suffix_array(text)
    array = np.memmap(tmp_path / "sa", np.int64, "w+", shape=n)
    inverse = np.memmap(tmp_path / "isa", np.int64, "w+", shape=n)
    statistics, fractions = {}, []
    limit = lexikos.out_of_core_bytes(n, distinct_symbols=4, inverse=True)
    found = lexikos.suffix_array_out_of_core(
        text,
        out=array,
        inverse_out=inverse,
        device_bytes=limit,
        min_parts=5,
        statistics=statistics,
        progress=lambda fraction: fractions.append(fraction) or True,
    )
    assert found[0] is array and found[1] is inverse
    assert statistics["parts"] >= 5 and fractions == sorted(fractions)
    array.flush()
    assert np.array_equal(np.fromfile(tmp_path / "sa", np.int64), expected)
    assert np.array_equal(inverse[array], np.arange(n))
    packed = np.memmap(tmp_path / "packed", np.uint8, "w+", shape=(n, 5))
    assert lexikos.suffix_array_out_of_core(text, dtype="uint40", out=packed) is packed
    assert np.array_equal((packed.astype(np.int64) << (8 * np.arange(5))).sum(axis=1), expected)
    bwt = np.memmap(tmp_path / "bwt", np.uint8, "w+", shape=n)
    assert lexikos.burrows_wheeler_transform_out_of_core(text, out=bwt)[1] == lexikos.bwt(text)[1]
    assert np.array_equal(bwt, lexikos.bwt(text)[0])
    with pytest.raises(lexikos.OutOfMemory):
        lexikos.suffix_array_out_of_core(text, device_bytes=1000)
    with pytest.raises(lexikos.Cancelled):
        lexikos.suffix_array_out_of_core(text, min_parts=5, progress=lambda fraction: False)


def test_suffix_array_within_a_limit():
    text = np.random.default_rng(4).integers(0, 4, 200_000).astype(np.uint8)
    expected = lexikos.suffix_array(text)
    statistics = {}
    limit = lexikos.out_of_core_bytes(len(text), distinct_symbols=4)
    found = lexikos.suffix_array(
        text, algorithm="sampled_prefix_doubling", device_bytes=limit, statistics=statistics
    )
    assert np.array_equal(found, expected)
    with pytest.raises(lexikos.OutOfMemory):
        lexikos.suffix_array(text, algorithm="sampled_prefix_doubling", device_bytes=1000)


def test_fm_index():
    text = np.random.default_rng(6).integers(97, 101, 20_000).astype(np.uint8)
    expected = lexikos.FmIndex(text)
    index = lexikos.FmIndex.out_of_core(text, keep_text=True)
    patterns = [text[i : i + 6].tobytes() for i in range(0, 2000, 37)] + [b"abcdabcdx"]
    assert index.count(patterns).tolist() == expected.count(patterns).tolist()
    found, wanted = index.locate(patterns), expected.locate(patterns)
    for i in range(len(patterns)):
        places = [each.positions[each.offsets[i] : each.offsets[i + 1]].tolist() for each in (found, wanted)]
        assert sorted(places[0]) == sorted(places[1])
    assert index.extract(5, 500).tobytes() == text[5:500].tobytes()
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.FmIndex.out_of_core(np.arange(5, dtype=np.uint16))
    with pytest.raises(lexikos.OutOfMemory):
        lexikos.FmIndex.out_of_core(text, device_bytes=1000)


def test_what_is_refused():
    text = b"abracadabra"
    for bad in (
        {"dtype": "int16"},
        {"out": np.zeros(3, np.int32)},
        {"dtype": "uint40", "inverse": True},
        {"dtype": "uint40", "out": np.zeros(55, np.uint8)},
    ):
        with pytest.raises(lexikos.InvalidArgument):
            lexikos.suffix_array_out_of_core(text, **bad)
    room = np.zeros((11, 5), np.uint8)
    with pytest.raises(lexikos.InvalidArgument, match="overlaps"):
        lexikos.suffix_array_out_of_core(room.reshape(-1)[:11], dtype="uint40", out=room)
    with pytest.raises(TypeError):
        lexikos.suffix_array_out_of_core(text, dtype="uint40", out=[0])
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.burrows_wheeler_transform_out_of_core(np.arange(5, dtype=np.uint16))
