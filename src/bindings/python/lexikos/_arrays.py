# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What callers give, as arrays that the library works on, and its results as what the caller gave: all conversions."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Sequence

import numpy as np

from ._errors import InvalidArgument, NotSupported
from ._homes import NUMPY, CupyHome, Home, TorchHome, home_of, module_of

_UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
_INDEX_DTYPES = ("int32", "uint32", "int64", "uint64")


def _array_of(value: Any, home: Home) -> Any:
    """An array of numpy, torch or cupy, of the same memory wherever there is one."""
    if isinstance(value, str):
        return np.frombuffer(value.encode("utf-8"), np.uint8)
    if isinstance(value, (bytes, bytearray)):
        return np.frombuffer(value, np.uint8)
    if isinstance(value, np.ndarray):
        return np.asarray(value)
    if isinstance(home, TorchHome):
        return value.detach()
    if isinstance(home, CupyHome):
        return (
            home.cupy.asarray(value)
            if module_of(value) == "cupy" or hasattr(value, "__cuda_array_interface__")
            else home.cupy.from_dlpack(value)
        )
    if module_of(value) == "pyarrow":
        return _array_of_arrow(value)
    if isinstance(value, (list, tuple, range)):
        return _array_of_numbers(value)
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        return np.from_dlpack(value)
    return np.asarray(memoryview(value)) if isinstance(value, memoryview) else np.asarray(value)


def _array_of_numbers(values: Sequence[int]) -> np.ndarray:
    array = np.asarray(values)
    if not len(values):
        return array.astype(np.uint8)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise TypeError("a list of integers is needed")
    return array


def _array_of_arrow(value: Any) -> np.ndarray:
    """Buffers, and arrays of integers without nulls; of text and lists the values, without their offsets."""
    if hasattr(value, "chunks"):
        value = value.combine_chunks() if value.num_chunks != 1 else value.chunk(0)
    if not hasattr(value, "buffers"):
        return np.frombuffer(value, np.uint8)
    if value.null_count:
        raise InvalidArgument("an Arrow array has nulls, which no text has")
    if (
        hasattr(value, "flatten")
        and hasattr(value, "offsets")
        or str(value.type) in ("string", "large_string", "binary", "large_binary")
    ):
        raise TypeError("an Arrow array of texts is a collection: see lexikos.collection")
    return value.to_numpy(zero_copy_only=True)


def _flat(array: Any, home: Home) -> Any:
    """Contiguous and of one dimension; copied where it was not contiguous."""
    if isinstance(home, TorchHome):
        if array.dim() != 1:
            raise InvalidArgument("an array of one dimension is needed")
        return array.contiguous()
    if array.ndim != 1:
        raise InvalidArgument("an array of one dimension is needed")
    if array.flags.c_contiguous:
        return array
    return home.cupy.ascontiguousarray(array) if isinstance(home, CupyHome) else np.ascontiguousarray(array)


def _integers(array: Any, home: Home) -> Any:
    """The array, of integers in the machine's order of bytes."""
    if isinstance(home, TorchHome):
        if array.dtype == home.torch.bool:
            return array.view(home.torch.uint8)
        if array.is_floating_point() or array.is_complex():
            raise TypeError(f"a tensor of {array.dtype}: integers are needed")
        return array
    dtype = array.dtype
    if dtype.kind == "b" or (dtype.kind == "S" and dtype.itemsize == 1):
        return array.view(np.uint8)
    if dtype.kind not in "iu":
        raise TypeError(f"an array of {dtype}: integers are needed")
    return array if dtype.isnative else array.astype(dtype.newbyteorder("="))


def _moved(array: Any, found: Home, home: Home) -> Any:
    """An array of one home as one of another: copied from the host to a device, and not at all if both are in one place."""
    if type(found) is type(home) and found.on_device == home.on_device:
        return array
    if found.on_device:
        return home.from_device(array)
    return home.take(array if found is NUMPY else array.numpy())


def as_symbols(value: Any, home: Home | None = None, bytes_of_symbol: int | None = None) -> tuple[Any, Home]:
    """A text: an array of unsigned integers, or of signed ones none of which is negative.

    str is taken as UTF-8. Nothing is copied but what is not contiguous, and lists.

    Args:
        home: where it has to lie, if it follows another array; what lies on the host is copied there.
        bytes_of_symbol: of the text that it follows; others are converted if all their values fit.
    """
    found = home_of(value)
    array = _flat(_integers(_array_of(value, found), found), found)
    if home is not None:
        array = _moved(array, found, home)
        found = home
    if found.is_signed(array) and found.has_negative(array):
        raise InvalidArgument("a text has no negative symbols")
    if bytes_of_symbol is not None and found.bytes_of(array) != bytes_of_symbol:
        if found.largest(array) >> (8 * bytes_of_symbol):
            raise InvalidArgument(f"a symbol does not fit the {bytes_of_symbol} bytes that those of the text have")
        array = found.widened(array, f"uint{8 * bytes_of_symbol}")
    return array, found


