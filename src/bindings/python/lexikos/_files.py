# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of Python, and paths, as the module reads and writes them."""

from __future__ import annotations

import io
import os
import tempfile
from typing import Any, Callable

from ._errors import InvalidArgument, UnreadableFile, UnwritableFile


def encoded_path(path: Any) -> bytes:
    """A path, of text or bytes, as the module takes it."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise InvalidArgument("a path has a byte 0, at which the system would end it")
    return encoded


def _checked(count: int | None, most: int, what: str) -> int:
    """What a file says that it did, which is None where it would have to wait."""
    if count is None:
        raise BlockingIOError(f"a file that does not wait for data cannot be {what}")
    if not 0 <= count <= most:
        raise ValueError(f"{count} bytes of {most} are said to be {what}")
    return count


def _keeps_nothing(file: Any) -> bool:
    """Whether it is a file of io's own, which does not keep views of memory that is gone after its call; others may."""
    return type(file).__module__ in ("io", "_io")


def reader_of(file: Any) -> Callable[[memoryview], int]:
    """Fills a view from a file that has readinto or read: with fewer bytes at its end alone."""

    def read(view: memoryview) -> int:
        filled = 0
        while filled < len(view):
            if hasattr(file, "readinto") and _keeps_nothing(file):
                with view[filled:] as rest:
                    count = _checked(file.readinto(rest), len(rest), "read")
            elif hasattr(file, "readinto"):
                room = bytearray(len(view) - filled)
                count = _checked(file.readinto(room), len(room), "read")
                view[filled : filled + count] = memoryview(room)[:count]
            else:
                part = file.read(len(view) - filled)
                count = _checked(None if part is None else len(part), len(view) - filled, "read")
                view[filled : filled + count] = part
            if not count:
                break
            filled += count
        return filled

    return read


def writer_of(file: Any) -> Callable[[memoryview], None]:
    """Writes all of a view to a file, of which a raw one may take less at a time."""

    def write(view: memoryview) -> None:
        written = 0
        while written < len(view):
            with view[written:] as rest:
                count = file.write(rest if _keeps_nothing(file) else bytes(rest))
                if count is None and not isinstance(file, io.RawIOBase):
                    return  # what is no file of io tells nothing
                written += _checked(count or None, len(rest), "written")

    return write


def _is_path(given: Any) -> bool:
    return isinstance(given, (str, bytes, os.PathLike))


class Source:
    """A path, opened here and closed again, or a file of the caller's."""

    def __init__(self, given: Any):
        self._is_ours = _is_path(given)
        try:
            self.file = open(given, "rb") if self._is_ours else given
        except OSError as error:
            raise UnreadableFile(f"{os.fsdecode(given)} cannot be read: {error.strerror}") from error

    def size(self) -> int | None:
        """Bytes of it, where it is a file of ours and has some."""
        return os.fstat(self.file.fileno()).st_size or None if self._is_ours else None

    def __enter__(self) -> "Source":
        return self

    def __exit__(self, *_: Any) -> None:
        if self._is_ours:
            self.file.close()


class Target:
    """A path, whose file is there as a whole or as it was, or a file of the caller's. Devices and pipes are written directly."""

    def __init__(self, given: Any):
        self._path = os.path.realpath(os.fsdecode(given)) if _is_path(given) else None
        self._written: str | None = None
        self.file = given
        if self._path is None:
            return
        try:
            if os.path.exists(self._path) and not os.path.isfile(self._path):
                self.file = open(self._path, "wb")
                return
            folder, name = os.path.split(self._path)
            number, self._written = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            self.file = os.fdopen(number, "wb")
            os.chmod(self._written, self._permissions())
        except OSError as error:
            raise UnwritableFile(f"{self._path} cannot be written: {error.strerror}") from error

    def _permissions(self) -> int:
        """Those of the file that is there, or of a new one."""
        if os.path.exists(str(self._path)):
            return os.stat(str(self._path)).st_mode & 0o777
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask

    def __enter__(self) -> "Target":
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if self._path is None:
            return
        try:
            self.file.close()
            if self._written is not None and kind is None:
                os.replace(self._written, self._path)
                self._written = None
        except OSError as error:
            if kind is None:
                raise UnwritableFile(f"{self._path} cannot be written: {error.strerror}") from error
        finally:
            if self._written is not None:
                os.unlink(self._written)


def require_different(source: Any, target: Any) -> None:
    paths = [each for each in (source, target) if _is_path(each)]
    if len(paths) == 2 and os.path.exists(paths[1]) and os.path.samefile(*paths):
        raise InvalidArgument("a file is not read and written at the same time")
