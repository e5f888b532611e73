// Filtering an image takes size * size products per pixel, or three transforms and one product per wave.
#include "ch20_cufft/convolution_fft/convolution_fft.h"

#include <stdexcept>

#include "common/check.h"

namespace convolution_fft {
namespace {

constexpr int block_size = 256;
constexpr int tile = 32, tile_rows = 8;  // a block computes tile * tile pixels, a thread tile / tile_rows of them

template <typename Real>
void require_size(const Problem<Real>& p) {
  if (p.size < 1 || p.size > largest_size || p.size % 2 == 0)
    throw std::invalid_argument("a filter's side must be odd, from 1 to 127");
}

// ---- Rung 1. One thread per pixel; every pixel under the filter comes from global memory, or from a cache.
template <typename Real>
__global__ void direct_kernel(Problem<Real> p) {
  const int x = blockIdx.x * tile + threadIdx.x, radius = p.size / 2;
  const int y = blockIdx.y * tile_rows + threadIdx.y;
  if (x >= p.width || y >= p.height) return;
  Real sum = 0;
  for (int i = 0; i < p.size; ++i)
    for (int j = 0; j < p.size; ++j) {
      const int from_x = x + j - radius, from_y = y + i - radius;
      if (from_x >= 0 && from_x < p.width && from_y >= 0 && from_y < p.height)
        sum += p.filter[i * p.size + j] * p.image[std::size_t(from_y) * p.width + from_x];
    }
  p.result[std::size_t(y) * p.width + x] = sum;
}

template <typename Real>
void direct(const Problem<Real>& p, FftParts<Real>&, cudaStream_t stream) {
  require_size(p);
  const dim3 grid(blocks_for(p.width, tile), blocks_for(p.height, tile_rows));
  direct_kernel<<<grid, dim3(tile, tile_rows), 0, stream>>>(p);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that the block first copies the pixels that its filters cover to shared memory,
// one strip of size rows after the other: a row of the filter then needs only one row of each strip.
template <typename Real>
__global__ void from_tile_kernel(Problem<Real> p) {
  constexpr int pixels = tile / tile_rows;
  __shared__ Real rows[tile][tile + largest_size - 1];
  const int left = blockIdx.x * tile, top = blockIdx.y * tile, radius = p.size / 2;
  Real sum[pixels] = {};
  for (int i = 0; i < p.size; ++i) {
    __syncthreads();  // all threads have read the rows of the turn before
    for (int r = threadIdx.y; r < tile; r += tile_rows)
      for (int c = threadIdx.x; c < tile + p.size - 1; c += tile) {
        const int from_x = left + c - radius, from_y = top + r + i - radius;
        const bool inside = from_x >= 0 && from_x < p.width && from_y >= 0 && from_y < p.height;
        rows[r][c] = inside ? p.image[std::size_t(from_y) * p.width + from_x] : Real{0};
      }
    __syncthreads();
    for (int j = 0; j < p.size; ++j) {
      const Real weight = p.filter[i * p.size + j];
      for (int k = 0; k < pixels; ++k) sum[k] += weight * rows[threadIdx.y + k * tile_rows][threadIdx.x + j];
    }
  }
  const int x = left + threadIdx.x;
  for (int k = 0; k < pixels; ++k) {
    const int y = top + threadIdx.y + k * tile_rows;
    if (x < p.width && y < p.height) p.result[std::size_t(y) * p.width + x] = sum[k];
  }
}

template <typename Real>
void from_tile(const Problem<Real>& p, FftParts<Real>&, cudaStream_t stream) {
  require_size(p);
  const dim3 grid(blocks_for(p.width, tile), blocks_for(p.height, tile));
  from_tile_kernel<<<grid, dim3(tile, tile_rows), 0, stream>>>(p);
  check(cudaGetLastError());
}

// ---- Rung 3. The image padded with zeros, and the filter padded with zeros, with its middle in element (0, 0) and the
// parts to the left and above it at the other end. Both are transformed, multiplied, and transformed back.
template <typename Real>
__global__ void pad_image_kernel(Problem<Real> p, Real* padded, int width, std::size_t pixels) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= pixels) return;
  const int x = static_cast<int>(i % width), y = static_cast<int>(i / width);
  padded[i] = x < p.width && y < p.height ? p.image[std::size_t(y) * p.width + x] : Real{0};
}

template <typename Real>
__global__ void pad_filter_kernel(Problem<Real> p, Real* padded, int width, std::size_t pixels) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= pixels) return;
  const int height = static_cast<int>(pixels / width), radius = p.size / 2;
  const int col = (static_cast<int>(i % width) + radius) % width;
  const int row = (static_cast<int>(i / width) + radius) % height;
  padded[i] = col < p.size && row < p.size ? p.filter[row * p.size + col] : Real{0};
}

// filter(i, j) multiplies image(x + j, ...): the filter is not mirrored, so the second factor is its conjugate. scale
// divides by the number of pixels, by which the two transforms multiply.
template <typename Complex, typename Real>
__global__ void multiply_kernel(Complex* image, const Complex* filter, std::size_t frequencies, Real scale) {
  const std::size_t k = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (k >= frequencies) return;
  const Complex a = image[k], b = filter[k];
  image[k] = {(a.x * b.x + a.y * b.y) * scale, (a.y * b.x - a.x * b.y) * scale};
}

template <typename Real>
__global__ void crop_kernel(Problem<Real> p, const Real* padded, int width) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= std::size_t(p.width) * p.height) return;
  p.result[i] = padded[i / p.width * width + i % p.width];
}

template <typename Real>
void by_fft(const Problem<Real>& p, FftParts<Real>& parts, cudaStream_t stream) {
  require_size(p);
  const int width = p.padded_width();
  const std::size_t pixels = p.padded_pixels(), frequencies = p.frequencies();
  const int blocks = blocks_for(pixels, block_size);
  parts.plans.use(stream);
  pad_filter_kernel<<<blocks, block_size, 0, stream>>>(p, parts.padded.data(), width, pixels);
  parts.plans.forward.forward(parts.padded.data(), parts.filter.data());
  pad_image_kernel<<<blocks, block_size, 0, stream>>>(p, parts.padded.data(), width, pixels);
  parts.plans.forward.forward(parts.padded.data(), parts.image.data());
  multiply_kernel<<<blocks_for(frequencies, block_size), block_size, 0, stream>>>(
      parts.image.data(), parts.filter.data(), frequencies, static_cast<Real>(1.0 / static_cast<double>(pixels)));
  parts.plans.inverse.inverse(parts.image.data(), parts.padded.data());
  crop_kernel<<<blocks_for(std::size_t(p.width) * p.height, block_size), block_size, 0, stream>>>(
      p, parts.padded.data(), width);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"direct", direct<Real>},        // image in global memory
      {"from_tile", from_tile<Real>},  // in shared tiles
      {"by_fft", by_fft<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace convolution_fft
