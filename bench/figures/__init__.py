# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What plot.py draws, a module a question. Each has draw(results, folder), which saves nothing where there is no data."""
