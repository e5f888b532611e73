// Tensor maps: how a matrix lies in global memory, and what a tile of it is, for the copy engine (tile_load of
// ptx_hopper.h). A map is built on the host, once for each matrix and kind of tile, and passed to kernels as a
// `const __grid_constant__ CUtensorMap`.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <list>
#include <stdexcept>
#include <string>

#include "common/check.h"

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

namespace tensor_maps_detail {

inline PFN_cuTensorMapEncodeTiled_v12000 encoder() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found));
#else
  check(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found));
#endif
  if (found != cudaDriverEntryPointSuccess) throw std::runtime_error("this driver has no tensor maps");
  return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
}

inline CUtensorMap build(const TileShape& s) {
  static const auto encode = encoder();
  CUtensorMap map{};
  const cuuint64_t row_bytes = s.cols * s.element_bytes;
  const cuuint64_t sizes[] = {s.cols, s.rows, s.layers}, strides[] = {row_bytes, row_bytes * s.rows};
  const int tile_cols = s.tile_cols > 0 ? s.tile_cols : 128 / s.element_bytes;
  const cuuint32_t box[] = {static_cast<cuuint32_t>(tile_cols), static_cast<cuuint32_t>(s.tile_rows), 1};
  const cuuint32_t steps[] = {1, 1, 1};
  const CUresult status =
      encode(&map, s.type, 3, const_cast<void*>(s.data), sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
             s.tile_cols > 0 ? CU_TENSOR_MAP_SWIZZLE_NONE : CU_TENSOR_MAP_SWIZZLE_128B,
             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS) throw std::runtime_error("no tensor map: CUresult " + std::to_string(status));
  return map;
}

}  // namespace tensor_maps_detail

// The map of these tiles, built when it is first asked for: what a launcher asks for at each launch costs a search. It
// says nothing of the matrix' contents, so it stays right for another matrix of the same shape at the same address.
// Not for several host threads at a time.
inline CUtensorMap tensor_map(const TileShape& shape) {
  struct Kept {
    TileShape shape;
    CUtensorMap map;
  };
  constexpr std::size_t most = 64;
  static std::list<Kept> maps;  // the last one that was asked for is the first
  for (auto kept = maps.begin(); kept != maps.end(); ++kept) {
    if (kept->shape != shape) continue;
    maps.splice(maps.begin(), maps, kept);
    return maps.front().map;
  }
  maps.push_front({shape, tensor_maps_detail::build(shape)});
  if (maps.size() > most) maps.pop_back();
  return maps.front().map;
}
