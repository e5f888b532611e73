// The functions of the course's common/ptx.h, for the emulator: this folder comes first on the include path. The other
// headers with asm (ptx_matrices.h, ptx_hopper.h, wgmma.h) need no such file: the emulator interprets their
// instructions.
//
// Loads of words that other blocks write yield, because lessons call them in spin loops. A bulk copy is executed as
// late as CUDA allows, when a thread waits for it: a read without waiting finds poison.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

// ---- Loads with a hint, and fast arithmetic.
__device__ inline float4 load_ahead(const float4* from) {
  return *from;
}

__device__ inline float rsqrt_approximate(float x) {
  return 1.0f / std::sqrt(x);
}

__device__ inline float reciprocal_approximate(float x) {
  return 1.0f / x;
}

__device__ inline float power_of_2_approximate(float x) {
  return std::exp2(x);
}

// ---- There are no multiprocessors here. Blocks are dealt to those of the emulated device in turn, as a GPU may do it.
__device__ inline unsigned multiprocessor_id() {
  int device = 0, count = 1;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  return (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % count;
}

// ---- A value of all 32 lanes of a warp.
__device__ inline unsigned sum_of_warp(unsigned value) {
  return __reduce_add_sync(~0u, value);
}

__device__ inline unsigned max_of_warp(unsigned value) {
  return __reduce_max_sync(~0u, value);
}

__device__ inline unsigned or_of_warp(unsigned value) {
  return __reduce_or_sync(~0u, value);
}

// ---- Words between blocks, which run on several OS threads. The two colons: nvcc has none of g++'s builtins, so the
// translator refuses them in device code by their plain names.
template <typename Word>
__device__ inline Word load_relaxed(const Word* word) {
  ::cuda_emulator::spin_hint();
  return ::__atomic_load_n(word, __ATOMIC_RELAXED);
}

template <typename Word>
__device__ inline Word load_acquire(const Word* word) {
  ::cuda_emulator::spin_hint();
  return ::__atomic_load_n(word, __ATOMIC_ACQUIRE);
}

__device__ inline void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  ::__atomic_store_n(word, value, __ATOMIC_RELAXED);
}

__device__ inline void store_relaxed(std::uint64_t* word, std::uint64_t value) {
  ::__atomic_store_n(word, value, __ATOMIC_RELAXED);
}

__device__ inline void store_release(std::uint32_t* word, std::uint32_t value) {
  ::__atomic_store_n(word, value, __ATOMIC_RELEASE);
}

__device__ inline void store_release(std::uint64_t* word, std::uint64_t value) {
  ::__atomic_store_n(word, value, __ATOMIC_RELEASE);
}

// ---- Dependent launches run one after the other here; the microscope is told which threads have waited.
__device__ inline void wait_for_kernel_before() {
  cudaGridDependencySynchronize();
}
__device__ inline void let_next_kernel_start() {}

// ---- Bulk copies and arrival barriers: implemented in emulator/src/engine/bulk_copy.cpp.
using ArrivalBarrier = std::uint64_t;

__device__ inline std::uint32_t shared_address(const void* shared) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

namespace cuda_emulator {
__device__ void arrival_init(std::uint64_t* barrier, int arrivals);
__device__ void arrival_arrive(std::uint64_t* barrier, std::uint32_t bytes);
__device__ bool arrival_in_phase(std::uint64_t* barrier, unsigned phase);
__device__ void bulk_copy(void* shared, const void* global, std::uint32_t bytes, std::uint64_t* barrier);
__device__ void fence_of_proxies();
}  // namespace cuda_emulator

__device__ inline void barrier_init(ArrivalBarrier* barrier, int arrivals) {
  ::cuda_emulator::arrival_init(barrier, arrivals);
  ::cuda_emulator::fence_of_proxies();
}

__device__ inline void barrier_arrive(ArrivalBarrier* barrier, std::uint32_t bytes) {
  ::cuda_emulator::arrival_arrive(barrier, bytes);
}

__device__ inline void barrier_wait(ArrivalBarrier* barrier, unsigned phase) {
  while (::cuda_emulator::arrival_in_phase(barrier, phase)) ::cuda_emulator::relax();
}

__device__ CUDA_EMULATOR_INLINE void bulk_load(void* shared, const void* global, std::uint32_t bytes,
                                               ArrivalBarrier* barrier) {
  ::cuda_emulator::bulk_copy(shared, global, bytes, barrier);
}

// Hints: no result depends on them.
__device__ inline void bulk_prefetch(const void*, std::uint32_t) {}
__device__ inline void prefetch_to_l2(const void*) {}

__device__ inline void fence_before_bulk_copy() {
  ::cuda_emulator::fence_of_proxies();
}
