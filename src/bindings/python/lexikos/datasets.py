# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of texts: of Arrow, and of the package datasets, which are Arrow's underneath."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import collection
from ._collections import duplicate_ranges, remove_ranges


def deduplicate(
    table: Any, column: str, *, length: int = 100, keep: str = "first", align: str = "utf8", **options: Any
) -> Any:
    """A table whose texts lack the parts of `length` bytes that occurred before.

    Args:
        table: pyarrow.Table, or datasets.Dataset.
        column: of strings or binary, without nulls. Rows stay, also those of which nothing is left.
        length, keep, align: as of `lexikos.duplicate_ranges`, which takes the other options too.

    Returns:
        A table of the same kind, with that column as large_string or large_binary.
    """
    import pyarrow

    is_table = isinstance(table, pyarrow.Table)
    values = table.column(column) if is_table else table.with_format("arrow")[:].column(column)
    text, offsets = collection(values)
    ranges = duplicate_ranges(text, offsets, length=length, keep=keep, align=align, **options)
    left = remove_ranges(text, ranges, offsets)
    kind = pyarrow.large_binary() if "binary" in str(values.type) else pyarrow.large_string()
    buffers = [
        None,
        pyarrow.py_buffer(np.ascontiguousarray(left.offsets)),
        pyarrow.py_buffer(np.ascontiguousarray(left.text)),
    ]
    cleaned = pyarrow.Array.from_buffers(kind, len(offsets) - 1, buffers)
    if is_table:
        return table.set_column(table.schema.get_field_index(column), column, cleaned)
    order = table.column_names
    return table.remove_columns(column).add_column(column, cleaned.to_pylist()).select_columns(order)
