# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The target check_cuda: nvcc compiles every source of the library against an installed Kokkos that was built without CUDA.
# Kokkos' packages hold its CUDA headers all the same; what differs is five generated headers, whose shadow, with CUDA in it,
# is written into the build folder and comes first on the include path. Nothing could be linked: device code is compiled to
# the end, but the host compiler only checks what nvcc hands it, which takes it a third of the time.

set(LEXIKOS_CHECK_CUDA_ARCHITECTURE sm_90 CACHE STRING "What check_cuda compiles for")
find_program(LEXIKOS_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES bin)
find_file(LEXIKOS_KOKKOS_CONFIG_H KokkosCore_config.h HINTS "${LEXIKOS_KOKKOS_INCLUDE_DIR}" "${Kokkos_DIR}/../../../include"
  "${Kokkos_DIR}/../../../include/kokkos" PATH_SUFFIXES kokkos)
mark_as_advanced(LEXIKOS_NVCC LEXIKOS_KOKKOS_CONFIG_H)
if(NOT LEXIKOS_NVCC)
  message(FATAL_ERROR "LEXIKOS_CHECK_CUDA needs nvcc, and none was found; set LEXIKOS_NVCC")
endif()
if(Kokkos_ENABLE_CUDA OR NOT LEXIKOS_KOKKOS_CONFIG_H)
  message(FATAL_ERROR "LEXIKOS_CHECK_CUDA is for an installed Kokkos without CUDA; this one is ${LEXIKOS_KOKKOS_ORIGIN}")
endif()

get_filename_component(kokkos_headers "${LEXIKOS_KOKKOS_CONFIG_H}" DIRECTORY)
set(shadow "${PROJECT_BINARY_DIR}/check_cuda/shadow")

# Enables MACROs in the shadow of HEADER.
function(lexikos_shadow header)
  file(READ "${kokkos_headers}/${header}" text)
  foreach(macro IN LISTS ARGN)
    string(REPLACE "/* #undef ${macro} */" "#define ${macro}" text "${text}")
    if(NOT text MATCHES "#define ${macro}")
      message(FATAL_ERROR "${kokkos_headers}/${header} has no place for ${macro}")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT "${shadow}/${header}" CONTENT "${text}" @ONLY)
endfunction()

lexikos_shadow(KokkosCore_config.h KOKKOS_ENABLE_CUDA KOKKOS_ENABLE_CUDA_CONSTEXPR KOKKOS_ARCH_HOPPER KOKKOS_ARCH_HOPPER90)
lexikos_shadow(desul/atomics/Config.hpp DESUL_ATOMICS_ENABLE_CUDA)
foreach(part IN ITEMS Declare:decl/Kokkos_Declare_CUDA Fwd:fwd/Kokkos_Fwd_CUDA Setup:setup/Kokkos_Setup_Cuda)
  string(REGEX MATCH "^[^:]*" name "${part}")
  string(REGEX REPLACE "^[^:]*:" "" include "${part}")
  file(READ "${kokkos_headers}/KokkosCore_Config_${name}Backend.hpp" text)
  string(REGEX REPLACE "#endif[ \n]*$" "#include <${include}.hpp>\n#endif\n" text "${text}") # after the host's
  file(CONFIGURE OUTPUT "${shadow}/KokkosCore_Config_${name}Backend.hpp" CONTENT "${text}" @ONLY)
endforeach()

set(nvcc_options -std=c++20 -arch=${LEXIKOS_CHECK_CUDA_ARCHITECTURE} --expt-extended-lambda --expt-relaxed-constexpr -x cu
  -Xcompiler=-fopenmp,-Wall,-Wextra,-fsyntax-only -Xcudafe --diag_suppress=esa_on_defaulted_function_ignored)
execute_process(COMMAND "${LEXIKOS_NVCC}" --help OUTPUT_VARIABLE help ERROR_QUIET)
if(help MATCHES "--Ofast-compile") # nobody runs it
  list(APPEND nvcc_options --Ofast-compile=max)
endif()
if(LEXIKOS_WARNINGS_AS_ERRORS)
  list(APPEND nvcc_options -Werror all-warnings)
