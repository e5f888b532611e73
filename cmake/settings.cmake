# Compilers, warnings, packages, and the two libraries that everything links: common and testing.
list(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/cmake)
set(CMAKE_CXX_STANDARD 20)

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

enable_testing()

find_program(PYTHON3 python3)

find_package(GTest QUIET)
if(NOT GTest_FOUND)
  # Offline: -DFETCHCONTENT_SOURCE_DIR_GOOGLETEST=<folder with its sources>
  include(FetchContent)
  FetchContent_Declare(googletest URL https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
                       DOWNLOAD_EXTRACT_TIMESTAMP ON)
  set(INSTALL_GTEST OFF CACHE INTERNAL "")
  set(BUILD_GMOCK OFF CACHE INTERNAL "")
  FetchContent_MakeAvailable(googletest)
endif()

find_path(CLI11_INCLUDE_DIR CLI/CLI.hpp PATH_SUFFIXES include REQUIRED)

# -Wno-restrict: GCC 12 warns wrongly about "text" + std::string (its bug 105329). clang++ knows no such warning.
set(no_restrict -Wno-restrict)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(no_restrict)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Wall -Wextra -Werror ${no_restrict}>")

include(emulator/precompiled_header.cmake)
include(emulator/few_passes.cmake)

# Two hundred small programs on the emulator.
if(BACKEND STREQUAL "emulator")
  include(emulator/fast_linker.cmake)
  add_link_options(${fast_linker})
endif()

if(BACKEND STREQUAL "cuda")
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES native)
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit 12.4 REQUIRED)  # the first that knows __maxnreg__
  include(cmake/nccl.cmake)
  # CMake 3.25.1 silently drops CMAKE_CUDA_STANDARD 20, so the flag is given by hand.
  add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-std=c++20 -lineinfo -Werror all-warnings>"
                      "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler -Wall,-Wextra,-Werror>")
elseif(BACKEND MATCHES "^(emulator|microscope)$")
  add_subdirectory(emulator)
else()
  message(FATAL_ERROR "BACKEND is '${BACKEND}'; it must be cuda, emulator or microscope")
endif()

include(cmake/mpi.cmake)

# Compiles a target's kernels for sm_90a where they would be compiled for sm_90: only then do the instructions exist that
# Hopper alone has (__CUDA_ARCH_FEAT_SM90_ALL). Code for sm_90a runs on no later GPU, so all others stay as they are.
function(compile_for_hopper target)
  if(NOT BACKEND STREQUAL "cuda")
    return()
  endif()
  set(architectures ${CMAKE_CUDA_ARCHITECTURES})
  if(architectures STREQUAL "native" AND CMAKE_CUDA_ARCHITECTURES_NATIVE)
    set(architectures ${CMAKE_CUDA_ARCHITECTURES_NATIVE})
  endif()
  # Not (…)?: CMake 3.25 refuses \1 of a group that has matched nothing.
  list(TRANSFORM architectures REPLACE "^90(-real|-virtual|)$" "90a\\1")
  set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${architectures}")
endfunction()

# Adds .cu and .cpp files to a target: .cu files go to nvcc or through the emulator's translator.
function(add_cuda_sources target)
  foreach(source ${ARGN})
    if(NOT BACKEND STREQUAL "cuda" AND source MATCHES "[.]cu$")
      add_emulated_sources(${target} ${source})
    else()
      target_sources(${target} PRIVATE ${source})
    endif()
  endforeach()
endfunction()

# Links a target with CUDA's runtime, or with the emulator as lessons use it: errors are not hidden.
function(link_runtime target scope)
  if(BACKEND STREQUAL "cuda")
    target_link_libraries(${target} ${scope} CUDA::cudart_static)
  else()
    target_link_libraries(${target} ${scope} cuda_emulator)
    if(scope STREQUAL "PUBLIC")
      set(scope INTERFACE)  # a static library leaves the object to the programs that link it
    endif()
    target_sources(${target} ${scope} $<TARGET_OBJECTS:cuda_emulator_is_lesson>)
  endif()
endfunction()

# Precompiled headers for the emulator and the microscope: those that device code includes, and those of the lessons'
# programs and tests.
set(standard_headers algorithm cmath cstddef cstdint cstdio functional limits memory numeric span stdexcept string tuple
                     utility vector)
