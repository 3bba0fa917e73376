# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compression of arrays and files, and back; files that are read in any order."""

import io
import mmap
import random
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import TEXTS, random_texts

import lexikos

LEAST = 1 << 16  # bytes of the smallest blocks
EXAMPLE = Path(__file__).parents[1] / "consume/python/compress_a_file.py"


def some_bytes(n, seed=5):
    """Words, repeated in any order."""
    generator = random.Random(seed)
    words = [bytes(generator.randrange(97, 123) for _ in range(generator.randrange(2, 9))) for _ in range(300)]
    text = bytearray()
    while len(text) < n:
        text += generator.choice(words) + b" "
    return bytes(text[:n])


def test_there_and_back():
    for text in [*TEXTS, *random_texts(20), some_bytes(3 * LEAST + 5)]:
        small = lexikos.compress(text, block_bytes=LEAST)
        assert isinstance(small, bytes)
        assert len(small) <= lexikos.compressed_bytes_bound(len(text), block_bytes=LEAST)
        assert lexikos.decompressed_bytes(small) == len(text)
        assert lexikos.decompress(small) == text
        assert lexikos.decompress(small + small) == text + text
    assert len(lexikos.compress(some_bytes(10**6))) < 300_000
    assert lexikos.compression_block(1) == 1 << 20
    assert lexikos.decompress(lexikos.compress("ñandú")) == "ñandú".encode()


def test_ways_to_give_bytes(kind, tmp_path):
    text = some_bytes(50_000)
    small = lexikos.compress(text)
    array = kind(np.frombuffer(text, np.uint8))
    found = lexikos.compress(array)
    assert type(found) is type(array) and bytes(found.tolist()) == small
    back = lexikos.decompress(found)
    assert type(back) is type(array) and bytes(back.tolist()) == text
    for given in (bytearray(text), memoryview(text)):
        assert lexikos.compress(given) == small
    path = tmp_path / "text"
    path.write_bytes(text)
    assert lexikos.compress(np.memmap(path, np.uint8, "r")).tobytes() == small
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert lexikos.compress(mapped) == small
    numbers = np.arange(5000, dtype=np.int32) % 17
    assert lexikos.decompress(lexikos.compress(numbers)).view(np.int32).tolist() == numbers.tolist()
    # Bytes as they lie in memory, whatever the order and the sign of what they are.
    for numbers in (np.array([1, 300, 70_000], ">u4"), np.array([-1, -300], np.int16), np.array([-1, 5], ">i8")):
        assert lexikos.decompress(lexikos.compress(numbers)).tobytes() == numbers.tobytes()
        assert lexikos.decompress(lexikos.compress(memoryview(numbers.astype(numbers.dtype.newbyteorder("="))))) == (
            numbers.astype(numbers.dtype.newbyteorder("=")).tobytes()
        )
    room = np.zeros(lexikos.compressed_bytes_bound(len(text)), np.uint8)
    size = lexikos.compress(np.frombuffer(text, np.uint8), out=room)
    assert room[:size].tobytes() == small
    mapped = np.memmap(tmp_path / "back", np.uint8, "w+", shape=len(text))
    assert lexikos.decompress(room[:size], out=mapped) == len(text)
    assert mapped.tobytes() == text


class Slow(io.RawIOBase):
    """Gives, and takes, few bytes at a time, as sockets do."""

    def __init__(self, data=b""):
        self.data, self.place = bytearray(data), 0

    def readable(self):
        return True

    def writable(self):
        return True

    def readinto(self, view):
        part = self.data[self.place : self.place + min(len(view), 1000)]
        view[: len(part)] = part
        self.place += len(part)
        return len(part)

    def write(self, view):
        self.data += view[:777]
        return min(len(view), 777)


class OnlyRead:
    def __init__(self, data):
        self.file = io.BytesIO(data)

    def read(self, size):
        return self.file.read(size)


