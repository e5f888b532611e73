// Machine instructions without a CUDA C++ function. All asm is here, in ptx_matrices.h (tensor cores), in ptx_hopper.h
// (tiles, clusters, warpgroups) and in wgmma.h. The functions of compute capability 9.0 compile for older devices too
// and trap there; a lesson's ladder names the requirements of its rungs. The emulator has its own header with this
// name, and executes the other three as they are.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

// ---- Loads with a hint, and fast arithmetic.
// Loads 16 bytes, with the hint that the 256 bytes around them will be needed too, so that memory delivers them at once
// (8.0; older devices load without the hint). No thread may write to that memory while the kernel runs.
__device__ inline float4 load_ahead(const float4* from) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  float4 value;
  asm volatile("ld.global.nc.L2::256B.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
               : "l"(from));
  return value;
#else
  return __ldg(from);
#endif
}

// Asks for the line at this address in global memory to be brought into the L2 cache. A hint: nothing waits for it.
__device__ inline void prefetch_to_l2(const void* global) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(global));
}

// 1 / sqrt(x) to about 2^-22, in one instruction: rsqrtf needs more for subnormal x, which count as 0 here.
__device__ inline float rsqrt_approximate(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

// 1 / x, at most one unit in the last place off (the PTX manual's rcp.approx.ftz.f32), in one instruction. A division,
// and __fdividef too, needs more for subnormal x, which count as 0 here, as do results below 2^-126.
__device__ inline float reciprocal_approximate(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

// 2^x to about 2^-22, in one instruction; 0 for results below 2^-126.
__device__ inline float power_of_2_approximate(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

// ---- The number of the multiprocessor that this thread runs on.
__device__ inline unsigned multiprocessor_id() {
  unsigned id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  return id;
}

// ---- A reduction over all 32 lanes of a warp: one instruction from 8.0 on, where __reduce_add_sync exists.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define WARP_REDUCTION(name, function, combined)    \
  __device__ inline unsigned name(unsigned value) { \
    return function(~0u, value);                    \
  }
#else
#define WARP_REDUCTION(name, function, combined)                    \
  __device__ inline unsigned name(unsigned value) {                 \
    for (int distance = 16; distance > 0; distance /= 2) {          \
      const unsigned other = __shfl_xor_sync(~0u, value, distance); \
      value = combined;                                             \
    }                                                               \
    return value;                                                   \
  }
#endif
WARP_REDUCTION(sum_of_warp, __reduce_add_sync, value + other)
WARP_REDUCTION(max_of_warp, __reduce_max_sync, max(value, other))
WARP_REDUCTION(or_of_warp, __reduce_or_sync, value | other)
#undef WARP_REDUCTION

// ---- Words that blocks pass to each other while both run. Relaxed: the word itself is whole and current (it comes
// from the L2 cache), but there is no order with other memory. Acquire and release: the writer's stores before its
// store_release are visible after a load_acquire that reads its value.
__device__ inline std::uint32_t load_relaxed(const std::uint32_t* word) {
  std::uint32_t value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

__device__ inline std::uint64_t load_relaxed(const std::uint64_t* word) {
  std::uint64_t value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

__device__ inline std::uint32_t load_acquire(const std::uint32_t* word) {
  std::uint32_t value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

__device__ inline std::uint64_t load_acquire(const std::uint64_t* word) {
  std::uint64_t value;
  asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

__device__ inline void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

__device__ inline void store_relaxed(std::uint64_t* word, std::uint64_t value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

__device__ inline void store_release(std::uint32_t* word, std::uint32_t value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

__device__ inline void store_release(std::uint64_t* word, std::uint64_t value) {
  asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

// ---- Dependent launches (9.0): a kernel launched with cudaLaunchAttributeProgrammaticStreamSerialization may start
// while the kernel before it in the stream still runs. This returns when that kernel has ended and its stores are
// visible; older devices have no such launches, so there is nothing to wait for.
__device__ inline void wait_for_kernel_before() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Allows the next such kernel in the stream to start, once every block of this grid has called this or has ended, as
// soon as there is room for its blocks. It guarantees nothing about this kernel's stores: wait_for_kernel_before() does
// that.
__device__ inline void let_next_kernel_start() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

// ---- Bulk copies (9.0): one thread requests a piece of global memory, and an arrival barrier in shared memory shows
// the threads of the block when it has arrived. A barrier has phases, numbered 0, 1, 2, ...; waiting needs only the
// lowest bit of the phase's number.
using ArrivalBarrier = std::uint64_t;  // in shared memory

__device__ inline std::uint32_t shared_address(const void* shared) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
}

// A phase ends when `arrivals` threads have arrived and every byte that they announced has arrived. One thread calls
// it; then the block needs a __syncthreads.
__device__ inline void barrier_init(ArrivalBarrier* barrier, int arrivals) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");  // makes the barrier visible to bulk copies
#else
  __trap();
#endif
}

// Arrives, and announces bytes that bulk copies will transfer in this phase.
__device__ inline void barrier_arrive(ArrivalBarrier* barrier, std::uint32_t bytes) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
#else
  __trap();
#endif
}

// Returns when the phase has ended; the copied data can then be read. Waiting for a phase that is two or more behind is
// a deadlock.
__device__ inline void barrier_wait(ArrivalBarrier* barrier, unsigned phase) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  std::uint32_t ended = 0;
  while (!ended) {
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n"
        "}"
        : "=r"(ended)
        : "r"(shared_address(barrier)), "r"(phase & 1)
        : "memory");
  }
#else
  __trap();
#endif
}

// Copies bytes from global to shared memory: both addresses and bytes are multiples of 16. Returns at once.
__device__ inline void bulk_load(void* shared, const void* global, std::uint32_t bytes, ArrivalBarrier* barrier) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(shared)),
               "l"(global), "r"(bytes), "r"(shared_address(barrier))
               : "memory");
#else
  __trap();
#endif
}

// Asks for bytes of global memory to be brought into the L2 cache: address and bytes are multiples of 16. A hint, it
// brings nothing into the block and nothing waits for it.
__device__ inline void bulk_prefetch(const void* global, std::uint32_t bytes) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(global), "r"(bytes) : "memory");
#else
  __trap();
#endif
}

// Orders this thread's ordinary stores to shared memory before bulk copies that are requested later.
__device__ inline void fence_before_bulk_copy() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#else
  __trap();
#endif
}
