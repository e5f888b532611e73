// Memory in three dimensions. A volume is slices of rows of voxels; a neighbour in x is the next word, one in y is a
// row away, and one in z a whole slice.
#include "ch07_global/volume/volume.h"

#include "common/check.h"

namespace volume {

// cudaMalloc3D returns where the memory is and how long a row is, in bytes. cudaMemcpy3D copies a box between two such
// descriptions, or into an array.
Copies::Copies(const float* packed, Size size) {
  const std::size_t row_bytes = size.x * sizeof(float);
  try {
    check(cudaMalloc3D(&pitched_, make_cudaExtent(row_bytes, size.y, size.z)));  // of memory: x in bytes
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(packed), row_bytes, size.x, size.y);
    copy.dstPtr = pitched_;
    copy.extent = make_cudaExtent(row_bytes, size.y, size.z);
    copy.kind = cudaMemcpyDeviceToDevice;
    check(cudaMemcpy3D(&copy));

    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    check(cudaMalloc3DArray(&array_, &format, make_cudaExtent(size.x, size.y, size.z)));  // of an array: in elements
    copy.dstPtr = {};
    copy.dstArray = array_;
    copy.extent = make_cudaExtent(size.x, size.y, size.z);  // in elements, as soon as an array takes part
    check(cudaMemcpy3D(&copy));

    cudaResourceDesc where = {};
    where.resType = cudaResourceTypeArray;
    where.res.array.array = array_;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeBorder;  // 0 outside
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    check(cudaCreateTextureObject(&texture_, &where, &how, nullptr));
  } catch (...) {
    cudaFreeArray(array_);
    cudaFree(pitched_.ptr);
    throw;
  }
}

Copies::~Copies() {
  cudaDestroyTextureObject(texture_);
  cudaFreeArray(array_);
  cudaFree(pitched_.ptr);
}

namespace {

constexpr dim3 block_shape(32, 8);  // of one slice

dim3 grid_for(Size size) {
  return dim3(blocks_for(size.x, block_shape.x), blocks_for(size.y, block_shape.y), size.z);
}

// ---- Rung 1. Rows and slices one after the other.
__global__ void packed_kernel(const float* voxels, float* sums, Size size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= size.x || y >= size.y) return;
  const std::size_t row = size.x, slice = row * size.y, i = z * slice + y * row + x;
  float sum = voxels[i];
  if (x > 0) sum += voxels[i - 1];
  if (x + 1 < size.x) sum += voxels[i + 1];
  if (y > 0) sum += voxels[i - row];
  if (y + 1 < size.y) sum += voxels[i + row];
  if (z > 0) sum += voxels[i - slice];
  if (z + 1 < size.z) sum += voxels[i + slice];
  sums[i] = sum;
}

void packed(const float* packed, const Copies&, float* sums, Size size) {
  packed_kernel<<<grid_for(size), block_shape>>>(packed, sums, size);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that the rows have a pitch: the distances of rows and slices are in bytes.
__device__ float at(const char* place) {
  return *reinterpret_cast<const float*>(place);
}

__global__ void pitched_kernel(cudaPitchedPtr voxels, float* sums, Size size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= size.x || y >= size.y) return;
  const std::size_t word = sizeof(float), row = voxels.pitch, slice = row * size.y;
  const char* const here = static_cast<const char*>(voxels.ptr) + z * slice + y * row + x * word;
  float sum = at(here);
  if (x > 0) sum += at(here - word);
  if (x + 1 < size.x) sum += at(here + word);
  if (y > 0) sum += at(here - row);
  if (y + 1 < size.y) sum += at(here + row);
  if (z > 0) sum += at(here - slice);
  if (z + 1 < size.z) sum += at(here + slice);
  sums[(std::size_t(z) * size.y + y) * size.x + x] = sum;
}

void pitched(const float*, const Copies& copies, float* sums, Size size) {
  pitched_kernel<<<grid_for(size), block_shape>>>(copies.pitched(), sums, size);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that a texture reads an array: no address is computed, and none is checked, since a read
// outside returns 0. The middle of voxel (x, y, z) is at (x + 0.5, y + 0.5, z + 0.5).
__global__ void textured_kernel(cudaTextureObject_t voxels, float* sums, Size size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= size.x || y >= size.y) return;
  const float u = x + 0.5f, v = y + 0.5f, w = z + 0.5f;
  float sum = tex3D<float>(voxels, u, v, w);
  sum += tex3D<float>(voxels, u - 1, v, w) + tex3D<float>(voxels, u + 1, v, w);
  sum += tex3D<float>(voxels, u, v - 1, w) + tex3D<float>(voxels, u, v + 1, w);
  sum += tex3D<float>(voxels, u, v, w - 1) + tex3D<float>(voxels, u, v, w + 1);
  sums[(std::size_t(z) * size.y + y) * size.x + x] = sum;
}

void textured(const float*, const Copies& copies, float* sums, Size size) {
  textured_kernel<<<grid_for(size), block_shape>>>(copies.texture(), sums, size);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"packed", packed},
      {"pitched", pitched},
      {"textured", textured},
  };
  return rungs;
}

}  // namespace volume