def test_files(tmp_path):
    text = some_bytes(200_000)
    (tmp_path / "text").write_bytes(text)
    fractions = []
    totals = lexikos.compress_file(
        tmp_path / "text", tmp_path / "small", block_bytes=LEAST, progress=lambda f: fractions.append(f) or True
    )
    small = (tmp_path / "small").read_bytes()
    assert totals == (len(text), len(small), 4) and totals.blocks == 4
    assert fractions and fractions == sorted(fractions)
    assert lexikos.decompress(small) == text
    assert lexikos.decompress_file(str(tmp_path / "small"), tmp_path / "back").text_bytes == len(text)
    assert (tmp_path / "back").read_bytes() == text
    for source in (io.BytesIO(text), Slow(text), OnlyRead(text)):
        target, again = Slow(), io.BytesIO()
        assert lexikos.compress_file(source, target, block_bytes=LEAST).text_bytes == len(text)
        lexikos.decompress_file(io.BytesIO(bytes(target.data)), again)
        assert again.getvalue() == text
    (tmp_path / "empty").write_bytes(b"")
    lexikos.compress_file(tmp_path / "empty", tmp_path / "small")
    assert lexikos.decompress((tmp_path / "small").read_bytes()) == b""


def test_what_files_raise(tmp_path):
    class Broken:
        def __init__(self, after):
            self.after = after

        def readinto(self, view):
            self.after -= 1
            if self.after < 0:
                raise ConnectionError("gone")
            view[:] = b"x" * len(view)
            self.view = view
            return len(view)

        def write(self, view):
            raise ConnectionError("full")

    source = Broken(2)
    with pytest.raises(ConnectionError, match="gone"):
        lexikos.compress_file(source, io.BytesIO(), block_bytes=LEAST)
    assert source.view[0] == ord("x")  # it may keep what it was given
    with pytest.raises(ConnectionError, match="full"):
        lexikos.compress_file(io.BytesIO(b"abc"), Broken(0))
    with pytest.raises(BlockingIOError):
        lexikos.compress_file(io.BytesIO(b"abc"), type("Full", (io.RawIOBase,), {"write": lambda *_: 0})())
    for told, error in ((None, BlockingIOError), (-1, ValueError), (2**40, ValueError)):
        broken = type("Told", (io.RawIOBase,), {"readinto": lambda *_: told, "write": lambda *_: told})()
        with pytest.raises(error):
            lexikos.compress_file(broken, io.BytesIO())
        with pytest.raises(error):
            lexikos.compress_file(io.BytesIO(b"abc"), broken)
    with pytest.raises(lexikos.UnreadableFile):
        lexikos.compress_file(tmp_path / "none", tmp_path / "small")
    (tmp_path / "text").write_bytes(b"abc")
    with pytest.raises(lexikos.UnwritableFile):
        lexikos.compress_file(tmp_path / "text", tmp_path / "no" / "such")
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.compress_file(tmp_path / "text", tmp_path / "text")
    (tmp_path / "kept").write_bytes(b"what was there")
    (tmp_path / "kept").chmod(0o640)
    with pytest.raises(ConnectionError, match="gone"):
        lexikos.compress_file(Broken(2), tmp_path / "kept", block_bytes=LEAST)
    with pytest.raises(lexikos.CorruptInput):
        lexikos.decompress_file(tmp_path / "text", tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == b"what was there"
    (tmp_path / "link").symlink_to("kept")
    lexikos.compress_file(tmp_path / "text", tmp_path / "link")
    assert lexikos.decompress((tmp_path / "kept").read_bytes()) == b"abc" and (tmp_path / "link").is_symlink()
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o640
    lexikos.compress_file(tmp_path / "text", "/dev/null")
    with pytest.raises(lexikos.UnwritableFile):
        lexikos.compress_file(tmp_path / "text", "/dev/full")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "link", "text"]
    with pytest.raises(lexikos.Cancelled):
        lexikos.compress(some_bytes(10 * LEAST), block_bytes=LEAST, progress=lambda fraction: False)


