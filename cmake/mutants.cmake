# Bugs planted in the lessons: tests/chNN_chapter/topic.mutants says which (tests/README.md has its format). Each is built
# from a copy of one file with one text replaced, and ctest demands that the lesson's test turns red, or that the
# microscope reports the finding. Everything the bug does not affect is shared with the lesson: other sources, the test.
#
# scripts/planted_bugs reads the lists when this file is included, and writes the copies and a file of calls per lesson,
# which add_lesson includes here.

set(MUTANTS_FROM "" CACHE PATH "tests/mutate: a folder of other lists of mutants, which are built but are no tests")

# A mutant runs only briefly, so compile time matters more than optimisation. Warnings mean nothing here.
set(options_of_mutants -w -O1)
if(MUTANTS_FROM)
  add_compile_options(${options_of_mutants})  # for the lessons themselves too
endif()

# What mutants include first.
if(NOT BACKEND STREQUAL "cuda")
  emulated_flags(flags)
  add_precompiled_header(mutant_headers FILE cuda_runtime.h HEADERS ${device_headers}
                         OPTIONS ${options_of_mutants} ${flags} FOLDERS emulator/include)
endif()

# Reads all lists.
set(options_of_lists)
if(MUTANTS_FROM)
  list(APPEND options_of_lists --lists ${MUTANTS_FROM})
endif()
if(MUTANTS)
  list(APPEND options_of_lists --backend ${BACKEND})
endif()
if(TARGET MPI::MPI AND TARGET CUDA::nccl)
  list(APPEND options_of_lists --ranks)
endif()
get_filename_component(reader ${CMAKE_CURRENT_LIST_DIR}/../scripts/planted_bugs ABSOLUTE)
set(reader_status 77)  # Python is missing, or too old
if(PYTHON3)
  execute_process(COMMAND ${PYTHON3} -B ${reader} ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${options_of_lists} RESULT_VARIABLE reader_status)
