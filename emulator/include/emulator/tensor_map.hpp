// Tensor maps: the layout of a tensor in global memory and of its tiles in shared memory. A program creates one on the
// host and passes it to a kernel, whose bulk copies select tiles by their coordinates (src/ptx/tensor_map.cpp).
#pragma once
#include "emulator/driver_types.hpp"
#include "emulator/integers.hpp"

using cuuint32_t = ::cuda_emulator::uint32;
using cuuint64_t = ::cuda_emulator::uint64;

struct alignas(64) CUtensorMap_st {
  cuuint64_t opaque[16];
};
using CUtensorMap = CUtensorMap_st;

enum CUtensorMapDataType {
  CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
  CU_TENSOR_MAP_DATA_TYPE_UINT16,
  CU_TENSOR_MAP_DATA_TYPE_UINT32,
  CU_TENSOR_MAP_DATA_TYPE_INT32,
  CU_TENSOR_MAP_DATA_TYPE_UINT64,
  CU_TENSOR_MAP_DATA_TYPE_INT64,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
  CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ,
};
enum CUtensorMapInterleave {
  CU_TENSOR_MAP_INTERLEAVE_NONE = 0,
  CU_TENSOR_MAP_INTERLEAVE_16B,
  CU_TENSOR_MAP_INTERLEAVE_32B,
};
enum CUtensorMapSwizzle {
  CU_TENSOR_MAP_SWIZZLE_NONE = 0,
  CU_TENSOR_MAP_SWIZZLE_32B,
  CU_TENSOR_MAP_SWIZZLE_64B,
  CU_TENSOR_MAP_SWIZZLE_128B,
};
enum CUtensorMapL2promotion {
  CU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
  CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
};
enum CUtensorMapFloatOOBfill {
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA,
};

namespace cuda_emulator {

cudaError_t encode_tensor_map(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                              const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                              const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                              CUtensorMapSwizzle swizzle, CUtensorMapFloatOOBfill fill);
// A tile from global to shared memory. Its bytes then arrive at the barrier; blocks: those of the cluster that get it
// too, one bit each, or 0 for the one that `shared` belongs to.
void load_tensor(void* shared, const void* map, const int* coordinates, int rank, ::cuda_emulator::uint64* barrier,
                 unsigned blocks = 0);
// The other direction; elements outside of the tensor are left out. how: ' ' stores, '+', '<' and '>' add, or store the
// minimum or the maximum.
void store_tensor(const void* map, const int* coordinates, int rank, const void* shared, char how = ' ');

}  // namespace cuda_emulator
