# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What table.py prints, a module a question. Each has sections(results): (title, lines), without lines where there is no data."""
