# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Duplicates and overlaps, against dictionaries of windows."""

import random

import numpy as np
import pytest

import lexikos


def windows_of(documents, k):
    """Window -> [(position in the text, document)]."""
    found, begin = {}, 0
    for number, document in enumerate(documents):
        for i in range(len(document) - k + 1):
            found.setdefault(tuple(document[i : i + k]), []).append((begin + i, number))
        begin += len(document)
    return found


def ranges_of(documents, k, keep="none", scope="any", least=2):
    size = sum(map(len, documents))
    marked = [False] * size
    for places in windows_of(documents, k).values():
        count = len(places) if scope == "any" else len({document for _, document in places})
        if count < least:
            continue
        kept = set()
        for position, document in sorted(places):
            group = document if keep == "first_of_each_document" else None
            if keep != "none" and group not in kept:
                kept.add(group)
                continue
            marked[position : position + k] = [True] * k
    found, begin = [], 0
    for document in documents:
        inside = None
        for p in range(begin, begin + len(document) + 1):
            now = p < begin + len(document) and marked[p]
            if now and inside is None:
                inside = p
            if not now and inside is not None:
                found.append((inside, p))
                inside = None
        begin += len(document)
    return found


def collections(count=9):
    generator = random.Random(21)
    for _ in range(count):
        sigma = generator.choice([1, 2, 3])
        yield [
            bytes(generator.randrange(97, 97 + sigma) for _ in range(generator.randrange(14)))
            for _ in range(generator.randrange(1, 7))
        ]


@pytest.mark.parametrize("keep", ["none", "first", "first_of_each_document"])
@pytest.mark.parametrize("scope", ["any", "across_documents"])
def test_duplicate_ranges(keep, scope):
    for documents in collections():
        text, offsets = lexikos.collection(documents)
        for k in (1, 3):
            expected = ranges_of(documents, k, keep, scope)
            options = {"length": k, "keep": keep, "scope": scope}
            found = lexikos.duplicate_ranges(text, offsets, **options)
            assert list(zip(found.begins.tolist(), found.ends.tolist())) == expected
            streamed = lexikos.streamed_duplicate_ranges(text, offsets, **options)
            assert list(zip(streamed.begins.tolist(), streamed.ends.tolist())) == expected
            left = lexikos.remove_ranges(text, found, offsets)
            kept = [p for p in range(len(text)) if not any(a <= p < b for a, b in expected)]
            assert left.text.tolist() == text[kept].tolist()
            assert left.offsets.tolist() == np.searchsorted(kept, offsets).tolist()
            assert lexikos.remove_ranges(text, found).tolist() == left.text.tolist()


def test_duplicates_of_tokens_and_of_another_text(kind, tmp_path):
    tokens = np.array([5, 70000, 3, 9, 5, 70000, 3, 1], np.uint32)
    if kind is np.asarray:
        found = lexikos.duplicate_ranges(tokens, length=3)
        assert list(zip(found.begins.tolist(), found.ends.tolist())) == [(0, 3), (4, 7)]
    given = kind(tokens.astype(np.int64))
    found = lexikos.duplicate_ranges(given, length=3, keep="first")
    assert type(found.begins) is type(given) and found.begins.tolist() == [4]
    other = lexikos.duplicate_ranges("hello world", length=5, other="say hello!")
    assert (other.begins.tolist(), other.ends.tolist()) == ([0], [5])
    tokens.tofile(tmp_path / "tokens")
    mapped = np.memmap(tmp_path / "tokens", np.uint32, "r")
    streamed = lexikos.streamed_duplicate_ranges(mapped, length=3, other=mapped[:3])
    assert streamed.begins.tolist() == [0, 4]
    cut = lexikos.duplicate_ranges("aéxyéb", length=2, align="utf8")
    assert all("aéxyéb".encode()[a:b].decode() is not None for a, b in zip(*cut))
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.duplicate_ranges("abc", length=0)
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.duplicate_ranges("abc", np.array([0, 5]), length=1)


def test_duplicate_windows():
    for documents in collections(10):
        text, offsets = lexikos.collection(documents)
        found = lexikos.duplicate_windows(text, offsets, length=2)
        groups = sorted(
            tuple(sorted(found.positions[found.offsets[i] : found.offsets[i + 1]].tolist()))
            for i in range(len(found.offsets) - 1)
        )
        expected = [tuple(p for p, _ in places) for places in windows_of(documents, 2).values() if len(places) > 1]
        assert groups == sorted(expected)


def test_overlap():
    generator = random.Random(22)
    for queries in collections(12):
        corpus = [bytes(generator.randrange(97, 100) for _ in range(generator.randrange(20))) for _ in range(6)]
        texts, offsets = lexikos.collection(queries)
        corpus_text, corpus_offsets = lexikos.collection(corpus)
        found = lexikos.overlap(texts, corpus_text, offsets, corpus_offsets, length=3, max_documents=9)
        for d, query in enumerate(queries):
            covered, having, longest = set(), set(), 0
            for i in range(len(query)):
                for length in range(3, len(query) - i + 1):
                    where = [c for c, document in enumerate(corpus) if query[i : i + length] in document]
                    if where:
                        longest = max(longest, length)
                        covered.update(range(i, i + length))
                        having.update(where)
            assert found.covered[d] == len(covered) and found.longest[d] == longest
            assert found.corpus_documents[d] == len(having)
            assert found.numbers[found.offsets[d] : found.offsets[d + 1]].tolist() == sorted(having)
