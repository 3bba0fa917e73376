# Kokkos::kokkos, wherever it comes from: a parent project, an installed package (Kokkos_ROOT, CMAKE_PREFIX_PATH), Debian's
# package, which needs help, or the pinned release. Lexikos' installed package includes this file too, so that its users
# find Kokkos by the same rules; for them nothing is fetched.
#
# Sets LEXIKOS_KOKKOS_LANGUAGE to the CMake language (CXX or CUDA) in which sources that use Kokkos are to be compiled, and
# LEXIKOS_KOKKOS_ORIGIN to a line for people.

set(LEXIKOS_KOKKOS_MINIMUM 4.6)
set(LEXIKOS_KOKKOS_REPOSITORY "https://github.com/kokkos/kokkos.git")
set(LEXIKOS_KOKKOS_TAG "5.2.2")

# What a package of Kokkos says that it installed, but did not.
function(_lexikos_kokkos_missing_files folder result)
  get_filename_component(libraries "${folder}/../.." ABSOLUTE)
  set(missing)
  file(GLOB files "${folder}/KokkosTargets-*.cmake")
  foreach(file IN LISTS files)
    file(STRINGS "${file}" locations REGEX "IMPORTED_LOCATION")
    foreach(location IN LISTS locations)
      string(REGEX REPLACE ".*/([^/\"]+)\".*" "\\1" name "${location}")
      if(NOT EXISTS "${libraries}/${name}")
        list(APPEND missing "${name}")
      endif()
    endforeach()
  endforeach()
  set(${result} "${missing}" PARENT_SCOPE)
endfunction()

# Debian's libkokkos-dev has a package configuration that names static libraries which it does not ship, and so stops
# every find_package. Its headers and shared libraries are whole: they are imported here, and the variables and
# functions of Kokkos' configuration are then taken from its own file.
macro(_lexikos_import_kokkos_by_hand folder)
  get_filename_component(_lexikos_libraries "${folder}/../.." ABSOLUTE)
  find_path(LEXIKOS_KOKKOS_INCLUDE_DIR Kokkos_Core.hpp
    HINTS "${_lexikos_libraries}/../../include" "${_lexikos_libraries}/../include" PATH_SUFFIXES kokkos)
  mark_as_advanced(LEXIKOS_KOKKOS_INCLUDE_DIR)
  if(NOT LEXIKOS_KOKKOS_INCLUDE_DIR OR NOT EXISTS "${_lexikos_libraries}/libkokkoscore.so")
    message(FATAL_ERROR "Lexikos: the Kokkos package in ${folder} is incomplete; set Kokkos_ROOT to another one")
  endif()
  file(STRINGS "${LEXIKOS_KOKKOS_INCLUDE_DIR}/KokkosCore_config.h" _lexikos_kokkos_macros REGEX "^#define KOKKOS_")
  set(_lexikos_kokkos_links)
  if("#define KOKKOS_ENABLE_OPENMP" IN_LIST _lexikos_kokkos_macros)
    find_package(OpenMP REQUIRED COMPONENTS CXX)
    list(APPEND _lexikos_kokkos_links OpenMP::OpenMP_CXX)
  endif()
  if("#define KOKKOS_ENABLE_THREADS" IN_LIST _lexikos_kokkos_macros)
    find_package(Threads REQUIRED)
    list(APPEND _lexikos_kokkos_links Threads::Threads)
  endif()
  if("#define KOKKOS_ENABLE_LIBDL" IN_LIST _lexikos_kokkos_macros)
    list(APPEND _lexikos_kokkos_links ${CMAKE_DL_LIBS})
  endif()
  foreach(_lexikos_name IN ITEMS kokkoscore kokkoscontainers)
    add_library(Kokkos::${_lexikos_name} SHARED IMPORTED)
    set_target_properties(Kokkos::${_lexikos_name} PROPERTIES
      IMPORTED_LOCATION "${_lexikos_libraries}/lib${_lexikos_name}.so"
      INTERFACE_INCLUDE_DIRECTORIES "${LEXIKOS_KOKKOS_INCLUDE_DIR}")
  endforeach()
  set_target_properties(Kokkos::kokkoscore PROPERTIES
    INTERFACE_COMPILE_FEATURES cxx_std_20
    INTERFACE_LINK_LIBRARIES "${_lexikos_kokkos_links}")
  set_target_properties(Kokkos::kokkoscontainers PROPERTIES INTERFACE_LINK_LIBRARIES Kokkos::kokkoscore)
  add_library(Kokkos::kokkos INTERFACE IMPORTED)
  set_target_properties(Kokkos::kokkos PROPERTIES INTERFACE_LINK_LIBRARIES "Kokkos::kokkoscontainers;Kokkos::kokkoscore")
  set(Kokkos_FIND_QUIETLY TRUE)
  include("${folder}/KokkosConfigCommon.cmake")
  unset(Kokkos_FIND_QUIETLY)
  set(Kokkos_COMPILE_LANGUAGE CXX)
