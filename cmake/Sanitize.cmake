# SPDX-License-Identifier: BSD-3-Clause
# Two builds that watch memory and arithmetic; both leave the ordinary build alone.
#
#   SPARKDYN_SANITIZE  the tests under AddressSanitizer and UndefinedBehaviorSanitizer
#                      (scripts/sanitize)
#   SPARKDYN_FUZZ      the same, and the targets of tests/fuzz with libFuzzer; needs clang
#                      (scripts/fuzz)
option(SPARKDYN_SANITIZE "Build with address and undefined-behaviour sanitizers" OFF)
option(SPARKDYN_FUZZ "Build the fuzzers of the readers with libFuzzer; needs clang" OFF)
if(SPARKDYN_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "SPARKDYN_FUZZ needs clang: -DCMAKE_CXX_COMPILER=clang++-16")
endif()
# For programs that end MPI: what it leaks can be told from what we leak.
function(sparkdyn_watch_leaks program)
  if(SPARKDYN_SANITIZE OR SPARKDYN_FUZZ)
    target_sources(${program} PRIVATE ${CMAKE_SOURCE_DIR}/tests/support/keep_modules.cpp)
  endif()
endfunction()

# Limits on the time of tests are multiplied by it.
set(SPARKDYN_PATIENCE 1)
if(NOT SPARKDYN_SANITIZE AND NOT SPARKDYN_FUZZ)
  return()
endif()

set(SPARKDYN_PATIENCE 6)
# Assertions of Eigen and of the standard library stay on; -g1 gives reports lines.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Sanitize CACHE STRING "" FORCE)
endif()
set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
add_compile_options(${sanitizers})
add_link_options(${sanitizers})
if(SPARKDYN_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
