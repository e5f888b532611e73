# Headers that many sources include, compiled once: headers are a third to a half of a small source's compile time.
#
#   add_precompiled_header(name FILE file.h HEADERS header… [OWN header…] [STANDARD 17|20] [OPTIONS option…]
#                          [FOLDERS folder…] [LIBRARIES library…] [USERS option…])
#   use_precompiled_header(target name)
#
# The target's sources are compiled with -include file.h, which g++ finds precompiled if OPTIONS, the standard and
# macros are the same for both. Otherwise file.h is empty, or the header of that name among HEADERS: each source
# includes the headers that it needs itself, for other compilers too. HEADERS are searched in FOLDERS and in the folders
# of LIBRARIES, which are those of packages: the header would wait for a library that has to be built. OWN headers are
# the project's, relative to its folder: an edit of one compiles all users again. USERS are further options of sources
# that use the header.
#
# CMake has target_precompile_headers(), but ccache does not cache such compilations: the text of the headers is hidden
# from the preprocessor. Here the preprocessor sees no precompiled header, only the compiler does.

function(add_precompiled_header name)
  cmake_parse_arguments(arg "" "FILE;STANDARD" "HEADERS;OWN;OPTIONS;FOLDERS;LIBRARIES;USERS" ${ARGN})
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/precompiled/${name})
  list(TRANSFORM arg_HEADERS REPLACE "(.+)" "#include <\\1>\n" OUTPUT_VARIABLE lines)
  list(TRANSFORM arg_OWN REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE own_lines)
  if("string" IN_LIST arg_HEADERS)
    list(APPEND lines "#include \"${CMAKE_CURRENT_FUNCTION_LIST_DIR}/precompiled_instances.hpp\"\n")
  endif()
  list(APPEND lines ${own_lines})
  if("cuda_runtime.h" IN_LIST arg_HEADERS AND NOT BACKEND STREQUAL "cuda")  # its users are linked with the emulator
    list(APPEND lines "#include \"${CMAKE_CURRENT_FUNCTION_LIST_DIR}/src/math/standard_templates.hpp\"\n")
  endif()
  list(JOIN lines "" lines)
  file(CONFIGURE OUTPUT ${folder}/source/${name}.cpp CONTENT "${lines}")  # it is written only if it has changed
  # -fpch-deps: the headers are in each object's list of dependencies. It requires -MD, which CMake gives: without it,
  # g++ 12 ends with an internal error. GCC 12 warns wrongly about "text" + std::string (its bug 105329); where the
  # string's header is precompiled, also by -Wstringop-overflow.
  set(options "SHELL:-iquote \"${folder}\"" -fpch-deps -Wno-stringop-overflow ${arg_USERS})
  if(NOT arg_FILE IN_LIST arg_HEADERS)
    file(CONFIGURE OUTPUT ${folder}/${arg_FILE} CONTENT "#pragma once\n")
    list(APPEND options "SHELL:-include ${arg_FILE}")
  else()
    # For a source that includes it in quotes once more: a precompiled header can be read only first.
    file(CONFIGURE OUTPUT ${folder}/${arg_FILE} CONTENT "#include <${arg_FILE}>\n")
  endif()
  set_property(GLOBAL PROPERTY precompiled_options_of_${name} ${options})

  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${folder}/source/${name}.cpp)
  set_source_files_properties(${folder}/source/${name}.cpp PROPERTIES COMPILE_OPTIONS "-x;c++-header")
  if(arg_STANDARD)
    set_target_properties(${name} PROPERTIES CXX_STANDARD ${arg_STANDARD})
  else()
    target_compile_features(${name} PRIVATE cxx_std_20)
  endif()
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  if(arg_OWN)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
  endif()
  target_include_directories(${name} SYSTEM PRIVATE ${arg_FOLDERS})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  add_custom_command(OUTPUT ${folder}/${arg_FILE}.gch
                     COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_OBJECTS:${name}> ${folder}/${arg_FILE}.gch
                     DEPENDS ${name} $<TARGET_OBJECTS:${name}> VERBATIM)
  add_custom_target(${name}_ready DEPENDS ${folder}/${arg_FILE}.gch)
endfunction()

function(use_precompiled_header target name)
  if(NOT TARGET ${name})
    return()
  endif()
  get_property(options GLOBAL PROPERTY precompiled_options_of_${name})
  target_compile_options(${target} PRIVATE ${options})
  add_dependencies(${target} ${name}_ready)
endfunction()
