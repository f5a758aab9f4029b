# sparkdyn_add_test(NAME SOURCES files... [LIBRARIES targets...] [RANKS counts...] [LABELS labels...])
# Without RANKS a plain gtest program; with RANKS a program that starts MPI and PETSc, registered
# once per number of ranks.
function(sparkdyn_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "TIMEOUT" "SOURCES;LIBRARIES;RANKS;LABELS")
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  add_executable(${name} ${TEST_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_definitions(${name} PRIVATE
    SPARKDYN_SOURCE_DIR="${CMAKE_SOURCE_DIR}" SPARKDYN_BINARY_DIR="${CMAKE_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES} sparkdyn_options)
  sparkdyn_watch_leaks(${name})
  if(NOT TEST_RANKS)
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
    return()
  endif()
  target_link_libraries(${name} PRIVATE sparkdyn_test_main)
  foreach(ranks ${TEST_RANKS})
    add_test(NAME ${name}.np${ranks}
             COMMAND ${CMAKE_SOURCE_DIR}/scripts/mpirun ${ranks} $<TARGET_FILE:${name}>)
    set_tests_properties(${name}.np${ranks} PROPERTIES
      PROCESSORS ${ranks} TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
  endforeach()
endfunction()