endif()
if(reader_status EQUAL 0)
  file(GLOB parts_of_reader ${reader}/*.py)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${parts_of_reader})
  include(${CMAKE_BINARY_DIR}/mutants/read.cmake)
elseif(NOT reader_status EQUAL 77)
  message(FATAL_ERROR "scripts/planted_bugs ended with ${reader_status}")
elseif(MUTANTS AND NOT BACKEND STREQUAL "cuda")
  message(FATAL_ERROR "the planted bugs need Python 3.9 or newer (Debian's python3); -DMUTANTS=OFF leaves them out")
else()
  message(STATUS "without Python 3.9 or newer (Debian's python3) there are no planted bugs, nor tests of what exhibits show")
endif()

# Ends the configuration with the place of the error: a line of the list of topic.
function(mutants_error line text)
  message(FATAL_ERROR "tests/${chapter}/${topic}.mutants, line ${line}: ${text}")
endfunction()

# Adds a lesson's file (source, relative to the project) to the mutant if it sees the change, else its object of that
# name from the lesson's target objects. Sets changed to whether it does.
function(add_mutated_source source objects changed)
  set(changes OFF)
  if(source IN_LIST seen_by)
    set(changes ON)
  endif()
  if(source STREQUAL path)
    get_source_file_property(options ${CMAKE_SOURCE_DIR}/${source} COMPILE_OPTIONS)
    if(options)
      set_property(SOURCE ${root}/${source} PROPERTY COMPILE_OPTIONS ${options})
    endif()
    add_cuda_sources(${target} ${root}/${source})
  elseif(changes)
    add_cuda_sources(${target} ${CMAKE_SOURCE_DIR}/${source})
  else()
    get_filename_component(name ${source} NAME)
    string(REPLACE "." "[.]" name ${name})
    set(compiled $<TARGET_OBJECTS:${objects}>)
    if(source MATCHES "[.]cpp$" AND TARGET ${topic}_host AND objects STREQUAL "${topic}_rungs")
      set(compiled $<TARGET_OBJECTS:${topic}_host>)
    endif()
    target_sources(${target} PRIVATE "$<FILTER:${compiled},INCLUDE,/${name}([.]cpp)?[.]o$>")
  endif()
  set(${changed} ${changes} PARENT_SCOPE)
endfunction()

# Adds the mutant's sources and objects. Sets where to "test" if the test is linked with what changed, else to "program":
# the lesson's test then runs the mutant in its program's place.
function(add_mutated_sources where)
  get_property(sources GLOBAL PROPERTY sources_of_${topic})
  set(main ${folder}/main.cpp)
  set(test tests/${folder}_test.cpp)
  set(in_test OFF)
  if(EXISTS ${CMAKE_SOURCE_DIR}/${main})
    set(objects ${topic}_rungs)
  else()
    set(main)
    set(objects ${topic})
  endif()
  foreach(source IN LISTS sources)
    file(RELATIVE_PATH source ${CMAKE_SOURCE_DIR} ${source})
    add_mutated_source(${source} ${objects} changed)
    if(changed AND main)
      set(in_test ON)
    endif()
    if(changed)
      set(somewhere ON)
    endif()
  endforeach()
  get_property(calls GLOBAL PROPERTY calls_of_${topic})
  foreach(other IN LISTS calls)  # lessons whose rungs this one calls
    get_filename_component(name ${other} NAME)
    file(GLOB sources RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/${other}/*.cu)
    list(FILTER sources EXCLUDE REGEX "/peers[.]cu$")
    foreach(source IN LISTS sources)
      add_mutated_source(${source} ${name}_rungs changed)
      if(changed)
        set(in_test ON)
      endif()
    endforeach()
  endforeach()
  if(test IN_LIST seen_by OR in_test)
    add_mutated_source(${test} ${topic}_test_cases changed)
    target_compile_definitions(${target} PRIVATE PROGRAM=lesson_program\("$<TARGET_FILE:${topic}>"\))
    set(${where} test PARENT_SCOPE)
    return()
  endif()
  set(${where} program PARENT_SCOPE)
  if(main)
    add_mutated_source(${main} ${topic} somewhere)
  endif()
  if(NOT somewhere)
    mutants_error(${line} "nothing that ${topic} compiles includes ${path}")
  endif()
endfunction()

# For tests/mutate: the build itself runs the mutant's test as soon as it is linked, so a run can be stopped and
# continued. usual/topic.txt has the time of the lesson's own test, tried/topic.mutant.txt the result of the mutant.
# Each mutant has its own target: all commands of one target wait for everything that any of them needs, and a mutant
# that does not compile would stop the others.
function(add_trial test program)
  set(script ${CMAKE_SOURCE_DIR}/cmake/try_mutant.cmake)
  set(usual ${CMAKE_BINARY_DIR}/usual/${topic}.txt)
  set(tried ${CMAKE_BINARY_DIR}/tried/${topic}.${mutant}.txt)
  if(NOT TARGET usual_${topic})
    add_custom_command(OUTPUT ${usual} COMMAND ${CMAKE_COMMAND} -D TEST=$<TARGET_FILE:${topic}_test> -D RESULT=${usual} -P ${script}
                       DEPENDS ${topic}_test ${script} COMMENT "Running the test of ${topic}" VERBATIM)
    add_custom_target(usual_${topic} DEPENDS ${usual})
  endif()
  add_custom_command(OUTPUT ${tried} COMMAND ${CMAKE_COMMAND} -D TEST=${test} -D PROGRAM=${program} -D RESULT=${tried}
                     -D USUAL=${usual} -P ${script}
                     DEPENDS ${target} ${topic}_test usual_${topic} ${usual} ${script}
                     COMMENT "Trying ${mutant} of ${topic}" VERBATIM)
  add_custom_target(try_${topic}_${mutant} DEPENDS ${tried})
  set_property(GLOBAL APPEND PROPERTY trials try_${topic}_${mutant})
endfunction()

# Builds the mutant of that line and adds its test; path is the file that it changes, and what follows are the sources
# that see the change. It reads the variables of read_mutants and add_lesson.
function(add_mutant line mutant path of_ranks finding cases)
  set(seen_by ${ARGN})
  if(of_ranks AND NOT in_ranks)  # without MPI and NCCL neither the file nor its test is there
    return()
  endif()
  set(root ${CMAKE_BINARY_DIR}/mutants/${topic}/${mutant})
  set(target ${topic}_mutant_${mutant})
  add_executable(${target})
  target_compile_options(${target} PRIVATE ${options_of_mutants})
  use_precompiled_header(${target} mutant_headers)
  target_include_directories(${target} BEFORE PRIVATE ${root})
  set(test $<TARGET_FILE:${topic}_test>)
  set(program)
  add_mutated_sources(where)
  get_property(libraries GLOBAL PROPERTY libraries_of_${topic})
  if(where STREQUAL "test")
    target_link_libraries(${target} PRIVATE testing ${libraries})
    add_dependencies(${target} ${topic})
    set(test $<TARGET_FILE:${target}>)
  else()
    target_link_libraries(${target} PRIVATE common ${libraries})
    add_dependencies(${target} ${topic}_test)
    set(program $<TARGET_FILE:${target}>)
  endif()
  if(MUTANTS_FROM)
    add_trial(${test} "${program}")
    return()
  endif()
  add_dependencies(tests_of_${topic} ${target})

  set(name ${chapter}.${topic}.mutant.${mutant})
  if(BACKEND STREQUAL "microscope" AND program)
    expect_finding(${name} "${chapter};mutant" 4 "${finding}" ${program})
  elseif(BACKEND STREQUAL "microscope")
    if(cases)
      list(APPEND test "--gtest_filter=${cases}")
    endif()
    set(status 4)
    if(of_ranks)  # they have the finding; the test that started them is red
      set(status 1)
    endif()
    expect_finding(${name} "${chapter};mutant" ${status} "${finding}" ${test})
  else()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -D TEST=${test} -P ${CMAKE_SOURCE_DIR}/cmake/expect_red.cmake)
    set_tests_properties(${name} PROPERTIES LABELS "${chapter};mutant" TIMEOUT 240)
    if(program)
      list(APPEND environment_of_mutants TEST_PROGRAM=${program})
    endif()
  endif()
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment_of_mutants}")
endfunction()

# Under the microscope an exhibit, run with these options, must end with this finding.
function(add_exhibit_finding number finding)
  if(BACKEND STREQUAL "microscope")
    expect_finding(${chapter}.${topic}.finding.${number} "${chapter}" 4 "${finding}" $<TARGET_FILE:${topic}> ${ARGN})
  endif()
endfunction()

# Adds the mutants and exhibits of tests/folder.mutants.
function(read_mutants folder)
  get_filename_component(topic ${folder} NAME)
  get_filename_component(chapter ${folder} DIRECTORY)
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/tests/${folder}.mutants AND NOT MUTANTS_FROM)
    mutants_error(1 "no such file: each lesson's test is proven able to fail")
  elseif(reader_status EQUAL 0)
    include(${CMAKE_BINARY_DIR}/mutants/${folder}.cmake OPTIONAL)  # tests/mutate has no lists of some lessons
  endif()
endfunction()

# What tests/mutate builds: all trials.
function(add_trials_target)
  get_property(trials GLOBAL PROPERTY trials)
  if(trials)
    add_custom_target(tried DEPENDS ${trials})
  endif()
endfunction()
