# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Suffix and LCP arrays, transforms and checks, against their definitions."""

import array

import numpy as np
import pytest
from conftest import TEXTS, lcp_of, random_texts, suffix_array_of

import lexikos


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_all_arrays_of_a_text(text):
    expected = suffix_array_of(text)
    found, inverse = lexikos.suffix_array(text, inverse=True)
    assert found.dtype == np.int32
    assert found.tolist() == expected
    assert inverse.tolist() == np.argsort(expected).tolist() if expected else not len(inverse)
    assert lexikos.inverse_suffix_array(found).tolist() == inverse.tolist()
    lcp = lexikos.lcp_array(text, found)
    assert lcp.tolist() == lcp_of(text, expected)
    assert lexikos.lcp_array(text, found, inverse).tolist() == lcp.tolist()
    plcp = lexikos.plcp_array(text, found)
    assert plcp[found].tolist() == lcp.tolist()
    assert lexikos.plcp_array(text, found, inverse).tolist() == plcp.tolist()
    statistics = lexikos.lcp_statistics(lcp)
    assert statistics.maximum == max(lcp.tolist(), default=0)
    assert statistics.mean == pytest.approx(lcp.mean() if len(lcp) else 0)
    bwt, primary = lexikos.burrows_wheeler_transform(text)
    assert lexikos.inverse_burrows_wheeler_transform(bwt, primary).tobytes() == text
    by_array = lexikos.bwt(text, found)
    assert by_array[0].tolist() == bwt.tolist() and by_array[1] == primary
    rows = sorted(range(len(text) + 1), key=lambda i: text[i:])
    assert bwt.tolist() == [text[i - 1] for i in rows if i]
    assert primary == (rows.index(0) if text else 0)


