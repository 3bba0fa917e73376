# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compress_a_file.py FILE RESULT: compresses a file, reads a part of it from the block that has it, and then all of it."""

import sys

import lexikos

path, result = sys.argv[1:]
totals = lexikos.compress_file(path, result, level=1)
print(f"{totals.text_bytes} bytes in {totals.blocks} blocks became {totals.compressed_bytes}")

with open(path, "rb") as file:
    text = file.read()
with lexikos.CompressedFile(result) as file:
    file.seek(len(text) // 2)
    assert file.read(40) == text[len(text) // 2 :][:40]

# The same in memory; arrays of numpy, torch and cupy are compressed and given back as such.
assert lexikos.decompress(lexikos.compress(text)) == text
