// Names of libraries that only host code, or only device code, can use.
#pragma once
#include <string_view>

namespace cu2cpp {

// Functions of the C library, of CUDA's runtime and of its other libraries, and atomic functions of g++.
bool is_host_library(std::string_view name);
// Classes of the standard library whose objects device code cannot create.
bool is_host_class(std::string_view name);
// Functions of threads, blocks and warps, and instructions: only device code has them.
bool is_device_library(std::string_view name);
// Functions that make a cooperative group.
bool is_group(std::string_view name);

}  // namespace cu2cpp
