# What many sources include, compiled once: a third to a half of a small source's compile time is its headers.
#
#   add_precompiled_header(name FILE file.h HEADERS header… [STANDARD 17|20] [OPTIONS option…] [FOLDERS folder…]
#                          [LIBRARIES library…] [USERS option…])
#   use_precompiled_header(target name)
#
# The target's sources are compiled with -include file.h, which g++ finds ready made if OPTIONS, the standard and macros are
# the same for both. Else file.h is empty, or the header of that name among HEADERS: each source includes what it needs by
# itself, for other compilers too. HEADERS are searched in FOLDERS and where LIBRARIES lie, which are those of packages: the
# header would wait for one that has to be built. USERS are further options of what uses the header.
#
# CMake has target_precompile_headers(), but ccache keeps nothing of what is compiled so: the text of the headers is
# hidden from the preprocessor. Here the preprocessor by itself sees no precompiled header, only the compiler does.

function(add_precompiled_header name)
  cmake_parse_arguments(arg "" "FILE;STANDARD" "HEADERS;OPTIONS;FOLDERS;LIBRARIES;USERS" ${ARGN})
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/precompiled/${name})
  list(TRANSFORM arg_HEADERS REPLACE "(.+)" "#include <\\1>\n" OUTPUT_VARIABLE lines)
  list(JOIN lines "" lines)
  file(CONFIGURE OUTPUT ${folder}/source/${name}.cpp CONTENT "${lines}")  # it is written if it says something new
  # -fpch-deps: the headers stand in each object's list of dependencies. It goes with -MD, which CMake gives: without, g++
  # 12 ends with an internal error. GCC 12 warns wrongly about "text" + std::string (its bug 105329), where the string's
  # header is precompiled in these words too.
  set(options "SHELL:-iquote \"${folder}\"" -fpch-deps -Wno-stringop-overflow ${arg_USERS})
  if(NOT arg_FILE IN_LIST arg_HEADERS)
    file(CONFIGURE OUTPUT ${folder}/${arg_FILE} CONTENT "#pragma once\n")
    list(APPEND options "SHELL:-include ${arg_FILE}")
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
