# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Suffix arrays, LCP arrays, transforms, and their checks."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core
from ._arrays import Progress, as_documents, as_indices, as_symbols, checked_output, index_dtype, narrowed
from ._errors import CorruptInput
from ._homes import Home, home_of


class LcpStatistics(NamedTuple):
    """Of an LCP array: the length of the longest substring that occurs twice, and the mean of all entries."""

    maximum: int
    mean: float


class SuffixArrayCheck(NamedTuple):
    """What is wrong with an array; true where nothing is.

    Attributes:
        defect: "none", "out_of_range", "repeated", "first_symbol", "order" or "inverse".
        index: the first entry that shows it.
        message: a sentence for people.
    """

    defect: str
    index: int  # type: ignore[assignment]
    message: str

    def __bool__(self) -> bool:
        return self.defect == "none"


def _result(given: Any, home: Home, n: int, dtype: str, *inputs: Any) -> Any:
    return home.empty(n, dtype) if given is None else checked_output(given, home, n, dtype, inputs)


def suffix_array(
    text: Any,
    documents: Any = None,
    *,
    inverse: bool = False,
    dtype: Any = None,
    algorithm: str = "automatic",
    low_memory: bool = False,
    device_bytes: int = 0,
    out: Any = None,
    statistics: dict | None = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """The positions of a text's suffixes in lexicographic order; a proper prefix comes first.

    Args:
        text: str (as UTF-8; positions are bytes), bytes, or an array of integers of numpy, torch, cupy, or Arrow, of any values
            that are not negative; it is neither copied nor changed.
        documents: offsets of documents in the text, one more than there are, from 0 to its length; suffixes then end with their
            documents, and of equal ones the first document's comes first.
        inverse: returns the inverse suffix array too, which costs no time.
        dtype: int32 (the default up to 2^31 - 1 symbols), uint32 (up to 2^32 - 2), int64 or uint64.
        algorithm: one of `build()["suffix_array_algorithms"]`, or "automatic".
        low_memory: takes less memory and more time.
        device_bytes: the most memory that may be taken where the text lies, beside text and array; 0: what is free. Where an
            algorithm takes more, the text is sorted in parts, or the call raises OutOfMemory.
        out: an array for the result, of the text's kind.
        statistics: receives what was done: algorithm, reason, workspace_bytes, seconds, and others.
        stream: of CUDA, for arrays of a device: an address, or a stream of torch or cupy; the caller's current one by default.
        progress: called with the fraction that is done; return False to cancel. Ctrl-C cancels too, between
            two steps.

    Returns:
        An array of the text's kind (numpy for text of the host that is no tensor), or (suffix_array, inverse).

    Raises:
        InvalidArgument, NotSupported, OutOfMemory, Cancelled.
    """
    symbols, home = as_symbols(text)
    n = len(symbols)
    name = index_dtype(n, dtype if dtype is not None or out is None else out.dtype)
    result = _result(out, home, n, name, symbols)
    ranks = home.empty(n, name) if inverse else None
    offsets = as_documents(documents, home)
    found = _core.suffix_array(
        symbols, offsets, result, ranks, algorithm, low_memory, device_bytes, home.stream(stream), progress
    )
    if statistics is not None:
        statistics.update(found)
    return (result, ranks) if inverse else result


def suffix_arrays(
    texts: Any,
    documents: Any,
    *,
    dtype: Any = None,
    algorithm: str = "automatic",
    out: Any = None,
    statistics: dict | None = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """The suffix arrays of many texts in one call, each of which is sorted by itself: on the host one text a thread.

    Args:
        texts: all texts, one after the other, as of `suffix_array`; `collection` makes it, and the offsets, of a list.
        documents: where they begin, and where the last one ends: one offset more than texts, from 0 to the length.
        algorithm: "automatic", "induced_sorting" (on the host) or "prefix_doubling".
        dtype, out, statistics, stream, progress: as of `suffix_array`.

    Returns:
        The arrays, one after the other: result[documents[d]:documents[d + 1]] is that of text d, with positions from 0 on within it.

    Raises:
        InvalidArgument, NotSupported, OutOfMemory, Cancelled.
    """
    symbols, home = as_symbols(texts)
    n = len(symbols)
    name = index_dtype(n, dtype if dtype is not None or out is None else out.dtype)
    result = _result(out, home, n, name, symbols)
    found = _core.suffix_arrays(
        symbols, as_documents(documents, home), result, algorithm, home.stream(stream), progress
    )
    if statistics is not None:
        statistics.update(found)
    return result


def choose_suffix_array_algorithm(
    text: Any, *, dtype: Any = None, low_memory: bool = False, stream: Any = None
) -> tuple[str, str]:
    """The algorithm that "automatic" takes for a text, and why; its memory is `suffix_array_workspace_bytes`."""
    symbols, home = as_symbols(text)
    width = 8 if "64" in index_dtype(len(symbols), dtype) else 4
    return _core.choose_algorithm(symbols, width, low_memory, home.stream(stream))


def suffix_array_workspace_bytes(
    n: int,
    *,
    symbol_bytes: int = 1,
    dtype: Any = None,
    algorithm: str = "automatic",
    inverse: bool = False,
    on_device: bool = False,
) -> int:
    """The most bytes that `suffix_array` takes beside text and results, for a text of n symbols."""
    width = 8 if "64" in index_dtype(n, dtype) else 4
    return _core.workspace_bytes(n, symbol_bytes, width, algorithm, inverse, on_device)


def _name(array: Any) -> str:
    return str(array.dtype).removeprefix("torch.")


def inverse_suffix_array(
    suffix_array: Any, *, out: Any = None, stream: Any = None, progress: Progress | None = None
) -> Any:
    """The rank of each suffix: result[suffix_array[i]] = i. `suffix_array(..., inverse=True)` has it at no cost."""
    home = home_of(suffix_array)
    array = as_indices(suffix_array, home)
    result = _result(out, home, len(array), _name(array), array)
    _core.inverse_suffix_array(array, result, home.stream(stream), progress)
    return result


def _lcp(
    text: Any, suffix_array: Any, inverse: Any, documents: Any, out: Any, permuted: bool, stream: Any, progress: Any
) -> Any:
    symbols, home = as_symbols(text)
    array = as_indices(suffix_array, home)
    ranks = None if inverse is None else as_indices(inverse, home, _name(array))
    result = _result(out, home, len(symbols), _name(array), symbols, array, ranks)
    offsets = as_documents(documents, home)
    _core.lcp_array(symbols, array, ranks, offsets, result, permuted, home.stream(stream), progress)
    return result


def lcp_array(
    text: Any,
    suffix_array: Any,
    inverse: Any = None,
    *,
    documents: Any = None,
    out: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """The longest common prefix of each suffix and the one before it in the suffix array; 0 for the first.

    Args:
        text: as of `suffix_array`.
        suffix_array: of the text (and of the documents, if they are given). Checked is only that its entries are positions
            of the text (`check_suffix_array` checks all).
        inverse: the inverse suffix array, which makes it faster.
        documents: as of `suffix_array`: common prefixes then end with their documents.

    Returns:
        An array of the suffix array's type.
    """
    return _lcp(text, suffix_array, inverse, documents, out, False, stream, progress)


def plcp_array(
    text: Any,
    suffix_array: Any,
    inverse: Any = None,
    *,
    documents: Any = None,
    out: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """The LCP array in the order of the text: result[suffix_array[i]] = lcp[i]. Arguments as of `lcp_array`."""
    return _lcp(text, suffix_array, inverse, documents, out, True, stream, progress)


def lcp_statistics(lcp: Any, *, stream: Any = None) -> LcpStatistics:
    """Maximum and mean of an LCP array."""
    home = home_of(lcp)
    return LcpStatistics(*_core.lcp_statistics(as_indices(lcp, home), home.stream(stream)))


_sorted = suffix_array  # where an argument has that name


def burrows_wheeler_transform(
    text: Any,
    suffix_array: Any = None,
    *,
    algorithm: str = "automatic",
    low_memory: bool = False,
    stream: Any = None,
    progress: Progress | None = None,
) -> tuple[Any, int]:
    """The symbols that precede a text's n + 1 suffixes, the empty one included, in the order of the suffixes.

    Args:
        text: of bytes; with its suffix array also of u16 or u32.
        suffix_array: of the text, if it is at hand.

    Returns:
        (bwt, primary_index): n symbols, and the rank of the whole text, which no symbol precedes, among the n + 1 suffixes.
    """
    symbols, home = as_symbols(text)
    result = home.empty(len(symbols), f"uint{8 * home.bytes_of(symbols)}")
    array = None if suffix_array is None else as_indices(suffix_array, home)
    if array is None and home.bytes_of(symbols) > 1:
        array = _sorted(symbols, algorithm=algorithm, low_memory=low_memory, stream=stream, progress=progress)
    primary = _core.transform(symbols, array, result, algorithm, low_memory, home.stream(stream), progress)
    return result, primary


def inverse_burrows_wheeler_transform(
    bwt: Any, primary_index: int, *, stream: Any = None, progress: Progress | None = None
) -> Any:
    """The text of bytes that a transform and its primary index came from. Raises CorruptInput where there is none."""
    symbols, home = as_symbols(bwt)
    result = home.empty(len(symbols), "uint8")
    _core.inverse_transform(symbols, primary_index, result, home.stream(stream), progress)
    return result


def document_bwt(
    text: Any, documents: Any, *, terminator: int = 0, stream: Any = None, progress: Progress | None = None
) -> Any:
    """The Burrows-Wheeler transform of a collection: each document ends with an end symbol of its own.

    Args:
        terminator: what stands for the ends: a symbol that does not occur in the text.

    Returns:
        n symbols and one more for each document.
    """
    symbols, home = as_symbols(text)
    symbols = narrowed(symbols, home)
    offsets = as_documents(documents, home)
    result = home.empty(len(symbols) + len(offsets) - 1, f"uint{8 * home.bytes_of(symbols)}")
    _core.transform_documents(symbols, offsets, result, terminator, home.stream(stream), progress)
    return result


def inverse_document_bwt(
    bwt: Any, *, terminator: int = 0, stream: Any = None, progress: Progress | None = None
) -> tuple[Any, Any]:
    """The documents of a transform, in their order: (text, offsets)."""
    symbols, home = as_symbols(bwt)
    symbols = narrowed(symbols, home)
    count = int((symbols == terminator).sum())
    if len(symbols) and not count:
        raise CorruptInput("the transform has no terminator, and so no documents")
    text = home.empty(len(symbols) - count, f"uint{8 * home.bytes_of(symbols)}")
    offsets = home.empty(count + 1, "int64")
    _core.inverse_transform_documents(symbols, text, offsets, terminator, home.stream(stream), progress)
    return text, offsets


def check_suffix_array(text: Any, suffix_array: Any, *, stream: Any = None) -> SuffixArrayCheck:
    """Whether an array is the suffix array of a text, exactly; what is false says why."""
    symbols, home = as_symbols(text)
    return SuffixArrayCheck(*_core.check_suffix_array(symbols, as_indices(suffix_array, home), home.stream(stream)))


def check_inverse_suffix_array(suffix_array: Any, inverse: Any, *, stream: Any = None) -> SuffixArrayCheck:
    """Whether inverse[suffix_array[i]] = i for all i."""
    home = home_of(suffix_array)
    array = as_indices(suffix_array, home)
    return SuffixArrayCheck(
        *_core.check_inverse_suffix_array(array, as_indices(inverse, home, _name(array)), home.stream(stream))
    )