def test_random_texts_and_all_algorithms():
    for text in random_texts():
        expected = suffix_array_of(text)
        for algorithm in ["automatic", *lexikos.build()["suffix_array_algorithms"]]:
            assert lexikos.suffix_array(text, algorithm=algorithm).tolist() == expected, (text, algorithm)
        assert lexikos.suffix_array(text, low_memory=True).tolist() == expected


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"])
def test_symbols_of_all_widths(dtype, kind):
    generator = np.random.default_rng(3)
    most = np.iinfo(dtype).max
    for n in (0, 1, 2, 50, 300):
        text = (generator.integers(0, 3, n) * (most // 3)).astype(dtype)
        try:
            given = kind(text)
        except TypeError:
            pytest.skip(f"this torch has no {dtype}")
        found = lexikos.suffix_array(given)
        assert type(found) is type(given)
        assert found.tolist() == suffix_array_of(text.tolist())
        assert lexikos.check_suffix_array(given, found)
        assert lexikos.lcp_array(given, found).tolist() == lcp_of(text.tolist(), found.tolist())


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_indices_of_all_types(dtype):
    found, inverse = lexikos.suffix_array(b"mississippi", dtype=dtype, inverse=True)
    assert found.dtype == inverse.dtype == dtype
    assert found.tolist() == suffix_array_of(b"mississippi")
    lcp = lexikos.lcp_array(b"mississippi", found, inverse)
    assert lcp.dtype == dtype and lcp.tolist() == lcp_of(b"mississippi", found.tolist())
    room = np.empty(11, dtype)
    assert lexikos.suffix_array(b"mississippi", out=room) is room
    assert room.tolist() == found.tolist()


def test_what_a_text_may_be(tmp_path):
    expected = [5, 3, 1, 0, 4, 2]
    path = tmp_path / "banana"
    path.write_bytes(b"banana")
    strided = np.zeros(12, np.uint8)
    strided[::2] = list(b"banana")
    read_only = np.frombuffer(b"banana", np.uint8)
    for text in (
        "banana",
        b"banana",
        bytearray(b"banana"),
        memoryview(b"banana"),
        array.array("B", b"banana"),
        list(b"banana"),
        tuple(b"banana"),
        read_only,
        np.memmap(path, np.uint8, "r"),
        strided[::2],
        np.array(list(b"banana"), ">u4"),
        np.array(list(b"banana")) > 97,
        np.array(list("banana"), "S1"),
    ):
        found = lexikos.suffix_array(text)
        assert type(found) is np.ndarray
        if not (isinstance(text, np.ndarray) and text.dtype == bool):
            assert found.tolist() == expected, type(text)
    assert lexikos.suffix_array("é").tolist() == suffix_array_of("é".encode())
    assert lexikos.suffix_array(range(5)).tolist() == [0, 1, 2, 3, 4]


def test_nothing_is_copied_and_read_only_texts_stay():
    text = np.frombuffer(b"abracadabra" * 100, np.uint8)
    assert not text.flags.writeable
    before = text.tobytes()
    lexikos.suffix_array(text)
    assert text.tobytes() == before


def test_what_is_refused():
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.suffix_array(np.array([1, -1]))
    with pytest.raises(TypeError):
        lexikos.suffix_array(np.array([1.5]))
    with pytest.raises(TypeError):
        lexikos.suffix_array(["a", "b"])
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.suffix_array(np.zeros((2, 2), np.uint8))
    with pytest.raises(ValueError):
        lexikos.suffix_array(b"a", dtype="int16")
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.suffix_array(b"a", algorithm="bogo")
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.suffix_array(b"abc", out=np.empty(2, np.int32))
    with pytest.raises(lexikos.Error):
        frozen = np.empty(3, np.int32)
        frozen.flags.writeable = False
        lexikos.suffix_array(b"abc", out=frozen)
    with pytest.raises(lexikos.InvalidArgument) as caught:
        lexikos.inverse_burrows_wheeler_transform(b"annbaa", 9)
    assert caught.value.code == "invalid argument" and caught.value.where[1] > 0
    with pytest.raises(lexikos.CorruptInput):
        lexikos.inverse_burrows_wheeler_transform(b"ab", 1)


@pytest.mark.parametrize("room", [np.zeros(6, np.int32)[::2], np.zeros(3, np.int32)[::-1], np.zeros(3, ">i4")])
def test_results_that_would_be_lost_are_refused(room):
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.suffix_array(b"abc", out=room)
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.decompress(lexikos.compress(b"abc"), out=np.zeros(6, np.uint8)[::2])
    with pytest.raises(TypeError):
        lexikos.decompress(lexikos.compress(b"abc"), out=bytearray(3))


def test_checks_name_what_is_wrong():
    found = lexikos.suffix_array(b"banana")
    assert lexikos.check_suffix_array(b"banana", found).defect == "none"
    swapped = found.copy()
    swapped[[1, 2]] = swapped[[2, 1]]
    check = lexikos.check_suffix_array(b"banana", swapped)
    assert not check and check.defect == "order" and check.index == 2 and "2" in check.message
    assert lexikos.check_suffix_array(b"banana", np.array([5, 3, 1, 0, 4, 9])).defect == "out_of_range"
    assert lexikos.check_inverse_suffix_array(found, np.argsort(found))
    assert lexikos.check_inverse_suffix_array(found, found).defect == "inverse"


def collections():
    generator = np.random.default_rng(11)
    for count in (1, 2, 5, 9):
        for _ in range(4):
            yield [bytes(generator.integers(97, 100, generator.integers(0, 9)).astype(np.uint8)) for _ in range(count)]


def test_collections_end_with_their_documents():
    for documents in collections():
        text, offsets = lexikos.collection(documents)
        ends = {p: (offsets[d + 1], d) for d in range(len(documents)) for p in range(offsets[d], offsets[d + 1])}
        expected = sorted(range(len(text)), key=lambda p: (text[p : ends[p][0]].tolist(), ends[p][1]))
        found, inverse = lexikos.suffix_array(text, offsets, inverse=True)
        assert found.tolist() == expected
        assert inverse[found].tolist() == list(range(len(text)))
        lcp = lexikos.lcp_array(text, found, documents=offsets).tolist()
        for r in range(1, len(text)):
            a, b = (text[p : ends[p][0]].tolist() for p in found[r - 1 : r + 1])
            common = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            assert lcp[r] == common
        assert lexikos.plcp_array(text, found, documents=offsets)[found].tolist() == lcp
        transformed = lexikos.document_bwt(text, offsets, terminator=36)
        back, where = lexikos.inverse_document_bwt(transformed, terminator=36)
        assert back.tolist() == text.tolist() and where.tolist() == offsets.tolist()


def test_collections_of_all_kinds():
    assert lexikos.collection([]).offsets.tolist() == [0]
    tokens = lexikos.collection([[1, 70000], [], [3]])
    assert tokens.text.dtype == np.uint32 and tokens.text.tolist() == [1, 70000, 3]
    assert tokens.offsets.tolist() == [0, 2, 2, 3]
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.collection([np.array([1], np.uint8), np.array([300])])


def test_arrow():
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not here")
    assert lexikos.suffix_array(arrow.array(list(b"banana"), arrow.uint8())).tolist() == [5, 3, 1, 0, 4, 2]
    assert lexikos.suffix_array(arrow.py_buffer(b"banana")).tolist() == [5, 3, 1, 0, 4, 2]
    words = ["abc", "", "bca", "é"]
    for kind in (arrow.string(), arrow.large_string()):
        whole = arrow.array(words, kind)
        for given, expected in (
            (whole, words),
            (whole[1:3], words[1:3]),
            (arrow.chunked_array([whole[:2], whole[2:]]), words),
        ):
            text, offsets = lexikos.collection(given)
            assert [text[offsets[d] : offsets[d + 1]].tobytes().decode() for d in range(len(expected))] == expected
    lists = arrow.array([[1, 2], [], [70000]], arrow.large_list(arrow.uint32()))
    text, offsets = lexikos.collection(lists)
    assert text.tolist() == [1, 2, 70000] and offsets.tolist() == [0, 2, 2, 3]
    for wrong in (arrow.list_(arrow.float64()), arrow.list_view(arrow.uint8()), arrow.large_list_view(arrow.uint8())):
        with pytest.raises(TypeError):
            lexikos.collection(arrow.array([[1, 2], [3, 4], [5, 6]], wrong))
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.collection(arrow.array([[1, None], [3]], arrow.list_(arrow.uint8())))


def test_many_texts_each_by_itself():
    for documents in collections():
        text, offsets = lexikos.collection(documents)
        statistics = {}
        found = lexikos.suffix_arrays(text, offsets, statistics=statistics)
        assert statistics["reason"] and len(found) == len(text)
        doubled = lexikos.suffix_arrays(text, offsets, dtype="uint64", algorithm="prefix_doubling")
        for begin, end in zip(offsets[:-1], offsets[1:]):
            symbols = text[begin:end].tolist()
            expected = sorted(range(len(symbols)), key=lambda p: symbols[p:])
            assert found[begin:end].tolist() == expected and doubled[begin:end].tolist() == expected
    with pytest.raises(lexikos.NotSupported):
        lexikos.suffix_arrays("banana", [0, 3, 6], algorithm="skew")


def test_a_megabyte():
    text = np.random.default_rng(5).integers(0, 4, 1 << 20).astype(np.uint8)
    statistics = {}
    found = lexikos.suffix_array(text, statistics=statistics)
    assert lexikos.check_suffix_array(text, found)
    assert statistics["algorithm"] in lexikos.build()["suffix_array_algorithms"] and statistics["seconds"] > 0
    assert lexikos.choose_suffix_array_algorithm(text)[0] == statistics["algorithm"]
    bound = lexikos.suffix_array_workspace_bytes(len(text), algorithm=statistics["algorithm"])
    assert statistics["workspace_bytes"] <= bound
    assert statistics["workspace_bytes"] > 0 or statistics["algorithm"] == "libdivsufsort"


def test_results_that_overlap_what_is_read_are_refused():
    text = np.frombuffer(b"abracadabra" * 20, np.uint8)
    array = lexikos.suffix_array(text)
    same = text.copy()
    room = np.zeros(2 * len(array), array.dtype)
    room[: len(array)] = array
    for call in (
        lambda: lexikos.plcp_array(text, array, out=array),
        lambda: lexikos.lcp_array(text, array, out=array),
        lambda: lexikos.inverse_suffix_array(array, out=array),
        lambda: lexikos.inverse_suffix_array(room[: len(array)], out=room[1 : 1 + len(array)]),
        lambda: lexikos.suffix_array_out_of_core(text, out=array, inverse_out=array),
        lambda: lexikos.burrows_wheeler_transform_out_of_core(same, out=same),
    ):
        with pytest.raises(lexikos.InvalidArgument, match="overlaps"):
            call()
    beside = room[len(array) :]
    assert lexikos.inverse_suffix_array(room[: len(array)], out=beside) is beside
    packed = np.zeros(lexikos.compressed_bytes_bound(len(text)) + len(text), np.uint8)
    packed[: len(text)] = text
    with pytest.raises(lexikos.InvalidArgument, match="overlaps"):
        lexikos.compress(packed[: len(text)], out=packed)


def test_negative_indices_of_few_bytes_are_refused():
    with pytest.raises(lexikos.InvalidArgument, match="negative"):
        lexikos.lcp_array("banana", np.array([5, 3, 1, 0, 4, -2], np.int8))


def test_parts_may_be_asked_for_without_end():
    text = b"abracadabra" * 30
    found = lexikos.suffix_array_out_of_core(text, min_parts=2**60)
    assert (found == lexikos.suffix_array(text)).all()


def test_arrays_whose_entries_lie_elsewhere_are_refused(kind):
    """They say where to read and write. One that is a position, but wrong, gives a wrong result, and no more."""
    text = np.frombuffer(b"abracadabra" * 50, np.uint8)
    n = len(text)
    array, inverse = lexikos.suffix_array(text, inverse=True)
    lcp = lexikos.lcp_array(text, array)
    bwt, primary = lexikos.burrows_wheeler_transform(text)
    documents = np.array([0, 100, n], np.uint64)
    calls = {
        "inverse_suffix_array": lambda a: lexikos.inverse_suffix_array(a),
        "lcp_array": lambda a: lexikos.lcp_array(kind(text), a),
        "lcp_array of ranks": lambda a: lexikos.lcp_array(kind(text), kind(array), a),
        "plcp_array": lambda a: lexikos.plcp_array(kind(text), a),
        "burrows_wheeler_transform": lambda a: lexikos.burrows_wheeler_transform(kind(text), a),
        "longest_repeats": lambda a: lexikos.longest_repeats(inverse=a, lcp=kind(lcp)),
        "all_longest_repeats": lambda a: lexikos.all_longest_repeats(inverse=a, lcp=kind(lcp)),
        "left_bounded_repeats": lambda a: lexikos.left_bounded_repeats(inverse=a, lcp=kind(lcp)),
        "useful_repeats": lambda a: lexikos.useful_repeats(inverse=a, lcp=kind(lcp)),
        "repeat_walks": lambda a: lexikos.repeat_walks(inverse=a, lcp=kind(lcp)),
        "maximal_repeats": lambda a: lexikos.maximal_repeats(kind(text), suffix_array=a, lcp=kind(lcp)),
        "kmer_spectrum": lambda a: lexikos.kmer_spectrum(kind(text), 5, suffix_array=a, lcp=kind(lcp)),
        "list_kmers": lambda a: lexikos.list_kmers(kind(text), 5, suffix_array=a, lcp=kind(lcp)),
        "SuffixIndex": lambda a: lexikos.SuffixIndex(kind(text), suffix_array=a),
        "SuffixIndex with extensions": lambda a: lexikos.SuffixIndex(kind(text), suffix_array=a, extensions=True),
        "FmIndex": lambda a: lexikos.FmIndex(kind(text), suffix_array=a),
        "FmIndex.from_bwt": lambda a: lexikos.FmIndex.from_bwt(kind(bwt), primary, suffix_array=a, keep_text=True),
        "DocumentIndex": lambda a: lexikos.DocumentIndex(a, kind(documents)),
        "DocumentFrequencies": lambda a: lexikos.DocumentFrequencies(a, kind(lcp), kind(documents)),
        "LceIndex": lambda a: lexikos.LceIndex(inverse=a, lcp=kind(lcp)),
    }
    for name, call in calls.items():
        call(kind(inverse if "inverse" in name or "repeats" in name else array))
        for beyond in n, 2**31 - 1:
            spoilt = array.copy()
            spoilt[n // 3] = beyond
            with pytest.raises(lexikos.InvalidArgument, match=f"{beyond}, and there are {n} positions"):
                call(kind(spoilt))
