# NCCL, as the target CUDA::nccl, if it is installed; the toolkit does not contain it. It may be in NCCL_ROOT, beside
# the toolkit, among the system's libraries, or in Python's package nvidia-nccl.
set(NCCL_ROOT "" CACHE PATH "the folder with NCCL's include and lib")

set(nccl_folders ${NCCL_ROOT} $ENV{NCCL_ROOT})
if(NOT nccl_folders AND PYTHON3)
  execute_process(COMMAND ${PYTHON3} -c "import nvidia.nccl; print(list(nvidia.nccl.__path__)[0])"
                  OUTPUT_VARIABLE nccl_of_python OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  list(APPEND nccl_folders ${nccl_of_python})
endif()
find_path(NCCL_INCLUDE_DIR nccl.h HINTS ${nccl_folders} PATH_SUFFIXES include PATHS ${CUDAToolkit_INCLUDE_DIRS})
find_library(NCCL_LIBRARY NAMES nccl libnccl.so.2 HINTS ${nccl_folders} PATH_SUFFIXES lib PATHS ${CUDAToolkit_LIBRARY_DIR})
if(NCCL_INCLUDE_DIR AND NCCL_LIBRARY)
  add_library(CUDA::nccl SHARED IMPORTED)
  set_target_properties(CUDA::nccl PROPERTIES IMPORTED_LOCATION ${NCCL_LIBRARY}
                                              INTERFACE_INCLUDE_DIRECTORIES ${NCCL_INCLUDE_DIR})
endif()
