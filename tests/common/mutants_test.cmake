# cmake -P mutants_test.cmake: what cmake/mutants.cmake says of files that it must refuse, and of one that it must take.
cmake_minimum_required(VERSION 3.25)
set(project ${CMAKE_CURRENT_LIST_DIR}/../..)

if(LIST_TO_READ)  # this file again, for one case
  include(${project}/cmake/mutants.cmake)
  set(CMAKE_SOURCE_DIR ${LIST_TO_READ})
  set(BACKEND cuda)
  read_mutants(ch01_some/topic)
  return()
endif()

get_filename_component(folder "$ENV{TMPDIR}" ABSOLUTE BASE_DIR /tmp)
string(RANDOM LENGTH 12 word)
set(folder ${folder}/mutants_test_${word})
file(WRITE ${folder}/ch01_some/topic/topic.cu "a[0] = 1;\nb[i] = {;}\na[0] = 2;\n")

# The file's text must be refused with a message that matches, or taken if that is empty.
function(expect_mutants text message)
  file(WRITE ${folder}/tests/ch01_some/topic.mutants "${text}")
  execute_process(COMMAND ${CMAKE_COMMAND} -D LIST_TO_READ=${folder} -P ${CMAKE_CURRENT_LIST_FILE}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(message STREQUAL "" AND NOT status EQUAL 0)
    message(SEND_ERROR "refused:\n${text}\n${output}")
  elseif(NOT message STREQUAL "" AND (status EQUAL 0 OR NOT output MATCHES "${message}"))
    message(SEND_ERROR "not refused with '${message}':\n${text}\n${output}")
  endif()
endfunction()

expect_mutants("# a comment\n\nmutant one\n- a[0] = 1;\n+ a[1] = 1;\n" "")
expect_mutants("mutant one\n- a[0] = 1;\n- b[i] = {;}\n" "")
expect_mutants("mutant one everywhere\n- a[0]\n+ a[1]\n" "")
expect_mutants("mutant one\n- a[0]\n+ a[1]\n" "topic.mutants, line 1: .* occurs 2 times")
expect_mutants("mutant one\n- a[0] = 1;\n\nmutant two\n- a[0] = 3;\n" "line 4: .*two replaces does not occur")
expect_mutants("mutant one everywhere\n- c\n" "does not occur")
expect_mutants("mutant one\n+ c\n" "replaces nothing")
expect_mutants("mutant one in other.h\n- c\n" "there is no ch01_some/topic/other.h")
expect_mutants("mutant one at once\n- a[0] = 1;\n" "is not: mutant NAME")
expect_mutants("mutant one\n- a[0] = 1;\nfound it\n" "line 3: 'found it' begins with none of")
expect_mutants("mutant one\n- a[0] = 1;\n+ a[1] = 1;\nfinding {a[0] = 2} writes\n" "")
expect_mutants("mutant one\n- a[0] = 1;\n+ a[1] = 1;\nfinding {a[0] = 1} writes\n" "does not stand in topic.cu")
expect_mutants("mutant one microscope-only\n- a[0] = 1;\n" "must have a finding")
expect_mutants("mutant one\n- a[0] = 1;\nnear =\nfinding {b} writes\n" "stands in .*topic.cu 2 times, not once")
expect_mutants("exhibit\n" "an exhibit without a finding")

# Of two lines with the code, that nearest to the bug.
include(${project}/cmake/mutants.cmake)
set(near "")
name_lines("{a[0]} reads" topic.cu "a[0] = 1;\nb;\nc;\na[0] = 2;\n" 3 finding)
if(NOT finding STREQUAL "topic[.]cu:4 reads")
  message(SEND_ERROR "nearest line: ${finding}")
endif()
file(REMOVE_RECURSE ${folder})
