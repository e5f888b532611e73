# The tests of lessons that ask a device what it has, run once more on the emulator as other devices than its usual one. A
# rung that such a device is too small or too old for must be skipped, and everything else must be right: the same
# programs with one more variable, so nothing is built.
set(profiles t4 rtx5090)

# add_profile_tests(chNN_chapter/topic…)
function(add_profile_tests)
  if(NOT BACKEND STREQUAL "emulator")
    return()
  endif()
  foreach(folder ${ARGN})
    get_filename_component(name ${folder} NAME)
    get_filename_component(chapter ${folder} DIRECTORY)
    foreach(profile ${profiles})
      add_test(NAME ${chapter}.${name}.${profile} COMMAND ${name}_test --gtest_brief=1)
      set_tests_properties(${chapter}.${name}.${profile} PROPERTIES LABELS "${chapter};profile" SKIP_RETURN_CODE 77
                           TIMEOUT 600 ENVIRONMENT CUDA_EMULATOR_DEVICE=${profile})
    endforeach()
  endforeach()
endfunction()
