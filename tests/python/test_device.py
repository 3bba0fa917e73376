# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of a GPU: worked on where they are, on the caller's stream, and results of the kind that came in."""

import numpy as np
import pytest

import lexikos

if lexikos.build()["device"] is None:
    pytest.skip("this build of lexikos has no device", allow_module_level=True)

TEXT = np.random.default_rng(51).integers(97, 101, 100_000).astype(np.uint8)


class Torch:
    def __init__(self):
        self.torch = pytest.importorskip("torch", reason="torch is not here")
        if not self.torch.cuda.is_available():
            pytest.skip("torch sees no GPU")

    def put(self, array):
        return self.torch.from_numpy(np.array(array)).cuda()

    def get(self, tensor):
        return tensor.cpu().numpy()

    def is_ours(self, tensor):
        return isinstance(tensor, self.torch.Tensor) and tensor.is_cuda

    def address(self, tensor):
        return tensor.data_ptr()

    def stream(self):
        stream = self.torch.cuda.Stream()
        return stream, self.torch.cuda.stream(stream)


class Cupy:
    def __init__(self):
        self.cupy = pytest.importorskip("cupy", reason="cupy is not here")
        if not self.cupy.cuda.is_available():
            pytest.skip("cupy sees no GPU")

    def put(self, array):
        return self.cupy.asarray(array)

    def get(self, array):
        return array.get()

    def is_ours(self, array):
        return isinstance(array, self.cupy.ndarray)

    def address(self, array):
        return array.data.ptr

    def stream(self):
        stream = self.cupy.cuda.Stream(non_blocking=True)
        return stream, stream


@pytest.fixture(params=[Torch, Cupy])
def gpu(request):
    return request.param()


class Interface:
    """What has __cuda_array_interface__ alone, as numba's arrays do."""

    def __init__(self, array):
        self.kept = array
        self.__cuda_array_interface__ = array.__cuda_array_interface__


def test_arrays_go_in_and_out(gpu):
    text = gpu.put(TEXT)
    before = gpu.address(text)
    found, inverse = lexikos.suffix_array(text, inverse=True)
    assert gpu.is_ours(found) and gpu.is_ours(inverse) and gpu.address(text) == before
    expected = lexikos.suffix_array(TEXT)
    assert gpu.get(found).tolist() == expected.tolist()
    assert lexikos.check_suffix_array(text, found)
    assert gpu.get(lexikos.lcp_array(text, found, inverse)).tolist() == lexikos.lcp_array(TEXT, expected).tolist()
    room = gpu.put(np.zeros(len(TEXT), np.int32))
    assert lexikos.suffix_array(text, out=room) is room
    assert gpu.get(room).tolist() == expected.tolist()
    bwt, primary = lexikos.burrows_wheeler_transform(text)
    assert gpu.is_ours(bwt)
    assert gpu.get(lexikos.inverse_burrows_wheeler_transform(bwt, primary)).tobytes() == TEXT.tobytes()


def test_compression(gpu):
    text = gpu.put(TEXT)
    small = lexikos.compress(text, block_bytes=1 << 16)
    assert gpu.is_ours(small) and gpu.get(small).tobytes() == lexikos.compress(TEXT.tobytes(), block_bytes=1 << 16)
    assert lexikos.decompressed_bytes(small) == len(TEXT)
    back = lexikos.decompress(small)
    assert gpu.is_ours(back) and gpu.get(back).tobytes() == TEXT.tobytes()


def test_larger_than_the_device():
    limit = lexikos.out_of_core_bytes(len(TEXT), distinct_symbols=4)
    found = lexikos.suffix_array_out_of_core(TEXT, device_bytes=limit, min_parts=3, device=True)
    assert isinstance(found, np.ndarray) and lexikos.check_suffix_array(TEXT, found)


def test_the_caller_s_stream(gpu):
    expected = lexikos.suffix_array(TEXT[::-1].copy()).tolist()
    text = gpu.put(TEXT)
    stream, context = gpu.stream()
    for _ in range(20):
        with context:
            turned = gpu.put(TEXT[::-1].copy())  # on that stream
            found = lexikos.suffix_array(turned)
            assert gpu.get(found).tolist() == expected
    assert gpu.get(lexikos.suffix_array(text, stream=stream)).tolist() == lexikos.suffix_array(TEXT).tolist()


def test_indexes_on_a_device(gpu, tmp_path):
    index = lexikos.SuffixIndex(gpu.put(TEXT))
    host = lexikos.SuffixIndex(TEXT)
    patterns = ["abc", "dddd", "x", ""]
    counts = index.count(patterns)
    assert gpu.is_ours(counts) and gpu.get(counts).tolist() == host.count(patterns).tolist()
    offsets, positions = index.locate(patterns[:3], text_order=True)
    expected = host.locate(patterns[:3], text_order=True)
    assert gpu.is_ours(positions) and gpu.get(positions).tolist() == expected.positions.tolist()
    assert gpu.get(offsets).tolist() == expected.offsets.tolist()
    matches = index.find_matches(TEXT[500:600], min_length=30)
    assert 500 in gpu.get(matches.text_positions).tolist()
    index.save(tmp_path / "index")
    loaded = lexikos.SuffixIndex.load(tmp_path / "index", like=gpu.put(TEXT[:1]))
    assert gpu.get(loaded.count(patterns)).tolist() == host.count(patterns).tolist()
    fm = lexikos.FmIndex(gpu.put(TEXT))
    assert gpu.get(fm.count(patterns)).tolist() == host.count(patterns).tolist()
    ranges = lexikos.duplicate_ranges(gpu.put(TEXT), length=12)
    assert gpu.is_ours(ranges.begins)
    assert gpu.get(ranges.begins).tolist() == lexikos.duplicate_ranges(TEXT, length=12).begins.tolist()


def test_structures_on_a_device(gpu):
    bits = (TEXT > 98).astype(np.uint8)
    places = np.arange(0, len(bits), 997)
    ones = np.concatenate([[0], np.cumsum(bits)])
    assert gpu.get(lexikos.BitVector(gpu.put(bits)).rank1(gpu.put(places))).tolist() == ones[places].tolist()
    wavelet = lexikos.WaveletMatrix(gpu.put(TEXT))
    assert gpu.get(wavelet.access(gpu.put(places))).tolist() == TEXT[places].tolist()
    assert gpu.get(wavelet.rank(97, places)).tolist() == [(TEXT[:i] == 97).sum() for i in places]


def test_arrays_that_only_have_the_interface():
    cupy = Cupy()
    found = lexikos.suffix_array(Interface(cupy.put(TEXT)))
    assert cupy.is_ours(found) and lexikos.check_suffix_array(TEXT, cupy.get(found))


def test_mixed_places_are_refused(gpu):
    found = gpu.put(lexikos.suffix_array(TEXT))
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.lcp_array(TEXT, found)
