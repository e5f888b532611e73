# cmake -D COMMAND=<program;option…> -D FINDING=<regular expression> -D STATUS=<its status> -P expect_finding.cmake: succeeds
# only if the microscope reports that finding and the program ends with that status.
set(ENV{CUDA_EMULATOR_TABLES} 0)
set(ENV{CUDA_EMULATOR_LAUNCHES} 100)
set(ENV{GTEST_FAIL_FAST} 1)  # the first red test ran the kernel that the finding is about
unset(ENV{CUDA_EMULATOR_FINDINGS_STATUS})
execute_process(COMMAND ${COMMAND} TIMEOUT 250 RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL STATUS OR NOT output MATCHES "microscope: finding: [^\n]*${FINDING}")
  message(FATAL_ERROR "no such finding: ${FINDING} (status ${status})\n${output}")
endif()
message(STATUS "found: ${CMAKE_MATCH_0}")
