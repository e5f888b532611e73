# add_lesson, add_mutant, add_common_test: what a line of the table of contents does.

# Mutants are compiled where compiling is quick and bugs show the same way every time: on the emulator.
option(MUTANTS "build the mutants and demand that their tests turn red" ON)

find_program(COMPUTE_SANITIZER compute-sanitizer HINTS ${CUDAToolkit_BIN_DIR})

# A GoogleTest program of the project: status 77 means that this machine lacks a device.
function(register_test name target label)
  add_test(NAME ${name} COMMAND ${target})
  set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77 TIMEOUT 600)
  # A program with findings ends with status 4. A race takes two blocks, so all are looked at. No tables: they cost time.
  if(BACKEND STREQUAL "microscope")
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "CUDA_EMULATOR_TABLES=0;CUDA_EMULATOR_BLOCKS=all")
  endif()
endfunction()

# compute-sanitizer's four tools over a test program, where there is a GPU; what is never freed counts as an error, if
# leaks is ON.
function(register_sanitizers name target leaks)
  if(NOT BACKEND STREQUAL "cuda" OR NOT COMPUTE_SANITIZER)
    return()
  endif()
  if(leaks)
    set(options_of_memcheck --leak-check full)
  endif()
  foreach(tool memcheck racecheck initcheck synccheck)
    add_test(NAME ${name}.${tool}
             COMMAND ${COMPUTE_SANITIZER} --tool ${tool} ${options_of_${tool}} --error-exitcode 9 --report-api-errors no
                     $<TARGET_FILE:${target}> --gtest_brief=1)
    set_tests_properties(${name}.${tool} PROPERTIES LABELS sanitizer SKIP_RETURN_CODE 77 TIMEOUT 600
                         ENVIRONMENT TEST_SANITIZED=1)
  endforeach()
endfunction()

# Under the microscope the command must end with status 4 and a finding that matches the regular expression.
function(expect_finding name label finding)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -D "COMMAND=${ARGN}" -D "FINDING=${finding}"
                                -P ${CMAKE_SOURCE_DIR}/cmake/expect_finding.cmake)
  set_tests_properties(${name} PROPERTIES LABELS "${label}" TIMEOUT 280)
endfunction()

# add_lesson(chNN_chapter/topic [PEERS library…] [SOURCES file…] [EXHIBIT | MANAGED_VARIABLES])
#
# Three files make a lesson: topic.cu (the kernels, compiled once and shared), main.cpp (the program), and
# tests/chNN_chapter/topic_test.cpp. A lesson without main.cpp is a program in one file, topic.cu; its test runs it:
# every test finds the program's path in PROGRAM. PEERS compiles topic/peers.cu too, where NVIDIA's libraries are
# (BACKEND cuda), and links what follows. SOURCES are further files of the topic. EXHIBIT: wrong on purpose, so the
# sanitizers' four tools are not run over its test. MANAGED_VARIABLES: memcheck takes __managed__ variables, which live as
# long as the program, for leaks, so it does not look for leaks in this lesson.
function(add_lesson folder)
  cmake_parse_arguments(arg "EXHIBIT;MANAGED_VARIABLES" "" "PEERS;SOURCES" ${ARGN})
  get_filename_component(name ${folder} NAME)
  get_filename_component(chapter ${folder} DIRECTORY)
  set(sources ${CMAKE_SOURCE_DIR}/${folder}/${name}.cu)
  foreach(source ${arg_SOURCES})
    list(APPEND sources ${CMAKE_SOURCE_DIR}/${folder}/${source})
  endforeach()
  set(parts common)

  add_executable(${name})
  if(EXISTS ${CMAKE_SOURCE_DIR}/${folder}/main.cpp)
    add_library(${name}_rungs OBJECT)
    add_cuda_sources(${name}_rungs ${sources})
    if("PEERS" IN_LIST ARGN AND BACKEND STREQUAL "cuda")
      target_sources(${name}_rungs PRIVATE ${CMAKE_SOURCE_DIR}/${folder}/peers.cu)
      target_link_libraries(${name}_rungs PUBLIC ${arg_PEERS})
    endif()
    target_link_libraries(${name}_rungs PUBLIC common)
    target_sources(${name} PRIVATE ${folder}/main.cpp)
    list(APPEND parts ${name}_rungs)
  else()
    add_cuda_sources(${name} ${sources})
  endif()
  target_link_libraries(${name} PRIVATE ${parts})
  set_property(GLOBAL APPEND PROPERTY lesson_lines "${chapter} ${name} $<TARGET_FILE:${name}>\n")
  set_property(GLOBAL PROPERTY folder_of_${name} ${folder})
  set_property(GLOBAL PROPERTY other_sources_of_${name} ${sources})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lessons/${chapter})

  set(test ${CMAKE_SOURCE_DIR}/tests/${folder}_test.cpp)
  if(NOT EXISTS ${test})
    message(FATAL_ERROR "${folder} has no test: tests/${folder}_test.cpp")
  endif()
  # The test's object is compiled once and linked with the lesson and with each of its mutants.
  add_library(${name}_test_cases OBJECT ${test})
  target_link_libraries(${name}_test_cases PUBLIC testing)
  target_compile_definitions(${name}_test_cases PRIVATE PROGRAM="$<TARGET_FILE:${name}>")
  add_executable(${name}_test)
  target_link_libraries(${name}_test PRIVATE ${name}_test_cases ${parts})
  add_dependencies(${name}_test ${name})
  add_custom_target(tests_of_${name} DEPENDS ${name}_test)
  register_test(${chapter}.${name} ${name}_test ${chapter})

  if(arg_MANAGED_VARIABLES)
    register_sanitizers(${chapter}.${name} ${name}_test OFF)
  elseif(NOT arg_EXHIBIT)
    register_sanitizers(${chapter}.${name} ${name}_test ON)
  endif()
