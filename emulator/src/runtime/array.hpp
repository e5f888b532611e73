// Arrays are plain device memory in rows, one layer after another: a GPU's own layout is not documented and not
// observable.
#pragma once
#include "emulator/driver_types.hpp"

struct cudaArray {
  cudaChannelFormatDesc format;
  cudaExtent extent;  // in elements, as requested: 0 for a missing dimension
  unsigned flags;
  std::size_t element;  // bytes
  std::size_t pitch;    // bytes from row to row
  char* data;

  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t layers() const { return extent.depth == 0 ? 1 : extent.depth; }
};

namespace cuda_emulator {
bool is_array(cudaArray_const_t array);
}
