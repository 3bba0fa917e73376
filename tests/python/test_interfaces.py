# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of what functions of C++ are called in Python, against the package."""

import os
from pathlib import Path

import pytest

import lexikos

TABLE = Path(os.environ.get("LEXIKOS_SOURCE_DIR", Path(__file__).parents[2])) / "src/bindings/interfaces.tsv"


def names_of_the_table():
    for row in TABLE.read_text().splitlines():
        if row.startswith("#"):
            continue
        python = row.split("\t")[2]
        if not python.startswith("- "):
            yield from python.split()


@pytest.mark.skipif(not TABLE.exists(), reason="the sources are not here")
def test_the_table_has_the_package_and_nothing_else():
    names = set(names_of_the_table())
    for name in names:
        owner, _, member = name.partition(".")
        assert owner in lexikos.__all__, name
        assert not member or hasattr(getattr(lexikos, owner), member), name
    assert sorted(set(lexikos.__all__) - {name.partition(".")[0] for name in names}) == []


def test_everything_says_what_it_is():
    assert len(lexikos.__all__) == len(set(lexikos.__all__))
    for name in lexikos.__all__:
        assert getattr(lexikos, name).__doc__, name
