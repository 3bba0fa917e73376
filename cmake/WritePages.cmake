# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DPROGRAM= -DFOLDER= -P: the manual page and completions of the program, by the program. One for GPUs does not start on a
# machine without their driver, which may build it all the same: there are none then.
cmake_policy(VERSION 3.22)
foreach(page IN ITEMS man:lexikos.1 bash-completion:lexikos zsh-completion:_lexikos fish-completion:lexikos.fish)
  string(REGEX MATCH "^[^:]*" topic "${page}")
  string(REGEX REPLACE "^[^:]*:" "" file "${page}")
  execute_process(COMMAND "${PROGRAM}" help ${topic} OUTPUT_FILE "${FOLDER}/${file}" RESULT_VARIABLE result ERROR_QUIET)
  if(NOT result EQUAL 0)
    file(REMOVE "${FOLDER}/${file}")
    message("the program does not start on this machine: no ${file} is installed")
  endif()
endforeach()
