# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ranks of an MPI communicator."""

from __future__ import annotations

import atexit
import weakref
from typing import Any

from . import _core
from ._errors import InvalidArgument, NotSupported

_open: "weakref.WeakSet[Communicator]" = weakref.WeakSet()


def is_available() -> bool:
    """Whether this build has MPI; mpi4py is another matter."""
    return hasattr(_core, "Ranks")


class Communicator:
    """The ranks that index one text together: a duplicate of an MPI communicator. Making one is collective; keep it.

    Args:
        ranks: a communicator of mpi4py, or the number by which Fortran knows one.
        device: whether the ranks work on GPUs, their arrays then lying there; False: on the host.
        patience_seconds: after which a rank that waits for another one raises DeviceFailure; 0: never.

    Raises:
        NotSupported (a build without MPI), InvalidArgument (MPI is not initialised).
    """

    def __init__(self, ranks: Any, *, device: bool = False, patience_seconds: float = 0):
        if not is_available():
            raise NotSupported("this build of Lexikos has no MPI")
        self._mpi = ranks
        if isinstance(ranks, int):
            from mpi4py import MPI

            self._mpi = MPI.Comm.f2py(ranks)
        self._on_device = device
        self._indexes: "weakref.WeakSet[Any]" = weakref.WeakSet()
        self._ranks = _core.Ranks(self._mpi.py2f(), device, patience_seconds)
        _open.add(self)

    @property
    def rank(self) -> int:
        """The number of this rank, from 0 on."""
        return self._mpi.Get_rank()

    @property
    def size(self) -> int:
        """How many ranks there are."""
        return self._mpi.Get_size()

    def part_of(self, n: int) -> slice:
        """The part of this rank where n symbols are split evenly: parts differ by one symbol at most."""
        share, rest = divmod(n, self.size)
        begin = self.rank * share + min(self.rank, rest)
        return slice(begin, begin + share + (self.rank < rest))

    def close(self) -> None:
        """Frees the duplicate, and the indexes that were made of it; collective. Done by itself at exit, before MPI ends."""
        for index in list(self._indexes):
            index.close()
        self._ranks.close()

    def _all(self, n: int) -> int:
        """Symbols of all ranks."""
        return self._mpi.allreduce(n)

    def _together(self, work: Any) -> Any:
        """What work() returns; on every rank the error of one that could not even begin, as waiting for it would never end."""
        result, failure = None, None
        try:
            result = work()
        except Exception as error:  # noqa: BLE001: it is raised below
            failure = error
        failures = self._mpi.allgather(None if failure is None else getattr(failure, "message", str(failure)))
        if failure is not None:
            raise failure
        first = next((rank for rank, each in enumerate(failures) if each is not None), None)
        if first is not None:
            raise InvalidArgument(f"rank {first} failed: {failures[first]}")
        return result


def _close_all() -> None:
    for each in list(_open):
        each.close()


atexit.register(_close_all)
