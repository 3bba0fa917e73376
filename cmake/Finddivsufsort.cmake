# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# divsufsort::divsufsort (32-bit and 64-bit), from libdivsufsort, whose own packages rarely bring a CMake configuration.
find_path(divsufsort_INCLUDE_DIR divsufsort64.h)
find_library(divsufsort_LIBRARY divsufsort)
find_library(divsufsort_64_LIBRARY divsufsort64)
mark_as_advanced(divsufsort_INCLUDE_DIR divsufsort_LIBRARY divsufsort_64_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(divsufsort REQUIRED_VARS divsufsort_LIBRARY divsufsort_64_LIBRARY divsufsort_INCLUDE_DIR)

if(divsufsort_FOUND AND NOT TARGET divsufsort::divsufsort)
  add_library(divsufsort::divsufsort INTERFACE IMPORTED GLOBAL)
  set_target_properties(divsufsort::divsufsort PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${divsufsort_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${divsufsort_LIBRARY};${divsufsort_64_LIBRARY}")
endif()
