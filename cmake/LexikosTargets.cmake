# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What every target of this project gets.

# lexikos_unity(RESULT NAME BYTES SOURCE...): the sources, or, with LEXIKOS_UNITY_BUILD, fewer that include about BYTES of
# them each, or LEXIKOS_UNITY_BYTES: most of the time that a small source takes is Kokkos' headers. (Of CMake's own unity builds, those of language
# CUDA are newer than what Lexikos asks for.) Sources of one unit therefore share their anonymous namespaces. A unit names
# them from the project's folder, which its target has to search, so that it is the same in every clone.
#
# A source of a few lines that instantiates much counts for as many bytes as lexikos_counts_for says, unless LEXIKOS_UNITY_BYTES is
# there for a tool that does not mind.
function(lexikos_unity result name bytes)
  if(NOT LEXIKOS_UNITY_BUILD)
    set(${result} "${ARGN}" PARENT_SCOPE)
    return()
  endif()
  if(LEXIKOS_UNITY_BYTES GREATER bytes)
    set(bytes ${LEXIKOS_UNITY_BYTES})
  endif()
  set(units)
  set(text)
  set(size 0)
  foreach(source IN LISTS ARGN ITEMS end)
    set(next 0)
    if(NOT source STREQUAL "end")
      file(SIZE "${source}" next)
      get_property(counted SOURCE "${source}" PROPERTY LEXIKOS_COUNTS_FOR)
      if(counted AND NOT LEXIKOS_UNITY_BYTES)
        set(next ${counted})
      endif()
      math(EXPR next "${size} + ${next}")
    endif()
    if(text AND (source STREQUAL "end" OR next GREATER bytes))
      list(LENGTH units number)
      set(unit "${CMAKE_CURRENT_BINARY_DIR}/unity/${name}_${number}.cpp")
      file(CONFIGURE OUTPUT "${unit}" CONTENT "${text}" @ONLY)
      list(APPEND units "${unit}")
      set(text)
      math(EXPR next "${next} - ${size}")
    endif()
    if(NOT source STREQUAL "end")
      file(RELATIVE_PATH source "${PROJECT_SOURCE_DIR}" "${source}")
    endif()
    string(APPEND text "#include \"${source}\"\n")
    set(size ${next})
  endforeach()
  set(${result} "${units}" PARENT_SCOPE)
endfunction()

# lexikos_counts_for(BYTES SOURCE...): what a source counts for in lexikos_unity.
function(lexikos_counts_for bytes)
  set_property(SOURCE ${ARGN} PROPERTY LEXIKOS_COUNTS_FOR ${bytes})
endfunction()

# lexikos_unity_of_folders(RESULT NAME BYTES SOURCE...): units of sources that are in the same folder.
function(lexikos_unity_of_folders result name bytes)
  set(folders ${ARGN})
  list(TRANSFORM folders REPLACE "/[^/]*$" "")
  list(REMOVE_DUPLICATES folders)
  set(all_units)
  foreach(folder IN LISTS folders)
    set(sources_of_folder ${ARGN})
    list(FILTER sources_of_folder INCLUDE REGEX "^${folder}/[^/]*$")
    file(RELATIVE_PATH folder_name "${CMAKE_CURRENT_SOURCE_DIR}" "${folder}")
    string(REPLACE "/" "_" folder_name "${folder_name}")
    lexikos_unity(units "${name}${folder_name}" ${bytes} ${sources_of_folder})
    list(APPEND all_units ${units})
  endforeach()
  set(${result} "${all_units}" PARENT_SCOPE)
endfunction()

# lexikos_kokkos_sources(TARGET [HOST SOURCE...]): compiles the sources of TARGET as Kokkos wants it. Kokkos built with
# COMPILE_AS_CMAKE_LANGUAGE wants language CUDA, with the standard given by hand, since some CMake versions leave it
# out and 3.25 does not know how to ask nvcc 13 for it; otherwise the compiler is nvcc_wrapper, and the sources stay C++.
#
# HOST lists sources that nvcc need not see, because they do not include Kokkos: the host's compiler takes a fifth of the
# time. One that includes it after all does not compile, and Kokkos says why.
function(lexikos_kokkos_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HOST")
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(NOT Kokkos_ENABLE_CUDA)
    return()
  endif()
  set(cuda_options --expt-extended-lambda --expt-relaxed-constexpr)
  if(LEXIKOS_KOKKOS_LANGUAGE STREQUAL "CUDA")
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    foreach(source IN LISTS sources)
      if(source MATCHES "\\.cpp$" AND NOT source IN_LIST arg_HOST)
        get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
        set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES LANGUAGE CUDA)
      endif()
    endforeach()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CUDA)
    if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
      target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;${cuda_options}>")
    endif()
  elseif(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${cuda_options}>")
    if(CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper" AND arg_HOST)
      set_source_files_properties(${arg_HOST} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS --host-only)
    endif()
  endif()
endfunction()

# lexikos_warnings(TARGET): never part of what a user of the library inherits.
function(lexikos_warnings target)
  set(warnings -Wall -Wextra)
  if(LEXIKOS_WARNINGS_AS_ERRORS)
    list(APPEND warnings -Werror)
  endif()
  if(LEXIKOS_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # which takes a source that a unit includes for a header
    list(APPEND warnings -Wno-subobject-linkage)
  endif()
  set(cxx_warnings ${warnings})
  if(NOT Kokkos_ENABLE_CUDA) # nvcc's own output for the host compiler is not pedantic C++
    list(APPEND cxx_warnings -Wpedantic)
  endif()
  set(cuda_warnings)
  if(LEXIKOS_WARNINGS_AS_ERRORS) # of a kernel that calls a host's function, nvcc leaves out what follows, and only warns
    set(cuda_warnings -Werror=cross-execution-space-call)
  endif()
  list(JOIN warnings "," joined)
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang,IntelLLVM,NVIDIA>:${cxx_warnings}>"
    "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=${joined};${cuda_warnings}>")
endfunction()

# lexikos_git_commit(TARGET): "git_commit.hpp" with LEXIKOS_GIT_COMMIT; rewritten only when the commit changes, and seen
# only by TARGET, so that a commit does not rebuild the library.
function(lexikos_git_commit target)
  if(NOT TARGET lexikos_git_commit_header)
    set(folder "${PROJECT_BINARY_DIR}/private")
    find_package(Git QUIET)
    add_custom_target(lexikos_git_commit_header
      COMMAND ${CMAKE_COMMAND} "-DGIT=${GIT_EXECUTABLE}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${folder}/git_commit.hpp"
        -P "${PROJECT_SOURCE_DIR}/cmake/WriteGitCommit.cmake"
      BYPRODUCTS "${folder}/git_commit.hpp"
      COMMENT "Asking git for the commit"
      VERBATIM)
  endif()
  add_dependencies(${target} lexikos_git_commit_header)
  target_include_directories(${target} PRIVATE "${PROJECT_BINARY_DIR}/private")
endfunction()

# lexikos_optional(OPTION FOUND WHAT): OPTION is AUTO, ON or OFF; sets LEXIKOS_HAVE_<...> and stops where ON finds nothing.
function(lexikos_optional name found what)
  set(have OFF)
  if(LEXIKOS_ENABLE_${name})
    if(found)
      set(have ON)
    elseif(NOT LEXIKOS_ENABLE_${name} STREQUAL "AUTO")
      message(FATAL_ERROR "LEXIKOS_ENABLE_${name} is ON, but ${what} was not found")
    endif()
  endif()
  set(LEXIKOS_HAVE_${name} ${have} PARENT_SCOPE)
endfunction()
