// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The parts of the module, a source each.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

namespace lexikos::python
{

void bind_texts(nanobind::module_& module);
void bind_suffix_index(nanobind::module_& module);
void bind_fm_index(nanobind::module_& module);
void bind_collections(nanobind::module_& module);
void bind_structures(nanobind::module_& module);
void bind_repeats(nanobind::module_& module);

}  // namespace lexikos::python
