# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions of Lexikos: one class a code, each of which is also Python's own of that meaning."""

from __future__ import annotations


class Error(Exception):
    """What every function raises.

    Attributes:
        code: "invalid argument", "out of memory", "corrupt input", "not supported", "unreadable file", "unwritable file",
            "device failure" or "cancelled".
        message: what is wrong.
        where: file, line and function of the library that found it.
    """

    code = "unknown"

    def __init__(self, message: str = "", where: tuple[str, int, str] | None = None):
        super().__init__(f"{message} [{self.code}]")
        self.message = message
        self.where = where

    def __reduce__(self) -> tuple[type[Error], tuple[str, tuple[str, int, str] | None]]:
        return type(self), (self.message, self.where)


class InvalidArgument(Error, ValueError):
    """Sizes, ranges or options that do not fit together; nothing was written."""

    code = "invalid argument"


class OutOfMemory(Error, MemoryError):
    """The host or the device cannot hold what the call needs."""

    code = "out of memory"


class CorruptInput(Error, ValueError):
    """Data that is not what it claims to be."""

    code = "corrupt input"


class NotSupported(Error, NotImplementedError):
    """Not in this build, not for these types, or not in a process that was forked."""

    code = "not supported"


class UnreadableFile(Error, OSError):
    """A file that is not there, or that the system does not let be read."""

    code = "unreadable file"


class UnwritableFile(Error, OSError):
    """A file that the system does not let be written."""

    code = "unwritable file"


class DeviceFailure(Error, RuntimeError):
    """The device, or the threads of the host, reported a failure."""

    code = "device failure"


class Cancelled(Error, RuntimeError):
    """The caller's progress function returned False."""

    code = "cancelled"


_classes = {
    each.code: each
    for each in (
        InvalidArgument,
        OutOfMemory,
        CorruptInput,
        NotSupported,
        UnreadableFile,
        UnwritableFile,
        DeviceFailure,
        Cancelled,
    )
}


def make(code: str, message: str, file: str, line: int, function: str) -> Error:
    """The exception for an error of the library; the module calls it."""
    return _classes.get(code, Error)(message, (file, line, function))
