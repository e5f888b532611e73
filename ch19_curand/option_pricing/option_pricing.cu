// A European option by Monte Carlo: numbers from memory, numbers generated in the kernel, and numbers used twice.
#include "ch19_curand/option_pricing/option_pricing.h"

#include <curand_kernel.h>

#include <algorithm>

#include "common/check.h"
#include "common/warp.cuh"

namespace option_pricing {
namespace {

constexpr int block_size = 256;
constexpr int most_blocks = 1024;  // for more samples each thread takes several, which saves states and atomics

// The constants of all samples. A share that grows by the rate on average ends at start * exp(spread * z).
struct Model {
  float start, spread, strike, discount;

  explicit Model(const Option& o)
      : start(static_cast<float>(o.spot * std::exp((o.rate - o.volatility * o.volatility / 2) * o.years))),
        spread(static_cast<float>(o.volatility * std::sqrt(o.years))),
        strike(static_cast<float>(o.strike)),
        discount(static_cast<float>(std::exp(-o.rate * o.years))) {}

  __device__ float payoff(float z) const { return discount * fmaxf(start * expf(spread * z) - strike, 0.0f); }
};

// Adds the block's sums to all. Every thread must call it.
__device__ void add_sums(double sum, double squares, Sums* sums) {
  sum = fold_block<ByShuffles, block_size>(sum);
  __syncthreads();  // the fold's shared memory is reused
  squares = fold_block<ByShuffles, block_size>(squares);
  if (threadIdx.x != 0) return;
  atomicAdd(&sums->sum, sum);
  atomicAdd(&sums->squares, squares);
}

// The beginning of every rung: sums of 0, and enough blocks.
int start(const Task& task, cudaStream_t stream) {
  check(cudaMemsetAsync(task.sums, 0, sizeof *task.sums, stream));
  return std::min(blocks_for(task.samples, block_size), most_blocks);
}

// ---- Rung 1. The host interface fills an array with normal numbers, and the kernel reads it: each number is written
// to memory and read back.
__global__ void stored_numbers_kernel(Model model, const float* z, std::size_t samples, Sums* sums) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  double sum = 0, squares = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < samples; i += stride) {
    const double x = model.payoff(z[i]);
    sum += x;
    squares += x * x;
  }
  add_sums(sum, squares, sums);
}

void stored_numbers(const Task& task, curandGenerator_t generator, cudaStream_t stream) {
  const int blocks = start(task, stream);
  if (task.samples == 0) return;
  check(curandSetStream(generator, stream));
  // An even number of them: they are made in pairs.
  check(curandGenerateNormal(generator, task.numbers, task.samples + task.samples % 2, 0, 1));
  stored_numbers_kernel<<<blocks, block_size, 0, stream>>>(Model(task.option), task.numbers, task.samples, task.sums);
  check(cudaGetLastError());
}

// ---- Rungs 2 and 3. Each thread generates its numbers itself, four per call, with Philox: nothing goes through
// memory. Rung 3 is the same as rung 2, except that a sample is the mean of the payoffs for z and for -z. If one is too
// high, the other is too low, so their mean varies less than that of two independent payoffs.
template <bool pairs>
__global__ void in_kernel_kernel(Model model, std::size_t samples, unsigned long long seed, Sums* sums) {
  const std::size_t thread = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, thread, 0, &state);
  double sum = 0, squares = 0;
  for (std::size_t first = 4 * thread; first < samples; first += 4 * stride) {
    const float4 four = curand_normal4(&state);
    const float z[] = {four.x, four.y, four.z, four.w};
    for (int k = 0; k < 4; ++k) {
      if (first + k >= samples) break;
      double x = model.payoff(z[k]);
      if (pairs) x = (x + model.payoff(-z[k])) / 2;
      sum += x;
      squares += x * x;
    }
  }
  add_sums(sum, squares, sums);
}

void in_kernel(const Task& task, curandGenerator_t, cudaStream_t stream) {
  in_kernel_kernel<false>
      <<<start(task, stream), block_size, 0, stream>>>(Model(task.option), task.samples, task.seed, task.sums);
  check(cudaGetLastError());
}

void antithetic(const Task& task, curandGenerator_t, cudaStream_t stream) {
  in_kernel_kernel<true>
      <<<start(task, stream), block_size, 0, stream>>>(Model(task.option), task.samples, task.seed, task.sums);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"stored_numbers", stored_numbers, false},
      {"in_kernel", in_kernel, false},
      {"antithetic", antithetic, true},  // pairs (z, -z)
  };
  return rungs;
}

}  // namespace option_pricing
