# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kseq::kseq: the reader of FASTA and FASTQ in kseq.h, a header of htslib, and zlib, through which it reads. htslib itself is
# not linked.
find_path(kseq_INCLUDE_DIR htslib/kseq.h)
mark_as_advanced(kseq_INCLUDE_DIR)
find_package(ZLIB QUIET)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(kseq REQUIRED_VARS kseq_INCLUDE_DIR ZLIB_FOUND)

if(kseq_FOUND AND NOT TARGET kseq::kseq)
  add_library(kseq::kseq INTERFACE IMPORTED GLOBAL)
  set_target_properties(kseq::kseq PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${kseq_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES ZLIB::ZLIB)
endif()
