// cudaMalloc calls the driver, and cudaFree waits for the whole device. cudaMallocAsync and cudaFreeAsync are
// stream-ordered: memory comes from a pool, and can be reused when the stream reaches the free.
#include "ch12_streams/async_memory/async_memory.h"

#include <algorithm>

#include "common/check.h"
#include "common/owners.h"

namespace async_memory {
namespace {

constexpr int block_size = 256;

__global__ void square_kernel(const std::uint32_t* x, std::uint32_t* scratch, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) scratch[i] = x[i] * x[i];
}

__global__ void add_kernel(const std::uint32_t* scratch, std::uint32_t* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] += scratch[i];
}

void clear(const Job& job, const Stream& stream) {
  if (job.n > 0) check(cudaMemsetAsync(job.y, 0, job.n * sizeof *job.y, stream));
}

void launch_step(const Job& job, std::uint32_t* scratch, const Stream& stream) {
  const int blocks = blocks_for(job.n, block_size);
  square_kernel<<<blocks, block_size, 0, stream>>>(job.x, scratch, job.n);
  check(cudaGetLastError());
  add_kernel<<<blocks, block_size, 0, stream>>>(scratch, job.y, job.n);
  check(cudaGetLastError());
}

// ---- Rung 1. cudaMalloc and cudaFree in every step, here through DeviceBuffer.
void malloc_each(const Job& job, const Stream& stream, const Pools&) {
  clear(job, stream);
  for (int step = 0; step < job.steps; ++step) {
    DeviceBuffer<std::uint32_t> scratch(job.n);
    launch_step(job, scratch.data(), stream);
    stream.wait();
  }
}

// ---- Rungs 2 and 3. The same from a pool. The host frees the memory before the kernels have run: cudaFreeAsync takes
// effect after them, in stream order. Another stream must wait for an event before it uses the memory.
void run_from(cudaMemPool_t pool, const Job& job, const Stream& stream) {
  const std::size_t bytes = std::max<std::size_t>(job.n, 1) * sizeof(std::uint32_t);  // 0 bytes are an error here
  clear(job, stream);
  for (int step = 0; step < job.steps; ++step) {
    void* scratch = nullptr;
    check(cudaMallocFromPoolAsync(&scratch, bytes, pool, stream));
    launch_step(job, static_cast<std::uint32_t*>(scratch), stream);
    check(cudaFreeAsync(scratch, stream));
    stream.wait();
  }
}

// A pool that releases its memory is empty at the next step, and allocates from the driver again.
void pool_returning(const Job& job, const Stream& stream, const Pools& pools) {
  run_from(pools.returning, job, stream);
}

// Same, except for the pool's threshold: from the second step on the pool has the memory.
void pool_keeping(const Job& job, const Stream& stream, const Pools& pools) {
  run_from(pools.keeping, job, stream);
}

// ---- Rung 4. No allocation in the loop. The caller must keep the buffer and pass it on.
void malloc_once(const Job& job, const Stream& stream, const Pools&) {
  DeviceBuffer<std::uint32_t> scratch(job.n);
  clear(job, stream);
  for (int step = 0; step < job.steps; ++step) {
    launch_step(job, scratch.data(), stream);
    stream.wait();
  }
}

}  // namespace

// ---- A pool on the current device.
Pool::Pool(std::uint64_t threshold) {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;  // on the device, "pinned" means that pages do not move
  properties.location.type = cudaMemLocationTypeDevice;
  check(cudaGetDevice(&properties.location.id));
  check(cudaMemPoolCreate(&handle_, &properties));
  check(cudaMemPoolSetAttribute(handle_, cudaMemPoolAttrReleaseThreshold, &threshold));
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"malloc_each", malloc_each},        // cudaMalloc and cudaFree
      {"pool_returning", pool_returning},  // from a pool that releases its memory
      {"pool_keeping", pool_keeping},      // from a pool that keeps it
      {"malloc_once", malloc_once},        // outside the loop
  };
  return rungs;
}

}  // namespace async_memory
