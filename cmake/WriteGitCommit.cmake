# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DGIT= -DSOURCE= -DOUTPUT= -P: writes the commit that is checked out, with "-dirty" when files differ from it.
set(commit unknown)
if(GIT AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND "${GIT}" describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0 AND answer)
    set(commit "${answer}")
  endif()
elseif(DEFINED ENV{LEXIKOS_GIT_COMMIT}) # sources that were copied without their history
  set(commit "$ENV{LEXIKOS_GIT_COMMIT}")
endif()
set(text "#pragma once\n#define LEXIKOS_GIT_COMMIT \"${commit}\"\n")
set(before)
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT text STREQUAL before)
  file(WRITE "${OUTPUT}" "${text}")
endif()
