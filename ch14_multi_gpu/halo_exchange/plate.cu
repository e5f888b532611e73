// The plate's memory: who has which rows, how they come and go.
#include <algorithm>
#include <stdexcept>

#include "ch14_multi_gpu/halo_exchange/halo_exchange.h"
#include "ch14_multi_gpu/halo_exchange/jacobi.cuh"
#include "common/check.h"
#include "common/launch.h"

namespace halo_exchange {

constexpr std::size_t columns_of_warp = 128;

namespace {

std::size_t slabs_for(int devices, std::size_t rows, std::size_t cols) {
  if (rows < 3 || cols < 3) throw std::invalid_argument("a plate has at least 3 rows and 3 columns");
  return std::clamp<std::size_t>((rows - 2) / 2, 1, devices);
}

// What is made while a device is the current one belongs to it.
Slab slab_on(int device, std::size_t first, std::size_t rows, std::size_t pitch) {
  const CurrentDevice current(device);
  return {device, first, rows, pitch};
}

}  // namespace

Slab::Slab(int device, std::size_t first, std::size_t rows, std::size_t pitch)
    : device(device),
      first(first),
      rows(rows),
      now((rows + 2) * pitch),
      next((rows + 2) * pitch),
      words(2 * blocks_for(pitch / columns, block_size)),
      edge(Stream::urgent()) {
  words.fill_bytes(0);
  now.fill_bytes(0);               // what lies behind the last column is read too
  check(cudaDeviceSynchronize());  // the fill is the default stream's, for which others do not wait
}

// The rows inside the rim are cut into slabs that differ by one row at most.
Plate::Plate(int devices, std::size_t rows, std::size_t cols)
    : rows(rows),
      cols(cols),
      pitch((cols + columns_of_warp - 1) / columns_of_warp * columns_of_warp),
      access_(devices) {
  const std::size_t count = slabs_for(devices, rows, cols), inside = rows - 2;
  for (std::size_t s = 0; s < count; ++s) {
    const std::size_t first = 1 + inside * s / count, end = 1 + inside * (s + 1) / count;
    slabs.push_back(slab_on(static_cast<int>(s), first, end - first, pitch));
  }
}

Border Plate::above(std::size_t s) {
  if (s == 0) return {};
  Slab& neighbour = slabs[s - 1];
  return {neighbour.next.data() + (neighbour.rows + 1) * pitch, slabs[s].words.data(),
          neighbour.words.data() + neighbour.words.size() / 2};
}

Border Plate::below(std::size_t s) {
  if (s + 1 == slabs.size()) return {};
  Slab& neighbour = slabs[s + 1];
  return {neighbour.next.data(), slabs[s].words.data() + slabs[s].words.size() / 2, neighbour.words.data()};
}

void Plate::wait() const {
  for (const Slab& slab : slabs) {
    slab.edge.wait();
    slab.inner.wait();
  }
}

void Plate::mirror() {
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    check(cudaMemcpyAsync(slab.next.data(), slab.now.data(), slab.now.bytes(), cudaMemcpyDeviceToDevice, slab.inner));
  }
  wait();
}

void Plate::set(const std::vector<float>& values) {
  if (values.size() != rows * cols) throw std::invalid_argument("a plate takes a value for each point");
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    check(cudaMemcpy2DAsync(slab.now.data(), pitch * sizeof(float), values.data() + (slab.first - 1) * cols,
                            cols * sizeof(float), cols * sizeof(float), slab.rows + 2, cudaMemcpyHostToDevice,
                            slab.inner));
  }
  mirror();
}

std::vector<float> Plate::to_host() const {
  std::vector<float> values(rows * cols);
  for (std::size_t s = 0; s < slabs.size(); ++s) {  // the top rim from the first slab, the bottom one from the last
    const Slab& slab = slabs[s];
    const std::size_t skip = s == 0 ? 0 : 1, end = slab.rows + (s + 1 == slabs.size() ? 2 : 1);
    const CurrentDevice current(slab.device);
    check(cudaMemcpy2D(values.data() + (slab.first - 1 + skip) * cols, cols * sizeof(float),
                       slab.now.data() + skip * pitch, pitch * sizeof(float), cols * sizeof(float), end - skip,
                       cudaMemcpyDeviceToHost));
  }
  return values;
}

// ---- Noise: every value follows from its place in the plate.
__device__ std::uint32_t mixed(std::uint32_t x) {  // a step of Murmur hashing, from Appleby's MurmurHash3
  x ^= x >> 16;
  x *= 0x85EBCA6B;
  x ^= x >> 13;
  x *= 0xC2B2AE35;
  return x ^ x >> 16;
}

__global__ void noise_kernel(float* now, std::size_t pitch, std::size_t cols, std::size_t first) {
  const std::size_t col = std::size_t{blockIdx.y} * block_size + threadIdx.x, row = blockIdx.x;
  if (col >= cols) return;
  const auto place = static_cast<std::uint32_t>((first - 1 + row) * cols + col);
  now[row * pitch + col] = first - 1 + row == 0 ? 1 : (mixed(place) >> 8) * 0x1p-24f;
}

void Plate::fill() {
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    const dim3 blocks(static_cast<unsigned>(slab.rows + 2), blocks_for(cols, block_size));
    noise_kernel<<<blocks, block_size, 0, slab.inner>>>(slab.now.data(), pitch, cols, slab.first);
    check(cudaGetLastError());
  }
  mirror();
}

// ---- The fingerprint: whole numbers, so that the order of the sum does not matter.
__global__ void fingerprint_kernel(const float* now, std::size_t pitch, std::size_t cols, std::size_t first,
                                   unsigned long long* sum) {
  const std::size_t row = blockIdx.x + 1;
  unsigned long long mine = 0;
  for (std::size_t col = threadIdx.x; col < cols; col += block_size) {
    const auto place = static_cast<std::uint32_t>((first - 1 + row) * cols + col);
    mine += static_cast<unsigned long long>(mixed(place)) * mixed(__float_as_uint(now[row * pitch + col]));
  }
  atomicAdd(sum, mine);
}

std::uint64_t Plate::fingerprint() {
  std::uint64_t sum = 0;
  for (Slab& slab : slabs) {
    const CurrentDevice current(slab.device);
    DeviceBuffer<unsigned long long> d_sum(1);
    d_sum.fill_bytes(0);
    check(cudaDeviceSynchronize());  // the fill is the default stream's
    fingerprint_kernel<<<static_cast<unsigned>(slab.rows), block_size, 0, slab.inner>>>(slab.now.data(), pitch, cols,
                                                                                        slab.first, d_sum.data());
    check(cudaGetLastError());
    slab.inner.wait();
    sum += d_sum.to_host()[0];
  }
  return sum;
}

}  // namespace halo_exchange
