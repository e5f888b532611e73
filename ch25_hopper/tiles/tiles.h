// What the products of this chapter share: matrices as tensor maps, the order of tiles, results from registers to c,
// and matrices whose rows the copy engine does not take.
#pragma once

#include <cuda_bf16.h>

#include "common/ptx_hopper.h"
#include "common/tensor_maps.h"
#include "common/tensor_product.h"

namespace hopper_tiles {

using tensor_product::bf16;
using tensor_product::Shape;
using tensor_product::Sides;

// One request to the copy engine brings a box: some rows of 128 bytes, which are 64 elements. In shared memory a box
// begins at a multiple of 1024 bytes, and eight of its rows are one unit of the swizzle.
constexpr int box_cols = 64, row_bytes = box_cols * sizeof(bf16), unit_bytes = 8 * row_bytes;

// The boxes of a matrix that is stored by rows. Where a box reaches beyond the matrix, zeros arrive.
inline CUtensorMap boxes_of(const bf16* matrix, std::size_t rows, std::size_t cols, int box_rows) {
  return tensor_map({matrix, 1, rows, cols, box_rows, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, sizeof(bf16)});
}

// What wgmma is told of 64 rows of a box of a (16 of its columns from column k), and of boxes of b (16 of their rows
// from row k): b's boxes of 64 columns lie one after the other, each box_bytes long.
__device__ inline std::uint64_t a_descriptor(const char* box, int k) {
  return matrix_descriptor(shared_address(box) + k * sizeof(bf16), 0, unit_bytes);
}
__device__ inline std::uint64_t b_descriptor(const char* boxes, int k, int box_bytes) {
  return matrix_descriptor(shared_address(boxes) + k * row_bytes, box_bytes, unit_bytes);
}

// ---- The order of tiles. Tiles with consecutive numbers go down `group` rows of tiles before they go on along them.
// Those that are multiplied at the same time then share tiles of b in the L2 cache, as well as tiles of a.
struct Corner {
  int row, col;
};
template <int group>
__device__ inline Corner corner_of(int tile, Sides sides, int tile_rows, int tile_cols) {
  const int across = (sides.cols - 1) / tile_cols + 1, down = (sides.rows - 1) / tile_rows + 1;
  const int first = tile / (group * across) * group, in_group = tile % (group * across);
  const int height = min(group, down - first);
  return {(first + in_group % height) * tile_rows, in_group / height * tile_cols};
}

// ---- The sums of a warpgroup, 64 rows. Lane 4 g + q of warp w holds of each 8 columns those numbered 2 q and 2 q + 1
// in rows 16 w + g and 16 w + g + 8.
__device__ inline std::uint32_t two_bf16(float first, float second) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(first, second);
  return *reinterpret_cast<const std::uint32_t*>(&pair);
}

template <int count>
__device__ inline void store_sums(const float (&sums)[count], bf16* c, int row, int col, Sides sides) {
  const int lane = threadIdx.x % 32, top = row + threadIdx.x % 128 / 32 * 16 + lane / 4, left = col + lane % 4 * 2;
#pragma unroll
  for (int i = 0; i < count; i += 2) {
    const int y = top + i / 2 % 2 * 8, x = left + i / 4 * 8;
    if (y < sides.rows && x < sides.cols)
      *reinterpret_cast<std::uint32_t*>(c + std::size_t(y) * sides.cols + x) = two_bf16(sums[i], sums[i + 1]);
  }
}

// ---- Any shape. The copy engine needs rows that begin at multiples of 16 bytes. Other matrices are copied into such
// rows first, with zeros at their ends, and the result is copied back.

// Memory that is allocated and freed in the order of a stream.
template <typename T>
class InStream {
 public:
  InStream(std::size_t elements, cudaStream_t stream) : bytes_(elements * sizeof(T)), stream_(stream) {
    check(cudaMallocAsync(&data_, bytes_, stream_));
  }
  ~InStream() { cudaFreeAsync(data_, stream_); }  // a destructor must not throw
  InStream(const InStream&) = delete;
  InStream& operator=(const InStream&) = delete;
  void clear() { check(cudaMemsetAsync(data_, 0, bytes_, stream_)); }
  operator T*() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t bytes_;
  cudaStream_t stream_;
};

template <typename T>
void copy_rows(T* to, std::size_t to_cols, const T* from, std::size_t from_cols, std::size_t rows,
               cudaStream_t stream) {
  check(cudaMemcpy2DAsync(to, to_cols * sizeof(T), from, from_cols * sizeof(T),
                          std::min(to_cols, from_cols) * sizeof(T), rows, cudaMemcpyDeviceToDevice, stream));
}

// The next multiple of 16 bytes.
template <typename T>
std::size_t aligned_cols(std::size_t cols) {
  constexpr std::size_t unit = 16 / sizeof(T);
  return (cols + unit - 1) / unit * unit;
}

// Calls launch(a, b, c, shape, stream) with matrices whose rows the copy engine takes, and no side of which is 0.
template <typename Launch>
void with_aligned_rows(const Launch& launch, const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  if (tensor_product::answered(c, shape, stream)) return;
  if (tensor_product::rows_aligned(shape)) return launch(a, b, c, shape, stream);
  const Shape wide = {shape.rows, aligned_cols<bf16>(shape.inner), aligned_cols<bf16>(shape.cols)};
  InStream<bf16> wide_a(wide.rows * wide.inner, stream), wide_b(wide.inner * wide.cols, stream);
  const InStream<bf16> wide_c(wide.rows * wide.cols, stream);
  wide_a.clear();
  wide_b.clear();
  copy_rows<bf16>(wide_a, wide.inner, a, shape.inner, shape.rows, stream);
  copy_rows<bf16>(wide_b, wide.cols, b, shape.cols, shape.inner, stream);
  launch(wide_a, wide_b, wide_c, wide, stream);
  copy_rows<bf16>(c, shape.cols, wide_c, wide.cols, shape.rows, stream);
}

}  // namespace hopper_tiles
