# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the arrays of a call lie, and the library (numpy, torch or cupy) whose arrays its results are."""

from __future__ import annotations

import sys
from typing import Any, Sequence

import numpy as np

from ._errors import InvalidArgument, NotSupported


def address_of_stream(stream: Any) -> int:
    """Of an integer, a stream of torch (cuda_stream) or of cupy (ptr), or what has __cuda_stream__."""
    if isinstance(stream, int):
        return stream
    for name in ("cuda_stream", "ptr"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    raise TypeError(f"{type(stream).__name__} is no stream: an address, or a stream of torch or cupy")


def _stream_of_call(given: Any, current: Any) -> int:
    """The address of the stream that the caller gave, or of the current one.

    On the current stream arguments may still be on their way, and memory of results in use: another one has to come after.
    """
    address = address_of_stream(current)
    if given is None or address_of_stream(given) == address:
        return address
    current.synchronize()
    return address_of_stream(given)


class Home:
    """numpy's arrays, on the host: what all others derive from."""

    on_device = False

    def empty(self, n: int, dtype: str) -> Any:
        """Room for n entries of a dtype that numpy has by that name."""
        return np.empty(n, dtype)

    def wrap(self, array: Any, dtype: str | None = None) -> Any:
        """An array of the library as one of this home, with the same bits as another type if that is wanted."""
        return array if dtype is None or array.dtype == dtype else array.view(dtype)

    def take(self, array: np.ndarray) -> Any:
        """An array of numpy where this home is: the same, or a copy on the device."""
        return array

    def from_device(self, array: Any) -> Any:
        """An array of another library, on the same device."""
        raise InvalidArgument("an array lies on the device, and what it belongs to on the host")

    def bytes_of(self, array: Any) -> int:
        return array.dtype.itemsize

    def same_bits(self, array: Any, dtype: str) -> Any:
        return array if array.dtype == dtype else array.view(dtype)

    def widened(self, array: Any, dtype: str) -> Any:
        """The entries as another type, copied."""
        return array.astype(dtype)

    def has_negative(self, array: Any) -> bool:
        return bool(array.size) and int(array.min()) < 0

    def is_signed(self, array: Any) -> bool:
        return array.dtype.kind == "i"

    def largest(self, array: Any) -> int:
        return int(array.max()) if array.size else 0

    def scalar(self, array: Any, i: int) -> int:
        return int(array[i])

    def concatenate(self, arrays: Sequence[Any]) -> Any:
        return np.concatenate(arrays)

    def stream(self, given: Any) -> int:
        """The address of the stream that a call works on."""
        return 0


class TorchHome(Home):
    """Tensors of torch, on the host or on a device."""

    def __init__(self, tensor: Any):
        self.torch = sys.modules["torch"]
        self.device = tensor.device
        self.on_device = tensor.device.type != "cpu"

    def _dtype(self, name: str) -> Any:
        # Unsigned types of more than a byte came late to torch; the bits of the signed ones are the same.
        found = getattr(self.torch, name, None)
        return found if found is not None else getattr(self.torch, name.removeprefix("u"))

    def empty(self, n: int, dtype: str) -> Any:
        return self.torch.empty(n, dtype=self._dtype(dtype), device=self.device)

    def wrap(self, array: Any, dtype: str | None = None) -> Any:
        if self.on_device:
            tensor = self.torch.from_dlpack(array)
        else:
            tensor = self.torch.from_numpy(array if array.size else array.copy())
        return tensor if dtype is None else self.same_bits(tensor, dtype)

    def take(self, array: np.ndarray) -> Any:
        if array.dtype.kind == "u" and array.dtype.itemsize > 1:
            array = array.view(f"int{8 * array.dtype.itemsize}")
        if not array.flags.writeable:
            array = array.copy()
        return self.torch.from_numpy(array).to(self.device)

    def from_device(self, array: Any) -> Any:
        return self.torch.from_dlpack(array)

    def bytes_of(self, array: Any) -> int:
        return array.element_size()

    def same_bits(self, array: Any, dtype: str) -> Any:
        wanted = self._dtype(dtype)
        return array if array.dtype == wanted else array.view(wanted)

    def widened(self, array: Any, dtype: str) -> Any:
        return array.to(self._dtype(dtype.removeprefix("u")))

    def has_negative(self, array: Any) -> bool:
        return array.numel() > 0 and int(array.min()) < 0

    def is_signed(self, array: Any) -> bool:
        return array.dtype.is_signed

    def largest(self, array: Any) -> int:
        return int(array.max()) if array.numel() else 0

    def concatenate(self, arrays: Sequence[Any]) -> Any:
        return self.torch.cat(list(arrays))

    def stream(self, given: Any) -> int:
        if not self.on_device:
            return 0
        return _stream_of_call(given, self.torch.cuda.current_stream(self.device))


class CupyHome(Home):
    """Arrays of cupy."""

    on_device = True

    def __init__(self) -> None:
        self.cupy = sys.modules["cupy"]

    def empty(self, n: int, dtype: str) -> Any:
        return self.cupy.empty(n, dtype)

    def wrap(self, array: Any, dtype: str | None = None) -> Any:
        found = self.cupy.from_dlpack(array)
        return found if dtype is None else found.view(dtype)

    def take(self, array: np.ndarray) -> Any:
        return self.cupy.asarray(array)

    def from_device(self, array: Any) -> Any:
        return self.cupy.from_dlpack(array)

    def concatenate(self, arrays: Sequence[Any]) -> Any:
        return self.cupy.concatenate(list(arrays))

    def stream(self, given: Any) -> int:
        return _stream_of_call(given, self.cupy.cuda.get_current_stream())


NUMPY = Home()


def module_of(value: Any) -> str:
    return type(value).__module__.partition(".")[0]


def home_of(value: Any) -> Home:
    """Where an array lies; numpy's for all that is no array of torch or of a device."""
    if type(value) is np.ndarray:
        return NUMPY
    module = module_of(value)
    if module == "torch" and hasattr(value, "data_ptr"):
        return TorchHome(value)
    if module == "cupy" or (hasattr(value, "__cuda_array_interface__") and module != "torch"):
        return _cupy_home()
    if hasattr(value, "__dlpack_device__") and int(value.__dlpack_device__()[0]) in (2, 13):
        return _cupy_home()
    return NUMPY


def _cupy_home() -> CupyHome:
    if "cupy" not in sys.modules:
        try:
            __import__("cupy")
        except ImportError:
            raise NotSupported(
                "arrays of a device that are neither torch's nor cupy's need cupy for their results"
            ) from None
    return CupyHome()
