# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lossless compression by sorting blocks, of arrays and files, and files that are read where one wants to."""

from __future__ import annotations

import io
import mmap
import os
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arrays import Progress, as_bytes, checked_output
from ._errors import InvalidArgument, UnreadableFile
from ._files import Source, Target, reader_of, require_different, writer_of
from ._homes import NUMPY, Home


class CompressionTotals(NamedTuple):
    """What a stream was, and what became of it."""

    text_bytes: int
    compressed_bytes: int
    blocks: int


class CompressedContents(NamedTuple):
    """What the headers of a compressed file tell; of the blocks, arrays with an entry each.

    Attributes:
        frames: pieces that were compressed by themselves, one after the other.
        block_bytes: of the largest block that a frame may have.
        text_bytes: of the text of all frames.
        text_begins, text_sizes: where a block is in that text, and how many bytes of it it has.
        file_begins, file_sizes: where it is in the file, from its header on.
    """

    frames: int
    block_bytes: int
    text_bytes: int
    text_begins: np.ndarray
    text_sizes: np.ndarray
    file_begins: np.ndarray
    file_sizes: np.ndarray


def _bytes_of(data: Any) -> tuple[Any, Home]:
    """As `as_bytes`, also of what is mapped."""
    return as_bytes(memoryview(data) if isinstance(data, mmap.mmap) else data)


def _given_back(array: Any, home: Home, data: Any) -> Any:
    """Bytes for what is bytes to Python, and else an array of the home."""
    is_bytes = isinstance(data, (str, bytes, bytearray, memoryview, mmap.mmap))
    return array.tobytes() if is_bytes else home.wrap(array, "uint8")


def _on_device(device: bool | None) -> bool:
    return _core.build()["device"] is not None if device is None else device


def compression_block(level: int) -> int:
    """Bytes of the blocks of a level from 1 to 9: 1 MiB to 2 GiB."""
    return _core.compression_block(level)


def compressed_bytes_bound(n: int, *, level: int = 6, block_bytes: int = 0) -> int:
    """The most bytes that `compress` makes of n."""
    return _core.compressed_bytes_bound(n, _core.CompressionSettings(level, block_bytes, 0))


def compress(
    data: Any,
    *,
    level: int = 6,
    block_bytes: int = 0,
    max_bytes: int = 0,
    out: Any = None,
    stream: Any = None,
    progress: Progress | None = None,
) -> Any:
    """Compresses bytes, losslessly: the same bytes from every machine.

    Args:
        data: str (as UTF-8), bytes, or an array of integers, whose bytes are taken as they lie in memory; of numpy, also mapped
            files, Arrow, torch or cupy.
        level: from 1 to 9: larger ones have larger blocks, compress better, and take more memory.
        block_bytes: overrides the level, 64 KiB to 2 GiB; 0: as the level says.
        max_bytes: the most memory that the call takes beside data and result; blocks are halved until they do. 0: no limit.
        out: an array of uint8 for the result, of the data's kind, of `compressed_bytes_bound` entries or more.
        stream, progress: as for `suffix_array`.

    Returns:
        bytes for str and what is bytes to Python, else an array of uint8 of the data's kind; with out, how many bytes of it were
        written.

    Raises:
        InvalidArgument, OutOfMemory, Cancelled.
    """
    settings = _core.CompressionSettings(level, block_bytes, max_bytes)
    array, home = _bytes_of(data)
    address = home.stream(stream)
    if out is None and not home.on_device:
        return _given_back(_core.compress_bytes(array, settings, address, progress), home, data)
    result = out
    if out is None:
        result = home.empty(_core.compressed_bytes_bound(len(array), settings), "uint8")
    else:
        checked_output(out, home, len(out), "uint8", (array,))
    size = _core.compress_array(array, result, settings, address, progress)
    return result[:size] if out is None else size


def decompressed_bytes(data: Any, *, stream: Any = None) -> int:
    """How many bytes compressed data have been, by their headers. Raises CorruptInput."""
    array, home = _bytes_of(data)
    return _core.decompressed_bytes(array, home.stream(stream))


def decompress(
    data: Any, *, max_bytes: int = 0, out: Any = None, stream: Any = None, progress: Progress | None = None
) -> Any:
    """What `compress` was given: all frames of the data, one after the other.

    Args:
        data: as for `compress`.
        max_bytes: the most memory that the call takes beside data and result; 0: what is free.
        out: an array of uint8 for the result, of the data's kind, of `decompressed_bytes` entries or more.

    Returns:
        bytes for what is bytes to Python, else an array of uint8 of the data's kind; with out, how many bytes were written.

    Raises:
        CorruptInput, NotSupported (of a later version), OutOfMemory, Cancelled.
    """
    array, home = _bytes_of(data)
    address = home.stream(stream)
    if out is not None:
        checked_output(out, home, len(out), "uint8", (array,))
        return _core.decompress_array(array, out, max_bytes, address, progress)
    result = home.empty(_core.decompressed_bytes(array, address), "uint8")
    _core.decompress_array(array, result, max_bytes, address, progress)
    is_bytes = isinstance(data, (str, bytes, bytearray, memoryview, mmap.mmap))
    return result.tobytes() if is_bytes else result