set(device_headers cuda_runtime.h source_location ${standard_headers})
# The project's own. Not for mutants: a mutant may be in one of these.
set(own_device_headers common/check.h common/owners.h common/instances.h)
set(own_host_headers ${own_device_headers} common/lesson.h common/timer.h common/values.h)
# A test runs only briefly, and its assertions take long to optimise.
set(options_of_tests $<$<CONFIG:Release>:-O1>)
# The programs' own host code and common/'s: on a GPU its times are shown beside the GPU's.
set(options_of_programs)
set(options_of_kernels)
if(NOT BACKEND STREQUAL "cuda")
  # Kernels on a CPU: with -O1 six lessons took 3 % more time than with -O3, and a third less to compile. -Og would not
  # fuse products and sums. The microscope has its own level (emulator/flags.txt).
  set(options_of_kernels $<$<CONFIG:Release>:-O1>)
  # Host code, which takes little of a lesson's time on a CPU, and tests compile faster still with -Og.
  set(options_of_programs $<$<CONFIG:Release>:-Og>)
  set(options_of_tests $<$<CONFIG:Release>:-Og>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which at these levels follows fewer paths, and warns of what cannot happen
    foreach(options options_of_kernels options_of_programs options_of_tests)
      list(APPEND ${options} -Wno-maybe-uninitialized)
    endforeach()
    list(APPEND options_of_programs ${few_passes})
    list(APPEND options_of_tests ${few_passes})
    if(NOT BACKEND STREQUAL "microscope")
      list(APPEND options_of_kernels ${few_passes})
    endif()
  endif()
endif()
if(NOT BACKEND STREQUAL "cuda")
  emulated_flags(flags)
  add_precompiled_header(device_headers FILE cuda_runtime.h HEADERS ${device_headers} OWN ${own_device_headers}
                         OPTIONS ${options_of_kernels} ${flags} FOLDERS emulator/include)
  # Of a plain program: what nvcc includes, and no more.
  add_precompiled_header(plain_headers FILE cuda_runtime.h HEADERS cuda_runtime.h OPTIONS ${options_of_kernels} ${flags}
                         FOLDERS emulator/include)
  # -Wno-array-bounds: see there, and -Wno-restrict above. nvcc's builds and clang++'s have these warnings.
  add_precompiled_header(host_headers FILE host_headers.h HEADERS ${device_headers} fstream list optional
                         OWN ${own_host_headers} OPTIONS ${options_of_programs}
                         FOLDERS emulator/include USERS -Wno-array-bounds)
endif()
# Tests have one on a GPU too: without it they take half as long again to compile. At their level of optimisation the
# compiler hardly finds what the warning that this leaves out is about.
set(runtime_headers ${CMAKE_SOURCE_DIR}/emulator/include)
if(BACKEND STREQUAL "cuda")
  set(runtime_headers ${CUDAToolkit_INCLUDE_DIRS})
endif()
add_precompiled_header(test_headers FILE test_headers.h HEADERS gtest/gtest.h ${device_headers} fstream
                       OWN ${own_host_headers} common/testing.h OPTIONS ${options_of_tests} FOLDERS ${runtime_headers}
                       LIBRARIES GTest::gtest USERS -Wno-array-bounds)

# Files without kernels are a separate library, which does not wait for the translator.
add_library(common_host OBJECT common/check.cpp common/image.cpp common/instances.cpp common/lesson.cpp
                               common/matrix_market.cpp common/parallel.cpp common/plot.cpp common/queue_gate.cpp
                               common/recorded.cpp common/report.cpp common/timer.cpp common/values.cpp)
set_source_files_properties(common/recorded.cpp PROPERTIES COMPILE_DEFINITIONS COURSE_FOLDER="${CMAKE_SOURCE_DIR}")
if(BACKEND STREQUAL "cuda")  # most of it is the option parser, which takes long to optimise
  set_source_files_properties(common/lesson.cpp PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O1>)
endif()
target_compile_options(common_host PRIVATE ${options_of_programs})
use_precompiled_header(common_host host_headers)
add_library(common STATIC $<TARGET_OBJECTS:common_host>)
add_cuda_sources(common ${CMAKE_SOURCE_DIR}/common/ceilings.cu)
target_compile_options(common PRIVATE ${options_of_kernels})
use_precompiled_header(common device_headers)
foreach(target common_host common)
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
  target_include_directories(${target} SYSTEM PUBLIC ${CLI11_INCLUDE_DIR})
  link_runtime(${target} PUBLIC)
endforeach()
if(NOT BACKEND STREQUAL "cuda")
  # The emulator's common/ptx.h is found before the course's. Not in emulator/include: that is a system folder, and
  # system folders are searched last.
  target_include_directories(common BEFORE PUBLIC ${CMAKE_SOURCE_DIR}/emulator/course)
endif()

# Only for lessons on Hopper: on the emulator it needs the library that interprets PTX.
add_library(tensor_maps STATIC common/tensor_maps.cpp)
target_link_libraries(tensor_maps PUBLIC common)
if(NOT BACKEND STREQUAL "cuda")
  target_link_libraries(tensor_maps PUBLIC cuda_emulator_ptx)
endif()
target_compile_options(tensor_maps PRIVATE ${options_of_programs})
use_precompiled_header(tensor_maps host_headers)

add_library(testing STATIC common/testing.cpp)
target_link_libraries(testing PUBLIC common GTest::gtest)
target_compile_options(testing PRIVATE ${options_of_tests})
use_precompiled_header(testing test_headers)
