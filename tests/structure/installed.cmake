# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` copies from the build tree and a compiler makes, the target lexikos_installed makes, as ./dev install
# builds no more.
#     cmake -DBUILD=FOLDER -DNINJA=PROGRAM -P installed.cmake
cmake_policy(VERSION 3.22)

execute_process(COMMAND "${NINJA}" -C "${BUILD}" -t inputs lexikos_installed OUTPUT_VARIABLE made COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "[\r\n]+" ";" made "${made}")
list(TRANSFORM made REPLACE "[.]so[.0-9]*$" ".so") # of the names of a shared library it makes one

file(GLOB_RECURSE scripts "${BUILD}/src/cmake_install.cmake") # below tests are other projects
list(APPEND scripts "${BUILD}/cmake_install.cmake")
set(count 0)
set(missing)
foreach(script IN LISTS scripts)
  file(READ "${script}" text)
  string(REGEX MATCHALL "\"${BUILD}/[^\"]*\"" paths "${text}")
  foreach(path IN LISTS paths)
    string(REGEX REPLACE "^\"${BUILD}/(.*)\"$" "\\1" path "${path}")
    string(REGEX REPLACE "[.]so[.0-9]*$" ".so" path "${path}")
    if(path MATCHES "[.](a|so)$|^lexikos$")
      math(EXPR count "${count} + 1")
      if(NOT path IN_LIST made)
        list(APPEND missing "${path}")
      endif()
    endif()
  endforeach()
endforeach()
if(count LESS 2)
  message(FATAL_ERROR "of the files that are installed only ${count} were found")
endif()
if(missing)
  message(FATAL_ERROR "installed, but not made by lexikos_installed: ${missing}")
endif()
message(STATUS "${count} files")
