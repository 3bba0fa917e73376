# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts and results in the memory of the host, or in mapped files, that are larger than the device that sorts them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arrays import Progress, as_symbols, checked_output, index_dtype
from ._compression import _on_device
from ._errors import InvalidArgument
from ._homes import NUMPY, Home


def _text_of_host(text: Any) -> tuple[Any, Home]:
    symbols, home = as_symbols(text)
    if home.on_device:
        raise InvalidArgument("a text that is larger than the device lies on the host")
    return symbols, home


def _out(given: Any, home: Home, n: int, dtype: str, *others: Any) -> Any:
    if given is None:
        return home.empty(n, dtype)
    checked_output(given, home, n, dtype, others)
    return np.asarray(given) if home is NUMPY else given  # of a mapped file, without what is numpy's about it


def suffix_array_out_of_core(
    text: Any,
    *,
    inverse: bool = False,
    dtype: Any = None,
    out: Any = None,
    inverse_out: Any = None,
    device_bytes: int = 0,
    min_parts: int = 1,
    device: bool | None = None,
    statistics: dict | None = None,
    progress: Progress | None = None,
) -> Any:
    """The suffix array of a text of the host, sorted in parts by a device whose memory need not hold text or array.

        >>> text = numpy.memmap("genome", numpy.uint8, "r")
        >>> array = numpy.memmap("genome.sa", numpy.int64, "w+", shape=len(text))
        >>> lexikos.suffix_array_out_of_core(text, out=array, device_bytes=8 << 30)

    Args:
        text: of fewer than 2^36 symbols, as for `suffix_array`, on the host. Bytes are read once in most texts, wider symbols
            twice.
        inverse: returns the inverse suffix array too.
        dtype: as for `suffix_array`, or "uint40": entries of five bytes, the lowest byte first, in an array of uint8 of shape
            (n, 5), for texts of up to 2^40 symbols.
        out, inverse_out: arrays for the results, also mapped files.
        device_bytes: the most bytes that are taken of the device's memory; 0: what is free. `out_of_core_bytes` tells how many
            suffice.
        min_parts: that the sort has at least: after each of them, progress is reported.
        device: whether the GPU does it; None: where this build has one. The host works in the same parts.
        statistics, progress: as for `suffix_array`.

    Returns:
        suffix_array, or (suffix_array, inverse).

    Raises:
        InvalidArgument, NotSupported (2^36 symbols and more), OutOfMemory (before anything is written), Cancelled.
    """
    symbols, home = _text_of_host(text)
    n = len(symbols)
    if dtype == "uint40":
        if inverse or inverse_out is not None:
            raise InvalidArgument("an inverse has entries of 4 or 8 bytes")
        result = np.empty((n, 5), np.uint8) if out is None else out
        checked_output(result, home, 5 * n, "uint8", (symbols,))
        if result.shape != (n, 5) or not result.flags.c_contiguous:
            raise InvalidArgument(f"an array of uint8 of shape ({n}, 5) is needed")
        flat, ranks = np.asarray(result).reshape(5 * n), None
    else:
        name = index_dtype(n, dtype if dtype is not None or out is None else out.dtype)
        flat = _out(out, home, n, name, symbols)
        result = flat if out is None else out
        ranks = _out(inverse_out, home, n, name, symbols, flat) if inverse or inverse_out is not None else None
    found = _core.suffix_array_out_of_core(
        symbols, flat, ranks, _on_device(device), device_bytes, min_parts, progress
    )
    if statistics is not None:
        statistics.update(found)
    if ranks is None:
        return result
    return result, ranks if inverse_out is None else inverse_out


def burrows_wheeler_transform_out_of_core(
    text: Any,
    *,
    out: Any = None,
    device_bytes: int = 0,
    min_parts: int = 1,
    device: bool | None = None,
    statistics: dict | None = None,
    progress: Progress | None = None,
) -> tuple[Any, int]:
    """The Burrows-Wheeler transform of bytes of the host, and its primary index, in parts: no suffix array leaves the device.

    Arguments and errors are those of `suffix_array_out_of_core`.
    """
    symbols, home = _text_of_host(text)
    if home.bytes_of(symbols) != 1:
        raise InvalidArgument("a text of bytes is needed")
    flat = _out(out, home, len(symbols), "uint8", symbols)
    primary, found = _core.transform_out_of_core(
        symbols, flat, _on_device(device), device_bytes, min_parts, progress
    )
    if statistics is not None:
        statistics.update(found)
    return flat if out is None else out, primary


def out_of_core_bytes(
    n: int,
    *,
    symbol_bytes: int = 1,
    distinct_symbols: int = 256,
    samples: int = 0,
    inverse: bool = False,
    device: bool | None = None,
) -> int:
    """Bytes of the device's memory that suffice to sort a text of n symbols in parts.

    Args:
        symbol_bytes: of the text as it is given.
        distinct_symbols: how many different ones it has.
        samples: as statistics["sampled"] of a sort tells them; 0: a fifth of the symbols.
    """
    return _core.out_of_core_bytes(n, symbol_bytes, distinct_symbols, samples, inverse, _on_device(device))
