# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The fuzzers: one executable fuzz/fuzz_<name> of each tests/fuzz/<name>.cpp, by Clang's libFuzzer; their seeds lie in
# tests/fuzz/corpus/<name>. The target lexikos_fuzzers builds all of them, with the library made to report its coverage.

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "LEXIKOS_BUILD_FUZZERS needs Clang, and the compiler is ${CMAKE_CXX_COMPILER_ID}")
endif()
target_compile_options(lexikos PUBLIC "$<BUILD_INTERFACE:-fsanitize=fuzzer-no-link>")
target_compile_options(lexikos_generate PUBLIC -fsanitize=fuzzer-no-link)
if(NOT TARGET lexikos_app_host)
  message(FATAL_ERROR "Fuzzers read command lines: LEXIKOS_BUILD_FUZZERS needs LEXIKOS_BUILD_APP")
endif()
target_compile_options(lexikos_app_host PUBLIC -fsanitize=fuzzer-no-link)

add_custom_target(lexikos_fuzzers)
file(GLOB fuzzers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*.cpp")
foreach(source IN LISTS fuzzers)
  get_filename_component(name "${source}" NAME_WE)
  set(target fuzz_${name})
  add_executable(${target} EXCLUDE_FROM_ALL "${source}")
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzz")
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${target} PRIVATE lexikos_app_host lexikos lexikos_generate)
  if(LEXIKOS_HAVE_LIBDIVSUFSORT)
    target_link_libraries(${target} PRIVATE divsufsort::divsufsort)
  endif()
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  lexikos_kokkos_sources(${target})
  lexikos_warnings(${target})
  add_dependencies(lexikos_fuzzers ${target})
endforeach()
# The words of all commands refer to what these do on a device, though none runs.
target_sources(fuzz_command_line PRIVATE $<TARGET_OBJECTS:lexikos_app>)
target_link_libraries(fuzz_command_line PRIVATE $<TARGET_NAME_IF_EXISTS:lexikos_distributed>)
