# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Indexes of tokens as infini-gram's engine reads them, for vocabularies of any size up to 2^32 - 1."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ._arrays import as_indices, as_symbols
from ._errors import InvalidArgument
from ._homes import NUMPY
from ._texts import suffix_array

_CHUNK = 1 << 24


def write_index(folder: Any, tokens: Any, documents: Any = None, *, shard: int = 0, progress: Any = None) -> None:
    """Writes tokenized.<shard>, table.<shard> and offset.<shard> into a folder, which is made if it is not there.

    Args:
        tokens: of u8, u16 or u32, on the host, without the largest value of their type, which separates documents.
        documents: offsets of documents in the tokens; by default they are one.

    Each document is preceded by the separator. The table has the byte offset of each token's suffix, in the order of the tokens'
    little-endian bytes, in as few bytes as the largest one takes. Memory: the tokens twice, and those of `suffix_array`.
    """
    symbols, home = as_symbols(tokens)
    if home is not NUMPY or symbols.itemsize > 4:
        raise InvalidArgument("tokens are an array of u8, u16 or u32 on the host")
    width = symbols.itemsize
    symbols = symbols.view(f"u{width}")
    separator = (1 << 8 * width) - 1
    if symbols.size and int(symbols.max()) == separator:
        raise InvalidArgument(f"token {separator} separates documents, and occurs in them")
    offsets = (
        np.array([0, len(symbols)]) if documents is None else as_indices(documents, NUMPY, "uint64").astype(np.int64)
    )
    if len(offsets) < 1 or offsets[0] != 0 or offsets[-1] != len(symbols) or (np.diff(offsets) < 0).any():
        raise InvalidArgument("offsets of documents ascend from 0 to the number of tokens")
    separated = np.insert(symbols, offsets[:-1], np.array(separator, symbols.dtype)).astype(f"<u{width}")
    places = suffix_array(separated.byteswap(), progress=progress)
    size = separated.nbytes
    packed = max(1, (max(size - 1, 0).bit_length() + 7) // 8)
    os.makedirs(folder, exist_ok=True)
    separated.tofile(os.path.join(folder, f"tokenized.{shard}"))
    begins = (offsets[:-1] + np.arange(len(offsets) - 1)) * width
    begins.astype("<u8").tofile(os.path.join(folder, f"offset.{shard}"))
    with open(os.path.join(folder, f"table.{shard}"), "wb") as table:
        for first in range(0, len(places), _CHUNK):
            pointers = places[first : first + _CHUNK].astype("<u8") * width
            table.write(pointers.view(np.uint8).reshape(-1, 8)[:, :packed].tobytes())
