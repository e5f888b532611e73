// Tensor maps: how a matrix lies in global memory, and what a tile of it is, for the copy engine (tile_load of
// ptx_hopper.h). A map is built on the host, once for each matrix and kind of tile, and passed to kernels as a
// `const __grid_constant__ CUtensorMap`.
#pragma once

#include <cuda.h>

#include <cstddef>

// `layers` matrices of rows x cols elements, one after the other, by rows. A tile is tile_rows rows of 128 bytes, in
// the 128-byte swizzle; or, with tile_cols, rows of so many elements, one after the other, multiples of 16 bytes. Both
// sides have at most 256 elements. The copy engine needs addresses and rows that are multiples of 16 bytes.
struct TileShape {
  const void* data;
  std::size_t layers, rows, cols;
  int tile_rows;
  CUtensorMapDataType type;
  int element_bytes;
  int tile_cols = 0;
  bool operator==(const TileShape&) const = default;
};

// Whether the copy engine takes rows of this length.
inline bool tiles_fit(std::size_t cols, int element_bytes) {
  return cols > 0 && cols * element_bytes % 16 == 0;
}

// The map of these tiles, built when it is first asked for: what a launcher asks for at each launch costs a search. It
// says nothing of the matrix' contents, so it stays right for another matrix of the same shape at the same address.
// Not for several host threads at a time.
CUtensorMap tensor_map(const TileShape& shape);
