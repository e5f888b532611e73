// The data are in the host's memory, and the result is wanted there. The CPU adds where they are. The GPU adds faster,
// but every value has to go to the GPU first, and every result back.
#include "ch05_timing/transfers/transfers.h"

#include <algorithm>
#include <thread>

#include "common/check.h"
#include "common/parallel.h"

namespace transfers {
namespace {

// ---- Rung 1. One core of the CPU.
template <typename Real>
void one_core(const Real* x, Real* z, Space<Real>, std::size_t n, int repeats) {
  for (int k = 0; k < repeats; ++k)
    for (std::size_t i = 0; i < n; ++i) z[i] += x[i];
}

// ---- Rung 2. Same, except that each core has a part of the values, and makes all repeats with it.
template <typename Real>
void all_cores(const Real* x, Real* z, Space<Real> space, std::size_t n, int repeats) {
  const std::size_t part = n / std::max(1u, std::thread::hardware_concurrency()) + 1;
  for_parts(n, part,
            [=](std::size_t first, std::size_t last) { one_core(x + first, z + first, space, last - first, repeats); });
}

// ---- Rung 3. The GPU: two copies there, the repeats, one copy back. Between the repeats the values stay where they
// are.
constexpr int block_size = 256;

template <typename Real>
__global__ void add_kernel(const Real* x, Real* z, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) z[i] += x[i];
}

template <typename Real>
void on_gpu(const Real* x, Real* z, Space<Real> space, std::size_t n, int repeats) {
  const std::size_t bytes = n * sizeof(Real);
  check(cudaMemcpy(space.x, x, bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(space.z, z, bytes, cudaMemcpyHostToDevice));
  for (int k = 0; k < repeats; ++k) add_kernel<<<blocks_for(n, block_size), block_size>>>(space.x, space.z, n);
  check(cudaGetLastError());
  check(cudaMemcpy(z, space.z, bytes, cudaMemcpyDeviceToHost));
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"one_core", one_core<Real>},
      {"all_cores", all_cores<Real>},
      {"on_gpu", on_gpu<Real>},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace transfers
