# The tests of all lessons, run once more on the emulator as other devices than its usual one. A rung that such a device
# is too small or too old for must be skipped, and everything else must be right: the same programs with one more
# variable, so nothing is built.
set(profiles t4 rtx5090)

function(add_profile_tests name target label)
  if(NOT BACKEND STREQUAL "emulator" OR MUTANTS_FROM)
    return()
  endif()
  foreach(profile ${profiles})
    add_test(NAME ${name}.${profile} COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${name}.${profile} PROPERTIES LABELS "${label};profile" SKIP_RETURN_CODE 77 TIMEOUT 600
                         ENVIRONMENT CUDA_EMULATOR_DEVICE=${profile})
  endforeach()
endfunction()

# The test once more for each of these numbers of emulated devices (DEVICES of add_lesson). On the emulator a machine with
# several GPUs is one variable away; on a GPU the test takes the devices that are there.
function(add_device_tests name target label)
  if(NOT BACKEND STREQUAL "emulator" OR MUTANTS_FROM)
    return()
  endif()
  foreach(count ${ARGN})
    add_test(NAME ${name}.${count}_devices COMMAND ${target} --gtest_brief=1)
    set_tests_properties(${name}.${count}_devices PROPERTIES LABELS "${label};devices" SKIP_RETURN_CODE 77 TIMEOUT 600
                         ENVIRONMENT CUDA_EMULATOR_DEVICES=${count})
  endforeach()
endfunction()
