# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The index by the Burrows-Wheeler transform, of a fraction of the memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arrays import Progress, as_indices, as_symbols, index_dtype, narrowed
from ._errors import InvalidArgument
from ._files import encoded_path
from ._homes import NUMPY, Home
from ._indexes import _TextIndex


def _fm_options(*, algorithm: str = "automatic", low_memory: bool = False, **given: Any) -> dict:
    return {"algorithm": algorithm, "low_memory": low_memory, **given}


class FmIndex(_TextIndex):
    """Finds patterns by the Burrows-Wheeler transform, in 0.4 to 1.3 bytes a letter of DNA, and gives the text back.

    Args:
        text: as of `lexikos.suffix_array`, of up to 4 bytes a symbol; it is not kept.
        suffix_array: of the text, if it is at hand.
        sample_rate: every so many-th place of the text is stored: a power of two; 0: it counts, but locates nothing.
        keep_text: keeps the text, in two bits a symbol where four are enough.
        table_entries: of the table of strings, at most; 0: a 32nd of the text's length; 1: none. With a fourth of the text's
            length or more, a text in two bits a symbol and a sample_rate of 2, 4 or 8, there is a table of samples, too, by
            which devices count long patterns faster.
        shape: "balanced" or "huffman".
        letters: "all", or "dna", for which small letters of DNA are capital ones.
        match_others: with "dna", whether other symbols occur in patterns.
        dtype: of positions, as of `lexikos.suffix_array`.
    """

    def __init__(
        self,
        text: Any,
        *,
        suffix_array: Any = None,
        sample_rate: int = 8,
        keep_text: bool = False,
        table_entries: int = 0,
        shape: str = "balanced",
        letters: str = "all",
        match_others: bool = True,
        dtype: Any = None,
        algorithm: str = "automatic",
        low_memory: bool = False,
        stream: Any = None,
        progress: Progress | None = None,
    ):
        symbols, array, width = self._given(text, suffix_array, dtype)
        options = _fm_options(
            sample_rate=sample_rate,
            keep_text=keep_text,
            table_entries=table_entries,
            shape=shape,
            letters=letters,
            match_others=match_others,
            algorithm=algorithm,
            low_memory=low_memory,
        )
        self._index = _core.fm_index(symbols, array, width, options, self._home.stream(stream), progress)

    def _given(self, text: Any, suffix_array: Any, dtype: Any) -> tuple[Any, Any, int]:
        """Symbols, suffix array, and bytes of a position."""
        symbols, self._home = as_symbols(text)
        symbols = narrowed(symbols, self._home)
        self._documents = None
        array = None if suffix_array is None else as_indices(suffix_array, self._home)
        self._dtype = index_dtype(len(symbols), dtype) if array is None else str(array.dtype).removeprefix("torch.")
        return symbols, array, 4 if self._dtype in ("int32", "uint32") else 8

    @classmethod
    def from_bwt(
        cls,
        bwt: Any,
        primary_index: int,
        *,
        suffix_array: Any = None,
        sample_rate: int | None = None,
        keep_text: bool = False,
        table_entries: int = 0,
        shape: str = "balanced",
        letters: str = "all",
        match_others: bool = True,
        dtype: Any = None,
        stream: Any = None,
        progress: Progress | None = None,
    ) -> "FmIndex":
        """The index of a text by its Burrows-Wheeler transform, as `burrows_wheeler_transform` returns it, which is not checked.

        Args:
            suffix_array: of the text; without it the index counts, and locates nothing.
            sample_rate: 8 with a suffix array, and 0 without.
        """
        self = cls.__new__(cls)
        symbols, array, width = self._given(bwt, suffix_array, dtype)
        if sample_rate is None:
            sample_rate = 0 if array is None else 8
        options = _fm_options(
            sample_rate=sample_rate,
            keep_text=keep_text,
            table_entries=table_entries,
            shape=shape,
            letters=letters,
            match_others=match_others,
        )
        address = self._home.stream(stream)
        self._index = _core.fm_index_from_bwt(symbols, primary_index, array, width, options, address, progress)
        return self

    @classmethod
    def out_of_core(
        cls,
        text: Any,
        *,
        like: Any = None,
        device_bytes: int = 0,
        sample_rate: int = 8,
        keep_text: bool = False,
        table_entries: int = 0,
        shape: str = "balanced",
        letters: str = "all",
        match_others: bool = True,
        dtype: Any = None,
        stream: Any = None,
        progress: Progress | None = None,
    ) -> "FmIndex":
        """The index of bytes of the host, or a mapped file, whose suffix array finds no room: they are sorted in parts.

        Args:
            like: an array of the device where the index shall lie; None: on the host.
            device_bytes: the most memory that may be taken there until the transform is there; 0: what is free.
        """
        self = cls.__new__(cls)
        symbols, _, width = self._given(text, None, dtype)
        if self._home.on_device or self._home.bytes_of(symbols) != 1:
            raise InvalidArgument("a text that is larger than the device is of bytes, and lies on the host")
        if like is not None:
            self._home = as_symbols(like)[1]
        options = _fm_options(
            sample_rate=sample_rate,
            keep_text=keep_text,
            table_entries=table_entries,
            shape=shape,
            letters=letters,
            match_others=match_others,
        )
        address = self._home.stream(stream)
        self._index = _core.fm_index_out_of_core(
            symbols, width, device_bytes, self._home.on_device, options, address, progress
        )
        return self

    @classmethod
    def _of(cls, home: Home, index: Any, dtype: str) -> "FmIndex":
        self = cls.__new__(cls)
        self._home, self._index, self._dtype, self._documents = home, index, dtype, None
        return self

    @classmethod
    def load(cls, path: Any, *, like: Any = None, stream: Any = None) -> "FmIndex":
        """An index as it was saved. Arguments as of `SuffixIndex.load`."""
        self = cls.__new__(cls)
        self._home = as_symbols(like)[1] if like is not None else NUMPY
        self._documents = None
        self._index = _core.load_fm_index(encoded_path(path), self._home.on_device, self._home.stream(stream))
        size, width = self._index.size, self._index.index_bytes
        self._dtype = "int64" if width == 8 else "int32" if size <= 2**31 - 1 else "uint32"
        return self

    @property
    def description(self) -> dict:
        """What it is made of: alphabet_size, table_depth, sample_rate, keeps_text, layout, bytes."""
        return self._index.description

    def extract(self, begins: Any, ends: Any, *, stream: Any = None) -> Any:
        """Parts of the text: one, for two numbers, else (symbols, offsets) of all of them."""
        is_one = isinstance(begins, (int, np.integer))
        symbols, offsets = self._index.extract(
            as_indices([begins] if is_one else begins, self._home, self._dtype),
            as_indices([ends] if is_one else ends, self._home, self._dtype),
            self._home.stream(stream),
        )
        text = self._home.wrap(symbols, f"uint{8 * self._index.symbol_bytes}")
        return text if is_one else (text, self._home.wrap(offsets))
