# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DSOURCE= -P: who may include whom, and what README.md's table has to name. Stops with all that breaks a rule.
cmake_policy(VERSION 3.22)
set(broken 0)

function(breaks rule)
  message("${rule}")
  math(EXPR broken "${broken} + 1")
  set(broken ${broken} PARENT_SCOPE)
endfunction()

# may_include(ZONE PATTERN FOLDER...): the files below ZONE whose path matches PATTERN include from these folders alone.
# Folders are named as in an #include; lexikos is src/lexikos. What lies outside the project is no matter here.
set(own_folders lexikos common system backends app bench tests)
file(GLOB concepts RELATIVE "${SOURCE}/src" "${SOURCE}/src/*")
list(FILTER concepts EXCLUDE REGEX "^(CMakeLists\\.txt|README\\.md|lexikos|common|system|app|docs)$")
list(APPEND own_folders ${concepts})

function(may_include zone pattern)
  file(GLOB_RECURSE files RELATIVE "${SOURCE}" "${SOURCE}/${zone}/*.hpp" "${SOURCE}/${zone}/*.cpp")
  list(FILTER files INCLUDE REGEX "${pattern}")
  if(NOT files)
    breaks("${zone}: no file there matches ${pattern}; this test has to follow the layout")
  endif()
  foreach(file IN LISTS files)
    file(STRINGS "${SOURCE}/${file}" lines REGEX "^[ \t]*#[ \t]*include")
    foreach(line IN LISTS lines)
      if(line MATCHES "[<\"]([a-z_]+)/[^>\"]*[>\"]" AND CMAKE_MATCH_1 IN_LIST own_folders AND NOT CMAKE_MATCH_1 IN_LIST ARGN)
        breaks("${file}: ${line}: files there include only ${ARGN}")
      elseif(line MATCHES "\"[^/\"]*\"|[\"/]\\.\\.?/")
        breaks("${file}: ${line}: headers of this project are named by their path from src or from the top")
      endif()
    endforeach()
  endforeach()
  set(broken ${broken} PARENT_SCOPE)
endfunction()

# only_in(FOLDER WHAT HEADERS): headers whose name matches HEADERS are included from FOLDER alone.
function(only_in folder what headers)
  file(GLOB_RECURSE files RELATIVE "${SOURCE}" "${SOURCE}/src/*.[hc]pp" "${SOURCE}/backends/*.[hc]pp")
  list(FILTER files EXCLUDE REGEX "^${folder}/")
  foreach(file IN LISTS files)
    file(STRINGS "${SOURCE}/${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"](${headers})")
    foreach(line IN LISTS lines)
      breaks("${file}: ${line}: only ${folder} includes headers of ${what}")
    endforeach()
  endforeach()
  set(broken ${broken} PARENT_SCOPE)
endfunction()

may_include(src/lexikos "." lexikos)
may_include(src/system "." lexikos system)
may_include(backends "." lexikos system backends)
may_include(src/common "." lexikos system backends common)
foreach(concept IN LISTS concepts)
  set(others)
  if(concept STREQUAL "distributed") # packs and samples its blocks as suffix_array does whole texts
    set(others suffix_array)
  endif()
  may_include(src/${concept} "." lexikos common system backends ${concept} ${others})
endforeach()
may_include(src/app "." lexikos common system app ${concepts}) # and backends through system

only_in(backends/cuda "CUDA" "cub/|thrust/|cuda/|cuda[a-z_]*\\.h|cooperative_groups|moderngpu/")
only_in(backends/openmp "OpenMP" "omp\\.h")
only_in(backends/libdivsufsort "libdivsufsort" "divsufsort")
only_in(backends/libsais "libsais" "libsais(64)?\\.h")
only_in(backends/kokkos_kernels "Kokkos Kernels" "KokkosKernels|KokkosSparse|KokkosBlas")
only_in("(backends/mpi|src/lexikos/distributed)" "MPI" "mpi\\.h|mpi-ext\\.h")
only_in(src/app "the program's libraries" "CLI/|nlohmann/|htslib/|simdjson\\.h|zlib\\.h|zstd\\.h")

# What a user may name is in README.md's table; what is not for users lies in src/lexikos/detail.
file(READ "${SOURCE}/README.md" readme)
file(GLOB headers RELATIVE "${SOURCE}/src/lexikos" "${SOURCE}/src/lexikos/*.hpp")
foreach(header IN LISTS headers)
  string(FIND "${readme}" "`${header}`" place)
  if(place EQUAL -1)
    breaks("README.md: its table of headers does not name ${header}")
  endif()
endforeach()

if(broken)
  message(FATAL_ERROR "${broken} rules are broken")
endif()
