// Managed memory needs no copies between GPUs either: a page migrates to the GPU or host that accesses it. An atomic
// function must then have the right scope. atomicAdd is atomic for the threads of one GPU; atomicAdd_system is atomic
// for all GPUs and the host.
#include "ch14_multi_gpu/managed_multi/managed_multi.h"

#include <algorithm>

#include "common/check.h"
#include "common/lesson.h"

namespace managed_multi {

constexpr int block_size = 256;
constexpr int most_blocks = 1024;

int checked(int devices) {
  for (int d = 0; d < devices; ++d)
    if (!pages_move_alone(d)) throw Unsupported("GPUs and host cannot use managed memory at the same time here");
  return devices;
}

Job::Job(int devices, std::size_t n) : devices(checked(devices)), n(n), bytes(n), table(bins) {
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    streams.emplace_back();
  }
}

void Job::wait() const {
  for (const Stream& stream : streams) stream.wait();
}

namespace {

template <typename Kernel>
void launch_on_all(Job& job, Kernel kernel) {
  for (int d = 0; d < job.devices; ++d) {
    const std::size_t begin = job.begin(d), count = job.begin(d + 1) - begin;
    if (count == 0) continue;
    const CurrentDevice current(d);
    const int blocks = std::min(blocks_for(count, block_size), most_blocks);
    kernel<<<blocks, block_size, 0, job.streams[d]>>>(job.bytes.data() + begin, count, job.table.data());
    check(cudaGetLastError());
  }
}

// ---- Rung 1. All threads of all GPUs count in the same 256 words. A word, or its page, moves back and forth between
// two GPUs.
__global__ void one_table_kernel(const unsigned char* bytes, std::size_t n, unsigned* table) {
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += gridDim.x * block_size)
    atomicAdd_system(&table[bytes[i]], 1u);
}

void one_table(Job& job) {
  launch_on_all(job, one_table_kernel);
}

// ---- Rung 2. Same as rung 1, except that a block counts in shared memory, which other blocks cannot access, and adds
// its 256 counts to the common table at the end. Only these few additions have system scope.
__global__ void own_tables_kernel(const unsigned char* bytes, std::size_t n, unsigned* table) {
  __shared__ unsigned own[bins];
  for (int b = threadIdx.x; b < bins; b += block_size) own[b] = 0;
  __syncthreads();
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += gridDim.x * block_size)
    atomicAdd_block(&own[bytes[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += block_size)
    if (own[b] > 0) atomicAdd_system(&table[b], own[b]);
}

void own_tables(Job& job) {
  launch_on_all(job, own_tables_kernel);
}

// ---- Rung 3. Same as rung 2, except that the parts are prefetched: no thread waits for a page.
void parts_prefetched(Job& job) {
  for (int d = 0; d < job.devices; ++d) {
    const std::size_t begin = job.begin(d), count = job.begin(d + 1) - begin;
    if (count == 0) continue;
    const CurrentDevice current(d);
    check(mem_prefetch(job.bytes.data() + begin, count, on_device(d), job.streams[d]));
  }
  launch_on_all(job, own_tables_kernel);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_table", one_table},
      {"own_tables", own_tables},
      {"parts_prefetched", parts_prefetched},
  };
  return rungs;
}

}  // namespace managed_multi
