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

# A target that has nothing but its precompiled headers, for others to use.
function(sparkdyn_precompiled_headers name headers libraries)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp CONTENT "")
  add_library(sparkdyn_precompiled_${name} OBJECT ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp)
  target_link_libraries(sparkdyn_precompiled_${name} PRIVATE sparkdyn_options ${libraries})
  target_precompile_headers(sparkdyn_precompiled_${name} PRIVATE ${headers})
  if(name MATCHES test)
    target_compile_options(sparkdyn_precompiled_${name} PRIVATE ${SPARKDYN_TEST_OPTIONS})
  endif()
endfunction()

if(SPARKDYN_PRECOMPILE)
  sparkdyn_precompiled_headers(plain "${plain_headers}" Eigen3::Eigen)
  sparkdyn_precompiled_headers(serial "${serial_headers}" "Eigen3::Eigen;fmt::fmt")
  if(SPARKDYN_MPI_MODULES)
    set(libraries Eigen3::Eigen fmt::fmt MPI::MPI_CXX PkgConfig::PETSC)
    sparkdyn_precompiled_headers(mpi "${mpi_headers}" "${libraries}")
    if(SPARKDYN_TESTS)
      sparkdyn_precompiled_headers(mpi_test "${mpi_headers};<gtest/gtest.h>" "${libraries};GTest::gtest")
    endif()
  endif()
  if(SPARKDYN_TESTS)
    sparkdyn_precompiled_headers(serial_test "${serial_headers};<gtest/gtest.h>"
                                 "Eigen3::Eigen;fmt::fmt;GTest::gtest")
  endif()
endif()

# kind: plain (Eigen alone), serial (and fmt), mpi (and PETSc), serial_test or mpi_test.
function(sparkdyn_precompile target kind)
  if(SPARKDYN_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM sparkdyn_precompiled_${kind})
  endif()
endfunction()