endmacro()

# A target that find_package imports is seen below this folder only, unless it is made global; a parent project that
# links lexikos::lexikos needs to see those of Kokkos as well.
macro(_lexikos_make_kokkos_global)
  foreach(_lexikos_name IN ITEMS Kokkos::kokkos Kokkos::kokkoscore Kokkos::kokkoscontainers Kokkos::kokkosalgorithms
    Kokkos::kokkossimd Kokkos::CUDA Kokkos::LIBDL Kokkos::HWLOC CUDA::cudart CUDA::cuda_driver OpenMP::OpenMP_CXX
    Threads::Threads)
    if(TARGET ${_lexikos_name})
      get_target_property(_lexikos_alias ${_lexikos_name} ALIASED_TARGET)
      get_target_property(_lexikos_imported ${_lexikos_name} IMPORTED)
      get_target_property(_lexikos_global ${_lexikos_name} IMPORTED_GLOBAL)
      if(_lexikos_imported AND NOT _lexikos_alias AND NOT _lexikos_global)
        set_target_properties(${_lexikos_name} PROPERTIES IMPORTED_GLOBAL TRUE)
      endif()
    endif()
  endforeach()
endmacro()

if(TARGET Kokkos::kokkos)
  set(LEXIKOS_KOKKOS_ORIGIN "the parent project's")
else()
  # Searches by find_package's own rules, but reads only the version file of what it finds.
  find_package(Kokkos QUIET CONFIG CONFIGS KokkosConfigVersion.cmake ${LEXIKOS_KOKKOS_HINTS})
  if(Kokkos_FOUND)
    if(PACKAGE_VERSION AND PACKAGE_VERSION VERSION_LESS LEXIKOS_KOKKOS_MINIMUM)
      message(FATAL_ERROR "Lexikos needs Kokkos ${LEXIKOS_KOKKOS_MINIMUM} or newer; ${Kokkos_DIR} has ${PACKAGE_VERSION}. "
        "Set Kokkos_ROOT to another one.")
    endif()
    _lexikos_kokkos_missing_files("${Kokkos_DIR}" _lexikos_missing)
    if(_lexikos_missing)
      _lexikos_import_kokkos_by_hand("${Kokkos_DIR}")
      set(LEXIKOS_KOKKOS_ORIGIN "${Kokkos_DIR}, imported by hand because it lacks ${_lexikos_missing}")
    else()
      find_package(Kokkos ${LEXIKOS_KOKKOS_MINIMUM} CONFIG REQUIRED ${LEXIKOS_KOKKOS_HINTS})
      set(LEXIKOS_KOKKOS_ORIGIN "${Kokkos_DIR}")
    endif()
    _lexikos_make_kokkos_global()
  elseif(LEXIKOS_FETCH_KOKKOS)
    message(STATUS "Lexikos: no Kokkos is installed; fetching and building its release ${LEXIKOS_KOKKOS_TAG}")
    include(FetchContent)
    option(Kokkos_ENABLE_SERIAL "Kokkos' serial execution space" ON)
    find_package(OpenMP QUIET COMPONENTS CXX)
    option(Kokkos_ENABLE_OPENMP "Kokkos' OpenMP execution space" ${OpenMP_CXX_FOUND})
    FetchContent_Declare(Kokkos GIT_REPOSITORY ${LEXIKOS_KOKKOS_REPOSITORY} GIT_TAG ${LEXIKOS_KOKKOS_TAG} GIT_SHALLOW TRUE)
    FetchContent_MakeAvailable(Kokkos)
    # Its headers are a system's to us: our warnings are not meant for them.
    foreach(_lexikos_name IN ITEMS kokkoscore kokkoscontainers kokkosalgorithms kokkossimd)
      if(TARGET ${_lexikos_name})
        get_target_property(_lexikos_folders ${_lexikos_name} INTERFACE_INCLUDE_DIRECTORIES)
        set_property(TARGET ${_lexikos_name} APPEND PROPERTY INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_lexikos_folders}")
      endif()
    endforeach()
    set(LEXIKOS_KOKKOS_ORIGIN "release ${LEXIKOS_KOKKOS_TAG}, fetched")
  else()
    message(FATAL_ERROR "Lexikos needs Kokkos, and none was found. Set Kokkos_ROOT to an installed one, run ./dev setup on "
      "Debian or Ubuntu, or configure with -DLEXIKOS_FETCH_KOKKOS=ON where the network allows.")
  endif()
endif()

if(Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA" OR (Kokkos_ENABLE_CUDA AND Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE))
  set(LEXIKOS_KOKKOS_LANGUAGE CUDA)
else()
  set(LEXIKOS_KOKKOS_LANGUAGE CXX)
endif()
