# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""index_a_file.py FILE [PATTERN...]: the longest string that a file has twice, and where patterns occur, with what surrounds them."""

import sys

import numpy as np

import lexikos

path, *patterns = sys.argv[1:]
text = np.fromfile(path, np.uint8)

suffixes = lexikos.suffix_array(text)
assert lexikos.check_suffix_array(text, suffixes)
lcp = lexikos.lcp_array(text, suffixes)
rank = int(lcp.argmax())
longest = text[suffixes[rank] :][: lcp[rank]].tobytes()
print(f"the longest repeat has {lcp[rank]} bytes: {longest[:60]!r}")

# An index with all of the suffix array, and one of less memory, which knows one place in eight: they answer alike.
for index in (lexikos.SuffixIndex(text, suffixes), lexikos.FmIndex(text, sample_rate=8)):
    for pattern in patterns:
        positions = index.locate(pattern, text_order=True)
        print(f"{type(index).__name__}: {pattern!r} occurs {len(positions)} times")
        for position in positions[:3]:
            print(f"  at {position}: {text[position:][:30].tobytes()!r}")
