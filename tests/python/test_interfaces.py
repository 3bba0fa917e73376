# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of what functions of C++ are called in Python, against the package."""

import os
from pathlib import Path

import pytest

import lexikos
from lexikos import distributed

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
    of_ranks = {name for name in names if name.startswith("distributed.")}
    compare(lexikos, names - of_ranks)
    compare(distributed, {name.removeprefix("distributed.") for name in of_ranks})


def compare(package, names):
    for name in names:
        owner, _, member = name.partition(".")
        assert owner in package.__all__, name
        assert not member or hasattr(getattr(package, owner), member), name
    assert sorted(set(package.__all__) - {name.partition(".")[0] for name in names}) == []


@pytest.mark.parametrize("package", [lexikos, distributed])
def test_everything_says_what_it_is(package):
    assert len(package.__all__) == len(set(package.__all__))
    for name in package.__all__:
        assert getattr(package, name).__doc__, name
