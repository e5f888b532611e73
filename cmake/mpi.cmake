# MPI, as the target MPI::MPI, if it is here. Not CMake's own MPI::MPI_CXX: that adds options of the host compiler,
# which nvcc does not know.
if(NOT CMAKE_CROSSCOMPILING)
  set(MPI_CXX_VALIDATE_SKIP_MPICXX ON)  # MPI's old C++ functions, which no lesson calls, are not looked for
  find_package(MPI QUIET COMPONENTS CXX)
endif()
if(MPI_CXX_FOUND AND MPIEXEC_EXECUTABLE)
  add_library(MPI::MPI INTERFACE IMPORTED)
  target_include_directories(MPI::MPI SYSTEM INTERFACE ${MPI_CXX_INCLUDE_DIRS})
  target_link_libraries(MPI::MPI INTERFACE ${MPI_CXX_LIBRARIES})
endif()