def as_bytes(value: Any) -> tuple[Any, Home]:
    """The bytes of an array of any integers as they lie in memory, whatever their sign and order, or of what has bytes."""
    found = home_of(value)
    array = _flat(_array_of(value, found), found)
    if isinstance(array, np.ndarray) and array.dtype.kind in "iu":
        return array.view(np.uint8), found
    return found.same_bits(_integers(array, found), "uint8"), found


def narrowed(array: Any, home: Home) -> Any:
    """A text of 8 bytes a symbol in 4, for what takes no wider ones."""
    if home.bytes_of(array) <= 4:
        return array
    if home.largest(array) >= 1 << 32:
        raise NotSupported("symbols of 2^32 and more: this takes u8, u16 and u32")
    return home.widened(array, "uint32")


def as_indices(value: Any, home: Home, dtype: str | None = None) -> Any:
    """Positions, ranks or offsets, where the text lies: of 4 or 8 bytes an entry.

    Args:
        dtype: what they are converted to if they have other bytes, such as "uint64" for offsets.
    """
    found = home_of(value)
    array = _flat(_integers(_array_of(value, found), found), found)
    array = _moved(array, found, home)
    found = home
    width = found.bytes_of(array)
    if dtype is not None and width != np.dtype(dtype).itemsize:
        # Of other bytes, values are converted, not bits: -1 would not stay what it means.
        if found.is_signed(array) and found.has_negative(array):
            raise InvalidArgument("an index is negative")
        if width > np.dtype(dtype).itemsize and found.largest(array) >> (8 * np.dtype(dtype).itemsize):
            raise InvalidArgument(f"an index does not fit {dtype}")
        array = found.widened(array, dtype)
    elif width < 4:
        if found.is_signed(array) and found.has_negative(array):
            raise InvalidArgument("an index is negative")
        array = found.widened(array, "uint32")
    return array


def as_documents(documents: Any, home: Home) -> Any:
    """Offsets of documents, or None for one document."""
    if documents is None:
        return None
    offsets = as_indices(documents, home, "uint64")
    if len(offsets) == 0:
        raise InvalidArgument("documents are given by their offsets, one more than there are documents: here are none")
    return offsets


class Strings(NamedTuple):
    """Patterns, queries or contexts: their symbols one after the other, offsets, and whether the caller gave just one."""

    symbols: Any
    offsets: Any
    is_one: bool


def are_symbols_and_offsets(strings: Any) -> bool:
    """Not a pair of strings: offsets have a length, and are neither a string nor a number."""
    return (
        isinstance(strings, tuple)
        and len(strings) == 2
        and not isinstance(strings[1], (str, bytes, int))
        and hasattr(strings[1], "__len__")
    )


def as_strings(value: Any, home: Home, bytes_of_symbol: int) -> Strings:
    """One string, several, or (symbols, offsets), where an index lies.

    One is a str, bytes or an array, or a list of integers; several are a list of those; (symbols, offsets) are two arrays, the
    second with an entry more than there are strings.
    """
    if are_symbols_and_offsets(value):
        symbols, _ = as_symbols(value[0], home, bytes_of_symbol)
        return Strings(symbols, as_indices(value[1], home, "uint64"), False)
    if not isinstance(value, (list, tuple)) or (value and isinstance(value[0], (int, np.integer))):
        symbols, _ = as_symbols(value, home, bytes_of_symbol)
        return Strings(symbols, home.take(np.array([0, len(symbols)], np.int64)), True)
    collected = collection(value, bytes_of_symbol)
    return Strings(home.take(collected.text), home.take(collected.offsets), False)


class Collection(NamedTuple):
    """Documents one after the other, and where each begins, with the end of the last: what functions take as text, documents."""

    text: Any
    offsets: Any


