// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The parts of the module, a source each.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

namespace lexikos::python
{

void bind_texts(nanobind::module_& core);
void bind_suffix_index(nanobind::module_& core);
void bind_fm_index(nanobind::module_& core);
void bind_bidirectional_index(nanobind::module_& core);
void bind_collections(nanobind::module_& core);
void bind_documents(nanobind::module_& core);
void bind_wavelets(nanobind::module_& core);
void bind_structures(nanobind::module_& core);
void bind_repeats(nanobind::module_& core);
void bind_compression(nanobind::module_& core);
void bind_out_of_core(nanobind::module_& core);
/// Nothing in builds without MPI.
void bind_ranks(nanobind::module_& core);
void bind_index_by_range(nanobind::module_& core);
void bind_index_by_text(nanobind::module_& core);

}  // namespace lexikos::python