endif()
set(nvcc_folders "-isystem" "${shadow}" "-isystem" "${kokkos_headers}" "-I${PROJECT_SOURCE_DIR}" "-I${PROJECT_SOURCE_DIR}/src"
  "-I${PROJECT_BINARY_DIR}/include")
if(LEXIKOS_HAVE_LIBDIVSUFSORT AND NOT divsufsort_INCLUDE_DIR IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
  list(APPEND nvcc_folders "-isystem" "${divsufsort_INCLUDE_DIR}")
endif()
if(LEXIKOS_HAVE_LIBSAIS AND NOT libsais_INCLUDE_DIR IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
  list(APPEND nvcc_folders "-isystem" "${libsais_INCLUDE_DIR}")
endif()
if(LEXIKOS_HAVE_MODERNGPU)
  list(APPEND nvcc_folders "-isystem" "${LEXIKOS_MODERNGPU_INCLUDE_DIR}")
endif()

if(LEXIKOS_HAVE_MPI)
  foreach(folder IN LISTS MPI_CXX_INCLUDE_DIRS)
    list(APPEND nvcc_folders "-isystem" "${folder}")
  endforeach()
  list(APPEND nvcc_folders -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX)
endif()

get_target_property(sources lexikos SOURCES)
if(TARGET lexikos_c)
  get_target_property(c_sources lexikos_c SOURCES)
  list(APPEND sources ${c_sources})
  list(APPEND nvcc_folders "-isystem" "${PROJECT_SOURCE_DIR}/src/bindings/c/include")
endif()
if(LEXIKOS_HAVE_MPI)
  get_target_property(distributed_sources lexikos_distributed SOURCES)
  list(APPEND sources ${distributed_sources})
endif()
if(LEXIKOS_HAVE_NCCL)
  list(APPEND sources "${PROJECT_SOURCE_DIR}/backends/nccl/communicator.cpp")
  list(APPEND nvcc_folders "-isystem" "${NCCL_INCLUDE_DIR}")
endif()
file(GLOB cuda_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/backends/cuda/*.cpp")
list(APPEND sources ${cuda_sources})
list(REMOVE_DUPLICATES sources)
set(stamps)
foreach(source IN LISTS sources)
  if(NOT source MATCHES "\\.cpp$")
    continue()
  endif()
  file(RELATIVE_PATH name "${PROJECT_BINARY_DIR}" "${source}") # of a unit that several sources share
  if(name MATCHES "^\\.\\./|^/")
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${source}")
  endif()
  set(stamp "${PROJECT_BINARY_DIR}/check_cuda/${name}.checked")
  get_filename_component(folder "${stamp}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(RELATIVE_PATH stamp_name "${PROJECT_BINARY_DIR}" "${stamp}") # as Ninja names it, which the dependencies have to match
  add_custom_command(OUTPUT "${stamp}"
    COMMAND "${LEXIKOS_NVCC}" ${nvcc_options} ${nvcc_folders} -MD -MF "${stamp}.d" -MT "${stamp_name}" -c "${source}" -o "${stamp}.o"
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS "${source}"
    DEPFILE "${stamp}.d"
    COMMENT "nvcc compiles ${name}"
    VERBATIM)
  list(APPEND stamps "${stamp}")
endforeach()
add_custom_target(check_cuda DEPENDS ${stamps})

# A user of the public headers shall compile neither CUB nor Thrust.
file(GLOB headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/src/lexikos/*.hpp")
set(text)
foreach(header IN LISTS headers)
  string(APPEND text "#include <${header}>\n")
endforeach()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/check_cuda/public_headers.cu" CONTENT "${text}" @ONLY)
add_custom_target(check_cuda_headers
  COMMAND "${LEXIKOS_NVCC}" ${nvcc_options} ${nvcc_folders} -M "${PROJECT_BINARY_DIR}/check_cuda/public_headers.cu"
    -o "${PROJECT_BINARY_DIR}/check_cuda/public_headers.d"
  COMMAND ${CMAKE_COMMAND} "-DDEPENDENCIES=${PROJECT_BINARY_DIR}/check_cuda/public_headers.d" -P "${PROJECT_SOURCE_DIR}/cmake/RefuseCub.cmake"
  COMMENT "The public headers include neither CUB nor Thrust"
  VERBATIM)
add_dependencies(check_cuda check_cuda_headers)
