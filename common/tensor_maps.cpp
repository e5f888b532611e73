#include "common/tensor_maps.h"

#include <list>
#include <stdexcept>
#include <string>

#include "common/tensor_map_encoder.h"

namespace {

CUtensorMap build(const TileShape& s) {
  static const auto encode = tensor_map_encoder();
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

}  // namespace

CUtensorMap tensor_map(const TileShape& shape) {
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
  maps.push_front({shape, build(shape)});
  if (maps.size() > most) maps.pop_back();
  return maps.front().map;
}
