// The kernels behind measured(): each does one thing only, as fast as the device can.
#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"

namespace {

constexpr int block_size = 256;
constexpr int chains = 16;  // FMAs in flight per thread: with fewer, the pipeline waits for results

// Input data: never zeros, which some devices move faster than other data.
__global__ void fill_kernel(float4* x, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) {
    const float v = static_cast<float>(i * 2654435761u % 1000003u);
    x[i] = make_float4(v, v + 0.25f, v + 0.5f, v + 0.75f);
  }
}

__global__ void read_kernel(const float4* x, std::size_t n, float* never) {
  float sum = 0;
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
#pragma unroll 4
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) {
    const float4 v = x[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == -1.0f) *never = sum;  // all x are positive: this only keeps the loads alive
}

template <typename Real>
__global__ void fma_kernel(Real a, Real b, int steps, Real* never) {
  Real x[chains];
  for (int c = 0; c < chains; ++c) x[c] = static_cast<Real>(threadIdx.x + c);
#pragma unroll 8
  for (int i = 0; i < steps; ++i)
    for (int c = 0; c < chains; ++c) x[c] = x[c] * a + b;
  Real sum = 0;
  for (int c = 0; c < chains; ++c) sum += x[c];
  if (sum == Real{-1}) *never = sum;  // a and b are positive: this only keeps the loop alive
}

std::size_t float4s_to_move() {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  const std::size_t most = std::size_t{emulated_device() ? 4u : 1024u} << 20;
  return std::max<std::size_t>(std::min(most, free / 8) / sizeof(float4), 1);
}

int repeats() {
  return emulated_device() ? 3 : 21;
}

double memory_rate(Ceiling what) {
  const std::size_t n = float4s_to_move();
  const int blocks = 16 * multiprocessors();
  DeviceBuffer<float4> x(n), y(what == Ceiling::copy ? n : 1);
  fill_kernel<<<blocks, block_size>>>(x.data(), n);
  check(cudaGetLastError());
  const double bytes = static_cast<double>(x.bytes());
  const auto copy = [&] { check(cudaMemcpyAsync(y.data(), x.data(), x.bytes(), cudaMemcpyDeviceToDevice)); };
  const auto read = [&] {
    read_kernel<<<blocks, block_size>>>(x.data(), n, reinterpret_cast<float*>(y.data()));
    check(cudaGetLastError());
  };
  return what == Ceiling::copy ? 2 * bytes / median_ms(copy, repeats()) * 1e3
                               : bytes / median_ms(read, repeats()) * 1e3;
}

template <typename Real>
double fma_rate() {
  const int blocks = 64 * multiprocessors();  // several waves: a single one loses 6 % to its start and end
  const int steps = emulated_device() ? 16 : 4096;
  DeviceBuffer<Real> never(1);
  const auto loop = [&] {
    fma_kernel<<<blocks, block_size>>>(Real{0.999}, Real{0.001}, steps, never.data());
    check(cudaGetLastError());
  };
  const double flops = 2.0 * chains * steps * blocks * block_size;
  return flops / median_ms(loop, repeats()) * 1e3;
}

double transfer_rate(cudaMemcpyKind kind) {
  const std::size_t bytes = std::size_t{emulated_device() ? 4u : 256u} << 20;
  DeviceBuffer<char> device(bytes);
  device.fill_bytes(0x5A);
  void* host = nullptr;
  check(cudaMallocHost(&host, bytes));
  std::fill_n(static_cast<char*>(host), bytes, char{0x5A});
  const bool up = kind == cudaMemcpyHostToDevice;
  const auto copy = [&] {
    check(cudaMemcpyAsync(up ? device.data() : host, up ? host : device.data(), bytes, kind, nullptr));
  };
  const double ms = median_ms(copy, std::min(repeats(), 11));
  check(cudaFreeHost(host));
  return static_cast<double>(bytes) / ms * 1e3;
}

double measure(Ceiling ceiling) {
  switch (ceiling) {
    case Ceiling::read:
    case Ceiling::copy:
      return memory_rate(ceiling);
    case Ceiling::fp32:
      return fma_rate<float>();
    case Ceiling::fp64:
      return fma_rate<double>();
    case Ceiling::host_to_device:
      return transfer_rate(cudaMemcpyHostToDevice);
    case Ceiling::device_to_host:
      return transfer_rate(cudaMemcpyDeviceToHost);
    case Ceiling::none:
      break;
  }
  throw std::invalid_argument("there is no ceiling to measure");
}

}  // namespace

double measured(Ceiling ceiling) {
  static double known[static_cast<int>(Ceiling::device_to_host) + 1] = {};
  double& rate = known[static_cast<int>(ceiling)];
  if (rate == 0) rate = measure(ceiling);
  return rate;
}

const char* ceiling_name(Ceiling ceiling) {
  constexpr const char* names[] = {"no ceiling",    "read ceiling",    "copy ceiling",   "FP32 FMA loop",
                                   "FP64 FMA loop", "pinned H2D copy", "pinned D2H copy"};
  return names[static_cast<int>(ceiling)];
}