def test_corrupt_bytes():
    text = some_bytes(100_000)
    small = bytearray(lexikos.compress(text, block_bytes=LEAST))
    generator = random.Random(8)
    for _ in range(25):
        changed = bytearray(small)
        changed[generator.randrange(len(changed))] ^= 1 << generator.randrange(8)
        try:
            assert lexikos.decompress(changed) == text
        except (lexikos.CorruptInput, lexikos.NotSupported, lexikos.OutOfMemory):
            pass
    for end in (0, 1, 10, len(small) // 2, len(small) - 1):
        with pytest.raises(lexikos.CorruptInput):
            lexikos.decompress(small[:end])
    for bad in ({"level": 0}, {"level": 10}, {"block_bytes": 100}):
        with pytest.raises(lexikos.InvalidArgument):
            lexikos.compress(text, **bad)
    with pytest.raises(lexikos.InvalidArgument):
        lexikos.compress(text, out=np.zeros(10, np.uint8))


def test_random_access(tmp_path):
    parts = [some_bytes(150_000, 1), b"", some_bytes(70_000, 2)]
    text = b"".join(parts)
    path = tmp_path / "small"
    path.write_bytes(b"".join(lexikos.compress(part, block_bytes=LEAST) for part in parts))
    generator = random.Random(4)
    for source in (path, str(path), path.read_bytes(), np.fromfile(path, np.uint8)):
        with lexikos.CompressedFile(source) as file:
            assert len(file) == len(text)
            assert file.contents.frames == 3 and sum(file.contents.text_sizes) == len(text)
            assert file.contents.file_sizes.sum() <= path.stat().st_size
            for _ in range(30):
                begin, end = generator.randrange(-len(text), len(text)), generator.randrange(-len(text), len(text))
                assert file[begin:end] == text[begin:end]
                assert file[begin] == text[begin]
            assert file[::7001] == text[::7001] and file[200_000:5:-30_011] == text[200_000:5:-30_011]
            assert file[5:5] == b"" and file[9:2] == b"" and file[2:9:-1] == b""
            assert file.seek(-10, io.SEEK_END) == len(text) - 10 and file.read() == text[-10:]
            assert file.seek(LEAST - 2) == file.tell()
            buffered = io.BufferedReader(file)
            assert buffered.read(7) == text[LEAST - 2 : LEAST + 5]
            assert buffered.detach() is file
            for bad in (len(text), -len(text) - 1):
                with pytest.raises(IndexError):
                    file[bad]
            with pytest.raises(lexikos.InvalidArgument):
                file.read_range(5, len(text) + 1)
            file.seek(0)
            assert file.read() == text and file.read() == b"" and file.read(5) == b""
            file.seek(len(text) + 5)
            assert file.read() == b""
        with pytest.raises(ValueError):
            file.read()
    lines = "eins\nzwei\ndreißig\n" * 20_000
    path.write_bytes(lexikos.compress(lines, block_bytes=LEAST))
    with io.TextIOWrapper(io.BufferedReader(lexikos.CompressedFile(path)), encoding="utf-8") as file:
        assert file.readlines() == lines.splitlines(keepends=True)
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "other").write_bytes(b"something else")
    for name, error in (("none", lexikos.UnreadableFile), ("empty", lexikos.CorruptInput), ("other", lexikos.CorruptInput)):
        with pytest.raises(error):
            lexikos.CompressedFile(tmp_path / name)


@pytest.mark.skipif(not EXAMPLE.exists(), reason="the sources are not here")
def test_the_example_of_the_documentation(tmp_path, monkeypatch, capsys):
    (tmp_path / "text").write_bytes(some_bytes(5 * LEAST))
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), str(tmp_path / "text"), str(tmp_path / "small")])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    size = (tmp_path / "small").stat().st_size
    assert capsys.readouterr().out == f"{5 * LEAST} bytes in 1 blocks became {size}\n"


class Keeping:
    """A file that keeps all that it is given."""

    def __init__(self, data=b""):
        self.file = io.BytesIO(data)
        self.kept = []

    def write(self, view):
        self.kept.append(memoryview(view))
        return len(view)

    def readinto(self, view):
        self.kept.append(np.frombuffer(view, np.uint8))
        return self.file.readinto(view)


def test_files_may_keep_what_they_are_given():
    text = some_bytes(3 * LEAST)
    source, target = Keeping(text), Keeping()
    lexikos.compress_file(source, target, block_bytes=LEAST)
    small = b"".join(target.kept)
    assert lexikos.decompress(small) == text
    assert text.startswith(source.kept[0].tobytes()[:LEAST])
    source, target = Keeping(small), Keeping()
    lexikos.decompress_file(source, target)
    assert b"".join(target.kept) == text
