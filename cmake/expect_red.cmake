# cmake -D TEST=<program> [-D CASES=<filter>] -P expect_red.cmake: succeeds only if GoogleTest itself reports a failed
# test, of the cases that the filter names if there is one. A crash, a hang or a test that does not start proves nothing,
# and fails here.
set(ENV{GTEST_FAIL_FAST} 1)
if(CASES)
  set(ENV{GTEST_FILTER} ${CASES})
endif()
execute_process(COMMAND ${TEST} TIMEOUT 200 RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 77)
  message(FATAL_ERROR "skipped tests prove nothing:\n${output}")
endif()
if(NOT status EQUAL 1 OR NOT output MATCHES "\\[  FAILED  \\]")
  message(FATAL_ERROR "the planted bug was not found (status ${status}):\n${output}")
endif()
string(REGEX MATCH "\\[  FAILED  \\][^\n]*" failed "${output}")
message(STATUS "found: ${failed}")
