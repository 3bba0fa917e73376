# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libsais::libsais (32-bit and 64-bit), from libsais, whose packages differ in the library's name and before 2.10 bring no CMake
# configuration. libsais_ROOT, or CMAKE_PREFIX_PATH, says where it was installed to. LIBSAIS_OPENMP is defined for those who use it
# if it was built with OpenMP.
find_path(libsais_INCLUDE_DIR libsais64.h)
find_library(libsais_LIBRARY NAMES sais libsais)
mark_as_advanced(libsais_INCLUDE_DIR libsais_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(libsais REQUIRED_VARS libsais_LIBRARY libsais_INCLUDE_DIR)

if(libsais_FOUND AND NOT TARGET libsais::libsais)
  find_package(OpenMP QUIET COMPONENTS CXX)
  set(libsais_links "${libsais_LIBRARY}")
  set(libsais_definitions)
  if(OpenMP_CXX_FOUND)
    include(CheckCXXSourceCompiles)
    include(CMakePushCheckState)
    cmake_push_check_state(RESET)
    set(CMAKE_REQUIRED_INCLUDES "${libsais_INCLUDE_DIR}")
    set(CMAKE_REQUIRED_LIBRARIES "${libsais_LIBRARY}" OpenMP::OpenMP_CXX)
    set(CMAKE_REQUIRED_QUIET ON)
    check_cxx_source_compiles("#define LIBSAIS_OPENMP
      #include <libsais.h>
      int main() { return libsais_omp(nullptr, nullptr, 0, 0, nullptr, 1); }" LEXIKOS_LIBSAIS_HAS_OPENMP)
    cmake_pop_check_state()
    if(LEXIKOS_LIBSAIS_HAS_OPENMP)
      list(APPEND libsais_links OpenMP::OpenMP_CXX)
      set(libsais_definitions LIBSAIS_OPENMP)
    endif()
  endif()
  add_library(libsais::libsais INTERFACE IMPORTED GLOBAL)
  set_target_properties(libsais::libsais PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${libsais_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS "${libsais_definitions}"
    INTERFACE_LINK_LIBRARIES "${libsais_links}")
endif()