endfunction()

# add_finding(topic finding [option…])
#
# What the microscope must say of an exhibit that runs with these options: a regular expression for one of its findings.
function(add_finding topic finding)
  if(NOT BACKEND STREQUAL "microscope")
    return()
  endif()
  get_property(folder GLOBAL PROPERTY folder_of_${topic})
  get_filename_component(chapter ${folder} DIRECTORY)
  get_property(number GLOBAL PROPERTY findings_of_${topic})
  math(EXPR number "${number} + 1")
  set_property(GLOBAL PROPERTY findings_of_${topic} ${number})
  expect_finding(${chapter}.${topic}.finding.${number} "${chapter}" "${finding}" $<TARGET_FILE:${topic}> ${ARGN})
endfunction()

# add_mutant(topic mutant pattern replacement [IN source] [FINDING regex])
#
# Plants one bug: topic.cu, or another of its SOURCES, with every occurrence of pattern replaced. ctest demands that the
# topic's test turns red. The pattern must occur; it is plain text, no regular expression. Where the lesson is a program
# in one file, its test is compiled again to run the mutant instead. FINDING: under the microscope this finding is
# demanded; mutants without one are not built there.
function(add_mutant topic mutant pattern replacement)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "IN;FINDING" "")
  if(NOT MUTANTS OR BACKEND STREQUAL "cuda" OR (BACKEND STREQUAL "microscope" AND NOT arg_FINDING))
    return()
  endif()
  get_property(folder GLOBAL PROPERTY folder_of_${topic})
  get_filename_component(chapter ${folder} DIRECTORY)
  set(original ${CMAKE_SOURCE_DIR}/${folder}/${topic}.cu)
  if(arg_IN)
    set(original ${CMAKE_SOURCE_DIR}/${folder}/${arg_IN})
  endif()
  file(READ ${original} text)
  string(FIND "${text}" "${pattern}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "mutant ${topic}/${mutant}: '${pattern}' does not occur in ${original}")
  endif()
  string(REPLACE "${pattern}" "${replacement}" text "${text}")
  set(mutated ${CMAKE_BINARY_DIR}/mutants/${topic}_${mutant}.cu)
  file(CONFIGURE OUTPUT ${mutated} CONTENT "${text}" @ONLY NEWLINE_STYLE UNIX)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})

  set(target ${topic}_mutant_${mutant})
  get_property(others GLOBAL PROPERTY other_sources_of_${topic})
  list(REMOVE_ITEM others ${original})
  if(EXISTS ${CMAKE_SOURCE_DIR}/${folder}/main.cpp)
    add_executable(${target})
    add_cuda_sources(${target} ${mutated} ${others})
    target_link_libraries(${target} PRIVATE ${topic}_test_cases common)
    add_dependencies(${target} ${topic})
  else()
    add_executable(${target}_program)
    add_cuda_sources(${target}_program ${mutated} ${others})
    target_link_libraries(${target}_program PRIVATE common)
    add_executable(${target} ${CMAKE_SOURCE_DIR}/tests/${folder}_test.cpp)
    target_link_libraries(${target} PRIVATE testing)
    target_compile_definitions(${target} PRIVATE PROGRAM="$<TARGET_FILE:${target}_program>")
    add_dependencies(${target} ${target}_program)
  endif()
  add_dependencies(tests_of_${topic} ${target})
  if(BACKEND STREQUAL "microscope")
    expect_finding(${chapter}.${topic}.mutant.${mutant} "${chapter};mutant" "${arg_FINDING}" $<TARGET_FILE:${target}>)
    return()
  endif()
  add_test(NAME ${chapter}.${topic}.mutant.${mutant}
           COMMAND ${CMAKE_COMMAND} -D TEST=$<TARGET_FILE:${target}> -P ${CMAKE_SOURCE_DIR}/cmake/expect_red.cmake)
  set_tests_properties(${chapter}.${topic}.mutant.${mutant} PROPERTIES LABELS "${chapter};mutant" TIMEOUT 120)
endfunction()

# tests/common/<part>_test.cpp (or .cu) tests a header of common/.
function(add_common_test part)
  add_executable(common_${part}_test)
  file(GLOB source ${CMAKE_SOURCE_DIR}/tests/common/${part}_test.cpp ${CMAKE_SOURCE_DIR}/tests/common/${part}_test.cu)
  add_cuda_sources(common_${part}_test ${source})
  target_link_libraries(common_${part}_test PRIVATE testing)
  target_compile_definitions(common_${part}_test PRIVATE PROJECT_ROOT="${CMAKE_SOURCE_DIR}")
  register_test(common.${part} common_${part}_test common)
  register_sanitizers(common.${part} common_${part}_test ON)
endfunction()

# Writes lessons.txt for ./run and ./test, a line a lesson: chapter, name, program. Call it last.
function(write_lesson_list)
  get_property(lines GLOBAL PROPERTY lesson_lines)
  list(JOIN lines "" text)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/lessons.txt CONTENT "${text}")
  add_custom_target(lesson_names)  # building it only brings the configuration up to date
endfunction()
