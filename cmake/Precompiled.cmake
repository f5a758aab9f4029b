# SPDX-License-Identifier: BSD-3-Clause
# Headers of others that nearly every file includes are parsed once for the whole build instead of
# once for each file: that was half of the time of a build. Our own headers are not among them, so that
# a change of one rebuilds what includes it and no more. A file still includes what it uses: the
# build with SPARKDYN_PRECOMPILE=OFF (that of scripts/sanitize) shows where one does not.
option(SPARKDYN_PRECOMPILE "Precompile the headers of other libraries" ON)
if(SPARKDYN_SANITIZE OR SPARKDYN_FUZZ)
  set(SPARKDYN_PRECOMPILE OFF)
endif()

set(plain_headers <algorithm> <array> <chrono> <cmath> <complex> <cstdint> <cstring> <fstream>
    <functional> <limits> <map> <memory> <numbers> <numeric> <optional> <set> <span> <sstream>
    <string> <string_view> <utility> <variant> <vector> <Eigen/Dense>)
set(serial_headers ${plain_headers} <fmt/format.h> <fmt/ranges.h>)
set(mpi_headers ${serial_headers} <filesystem> <unordered_map> <mpi.h> <petscksp.h>)

# Several sources are compiled as one: what their templates have in common is compiled once. Names in
# unnamed namespaces must differ within a module; the build of scripts/sanitize compiles each alone.
option(SPARKDYN_UNITY "Compile several sources of a module as one" ${SPARKDYN_PRECOMPILE})
# Sources of one folder go together, `size` at most: they have more in common than others.
function(sparkdyn_unity target size)
  if(NOT SPARKDYN_UNITY)
    return()
  endif()
  if(SPARKDYN_WHOLE_FOLDERS)  # for scripts/lint, which reads and does not compile
    set(size 1000)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  get_target_property(home ${target} SOURCE_DIR)
  foreach(source ${sources})
    if(IS_ABSOLUTE ${source})  # shared with other targets, of another folder
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    math(EXPR ${folder} "0${${folder}} + 1")
    math(EXPR batch "(${${folder}} - 1) / ${size}")
    set_source_files_properties(${home}/${source} DIRECTORY ${home} PROPERTIES
      UNITY_GROUP ${folder}_${batch})
  endforeach()
endfunction()

# A target that has nothing but its precompiled headers, for others to use.
function(sparkdyn_precompiled_headers name headers libraries)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp CONTENT "")
  add_library(sparkdyn_precompiled_${name} OBJECT ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp)
  target_link_libraries(sparkdyn_precompiled_${name} PRIVATE sparkdyn_options ${libraries})
  target_precompile_headers(sparkdyn_precompiled_${name} PRIVATE ${headers})
  # The compiled headers hold the path of the build, so ccache would find nothing of another clone:
  # it looks at this file in their place.
  string(SHA256 sum "${name} ${headers} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}
    ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE} ${Eigen3_VERSION} ${fmt_VERSION}
    ${PETSC_VERSION} ${MPI_CXX_VERSION} ${MPI_CXX_LIBRARY_VERSION_STRING} ${GTest_VERSION}")
  file(CONFIGURE OUTPUT
    ${CMAKE_BINARY_DIR}/CMakeFiles/sparkdyn_precompiled_${name}.dir/cmake_pch.hxx.gch.sum
    CONTENT ${sum})
  if(NOT name MATCHES "^(serial|mpi)$")
    target_compile_options(sparkdyn_precompiled_${name} PRIVATE ${SPARKDYN_COLD_OPTIONS})
  endif()
endfunction()

if(SPARKDYN_PRECOMPILE)
  sparkdyn_precompiled_headers(plain "${plain_headers}" Eigen3::Eigen)
  sparkdyn_precompiled_headers(serial "${serial_headers}" "Eigen3::Eigen;fmt::fmt")
  if(SPARKDYN_MPI_MODULES)
    set(libraries Eigen3::Eigen fmt::fmt MPI::MPI_CXX PkgConfig::PETSC)
    sparkdyn_precompiled_headers(mpi "${mpi_headers}" "${libraries}")
    sparkdyn_precompiled_headers(mpi_cold "${mpi_headers}" "${libraries}")
    if(SPARKDYN_TESTS)
      sparkdyn_precompiled_headers(mpi_test "${mpi_headers};<gtest/gtest.h>" "${libraries};GTest::gtest")
    endif()
  endif()
  if(SPARKDYN_TESTS)
    sparkdyn_precompiled_headers(serial_test "${serial_headers};<gtest/gtest.h>"
                                 "Eigen3::Eigen;fmt::fmt;GTest::gtest")
  endif()
endif()

# kind: plain (Eigen alone), serial (and fmt), mpi (and PETSc), serial_test or mpi_test; mpi_cold and
# plain for modules that are compiled with SPARKDYN_COLD_OPTIONS.
function(sparkdyn_precompile target kind)
  if(SPARKDYN_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM sparkdyn_precompiled_${kind})
    # The headers were compiled with -fPIC and are of no use with -fPIE, cmake's for programs.
    get_target_property(type ${target} TYPE)
    if(type STREQUAL EXECUTABLE)
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE -fPIC)
    endif()
  endif()
endfunction()
