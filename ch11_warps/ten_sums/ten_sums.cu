// Sums on the host, and by blocks that fold their numbers in memory. warps.cu has the four sums whose last folds are in
// registers.
#include "ch11_warps/ten_sums/ten_sums.h"

#include <vector>

#include "common/check.h"

namespace ten_sums {

// ---- Sum 1. A loop. Once the sum is 2^25 in float, its neighbours are 4 apart: adding 1.23 no longer changes it.
template <typename Real>
Real cpu_loop(const Real* h_x, const Real*, Real*, std::size_t n) {
  Real sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += h_x[i];
  return sum;
}

// ---- Sum 2. Same, except that the rounding error of an addition is added to the next number. (Kahan, 1965.)
template <typename Real>
Real cpu_compensated(const Real* h_x, const Real*, Real*, std::size_t n) {
  Real sum = 0, excess = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Real added = h_x[i] - excess, next = sum + added;
    excess = (next - sum) - added;
    sum = next;
  }
  return sum;
}

// The host adds up the blocks' sums.
template <typename Real>
Real add_on_host(const Real* of_block, std::size_t n) {
  check(cudaGetLastError());
  std::vector<Real> sums(blocks_of(n));
  check(cudaMemcpy(sums.data(), of_block, sums.size() * sizeof(Real), cudaMemcpyDeviceToHost));
  Real sum = 0;
  for (const Real mine : sums) sum += mine;
  return sum;
}

// ---- Sum 3. A block folds its 256 numbers in global memory, which needs a copy of x: x must not change.
template <typename Real>
__global__ void global_kernel(Real* copy, Real* of_block, std::size_t n) {
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half && i + half < n) copy[i] += copy[i + half];
    __syncthreads();
  }
  if (t == 0) of_block[blockIdx.x] = i < n ? copy[i] : Real{0};
}

template <typename Real>
Real global(const Real*, const Real* x, Real* scratch, std::size_t n) {
  if (n > 0) check(cudaMemcpyAsync(scratch, x, n * sizeof(Real), cudaMemcpyDeviceToDevice));
  global_kernel<<<blocks_of(n), block_size>>>(scratch, scratch + n, n);
  return add_on_host(scratch + n, n);
}

// ---- Sum 4. Same, except that the block folds in shared memory: x is read once, and not copied.
template <typename Real>
__global__ void shared_kernel(const Real* x, Real* of_block, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  mine[t] = i < n ? x[i] : Real{0};
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
  if (t == 0) of_block[blockIdx.x] = mine[0];
}

template <typename Real>
Real shared(const Real*, const Real* x, Real* scratch, std::size_t n) {
  shared_kernel<<<blocks_of(n), block_size>>>(x, scratch, n);
  return add_on_host(scratch, n);
}

// ---- Sum 5. Same, except that the launch sets the size of the shared array.
template <typename Real>
__global__ void dynamic_kernel(const Real* x, Real* of_block, std::size_t n) {
  const int t = threadIdx.x;
  extern __shared__ double memory[];  // raw memory, aligned for the largest type
  Real* const mine = reinterpret_cast<Real*>(memory);
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + t;
  mine[t] = i < n ? x[i] : Real{0};
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
  if (t == 0) of_block[blockIdx.x] = mine[0];
}

template <typename Real>
Real dynamic(const Real*, const Real* x, Real* scratch, std::size_t n) {
  dynamic_kernel<<<blocks_of(n), block_size, block_size * sizeof(Real)>>>(x, scratch, n);
  return add_on_host(scratch, n);
}

// ---- Sum 6. Same as sum 4, except that each block adds its sum to one number on the device: a single number is copied
// back. The order of these additions varies from run to run, and so may the last digits.
template <typename Real>
__global__ void atomic_kernel(const Real* x, Real* sum, std::size_t n) {
  const int t = threadIdx.x;
  __shared__ Real mine[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;
  mine[t] = i < n ? x[i] : Real{0};
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) mine[t] += mine[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(sum, mine[0]);
}

template <typename Real>
Real atomic(const Real*, const Real* x, Real* scratch, std::size_t n) {
  check(cudaMemsetAsync(scratch, 0, sizeof(Real)));
  atomic_kernel<<<blocks_of(n), block_size>>>(x, scratch, n);
  check(cudaGetLastError());
  Real sum;
  check(cudaMemcpy(&sum, scratch, sizeof sum, cudaMemcpyDeviceToHost));
  return sum;
}

template float cpu_loop(const float*, const float*, float*, std::size_t);
template float cpu_compensated(const float*, const float*, float*, std::size_t);
template float global(const float*, const float*, float*, std::size_t);
template float shared(const float*, const float*, float*, std::size_t);
template float dynamic(const float*, const float*, float*, std::size_t);
template float atomic(const float*, const float*, float*, std::size_t);
template double cpu_loop(const double*, const double*, double*, std::size_t);
template double cpu_compensated(const double*, const double*, double*, std::size_t);
template double global(const double*, const double*, double*, std::size_t);
template double shared(const double*, const double*, double*, std::size_t);
template double dynamic(const double*, const double*, double*, std::size_t);
template double atomic(const double*, const double*, double*, std::size_t);

}  // namespace ten_sums
