// cuRAND's host interface: one call for each distribution and precision; and a kernel that makes a histogram.
#include "ch19_curand/host_api/host_api.h"

#include "common/check.h"

namespace host_api {

constexpr int block_size = 256;

void uniform(curandGenerator_t generator, float* x, std::size_t n) {
  check(curandGenerateUniform(generator, x, n));
}
void uniform(curandGenerator_t generator, double* x, std::size_t n) {
  check(curandGenerateUniformDouble(generator, x, n));
}
void normal(curandGenerator_t generator, float* x, std::size_t n) {
  check(curandGenerateNormal(generator, x, n, 0, 1));
}
void normal(curandGenerator_t generator, double* x, std::size_t n) {
  check(curandGenerateNormalDouble(generator, x, n, 0, 1));
}

// One thread per number. per_unit: bins per unit of x.
template <typename Real>
__global__ void histogram_kernel(const Real* x, std::size_t n, double low, double per_unit, unsigned* counts,
                                 int bins) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const double place = (x[i] - low) * per_unit;
  const int bin = place >= bins ? bins - 1 : place >= 0 ? static_cast<int>(place) : 0;  // NaN counts as low
  atomicAdd(&counts[bin], 1u);
}

template <typename Real>
void histogram(const Real* x, std::size_t n, double low, double high, unsigned* counts, int bins, cudaStream_t stream) {
  check(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned), stream));
  if (n == 0) return;
  histogram_kernel<<<blocks_for(n, block_size), block_size, 0, stream>>>(x, n, low, bins / (high - low), counts, bins);
  check(cudaGetLastError());
}

template void histogram(const float*, std::size_t, double, double, unsigned*, int, cudaStream_t);
template void histogram(const double*, std::size_t, double, double, unsigned*, int, cudaStream_t);

}  // namespace host_api
