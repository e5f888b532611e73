// A histogram for each tile of an image. A tile belongs to one block, so its counters can stay in that block's shared
// memory, and nobody else adds to them.
#include "ch10_atomics/histogram_tiles/histogram_tiles.h"

#include "common/check.h"

namespace histogram_tiles {

Picture::Picture(const std::vector<Byte>& pixels, int width, int height) : width_(width), height_(height) {
  check(cudaMallocPitch(&data_, &pitch_, width, height));
  try {
    // The bytes between the end of a row and the next row are 0. No rung counts them, but the fourth one loads some.
    check(cudaMemset(data_, 0, pitch_ * height));
    check(cudaMemcpy2D(data_, pitch_, pixels.data(), width, width, height, cudaMemcpyHostToDevice));
    cudaResourceDesc where = {};
    where.resType = cudaResourceTypePitch2D;
    where.res.pitch2D.devPtr = data_;
    where.res.pitch2D.desc = cudaCreateChannelDesc<Byte>();
    where.res.pitch2D.width = width;
    where.res.pitch2D.height = height;
    where.res.pitch2D.pitchInBytes = pitch_;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;    // one pixel, no interpolation
    how.readMode = cudaReadModeElementType;  // its byte, and not a fraction of 255
    check(cudaCreateTextureObject(&texture_, &where, &how, nullptr));
  } catch (...) {
    cudaFree(data_);
    throw;
  }
}

Picture::~Picture() {
  cudaDestroyTextureObject(texture_);
  cudaFree(data_);
}

namespace {

constexpr dim3 block_shape(32, 8);
constexpr int block_size = 32 * 8;

// ---- Rung 1. A thread per pixel, which adds to its tile's counters in global memory.
__global__ void in_global_memory_kernel(const Byte* image, std::size_t pitch, int width, int height, Count* count) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int tiles_in_a_row = (width + tile - 1) / tile;
  const std::size_t number = std::size_t(y / tile) * tiles_in_a_row + x / tile;
  atomicAdd(&count[number * bins + image[y * pitch + x]], 1u);
}

void in_global_memory(const Picture& picture, Count* count) {
  const int width = picture.width(), height = picture.height();
  check(cudaMemsetAsync(count, 0, counters(width, height) * sizeof(Count)));
  const dim3 grid(blocks_for(width, block_shape.x), blocks_for(height, block_shape.y));
  in_global_memory_kernel<<<grid, block_shape>>>(picture.data(), picture.pitch(), width, height, count);
  check(cudaGetLastError());
}

dim3 block_for_each_tile(const Picture& picture) {
  return dim3(tiles_in(picture.width()), tiles_in(picture.height()));
}

// ---- Rung 2. A block per tile, which counts in shared memory. When it has counted all its pixels, its 256 counters
// are the tile's histogram: it stores them. No other block adds to them, so nothing is cleared before the launch, and
// no atomic addition to global memory is left.
__global__ void block_per_tile_kernel(const Byte* image, std::size_t pitch, int width, int height, Count* count) {
  __shared__ Count of_tile[bins];
  static_assert(bins == block_size);
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  of_tile[thread] = 0;
  __syncthreads();

  const int right = min((blockIdx.x + 1) * tile, width), below = min((blockIdx.y + 1) * tile, height);
  for (int y = blockIdx.y * tile + threadIdx.y; y < below; y += blockDim.y)
    for (int x = blockIdx.x * tile + threadIdx.x; x < right; x += blockDim.x)
      atomicAdd(&of_tile[image[y * pitch + x]], 1u);
  __syncthreads();

  const std::size_t number = std::size_t(blockIdx.y) * gridDim.x + blockIdx.x;
  count[number * bins + thread] = of_tile[thread];
}

void block_per_tile(const Picture& picture, Count* count) {
  block_per_tile_kernel<<<block_for_each_tile(picture), block_shape>>>(picture.data(), picture.pitch(), picture.width(),
                                                                       picture.height(), count);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that a texture reads the pixels. The middle of pixel (x, y) is at
// (x + 0.5, y + 0.5).
__global__ void textured_kernel(cudaTextureObject_t image, int width, int height, Count* count) {
  __shared__ Count of_tile[bins];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  of_tile[thread] = 0;
  __syncthreads();

  const int right = min((blockIdx.x + 1) * tile, width), below = min((blockIdx.y + 1) * tile, height);
  for (int y = blockIdx.y * tile + threadIdx.y; y < below; y += blockDim.y)
    for (int x = blockIdx.x * tile + threadIdx.x; x < right; x += blockDim.x)
      atomicAdd(&of_tile[tex2D<Byte>(image, x + 0.5f, y + 0.5f)], 1u);
  __syncthreads();

  const std::size_t number = std::size_t(blockIdx.y) * gridDim.x + blockIdx.x;
  count[number * bins + thread] = of_tile[thread];
}

void textured(const Picture& picture, Count* count) {
  textured_kernel<<<block_for_each_tile(picture), block_shape>>>(picture.texture(), picture.width(), picture.height(),
                                                                 count);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 2, except that a thread reads four pixels at once. Each row starts at an aligned address,
// so a word never reaches into the row below; in the last word of a row some bytes may belong to no pixel.
__global__ void four_at_once_kernel(const Byte* image, std::size_t pitch, int width, int height, Count* count) {
  __shared__ Count of_tile[bins];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  of_tile[thread] = 0;
  __syncthreads();

  const int right = min((blockIdx.x + 1) * tile, width), below = min((blockIdx.y + 1) * tile, height);
  constexpr int words = tile / 4, rows = block_size / words;  // a row of a tile has 16 words: 16 rows at a time
  const int x = blockIdx.x * tile + 4 * (thread % words);
  if (x < right) {
    for (int y = blockIdx.y * tile + thread / words; y < below; y += rows) {
      const uchar4 pixels = *reinterpret_cast<const uchar4*>(image + y * pitch + x);
      atomicAdd(&of_tile[pixels.x], 1u);
      if (x + 1 < right) atomicAdd(&of_tile[pixels.y], 1u);
      if (x + 2 < right) atomicAdd(&of_tile[pixels.z], 1u);
      if (x + 3 < right) atomicAdd(&of_tile[pixels.w], 1u);
    }
  }
  __syncthreads();

  const std::size_t number = std::size_t(blockIdx.y) * gridDim.x + blockIdx.x;
  count[number * bins + thread] = of_tile[thread];
}

void four_at_once(const Picture& picture, Count* count) {
  four_at_once_kernel<<<block_for_each_tile(picture), block_shape>>>(picture.data(), picture.pitch(), picture.width(),
                                                                     picture.height(), count);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"in_global_memory", in_global_memory},
      {"block_per_tile", block_per_tile},
      {"textured", textured},
      {"four_at_once", four_at_once},
  };
  return rungs;
}

}  // namespace histogram_tiles
