// The team's memory: its arrays, their input, and the check of their results.
#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/warp.cuh"

namespace reduction_multi {

constexpr int block_size = 256;
constexpr int some_blocks = 1024;

int checked(int devices) {
  if (devices < 1 || devices > most_devices) throw std::invalid_argument("a team has 1 to 8 GPUs");
  if (!all_reach_all(devices)) throw Unsupported("these GPUs cannot access each other's memory");
  return devices;
}

Team::Team(int devices, std::size_t most)
    : devices(checked(devices)),
      multiprocessors(::multiprocessors()),
      overlaps(compute_capability() >= 90),
      access_(devices) {
  arrays.devices = devices;
  arrays.room = (std::min(most, push_most) + 3) / 4 * 4;  // each array in it begins at a multiple of 16 bytes
  given_up_.data()[0] = 0;
  arrays.given_up = given_up_.data();
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);  // objects created here belong to it
    x.emplace_back(most);
    y.emplace_back(most);
    other.emplace_back(most + devices);  // by_chunks: a share from each GPU, rounded up
    stage.emplace_back(2 * devices * arrays.room);
    const std::size_t tiles_of_share = most / devices / tile_elements + 1;
    arrays.tile_blocks = static_cast<int>(std::min<std::size_t>(tiles_of_share, 2 * multiprocessors));
    tiles.emplace_back(std::size_t{slots} * arrays.tile_blocks * devices * tile_elements);
    signals.emplace_back(std::size_t{most_blocks} * most_devices);
    arrived.emplace_back(most_blocks);
    signals.back().fill_bytes(0);
    arrived.back().fill_bytes(0);
    check(cudaDeviceSynchronize());  // the fills are in the default stream
    streams.emplace_back();
    ready.emplace_back();
    read.emplace_back();
    for (int to = 0; to < devices; ++to) {
      links.emplace_back();
      copied.emplace_back();
    }
    arrays.x[d] = x.back().data();
    arrays.y[d] = y.back().data();
    arrays.stage[d] = stage.back().data();
    arrays.tiles[d] = tiles.back().data();
    arrays.signals[d] = signals.back().data();
    arrays.arrived[d] = arrived.back().data();
  }
}

void Team::wait() const {
  for (const Stream& stream : streams) stream.wait();
}

// ---- Odd integers from -15 to 15, by GPU and index.
__device__ float value_at(int device, std::size_t i, unsigned seed) {
  auto h = static_cast<std::uint32_t>(i) * 0x9E3779B1u + (device + 1) * 0x85EBCA77u + seed;
  h = (h ^ h >> 15) * 0x2C1B3C6Du;
  return static_cast<float>(2 * static_cast<int>(h >> 28) - 15);
}

__global__ void fill_kernel(float* x, std::size_t n, int device, unsigned seed) {
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += gridDim.x * block_size)
    x[i] = value_at(device, i, seed);
}

void Team::fill(std::size_t n, unsigned seed) {
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    fill_kernel<<<some_blocks, block_size, 0, streams[d]>>>(x[d].data(), n, d, seed);
    check(cudaGetLastError());
  }
  wait();
}

void Team::spoil() {
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    check(cudaMemsetAsync(y[d].data(), 0xFF, y[d].bytes(), streams[d]));
  }
  wait();
}

// Every value that is not equal is wrong, including NaN.
__global__ void count_kernel(Arrays all, int device, std::size_t n, unsigned long long* wrong) {
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += gridDim.x * block_size) {
    float sum = 0;
    for (int d = 0; d < all.devices; ++d) sum += all.x[d][i];
    if (!(all.y[device][i] == sum)) atomicAdd(wrong, 1ull);
  }
}

std::size_t Team::wrong(std::size_t n) {
  std::size_t count = 0;
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    DeviceBuffer<unsigned long long> d_wrong(1);
    d_wrong.fill_bytes(0);
    check(cudaDeviceSynchronize());
    count_kernel<<<some_blocks, block_size, 0, streams[d]>>>(arrays, d, n, d_wrong.data());
    check(cudaGetLastError());
    streams[d].wait();
    count += d_wrong.to_host()[0];
  }
  return count;
}

// ---- The partial sums: one block per GPU is enough here. Chapter 11 has the fast ones.
__global__ void sum_kernel(const float* part, std::size_t n, float* sum) {
  const float mine = fold_block<ByShuffles, block_size>(add_stride(part, n));
  if (threadIdx.x == 0) *sum = mine;
}

void sum_parts(Team& team, const std::vector<DeviceBuffer<float>>& parts) {
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    sum_kernel<<<1, block_size, 0, team.streams[d]>>>(parts[d].data(), parts[d].size(), team.x[d].data());
    check(cudaGetLastError());
  }
}

}  // namespace reduction_multi