def collection(documents: Any, bytes_of_symbol: int | None = None) -> Collection:
    """Documents as one text and offsets.

    Args:
        documents: a list of str (as UTF-8), bytes, arrays of numpy or lists of integers; or an Arrow array of strings, of binary
            or of lists of integers, whose values are not copied.
        bytes_of_symbol: 1, 2, 4 or 8; by default those of the first document, and for lists of integers 4.

    Returns:
        Collection(text, offsets), offsets int64 with an entry more than there are documents.
    """
    if module_of(documents) == "pyarrow":
        return _collection_of_arrow(documents)
    arrays = []
    for document in documents:
        if isinstance(document, (list, tuple, range)) and bytes_of_symbol is None:
            bytes_of_symbol = 4
        array, home = as_symbols(document, None, bytes_of_symbol)
        if home.on_device:
            raise InvalidArgument("documents of a device are given as one text and offsets")
        arrays.append(array if home is NUMPY else array.numpy())
        if bytes_of_symbol is None:
            bytes_of_symbol = arrays[0].dtype.itemsize
    dtype = _UNSIGNED[bytes_of_symbol or 1]
    offsets = np.zeros(len(arrays) + 1, np.int64)
    np.cumsum([len(array) for array in arrays], out=offsets[1:])
    text = np.concatenate([array.astype(dtype, copy=False) for array in arrays]) if arrays else np.zeros(0, dtype)
    return Collection(text, offsets)


def _collection_of_arrow(documents: Any) -> Collection:
    if hasattr(documents, "chunks"):
        documents = documents.combine_chunks() if documents.num_chunks != 1 else documents.chunk(0)
    if documents.null_count:
        raise InvalidArgument("an Arrow array has nulls: fill them (fill_null) or drop them first")
    kind = str(documents.type)
    wide = kind.startswith("large_")
    count = len(documents)
    if kind.removeprefix("large_").startswith("list<"):  # and no list_view, whose documents lie in any order
        values = _integers(_array_of_arrow(documents.values), NUMPY)
        raw = documents.buffers()[1]
    elif kind in ("string", "binary", "large_string", "large_binary"):
        _, raw, data = documents.buffers()
        values = np.zeros(0, np.uint8) if data is None else np.frombuffer(data, np.uint8)
    else:
        raise TypeError(f"an Arrow array of {kind}: strings, binary or lists of integers are needed")
    if raw is None:
        return Collection(values[:0], np.zeros(1, np.int64))
    offsets = np.frombuffer(raw, np.int64 if wide else np.int32)[documents.offset : documents.offset + count + 1]
    first, last = int(offsets[0]), int(offsets[-1])
    # What lies outside of a slice's documents is left out, so that every symbol lies in one.
    return Collection(values[first:last], (offsets - first).astype(np.int64) if first or not wide else offsets)


def index_dtype(n: int, wanted: Any = None) -> str:
    """The dtype of positions in a text of n symbols: int32 where they fit, else int64; or the one that is wanted."""
    if n > 2**48:
        raise InvalidArgument(f"no text has {n} symbols, and no machine memory for them")
    if wanted is None:
        return "int32" if n <= 2**31 - 1 else "int64"
    name = _name_of_dtype(wanted)
    if name not in _INDEX_DTYPES:
        raise InvalidArgument(f"indices are int32, uint32, int64 or uint64, not {name}")
    most = 2**31 - 1 if name == "int32" else 2**32 - 2 if name == "uint32" else 2**63 - 1
    if n > most:
        raise InvalidArgument(f"a text of {n} symbols has positions that do not fit {name}")
    return name


def _name_of_dtype(dtype: Any) -> str:
    if module_of(dtype) == "torch":
        return str(dtype).removeprefix("torch.")
    return np.dtype(dtype).name


def checked_output(array: Any, home: Home, n: int, dtype: str | None = None, inputs: tuple[Any, ...] = ()) -> Any:
    """An array that the caller gave for a result.

    Args:
        inputs: what is read while it is written, or written beside it.
    """
    if home is NUMPY and not hasattr(array, "dtype"):
        raise TypeError(f"the array for the result is a {type(array).__name__}: one of numpy is needed")
    found = home_of(array)
    if type(found) is not type(home) or found.on_device != home.on_device:
        raise InvalidArgument("the array for the result is not of the text's kind, or lies elsewhere")
    size = array.numel() if isinstance(home, TorchHome) else array.size
    if size != n:
        raise InvalidArgument(f"the array for the result has {size} entries, not {n}")
    if dtype is not None and _name_of_dtype(array.dtype) != dtype:
        raise InvalidArgument(f"the array for the result has entries of {_name_of_dtype(array.dtype)}, not {dtype}")
    if isinstance(array, np.ndarray) and not array.dtype.isnative:
        raise InvalidArgument("the array for the result has its bytes in another order than the machine")
    both = (each for each in inputs if isinstance(each, np.ndarray) and isinstance(array, np.ndarray))
    if any(np.may_share_memory(array, each) for each in both):
        raise InvalidArgument("the array for the result overlaps another one of the call")
    return array


def read_only(array: Any) -> Any:
    """An array whose memory an index or a file has; what else than numpy has cannot say so."""
    if isinstance(array, np.ndarray):
        array = array.view()
        array.flags.writeable = False
    return array


Progress = Callable[[float], Any]
