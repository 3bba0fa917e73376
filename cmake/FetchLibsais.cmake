# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sets libsais_SOURCES and libsais_INCLUDE_DIR of the pinned release of libsais, fetched where nobody has it yet
# (FETCHCONTENT_SOURCE_DIR_LIBSAIS says where it lies). Its sources become part of the library, so that what is installed needs
# nothing else.
include(FetchContent)
enable_language(C)
FetchContent_Declare(libsais
  GIT_REPOSITORY "https://github.com/IlyaGrebnov/libsais.git"
  GIT_TAG v2.10.4
  GIT_SHALLOW ON
  SOURCE_SUBDIR no_project) # its own build is not used
message(STATUS "Lexikos: fetching libsais")
FetchContent_MakeAvailable(libsais)
set(libsais_INCLUDE_DIR "${libsais_SOURCE_DIR}/include")
set(libsais_SOURCES "${libsais_SOURCE_DIR}/src/libsais.c" "${libsais_SOURCE_DIR}/src/libsais64.c")
set_source_files_properties(${libsais_SOURCES} PROPERTIES INCLUDE_DIRECTORIES "${libsais_INCLUDE_DIR}" COMPILE_OPTIONS "-O3;-w")
find_package(OpenMP QUIET COMPONENTS C)
set(LEXIKOS_LIBSAIS_HAS_OPENMP OFF)
if(OpenMP_C_FOUND)
  set(LEXIKOS_LIBSAIS_HAS_OPENMP ON)
  set_property(SOURCE ${libsais_SOURCES} APPEND PROPERTY COMPILE_OPTIONS ${OpenMP_C_FLAGS})
  set_property(SOURCE ${libsais_SOURCES} PROPERTY COMPILE_DEFINITIONS LIBSAIS_OPENMP)
endif()
