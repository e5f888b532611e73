# add_lesson and add_common_test: the commands of the table of contents.

# Mutants are compiled where compiling is quick and bugs show the same way every time: on the emulator.
option(MUTANTS "build the mutants and demand that their tests turn red" ON)

include(cmake/mutants.cmake)
include(cmake/profiles.cmake)

find_program(COMPUTE_SANITIZER compute-sanitizer HINTS ${CUDAToolkit_BIN_DIR})

# Tests that take longest on the emulator start first: at the end of a run they would keep one processor busy alone.
set(longest_tests "[.](ljmd|convolution|sort_multi|halo_exchange|halo_ranks|reduction_multi)$")

# A GoogleTest program of the project: status 77 means that this machine lacks a device.
function(register_test name target label)
  set(limit 600)
  if(CMAKE_CROSSCOMPILING)
    set(limit 3600)  # another processor, emulated
  endif()
  add_test(NAME ${name} COMMAND ${target})
  set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77 TIMEOUT ${limit})
  if(name MATCHES "${longest_tests}")
    set_tests_properties(${name} PROPERTIES COST 100)
  endif()
  # A program with findings ends with status 4. A race needs two blocks, so all are checked. No tables: they take time.
  if(BACKEND STREQUAL "microscope")
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "CUDA_EMULATOR_TABLES=0;CUDA_EMULATOR_BLOCKS=all")
  endif()
endfunction()

# The first of a range of ports that no other run of compute-sanitizer uses.
function(take_ports variable count)
  get_property(port GLOBAL PROPERTY next_port_of_sanitizers)
  if(NOT port)
    set(port 49152)  # the tool's own base
  endif()
  math(EXPR next "${port} + ${count}")
  set_property(GLOBAL PROPERTY next_port_of_sanitizers ${next})
  set(${variable} ${port} PARENT_SCOPE)
endfunction()

# Runs a test program under compute-sanitizer's four tools, or those named, if there is a GPU; with leaks ON, memory
# that is never freed is an error. The programs that a test starts have the same kernels as the test, so only memcheck
# follows it into them, to look for leaks. With programs ON all tools do: the kernels are then in the program only.
function(register_sanitizers name target leaks programs)
  if(NOT BACKEND STREQUAL "cuda" OR NOT COMPUTE_SANITIZER)
    return()
  endif()
  if(leaks)
    set(options_of_memcheck --leak-check full)
  endif()
  # The tool communicates with a test and the programs that it starts through the first free port of a range. By default
  # all runs have the same range; here each has its own.
  set(ports 10)
  set(tools ${ARGN})
  if(NOT tools)
    set(tools memcheck racecheck initcheck synccheck)
  endif()
  foreach(tool IN LISTS tools)
    set(processes all)
    # Programs that refuse what they are asked for end before they launch a kernel.
    set(cases "--gtest_filter=-*Program.Refuses*:*Program.Rejects*:*Program.Bad*:*Program.*UsageError*:*Program.AnswersBadInput*")
    if(NOT programs AND NOT tool STREQUAL "memcheck")
      set(processes application-only)
      set(cases --gtest_filter=-*Program.*)  # the test suites that only start the program
    endif()
    # Racecheck warns of cuSPARSE's own kernel csrmv_v3, whose threads write the same words. Initcheck takes what another
    # GPU has stored for uninitialised, which NCCL's own kernels read.
    set(left_out)
    if(tool STREQUAL "racecheck")
      set(left_out --kernel-name-exclude kns=cusparse)
    elseif(tool STREQUAL "initcheck")
      set(left_out --kernel-name-exclude kns=ncclDevKernel)
    endif()
    take_ports(port ${ports})
    add_test(NAME ${name}.${tool}
             COMMAND ${COMPUTE_SANITIZER} --tool ${tool} ${options_of_${tool}} --target-processes ${processes} --error-exitcode 9 --report-api-errors no ${left_out}
                     --port ${port} --max-connections ${ports} $<TARGET_FILE:${target}> --gtest_brief=1 ${cases})
    # Several run at a time, the long ones first. On an H200 with 16 cores a racecheck took 19 s on average, as did a
    # memcheck, which also follows the programs; the other tools took half of that. The named ones took more than 40 s.
    set(cost 10)
    if(tool MATCHES "racecheck|memcheck")
      set(cost 20)
      if(name MATCHES "[.](ljmd|reduction_multi|sort_libraries|convolution|matmul_terms|merge_sort|quick_split|nbody|radix_sort|\
histogram|neighbor_list|eigenvalues|linear_solve|kernel_overlap|graphs|groups|matmul|compaction_single_pass|transpose|one_sweep|\
partition_sort|sparse_solve|host_api|segmented_scan|poisson_fft|sort_multi|launch_costs)$")
        set(cost 100)
      endif()
    endif()
    if(name STREQUAL "common.timer")  # waits for limits to pass
      set(cost 100)
    endif()
    set_tests_properties(${name}.${tool} PROPERTIES LABELS sanitizer SKIP_RETURN_CODE 77 TIMEOUT 600 COST ${cost}
                         ENVIRONMENT TEST_SANITIZED=${tool})
  endforeach()
