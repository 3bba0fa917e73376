# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules with the names of other packages' functions."""
