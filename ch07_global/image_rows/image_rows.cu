// Images in device memory. A row of 8001 floats is not a multiple of a sector: if rows are stored without gaps, most of
// them start in the middle of a sector, and a warp that reads 32 neighbours needs one more sector.
#include "ch07_global/image_rows/image_rows.h"

#include "common/check.h"

namespace image_rows {

constexpr int block_size = 256;
constexpr dim3 block_shape(32, 8);

dim3 grid_for(int width, int height) {
  return dim3(blocks_for(width, block_shape.x), blocks_for(height, block_shape.y));
}

// cudaMallocPitch makes each row long enough for alignment and returns that length. cudaMemcpy2D copies a rectangle
// between two pitches. A texture object describes where the pixels are, and the value of a read outside the image.
PitchedImage::PitchedImage(const float* packed, int width, int height) {
  const std::size_t row_bytes = width * sizeof(float);
  check(cudaMallocPitch(&data_, &pitch_, row_bytes, height));
  try {
    check(cudaMemcpy2D(data_, pitch_, packed, row_bytes, row_bytes, height, cudaMemcpyDeviceToDevice));
    cudaResourceDesc where = {};
    where.resType = cudaResourceTypePitch2D;
    where.res.pitch2D.devPtr = data_;
    where.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    where.res.pitch2D.width = width;
    where.res.pitch2D.height = height;
    where.res.pitch2D.pitchInBytes = pitch_;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;  // 0 outside of the image
    how.filterMode = cudaFilterModePoint;                             // one pixel, no interpolation
    how.readMode = cudaReadModeElementType;
    check(cudaCreateTextureObject(&texture_, &where, &how, nullptr));
  } catch (...) {
    cudaFree(data_);
    throw;
  }
}

PitchedImage::~PitchedImage() {
  cudaDestroyTextureObject(texture_);
  cudaFree(data_);
}

__global__ void grey_kernel(const float* colours, float* result, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) result[i] = (77 * colours[i] + 150 * colours[n + i] + 29 * colours[2 * n + i]) / 256;
}

void grey(const float* colours, float* result, std::size_t n) {
  grey_kernel<<<blocks_for(n, block_size), block_size>>>(colours, result, n);
  check(cudaGetLastError());
}

namespace {

// ---- Rung 1. Rows one after the other.
__global__ void packed_kernel(const float* image, float* result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0, count = 0;
  for (int v = y - radius; v <= y + radius; ++v) {
    for (int u = x - radius; u <= x + radius; ++u) {
      if (u < 0 || u >= width || v < 0 || v >= height) continue;
      sum += image[std::size_t(v) * width + u];
      ++count;
    }
  }
  result[std::size_t(y) * width + x] = sum / count;
}

void packed(const float* packed, const PitchedImage&, float* result, int width, int height) {
  packed_kernel<<<grid_for(width, height), block_shape>>>(packed, result, width, height);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that the image has a pitch. It is in bytes, and so is the offset of a row.
__global__ void pitched_kernel(const float* image, std::size_t pitch, float* result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0, count = 0;
  for (int v = y - radius; v <= y + radius; ++v) {
    for (int u = x - radius; u <= x + radius; ++u) {
      if (u < 0 || u >= width || v < 0 || v >= height) continue;
      const char* row = reinterpret_cast<const char*>(image) + v * pitch;
      sum += reinterpret_cast<const float*>(row)[u];
      ++count;
    }
  }
  result[std::size_t(y) * width + x] = sum / count;
}

void pitched(const float*, const PitchedImage& copy, float* result, int width, int height) {
  pitched_kernel<<<grid_for(width, height), block_shape>>>(copy.data(), copy.pitch(), result, width, height);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that a texture is read. The middle of pixel (u, v) is at (u + 0.5, v + 0.5).
__global__ void textured_kernel(cudaTextureObject_t image, float* result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0, count = 0;
  for (int v = y - radius; v <= y + radius; ++v) {
    for (int u = x - radius; u <= x + radius; ++u) {
      if (u < 0 || u >= width || v < 0 || v >= height) continue;
      sum += tex2D<float>(image, u + 0.5f, v + 0.5f);
      ++count;
    }
  }
  result[std::size_t(y) * width + x] = sum / count;
}

void textured(const float*, const PitchedImage& copy, float* result, int width, int height) {
  textured_kernel<<<grid_for(width, height), block_shape>>>(copy.texture(), result, width, height);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 3, except that the texture is also read outside the image, where it returns 0: only the
// number of pixels that exist has to be computed.
__global__ void bordered_kernel(cudaTextureObject_t image, float* result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int v = y - radius; v <= y + radius; ++v)
    for (int u = x - radius; u <= x + radius; ++u) sum += tex2D<float>(image, u + 0.5f, v + 0.5f);
  const int columns = min(x + radius, width - 1) - max(x - radius, 0) + 1;
  const int rows = min(y + radius, height - 1) - max(y - radius, 0) + 1;
  result[std::size_t(y) * width + x] = sum / (columns * rows);
}

void bordered(const float*, const PitchedImage& copy, float* result, int width, int height) {
  bordered_kernel<<<grid_for(width, height), block_shape>>>(copy.texture(), result, width, height);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"packed", packed},
      {"pitched", pitched},
      {"textured", textured},
      {"bordered", bordered},
  };
  return rungs;
}

}  // namespace image_rows
