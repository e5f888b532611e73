// Random numbers inside a kernel. The rungs differ in where a thread's state comes from and in how much time it takes.
#include "ch19_curand/device_api/device_api.h"

#include <curand_kernel.h>

#include "common/check.h"
#include "common/warp.cuh"

namespace device_api {
namespace {

constexpr int block_size = 256;

// Two separate roundings: the same with every compiler, so that the reference finds the same points inside.
__device__ unsigned is_inside(float x, float y) {
  return fmaf(x, x, y * y) <= 1 ? 1 : 0;
}

// Adds the block's points to all. Every thread must call it.
__device__ void add_inside(unsigned mine, unsigned long long* inside) {
  const unsigned sum = fold_block<ByShuffles, block_size>(mine);
  if (threadIdx.x == 0) atomicAdd(inside, static_cast<unsigned long long>(sum));
}

template <typename State>
__device__ unsigned count_points(State& state, int points) {
  unsigned mine = 0;
  for (int i = 0; i < points; ++i) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    mine += is_inside(x, y);
  }
  return mine;
}

// The beginning of every rung: no points yet, and enough blocks.
int start(const Task& task, cudaStream_t stream) {
  check(cudaMemsetAsync(task.inside, 0, sizeof *task.inside, stream));
  return blocks_for(task.threads, block_size);
}

// ---- Rung 1. Same seed, a different subsequence per thread: 2^67 numbers further on for each. curand_init has to jump
// there, and for a large number that takes far more work than drawing a few points.
__global__ void subsequences_kernel(Task task) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  unsigned mine = 0;
  if (i < task.threads) {
    curandState state;  // XORWOW
    curand_init(task.seed, i, 0, &state);
    mine = count_points(state, task.points);
  }
  add_inside(mine, task.inside);
}

void subsequences(const Task& task, cudaStream_t stream) {
  subsequences_kernel<<<start(task, stream), block_size, 0, stream>>>(task);
  check(cudaGetLastError());
}

// ---- Rung 2. Same as rung 1, except that a separate kernel makes the states once and keeps them in memory. The kernel
// loads its state into registers, and stores it again so that the next launch continues where this one ended.
__global__ void setup_kernel(Task task) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < task.threads) curand_init(task.seed, i, 0, static_cast<curandState*>(task.states) + i);
}

__global__ void kept_states_kernel(Task task) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  unsigned mine = 0;
  if (i < task.threads) {
    curandState* const kept = static_cast<curandState*>(task.states) + i;
    curandState state = *kept;
    mine = count_points(state, task.points);
    *kept = state;
  }
  add_inside(mine, task.inside);
}

void kept_states(const Task& task, cudaStream_t stream) {
  kept_states_kernel<<<start(task, stream), block_size, 0, stream>>>(task);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 1, except that all threads share one subsequence, and each begins where the one before it
// ends: the offset is the number of words that the threads before it draw.
__global__ void offsets_kernel(Task task) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  unsigned mine = 0;
  if (i < task.threads) {
    curandState state;
    curand_init(task.seed, 0, 2ull * task.points * i, &state);
    mine = count_points(state, task.points);
  }
  add_inside(mine, task.inside);
}

void offsets(const Task& task, cudaStream_t stream) {
  offsets_kernel<<<start(task, stream), block_size, 0, stream>>>(task);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as rung 1, except that the generator is Philox. It encrypts a counter, so any place in any
// subsequence has the same cost, and each encryption gives four words.
__global__ void philox_kernel(Task task) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  unsigned mine = 0;
  if (i < task.threads) {
    curandStatePhilox4_32_10_t state;
    curand_init(task.seed, i, 0, &state);
    for (int k = 0; k < task.points; k += 2) {
      const float4 u = curand_uniform4(&state);
      mine += is_inside(u.x, u.y) + is_inside(u.z, u.w);
    }
  }
  add_inside(mine, task.inside);
}

void philox(const Task& task, cudaStream_t stream) {
  philox_kernel<<<start(task, stream), block_size, 0, stream>>>(task);
  check(cudaGetLastError());
}

}  // namespace

// curand_init does not set the members that only normal numbers use. They are copied too, so they are cleared first.
void setup(const Task& task, cudaStream_t stream) {
  check(cudaMemsetAsync(task.states, 0, state_bytes(task.threads), stream));
  setup_kernel<<<blocks_for(task.threads, block_size), block_size, 0, stream>>>(task);
  check(cudaGetLastError());
}

std::size_t xorwow_bytes() {
  return sizeof(curandState);
}

std::size_t philox_bytes() {
  return sizeof(curandStatePhilox4_32_10_t);
}

std::size_t state_bytes(std::size_t threads) {
  return threads * xorwow_bytes();
}

// ---- The walk: a word is 32 steps. A one is a step to the right, a zero a step to the left.
__global__ void walk_kernel(int* ends, std::size_t walkers, int steps, unsigned long long seed) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= walkers) return;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, i, 0, &state);
  int place = 0;
  for (int k = 0; k < steps; k += 32) place += 2 * __popc(curand(&state)) - 32;
  ends[i] = place;
}

void walk(int* ends, std::size_t walkers, int steps, unsigned long long seed, cudaStream_t stream) {
  walk_kernel<<<blocks_for(walkers, block_size), block_size, 0, stream>>>(ends, walkers, steps, seed);
  check(cudaGetLastError());
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"subsequences", subsequences},  // a state made in the kernel: subsequence = thread
      {"kept_states", kept_states},    // one that is loaded and stored again
      {"offsets", offsets},            // one sequence; each thread has its part of it
      {"philox", philox},              // another generator, four numbers per call
  };
  return rungs;
}

}  // namespace device_api