endfunction()

# The same for the cases of a test whose kernels run in ranks that mpirun starts: the test starts each rank under the
# tool. All four tools, or those named.
function(register_sanitizers_of_ranks name target cases)
  if(NOT BACKEND STREQUAL "cuda" OR NOT COMPUTE_SANITIZER)
    return()
  endif()
  set(tools ${ARGN})
  if(NOT tools)
    set(tools memcheck racecheck initcheck synccheck)
  endif()
  foreach(tool IN LISTS tools)
    take_ports(port 30)  # for three ranks
    add_test(NAME ${name}.${tool} COMMAND ${target} --gtest_brief=1 --gtest_filter=${cases})
    set_tests_properties(${name}.${tool} PROPERTIES LABELS sanitizer SKIP_RETURN_CODE 77 TIMEOUT 600 COST 100
                         ENVIRONMENT "TEST_SANITIZED=${tool};TEST_SANITIZER_PORT=${port}")
  endforeach()
endfunction()

# Under the microscope the command must end with that status (a program with findings: 4) and a finding that matches the
# regular expression.
function(expect_finding name label status finding)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -D "COMMAND=${ARGN}" -D STATUS=${status} -D "FINDING=${finding}"
                                -P ${CMAKE_SOURCE_DIR}/cmake/expect_finding.cmake)
  set_tests_properties(${name} PROPERTIES LABELS "${label}" TIMEOUT 280)
endfunction()

# What the instructions need: for Hopper the building of tensor maps, and on the emulator what interprets them.
function(libraries_of_instructions result matrices hopper)
  set(libraries)
  if(hopper)
    set(libraries tensor_maps)
  endif()
  if(NOT BACKEND STREQUAL "cuda" AND (matrices OR hopper))
    list(APPEND libraries cuda_emulator_ptx)
  endif()
  set(${result} ${libraries} PARENT_SCOPE)
endfunction()

