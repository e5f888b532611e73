// A GPU has an engine for copies in, one for copies out, and its multiprocessors. Without chunks, two of the three are
// idle at any time. With chunks they work on different chunks at once, and the slowest of them determines the time.
#include "ch12_streams/transfer_overlap/transfer_overlap.h"

#include "common/check.h"

namespace transfer_overlap {

constexpr int block_size = 256;

__global__ void advance_kernel(const std::uint32_t* x, std::uint32_t* y, std::size_t n, Lcg lcg, int steps) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = lcg.stepped(x[i], steps);
}

void copy_in(const Job& job, std::size_t first, std::size_t count, cudaStream_t stream) {
  if (count == 0) return;
  check(cudaMemcpyAsync(job.d_x + first, job.h_x + first, count * sizeof *job.d_x, cudaMemcpyHostToDevice, stream));
}

void compute(const Job& job, std::size_t first, std::size_t count, cudaStream_t stream) {
  if (count == 0) return;
  advance_kernel<<<blocks_for(count, block_size), block_size, 0, stream>>>(job.d_x + first, job.d_y + first, count,
                                                                           Lcg{}, job.steps);
  check(cudaGetLastError());
}

void copy_out(const Job& job, std::size_t first, std::size_t count, cudaStream_t stream) {
  if (count == 0) return;
  check(cudaMemcpyAsync(job.h_y + first, job.d_y + first, count * sizeof *job.d_y, cudaMemcpyDeviceToHost, stream));
}

namespace {

// The first element of chunk c: the chunks differ by one element at most.
std::size_t start(const Job& job, int c, int chunks) {
  return job.n / chunks * c + job.n % chunks * c / chunks;
}
std::size_t size(const Job& job, int c, int chunks) {
  return start(job, c + 1, chunks) - start(job, c, chunks);
}

// ---- Rung 1. One stream per chunk keeps its three steps in order; there is no other order.
void chunk_after_chunk(const Job& job, int chunks, const Lanes& lanes) {
  for (int c = 0; c < chunks; ++c) {
    const std::size_t first = start(job, c, chunks), count = size(job, c, chunks);
    copy_in(job, first, count, lanes.streams[c]);
    compute(job, first, count, lanes.streams[c]);
    copy_out(job, first, count, lanes.streams[c]);
  }
}

// ---- Rung 2. Same streams, except that all copies in are issued first, then all kernels, then all copies out. This
// mattered when a GPU had one queue and one copy engine.
void stage_after_stage(const Job& job, int chunks, const Lanes& lanes) {
  for (const auto step : {copy_in, compute, copy_out})
    for (int c = 0; c < chunks; ++c) step(job, start(job, c, chunks), size(job, c, chunks), lanes.streams[c]);
}

// ---- Rung 3. One stream per engine instead of per chunk: three for any number of chunks. Now the streams do not order
// the steps of a chunk, so events do: compute after the copy in, copy out after the computation.
void stream_per_engine(const Job& job, int chunks, const Lanes& lanes) {
  const Stream &in = lanes.streams[0], &computing = lanes.streams[1], &out = lanes.streams[2];
  for (int c = 0; c < chunks; ++c) {
    const std::size_t first = start(job, c, chunks), count = size(job, c, chunks);
    copy_in(job, first, count, in);
    check(cudaEventRecord(lanes.copied_in[c], in));

    check(cudaStreamWaitEvent(computing, lanes.copied_in[c], 0));
    compute(job, first, count, computing);
    check(cudaEventRecord(lanes.computed[c], computing));

    check(cudaStreamWaitEvent(out, lanes.computed[c], 0));
    copy_out(job, first, count, out);
  }
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"chunk_after_chunk", chunk_after_chunk},
      {"stage_after_stage", stage_after_stage},
      {"stream_per_engine", stream_per_engine},
  };
  return rungs;
}

}  // namespace transfer_overlap
