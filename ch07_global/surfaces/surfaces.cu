// An array is memory in an order that suits reads of neighbours in two dimensions. No pointer reaches it: kernels read
// it through a texture or a surface, and write it through a surface.
#include "ch07_global/surfaces/surfaces.h"

#include "common/check.h"

namespace surfaces {

Worlds::Worlds(int width, int height) : width_(width), height_(height) {
  try {
    for (int world = 0; world < 2; ++world) {
      check(cudaMalloc(&linear_[world], std::size_t(width) * height * sizeof(Cell)));
      const cudaChannelFormatDesc format = cudaCreateChannelDesc<Cell>();
      check(cudaMallocArray(&arrays_[world], &format, width, height, cudaArraySurfaceLoadStore));  // may be written
      cudaResourceDesc where = {};
      where.resType = cudaResourceTypeArray;
      where.res.array.array = arrays_[world];
      check(cudaCreateSurfaceObject(&surfaces_[world], &where));
      cudaTextureDesc how = {};
      how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;  // 0 outside
      how.filterMode = cudaFilterModePoint;
      how.readMode = cudaReadModeElementType;
      check(cudaCreateTextureObject(&textures_[world], &where, &how, nullptr));
    }
  } catch (...) {
    release();
    throw;
  }
}

Worlds::~Worlds() {
  release();
}

void Worlds::release() {
  for (int world = 0; world < 2; ++world) {
    if (textures_[world]) cudaDestroyTextureObject(textures_[world]);
    if (surfaces_[world]) cudaDestroySurfaceObject(surfaces_[world]);
    cudaFreeArray(arrays_[world]);
    cudaFree(linear_[world]);
  }
}

void Worlds::load(const std::vector<Cell>& cells) {
  const std::vector<Cell> neither(cells.size(), 7);
  const std::size_t row = width_ * sizeof(Cell);
  for (int world = 0; world < 2; ++world) {
    const Cell* const from = world == 0 ? cells.data() : neither.data();
    check(cudaMemcpy(linear_[world], from, row * height_, cudaMemcpyHostToDevice));
    check(cudaMemcpy2DToArray(arrays_[world], 0, 0, from, row, row, height_, cudaMemcpyHostToDevice));
  }
}

std::vector<Cell> Worlds::cells(int world, bool in_array) const {
  std::vector<Cell> cells(std::size_t(width_) * height_);
  const std::size_t row = width_ * sizeof(Cell);
  if (in_array) {
    check(cudaMemcpy2DFromArray(cells.data(), row, arrays_[world], 0, 0, row, height_, cudaMemcpyDeviceToHost));
  } else {
    check(cudaMemcpy(cells.data(), linear_[world], row * height_, cudaMemcpyDeviceToHost));
  }
  return cells;
}

namespace {

constexpr dim3 block_shape(32, 8);

dim3 grid_for(const Worlds& worlds) {
  return dim3(blocks_for(worlds.width(), block_shape.x), blocks_for(worlds.height(), block_shape.y));
}

__device__ Cell next_of(int cell, int neighbours) {
  return neighbours == 3 || (neighbours == 2 && cell == 1);
}

// ---- Rung 1. Linear memory: a read outside of the world must be avoided.
__global__ void linear_kernel(const Cell* from, Cell* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int all = 0;
  for (int v = max(y - 1, 0); v <= min(y + 1, height - 1); ++v)
    for (int u = max(x - 1, 0); u <= min(x + 1, width - 1); ++u) all += from[std::size_t(v) * width + u];
  const std::size_t i = std::size_t(y) * width + x;
  to[i] = next_of(from[i], all - from[i]);
}

void linear(const Worlds& worlds, int from) {
  linear_kernel<<<grid_for(worlds), block_shape>>>(worlds.linear(from), worlds.linear(1 - from), worlds.width(),
                                                   worlds.height());
  check(cudaGetLastError());
}

// ---- Rung 2. Surfaces of two arrays. A surface counts x in bytes, and y in rows. The last argument says what a read
// outside of the array is: here 0.
__global__ void surface_kernel(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  constexpr int bytes = sizeof(Cell);
  int all = 0;
  for (int v = y - 1; v <= y + 1; ++v)
    for (int u = x - 1; u <= x + 1; ++u) all += surf2Dread<Cell>(from, u * bytes, v, cudaBoundaryModeZero);
  const int cell = surf2Dread<Cell>(from, x * bytes, y);
  surf2Dwrite<Cell>(next_of(cell, all - cell), to, x * bytes, y);
}

void surface(const Worlds& worlds, int from) {
  surface_kernel<<<grid_for(worlds), block_shape>>>(worlds.surface(from), worlds.surface(1 - from), worlds.width(),
                                                    worlds.height());
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that a texture of the same array reads. It counts x in cells, and the middle of cell (x, y)
// is at (x + 0.5, y + 0.5). The other array is written, so that no texture reads what its own kernel writes.
__global__ void texture_kernel(cudaTextureObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  constexpr int bytes = sizeof(Cell);
  int all = 0;
  for (int v = y - 1; v <= y + 1; ++v)
    for (int u = x - 1; u <= x + 1; ++u) all += tex2D<Cell>(from, u + 0.5f, v + 0.5f);
  const int cell = tex2D<Cell>(from, x + 0.5f, y + 0.5f);
  surf2Dwrite<Cell>(next_of(cell, all - cell), to, x * bytes, y);
}

void texture(const Worlds& worlds, int from) {
  texture_kernel<<<grid_for(worlds), block_shape>>>(worlds.texture(from), worlds.surface(1 - from), worlds.width(),
                                                    worlds.height());
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"linear", linear, false},
      {"surface", surface, true},
      {"texture", texture, true},
  };
  return rungs;
}

}  // namespace surfaces