# Replaces a lesson on a machine that lacks something: a program that prints what is missing and ends with status 77. It
# is also the lesson's test, which ctest then counts as skipped.
function(add_absent_lesson chapter name reason)
  set(program ${CMAKE_BINARY_DIR}/lessons/${chapter}/${name})
  file(WRITE ${program} "#!/bin/sh\necho '${name}: ${reason}' >&2\nexit 77\n")
  file(CHMOD ${program} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  set_property(GLOBAL APPEND PROPERTY lesson_lines "${chapter} ${name} ${program} lesson\n")
  add_custom_target(${name})  # what ./run and ./test ask to be built
  add_custom_target(tests_of_${name})
  add_test(NAME ${chapter}.${name} COMMAND ${program})
  set_tests_properties(${chapter}.${name} PROPERTIES LABELS ${chapter} SKIP_RETURN_CODE 77)
endfunction()

# add_part(chNN_chapter/part [SOURCES file…] [RANKS file…] [CALLS chNN_chapter/part…])
#
# A folder without a program, for the lessons of its chapter that name it in CALLS: they compile its SOURCES, and its RANKS
# as their own. CALLS: the parts whose headers it includes; a lesson names those too, before this one.
function(add_part folder)
  cmake_parse_arguments(arg "" "" "SOURCES;RANKS;CALLS" ${ARGN})
  foreach(kind SOURCES RANKS)
    list(TRANSFORM arg_${kind} PREPEND ${CMAKE_SOURCE_DIR}/${folder}/)
    set_property(GLOBAL PROPERTY part_${kind}_of_${folder} ${arg_${kind}})
  endforeach()
  set_property(GLOBAL PROPERTY part_CALLS_of_${folder} ${arg_CALLS})
  set_property(GLOBAL APPEND PROPERTY parts ${folder})
endfunction()

# Moves the parts from the lesson's CALLS to its sources.
macro(take_parts)
  set(called)
  get_property(known GLOBAL PROPERTY parts)
  foreach(part ${arg_CALLS})
    if(part IN_LIST known)
      list(REMOVE_ITEM arg_CALLS ${part})
      list(APPEND called ${part})
      get_property(part_sources GLOBAL PROPERTY part_SOURCES_of_${part})
      get_property(part_ranks GLOBAL PROPERTY part_RANKS_of_${part})
      get_property(part_calls GLOBAL PROPERTY part_CALLS_of_${part})
      list(APPEND sources ${part_sources})
      if(in_ranks)
        list(APPEND sources ${part_ranks})
      endif()
      foreach(other ${part_calls})
        if(NOT other IN_LIST called)
          message(FATAL_ERROR "${folder} calls ${part}: it must call ${other} too, and name it before")
        endif()
      endforeach()
    endif()
  endforeach()
endmacro()

# Adds a source that several lessons share, compiled once for all of them. result: the target that they link. What follows
# are the libraries that it needs.
function(share_source result source)
  string(MAKE_C_IDENTIFIER shared_${source} target)
  if(NOT TARGET ${target})
    add_library(${target} OBJECT)
    add_cuda_sources(${target} ${CMAKE_SOURCE_DIR}/${source})
    target_link_libraries(${target} PUBLIC common ${ARGN})
    if(source MATCHES "[.]cu$")
      target_compile_options(${target} PRIVATE ${options_of_kernels})
      use_precompiled_header(${target} device_headers)
    else()
      target_compile_options(${target} PRIVATE ${options_of_programs})
      use_precompiled_header(${target} host_headers)
    endif()
  endif()
  set(${result} ${target} PARENT_SCOPE)
endfunction()

# add_lesson(chNN_chapter/topic [PLAIN [WHOLE]] [NESTED] [LIBRARIES library…] [PEERS library… [EMULATED_PEERS]] [SOURCES file…] [FAST_MATH file…] [CALLS chNN_chapter/topic…]
#            [SHARES file…] [SHARED_PEERS file] [RANKS file…] [WITHOUT_RANKS file…] [DEVICES count… [ALIKE pattern…]] [LINKED_DEVICE_CODE]
#            [EXHIBIT | MANAGED_VARIABLES] [MATRIX_INSTRUCTIONS | HOPPER])
#
# Four files make a lesson: topic.cu (the kernels, compiled once and shared; where SOURCES has them all it may be
# missing), main.cpp (the program), tests/chNN_chapter/topic_test.cpp, and topic.mutants beside it: the bugs that the
# test must notice. A lesson without main.cpp is a program in one file, topic.cu; its test runs it: every test finds the
# program's path in PROGRAM. PLAIN: topic.cu uses CUDA and the standard library alone, so that nvcc topic.cu compiles
# it; WHOLE: it shows an application as a whole, and may have 150 lines instead of 90. NESTED: kernels launch kernels; compute-sanitizer's racecheck and initcheck do not support that, so of the four
# tools only memcheck is run. LIBRARIES are what the lesson itself is linked with (CUDA::cublas), on the emulator as
# well; on a machine whose toolkit lacks one the lesson is skipped. PEERS compiles topic/peers.cu too, where NVIDIA's
# libraries are (BACKEND cuda), and links what follows; where one of these is missing, the lesson has no peers.
# EMULATED_PEERS: the emulator has these libraries too. SHARED_PEERS: a file of common/ in the place of topic/peers.cu. SHARES:
# files of common/, or of a part of the chapter, that are compiled once for all lessons that name them. CALLS: other lessons whose rungs this one calls through their
# headers, topic.h, and is linked with; and parts of its chapter (add_part). SOURCES are further files of the topic, or of common/; those of
# FAST_MATH are compiled with nvcc's --use_fast_math. RANKS: sources for a lesson that may also be several processes,
# compiled and linked with MPI and NCCL where both are; elsewhere WITHOUT_RANKS replaces them. The test then finds
# mpirun in MPIEXEC. DEVICES: on the emulator the test also runs with these numbers of devices, and its mutants with the
# last of them. ALIKE: cases that the runs with these numbers leave out, because at most one device works in them, or
# because they themselves choose how many devices their programs have. LINKED_DEVICE_CODE: sources share a variable of
# the device. EXHIBIT: wrong on purpose, so the sanitizers' four tools are not run over its test. MANAGED_VARIABLES:
# memcheck takes __managed__ variables, which live as long as the program, for leaks, so it does not look for leaks in
# this lesson. MATRIX_INSTRUCTIONS: it uses common/ptx_matrices.h, which the emulator interprets. HOPPER: that, and
# common/ptx_hopper.h. Instructions that exist on Hopper alone are then compiled for sm_90a where 90 is asked for.
function(add_lesson folder)
  cmake_parse_arguments(arg "PLAIN;WHOLE;NESTED;EMULATED_PEERS;EXHIBIT;LINKED_DEVICE_CODE;MANAGED_VARIABLES;MATRIX_INSTRUCTIONS;HOPPER"
                        "SHARED_PEERS" "LIBRARIES;PEERS;SOURCES;CALLS;SHARES;RANKS;WITHOUT_RANKS;FAST_MATH;DEVICES;ALIKE" ${ARGN})
  libraries_of_instructions(interpreters "${arg_MATRIX_INSTRUCTIONS}" "${arg_HOPPER}")
  list(APPEND arg_LIBRARIES ${interpreters})
  set(in_ranks OFF)
  if(arg_RANKS AND TARGET MPI::MPI AND TARGET CUDA::nccl)
    set(in_ranks ON)
    list(APPEND arg_SOURCES ${arg_RANKS})
  else()
    list(APPEND arg_SOURCES ${arg_WITHOUT_RANKS})
  endif()
  get_filename_component(name ${folder} NAME)
  get_filename_component(chapter ${folder} DIRECTORY)
  set(sources)
  if(EXISTS ${CMAKE_SOURCE_DIR}/${folder}/${name}.cu OR NOT arg_SOURCES)
    set(sources ${CMAKE_SOURCE_DIR}/${folder}/${name}.cu)
  endif()
  foreach(source ${arg_SOURCES} ${arg_FAST_MATH})
    if(NOT source MATCHES "^common/")
      set(source ${folder}/${source})
    endif()
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  foreach(source ${arg_FAST_MATH})
    set_source_files_properties(${CMAKE_SOURCE_DIR}/${folder}/${source} PROPERTIES COMPILE_OPTIONS --use_fast_math)
  endforeach()
  foreach(library ${arg_LIBRARIES})
    if(NOT TARGET ${library})
      string(REGEX REPLACE "^.*::" "" library ${library})
      add_absent_lesson(${chapter} ${name} "needs ${library}, which is not installed here")
      return()
    endif()
  endforeach()
  set(mpi_alone OFF)  # all that the lesson does, it does in ranks
  if("MPI::MPI" IN_LIST arg_LIBRARIES)
    set(mpi_alone ON)
  endif()
  if(in_ranks)
    list(APPEND arg_LIBRARIES MPI::MPI CUDA::nccl)
  endif()
  set(parts common)
  set(shared)  # of parts, what its planted bugs are linked with too
  set(kind lesson)
  if(arg_PLAIN)
    set(kind plain)
  endif()

  foreach(source ${sources})
    if(NOT source MATCHES "^${CMAKE_SOURCE_DIR}/(${folder}|common)/")
      message(FATAL_ERROR "${folder} compiles ${source}: code that two lessons need belongs in common/, in a part of their chapter, or in each of them")
    endif()
  endforeach()
  take_parts()

  add_executable(${name})
  if(arg_PLAIN)
    add_cuda_sources(${name} ${sources})
    target_compile_options(${name} PRIVATE ${options_of_kernels})
    use_precompiled_header(${name} plain_headers)
  elseif(EXISTS ${CMAKE_SOURCE_DIR}/${folder}/main.cpp)
    # Its .cpp files are compiled like the program: a target of their own, because they have other options.
    set(host_sources ${sources})
    list(FILTER host_sources INCLUDE REGEX "[.]cpp$")
    set(rungs_sources ${sources})
    list(FILTER rungs_sources EXCLUDE REGEX "[.]cpp$")
    if(host_sources)
      add_library(${name}_host OBJECT ${host_sources})
      target_link_libraries(${name}_host PUBLIC common ${arg_LIBRARIES})
      target_compile_options(${name}_host PRIVATE ${options_of_programs})
      use_precompiled_header(${name}_host host_headers)
      list(APPEND parts ${name}_host)
    endif()
    add_library(${name}_rungs OBJECT)
    add_cuda_sources(${name}_rungs ${rungs_sources})
    set(with_peers ON)
    foreach(library ${arg_PEERS})
      if(NOT TARGET ${library})
        set(with_peers OFF)
        message(STATUS "${name} has no peers to compare with: there is no ${library} here")
      endif()
    endforeach()
    if("PEERS" IN_LIST ARGN AND with_peers AND (BACKEND STREQUAL "cuda" OR arg_EMULATED_PEERS))
      if(arg_SHARED_PEERS)
        share_source(target ${arg_SHARED_PEERS} ${arg_PEERS})
        list(APPEND parts ${target} ${arg_PEERS})
      else()
        add_cuda_sources(${name}_rungs ${CMAKE_SOURCE_DIR}/${folder}/peers.cu)
        target_link_libraries(${name}_rungs PUBLIC ${arg_PEERS})
      endif()
    endif()
    foreach(source ${arg_SHARES})
      share_source(target ${source})
      list(APPEND shared ${target})
    endforeach()
    list(APPEND parts ${shared})
    target_link_libraries(${name}_rungs PUBLIC common ${arg_LIBRARIES})
    target_compile_options(${name}_rungs PRIVATE ${options_of_kernels})
    use_precompiled_header(${name}_rungs device_headers)
    foreach(other ${arg_CALLS})
      get_filename_component(other ${other} NAME)
      list(APPEND parts ${other}_rungs)
    endforeach()
    target_sources(${name} PRIVATE ${folder}/main.cpp)
    target_compile_options(${name} PRIVATE ${options_of_programs})
    use_precompiled_header(${name} host_headers)
    list(APPEND parts ${name}_rungs)
  else()
    add_cuda_sources(${name} ${sources})
    target_compile_options(${name} PRIVATE ${options_of_kernels})
    use_precompiled_header(${name} device_headers)
  endif()
  if(arg_PLAIN)
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
    link_runtime(${name} PRIVATE)
  else()
    target_link_libraries(${name} PRIVATE ${parts} ${arg_LIBRARIES})
  endif()
  set_property(GLOBAL APPEND PROPERTY lesson_lines "${chapter} ${name} $<TARGET_FILE:${name}> ${kind}\n")
  set_property(GLOBAL PROPERTY sources_of_${name} ${sources})
  set_property(GLOBAL PROPERTY libraries_of_${name} ${arg_LIBRARIES} ${shared})
  set_property(GLOBAL PROPERTY calls_of_${name} ${arg_CALLS})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lessons/${chapter})

  set(test ${CMAKE_SOURCE_DIR}/tests/${folder}_test.cpp)
  if(NOT EXISTS ${test})
    message(FATAL_ERROR "${folder} has no test: tests/${folder}_test.cpp")
  endif()
  # The test's object is compiled once and linked with the lesson and with each of its mutants.
  add_library(${name}_test_cases OBJECT ${test})
  target_link_libraries(${name}_test_cases PUBLIC testing ${arg_LIBRARIES})
  target_compile_options(${name}_test_cases PRIVATE ${options_of_tests})
  use_precompiled_header(${name}_test_cases test_headers)
  target_compile_definitions(${name}_test_cases PRIVATE PROGRAM=lesson_program\("$<TARGET_FILE:${name}>"\))
  if("MPI::MPI" IN_LIST arg_LIBRARIES)
    target_compile_definitions(${name}_test_cases PRIVATE MPIEXEC="${MPIEXEC_EXECUTABLE}")
  endif()
  add_executable(${name}_test)
  target_link_libraries(${name}_test PRIVATE ${name}_test_cases ${parts} ${arg_LIBRARIES})
  add_dependencies(${name}_test ${name})
  add_custom_target(tests_of_${name} DEPENDS ${name}_test)
  set_property(GLOBAL APPEND PROPERTY course_targets ${name}_test)
  register_test(${chapter}.${name} ${name}_test ${chapter})
  add_profile_tests(${chapter}.${name} ${name}_test ${chapter})
  add_device_tests(${chapter}.${name} ${name}_test ${chapter} ${arg_DEVICES} ALIKE ${arg_ALIKE})
  if(arg_LINKED_DEVICE_CODE OR arg_NESTED)
    foreach(target ${name}_rungs ${name} ${name}_test)
      if(TARGET ${target})
        set_target_properties(${target} PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_RESOLVE_DEVICE_SYMBOLS ON)
      endif()
    endforeach()
  endif()

  if(arg_HOPPER)
    foreach(target ${name}_rungs ${name} ${name}_test)
      if(TARGET ${target})
        compile_for_hopper(${target})
      endif()
    endforeach()
  endif()

  set(one_file ON)
  if(TARGET ${name}_rungs)
    set(one_file OFF)
  endif()
  if(arg_NESTED AND NOT arg_EXHIBIT)
    register_sanitizers(${chapter}.${name} ${name}_test ON ${one_file} memcheck)
  elseif(arg_MANAGED_VARIABLES)
    register_sanitizers(${chapter}.${name} ${name}_test OFF ${one_file})
  elseif(mpi_alone)
    register_sanitizers_of_ranks(${chapter}.${name} ${name}_test -*Program*)
  elseif(NOT arg_EXHIBIT)
    register_sanitizers(${chapter}.${name} ${name}_test ON ${one_file})
  endif()
  if(in_ranks)  # the other tools would report what NCCL's own kernels do
    register_sanitizers_of_ranks(${chapter}.${name}_ranks ${name}_test *Ranks*-*Program* memcheck)
  endif()
  set(environment_of_mutants)
  if(arg_DEVICES)
    list(GET arg_DEVICES -1 most)
    set(environment_of_mutants CUDA_EMULATOR_DEVICES=${most})
  endif()
  if(MUTANTS)  # ./run leaves them out: there a reader may change any line, as the pages suggest
    read_mutants(${folder})
  endif()
