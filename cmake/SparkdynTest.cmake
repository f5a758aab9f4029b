# sparkdyn_add_test(NAME SOURCES files... [LIBRARIES targets...] [RANKS counts...] [LABELS labels...])
# Without RANKS a plain gtest program; with RANKS a program that starts MPI and PETSc, registered
# once per number of ranks.
# What is tested is optimized; the tests themselves are compiled once for every time they run.
set(SPARKDYN_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)

function(sparkdyn_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "TIMEOUT" "SOURCES;LIBRARIES;RANKS;LABELS")
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  math(EXPR TEST_TIMEOUT "${TEST_TIMEOUT} * ${SPARKDYN_PATIENCE}")
  add_executable(${name} ${TEST_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_options(${name} PRIVATE ${SPARKDYN_TEST_OPTIONS})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES} sparkdyn_options fmt::fmt)
  sparkdyn_watch_leaks(${name})
  if(NOT TEST_RANKS)
    sparkdyn_precompile(${name} serial_test)
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
    return()
  endif()
  sparkdyn_precompile(${name} mpi_test)
  target_link_libraries(${name} PRIVATE sparkdyn_test_main)
  foreach(ranks ${TEST_RANKS})
    add_test(NAME ${name}.np${ranks}
             COMMAND ${CMAKE_SOURCE_DIR}/scripts/mpirun ${ranks} $<TARGET_FILE:${name}>)
    set_tests_properties(${name}.np${ranks} PROPERTIES
      PROCESSORS ${ranks} TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
  endforeach()
endfunction()
