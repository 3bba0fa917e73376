# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DDEPENDENCIES= -P: stops when a list of dependencies, as a compiler writes it, names a header of CUB or Thrust.
file(READ "${DEPENDENCIES}" text)
string(REGEX MATCH "[^ \\\n]*/(cub|thrust)/[^ \\\n]*" found "${text}")
if(found)
  message(FATAL_ERROR "a public header includes ${found}")
endif()