endfunction()

# add_common_test(part [HOST_ONLY] [MATRIX_INSTRUCTIONS | HOPPER] [DEVICES count…]): tests/common/<part>_test.cpp (or .cu)
# tests a header of common/. HOST_ONLY: it calls no CUDA, so the sanitizers' four tools and the microscope would have nothing
# to check.
function(add_common_test part)
  cmake_parse_arguments(arg "HOST_ONLY;MATRIX_INSTRUCTIONS;HOPPER" "" "DEVICES" ${ARGN})
  if(arg_HOST_ONLY AND BACKEND STREQUAL "microscope")
    return()
  endif()
  libraries_of_instructions(libraries "${arg_MATRIX_INSTRUCTIONS}" "${arg_HOPPER}")
  add_executable(common_${part}_test)
  file(GLOB source ${CMAKE_SOURCE_DIR}/tests/common/${part}_test.cpp ${CMAKE_SOURCE_DIR}/tests/common/${part}_test.cu)
  add_cuda_sources(common_${part}_test ${source})
  if(source MATCHES "[.]cpp$")
    target_compile_options(common_${part}_test PRIVATE ${options_of_tests})
    use_precompiled_header(common_${part}_test test_headers)
  endif()
  target_link_libraries(common_${part}_test PRIVATE testing ${libraries})
  if(arg_HOPPER)
    compile_for_hopper(common_${part}_test)
  endif()
  set_property(GLOBAL APPEND PROPERTY course_targets common_${part}_test)
  target_compile_definitions(common_${part}_test PRIVATE PROJECT_ROOT="${CMAKE_SOURCE_DIR}")
  register_test(common.${part} common_${part}_test common)
  add_device_tests(common.${part} common_${part}_test common ${arg_DEVICES})
  if(NOT arg_HOST_ONLY)
    register_sanitizers(common.${part} common_${part}_test ON ON)
    if(NOT TARGET tests_of_common)
      add_custom_target(tests_of_common)  # those that call CUDA: a gate compiles them with nvcc too
    endif()
    add_dependencies(tests_of_common common_${part}_test)
  endif()
endfunction()

# Writes lessons.txt for ./run and ./test, a line per lesson: chapter, name, program, lesson or plain. Also adds the
# target course, which ./test builds: the lessons with their tests and those of common/, without the emulator's tests and
# the planted bugs. Call it last.
function(write_lesson_list)
  get_property(targets GLOBAL PROPERTY course_targets)
  add_custom_target(course DEPENDS ${targets} curves)
  get_property(lines GLOBAL PROPERTY lesson_lines)
  list(JOIN lines "" text)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/lessons.txt CONTENT "${text}")
  add_trials_target()
  add_custom_target(lesson_names)  # building it only brings the configuration up to date
endfunction()
