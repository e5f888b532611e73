# Runs the tests of all lessons again on the emulator with other devices than the default one. A rung for which such a
# device is too small or too old must be skipped, and everything else must be right. The programs are the same, with one
# more environment variable, so nothing is built.
set(profiles t4 rtx5090)
set(profiles_of_tensor_cores a100 rtx4090)  # as well for chapters 24 to 26: what each generation has of them differs

function(add_profile_tests name target label)
  if(NOT BACKEND STREQUAL "emulator" OR MUTANTS_FROM)
    return()
  endif()
  set(wanted ${profiles})
  if(name MATCHES "^ch2[456]_")
    list(APPEND wanted ${profiles_of_tensor_cores})
  endif()
  foreach(profile ${wanted})
    add_test(NAME ${name}.${profile} COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${name}.${profile} PROPERTIES LABELS "${label};profile" SKIP_RETURN_CODE 77 TIMEOUT 600
                         ENVIRONMENT CUDA_EMULATOR_DEVICE=${profile})
  endforeach()
endfunction()

# Runs the test again for each of these numbers of emulated devices (DEVICES of add_lesson). On the emulator one
# environment variable gives a machine with several GPUs; on GPUs the test uses the devices that are there. The words
# after ALIKE are GoogleTest's patterns of cases that are left out, because they would only repeat the first run. With the
# last number fewer devices than there are work together too (team_sizes of common/testing.h), with the others all of them.
function(add_device_tests name target label)
  cmake_parse_arguments(arg "" "" "ALIKE" ${ARGN})
  if(NOT BACKEND STREQUAL "emulator" OR MUTANTS_FROM)
    return()
  endif()
  set(cases)
  if(arg_ALIKE)
    list(JOIN arg_ALIKE ":" cases)
    set(cases "--gtest_filter=-${cases}")
  endif()
  set(counts ${arg_UNPARSED_ARGUMENTS})
  list(POP_BACK counts last)
  foreach(count ${counts} ${last})
    set(environment CUDA_EMULATOR_DEVICES=${count})
    if(NOT count STREQUAL last)
      list(APPEND environment TEST_TEAMS=largest)
    endif()
    add_test(NAME ${name}.${count}_devices COMMAND ${target} --gtest_brief=1 ${cases})
    set_tests_properties(${name}.${count}_devices PROPERTIES LABELS "${label};devices" SKIP_RETURN_CODE 77 TIMEOUT 600
                         ENVIRONMENT "${environment}")
    if(name MATCHES "${longest_tests}")
      set_tests_properties(${name}.${count}_devices PROPERTIES COST 100)
    endif()
  endforeach()
endfunction()
