# add_emulated_sources(target [MICROSCOPE] a.cu b.cu …)
#
# Translates the files, compiles them as part of target (of any kind: executable, static, shared or object library) and
# links the emulator. An edit of a .cu file, or of a header that it includes, translates it again. With MICROSCOPE, or
# with the variable CUDA_EMULATOR_MICROSCOPE set, the microscope checks the program while it runs.

set(arm64)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(arm64 arm64)
endif()

# The words of flags.txt below [both], the compiler's name, the processor's and [mode].
function(cuda_emulator_read_flags file mode result)
  set(compiler g++)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(compiler clang++)
  endif()
  file(STRINGS ${file} lines)
  set(sections both ${compiler} ${arm64} ${mode})
  set(section)
  set(flags)
  foreach(line IN LISTS lines)
    if(line MATCHES "^\\[(.*)\\]$")
      set(section ${CMAKE_MATCH_1})
    elseif(NOT line MATCHES "^#" AND section IN_LIST sections)
      list(APPEND flags "${line}")
    endif()
  endforeach()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# Does this processor have fused multiply-add?
set(fma)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo fma_line REGEX "^flags.* fma( |$)" LIMIT_COUNT 1)
  if(fma_line)
    set(fma -DCUDA_EMULATOR_FMA=1)
  endif()
elseif(arm64)
  set(fma -DCUDA_EMULATOR_FMA=1)
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/flags.txt)
cuda_emulator_read_flags(${CMAKE_CURRENT_LIST_DIR}/flags.txt plain flags)
set_property(GLOBAL PROPERTY cuda_emulator_plain_flags ${flags} ${fma})
cuda_emulator_read_flags(${CMAKE_CURRENT_LIST_DIR}/flags.txt microscope flags)
set_property(GLOBAL PROPERTY cuda_emulator_microscope_flags ${flags} ${fma})

# The options for emulated sources, without the header that is included before all others.
function(emulated_flags result)
  set(mode plain)
  if(CUDA_EMULATOR_MICROSCOPE)
    set(mode microscope)
  endif()
  get_property(flags GLOBAL PROPERTY cuda_emulator_${mode}_flags)
  list(REMOVE_ITEM flags -include cuda_runtime.h)
  set(${result} ${flags} PARENT_SCOPE)
endfunction()

function(add_emulated_sources target)
  cmake_parse_arguments(arg "MICROSCOPE" "" "" ${ARGN})
  if(arg_MICROSCOPE OR CUDA_EMULATOR_MICROSCOPE)
    set(mode microscope)
    set(facts --facts)
    set(library cuda_emulator_microscope)
  else()
    set(mode plain)
    set(facts)
    set(library cuda_emulator)
  endif()
  if(NOT TARGET ${library})
    message(FATAL_ERROR "add_emulated_sources: this emulator was built without its microscope")
  endif()
  get_property(flags GLOBAL PROPERTY cuda_emulator_${mode}_flags)

  # Headers are searched where the compiler will search them; the list is known when everything is configured.
  set(folders $<REMOVE_DUPLICATES:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>>)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(input ${source} ABSOLUTE)
    get_filename_component(name ${source} NAME)
    get_filename_component(folder ${input} DIRECTORY)
    string(MD5 hash ${input})
    string(SUBSTRING ${hash} 0 8 hash)  # two files of one name in two folders
    set(output ${CMAKE_CURRENT_BINARY_DIR}/emulated/${target}/${hash}/${name}.cpp)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    set(mathematics)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")  # a division by zero does not trap there
      set(mathematics --whole-divisions)
    endif()
    if("--use_fast_math" IN_LIST options OR "-use_fast_math" IN_LIST options)
      list(APPEND mathematics --fast-math)
      set_property(SOURCE ${output} APPEND PROPERTY COMPILE_DEFINITIONS __USE_FAST_MATH__=1)
      set_property(SOURCE ${output} APPEND PROPERTY COMPILE_OPTIONS -fno-builtin-powf)  # it would turn powf(x, 2) into a product
    endif()
    add_custom_command(
      OUTPUT ${output}
      COMMAND cu2cpp ${facts} ${mathematics} "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>" --depfile ${output}.d ${input} -o ${output}
      DEPENDS ${input} cu2cpp
      DEPFILE ${output}.d
      COMMENT "Translating ${source}"
      COMMAND_EXPAND_LISTS VERBATIM)
    # Options that the caller set for this source: definitions also apply to its translation, and of nvcc's options the
    # one that defines a macro.
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    if(definitions)
      set_property(SOURCE ${output} APPEND PROPERTY COMPILE_DEFINITIONS ${definitions})
    endif()
    # -iquote: headers beside the .cu file are found although the translation is elsewhere.
    set_property(SOURCE ${output} APPEND PROPERTY COMPILE_OPTIONS ${flags} -iquote ${folder})
    target_sources(${target} PRIVATE ${output})
  endforeach()

  # The translator runs the compiler: it refuses an object whose kernels have too much __shared__ memory.
  get_target_property(launcher ${target} CXX_COMPILER_LAUNCHER)
  if(NOT launcher MATCHES "--compile")
    set_property(TARGET ${target} PROPERTY CXX_COMPILER_LAUNCHER $<TARGET_FILE:cu2cpp> --compile)
    if(launcher)
      set_property(TARGET ${target} APPEND PROPERTY CXX_COMPILER_LAUNCHER ${launcher})
    endif()
  endif()

  # Properties, not target_link_libraries(): the caller may use either of its two signatures.
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${library})
  endif()
endfunction()