def compress_file(
    source: Any,
    target: Any,
    *,
    level: int = 6,
    block_bytes: int = 0,
    max_bytes: int = 0,
    device: bool | None = None,
    progress: Progress | None = None,
) -> CompressionTotals:
    """Compresses a file to another one, as a stream: memory is that of some blocks.

    Args:
        source: a path, or an object with read or readinto.
        target: a path, whose file is there as a whole or stays as it was, or an object with write.
        level, block_bytes, max_bytes: as for `compress`.
        device: whether the GPU does it; None: where this build has one.
        progress: as for `suffix_array`; fractions are reported where the source is a path.

    Raises:
        as `compress`, UnreadableFile, UnwritableFile, and what the files raise.
    """
    settings = _core.CompressionSettings(level, block_bytes, max_bytes)
    require_different(source, target)
    with Source(source) as read, Target(target) as write:
        size = read.size()
        return CompressionTotals(
            *_core.compress_stream(
                reader_of(read.file),
                writer_of(write.file),
                2**64 - 1 if size is None else size,
                _on_device(device),
                settings,
                progress,
            )
        )


def decompress_file(
    source: Any, target: Any, *, max_bytes: int = 0, device: bool | None = None, progress: Progress | None = None
) -> CompressionTotals:
    """The text of all frames of a compressed file, to another one; arguments as of `compress_file`.

    Nothing is written that has not been compared with its checksum.
    """
    require_different(source, target)
    with Source(source) as read, Target(target) as write:
        return CompressionTotals(
            *_core.decompress_stream(
                reader_of(read.file), writer_of(write.file), _on_device(device), max_bytes, progress
            )
        )


class CompressedFile(io.RawIOBase):
    """A compressed file as the text that it has, of which only those blocks are decompressed that are read.

        >>> with lexikos.CompressedFile("log.lkz") as log:
        ...     end = log[-1000:]

    It is a file of Python, to be read from: io.TextIOWrapper(io.BufferedReader(file)) reads lines. Slices are bytes. The block that
    was read last is kept. Not for several threads at a time.

    Args:
        source: a path, whose file is mapped, or what has bytes: bytes, memory views, arrays of the host.
        device: as for `compress_file`.
        max_bytes: as for `decompress`.

    Raises:
        CorruptInput, NotSupported, UnreadableFile.
    """

    def __init__(self, source: Any, *, device: bool | None = None, max_bytes: int = 0):
        super().__init__()
        if isinstance(source, (str, os.PathLike)):
            try:
                # An empty file cannot be mapped; it is no compressed file either, and the library says so.
                has_bytes = os.stat(source).st_size > 0
                array = np.memmap(source, np.uint8, "r") if has_bytes else np.zeros(0, np.uint8)
            except OSError as error:
                raise UnreadableFile(f"{os.fsdecode(source)} cannot be read: {error.strerror}") from error
            self._data = np.asarray(array)
        else:
            array, home = _bytes_of(source)
            if home.on_device:
                raise InvalidArgument("a compressed file lies on the host")
            self._data = array if home is NUMPY else array.numpy()
        frames, block_bytes, size, blocks = _core.compressed_contents(self._data)
        self._contents = CompressedContents(frames, block_bytes, size, *blocks)
        self._device = device
        self._max_bytes = max_bytes
        self._place = 0
        self._block = -1
        self._text = b""

    @property
    def contents(self) -> CompressedContents:
        """What the headers of the file tell."""
        return self._contents

    def __len__(self) -> int:
        return self._contents.text_bytes

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            begin, end, step = place.indices(len(self))
            if step == 1:
                return self.read_range(begin, max(begin, end))
            positions = range(begin, end, step)
            if not len(positions):
                return b""
            first, last = min(positions[0], positions[-1]), max(positions[0], positions[-1])
            part = self.read_range(first, last + 1)
            return part[:: abs(step)] if step > 0 else part[::-1][:: abs(step)]
        position = place + len(self) if place < 0 else place
        if not 0 <= position < len(self):
            raise IndexError("a position that the text does not have")
        return self.read_range(position, position + 1)[0]

    def read_range(self, begin: int, end: int) -> bytes:
        """The bytes [begin, end) of the text. Raises InvalidArgument for a range that it does not have."""
        self._require_open()
        if not 0 <= begin <= end <= len(self):
            raise InvalidArgument(f"the range [{begin}, {end}) of a text of {len(self)} bytes")
        parts = []
        while begin < end:
            first, text = self._block_with(begin)
            parts.append(text[begin - first : end - first])
            begin = first + len(text)
        return b"".join(parts)

    def _block_with(self, position: int) -> tuple[int, bytes]:
        """The block that has a position: where it begins, and its text."""
        begins = self._contents.text_begins
        block = int(np.searchsorted(begins, position, "right")) - 1
        while not self._contents.text_sizes[block]:  # empty ones begin where the next one does
            block -= 1
        first = int(begins[block])
        if block != self._block:
            text = np.empty(int(self._contents.text_sizes[block]), np.uint8)
            _core.decompress_range(self._data, first, text, _on_device(self._device), self._max_bytes)
            self._block, self._text = block, text.tobytes()
        return first, self._text

    def _require_open(self) -> None:
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        self._require_open()
        return True

    def tell(self) -> int:
        self._require_open()
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._require_open()
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: len(self)}
        if whence not in base:
            raise ValueError(f"invalid whence: {whence}")
        if base[whence] + offset < 0:
            raise ValueError("a negative position")
        self._place = base[whence] + offset
        return self._place

    def readinto(self, buffer: Any) -> int:
        self._require_open()
        view = memoryview(buffer).cast("B")
        if not len(view) or self._place >= len(self):
            return 0
        first, text = self._block_with(self._place)
        part = text[self._place - first : self._place - first + len(view)]
        view[: len(part)] = part
        self._place += len(part)
        return len(part)

    def readall(self) -> bytes:
        self._require_open()
        rest = self.read_range(min(self._place, len(self)), len(self))
        self._place = max(self._place, len(self))
        return rest

    def close(self) -> None:
        if not self.closed:
            self._data, self._text, self._block = np.zeros(0, np.uint8), b"", -1
        super().close()
