// The same scan by Thrust and by CUB, on which Thrust is built: the rungs differ in what a call does besides the scan.
// The last rung is chapter 15's ring.
#include "ch16_thrust_cub/scan_libraries/scan_libraries.h"

#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <cub/device/device_scan.cuh>
#include <stdexcept>

#include "common/check.h"

namespace scan_libraries {

// CUB's first call, without memory: it sets bytes and launches nothing.
std::size_t bytes_for_cub(std::size_t n) {
  std::size_t inclusive = 0, exclusive = 0;
  const Value* const x = nullptr;
  Value* const y = nullptr;
  check(cub::DeviceScan::InclusiveSum(nullptr, inclusive, x, y, n));
  check(cub::DeviceScan::ExclusiveSum(nullptr, exclusive, x, y, n));
  return std::max(inclusive, exclusive);
}

Scratch::Scratch(std::size_t n)
    : n(n), cub_bytes(bytes_for_cub(n)), cub(cub_bytes), states(scan_single_pass::tiles_for(n)) {}

namespace {

void check_scratch(std::size_t n, const Scratch& scratch) {
  if (n > scratch.n) throw std::length_error("the scratch memory was made for fewer values");
}

template <typename Policy>
void thrust_scan(const Policy& policy, const Value* x, Value* y, std::size_t n, Kind kind) {
  if (kind == Kind::inclusive) {
    thrust::inclusive_scan(policy, x, x + n, y);
  } else {
    thrust::exclusive_scan(policy, x, x + n, y);
  }
}

// ---- Rung 1. Thrust with a container. It is filled from x (which allocates), scanned in place, and copied to y. All
// of this runs in the default stream, so the work in stream must be finished before.
void device_vector(const Value* x, Value* y, std::size_t n, Kind kind, Scratch&, cudaStream_t stream) {
  check(cudaStreamSynchronize(stream));
  const thrust::device_ptr<const Value> first(x);
  thrust::device_vector<Value> values(first, first + n);
  if (kind == Kind::inclusive) {
    thrust::inclusive_scan(values.begin(), values.end(), values.begin());
  } else {
    thrust::exclusive_scan(values.begin(), values.end(), values.begin());
  }
  thrust::copy(values.begin(), values.end(), thrust::device_ptr<Value>(y));
}

// ---- Rung 2. Same call, except that there is no container: pointers, and a policy that names the device and the
// stream. Thrust still allocates scratch memory in each call, and waits for the result.
void pointers(const Value* x, Value* y, std::size_t n, Kind kind, Scratch&, cudaStream_t stream) {
  thrust_scan(thrust::cuda::par.on(stream), x, y, n, kind);
}

// ---- Rung 3. Same as rung 2, except that the policy allows Thrust not to wait for the result. It still allocates.
void no_wait(const Value* x, Value* y, std::size_t n, Kind kind, Scratch&, cudaStream_t stream) {
  thrust_scan(thrust::cuda::par_nosync.on(stream), x, y, n, kind);
}

// ---- Rung 4. Same as rung 3, except that the scratch memory comes from an allocator of ours, which keeps it from call
// to call.
void kept_memory(const Value* x, Value* y, std::size_t n, Kind kind, Scratch& scratch, cudaStream_t stream) {
  thrust_scan(thrust::cuda::par_nosync(scratch.kept).on(stream), x, y, n, kind);
}

// ---- Rung 5. CUB, which leaves both to the caller: memory that was allocated before, and no wait.
void cub_calls(const Value* x, Value* y, std::size_t n, Kind kind, Scratch& scratch, cudaStream_t stream) {
  check_scratch(n, scratch);
  std::size_t bytes = scratch.cub_bytes;
  if (kind == Kind::inclusive) {
    check(cub::DeviceScan::InclusiveSum(scratch.cub.data(), bytes, x, y, n, stream));
  } else {
    check(cub::DeviceScan::ExclusiveSum(scratch.cub.data(), bytes, x, y, n, stream));
  }
}

// ---- Rung 6. No library: the ring of tiles of ch15_patterns/scan_single_pass.
void our_ring(const Value* x, Value* y, std::size_t n, Kind kind, Scratch& scratch, cudaStream_t stream) {
  check_scratch(n, scratch);
  scan_single_pass::ring_in(stream, x, y, n, kind, scratch.states);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"device_vector", device_vector}, {"pointers", pointers},   {"no_wait", no_wait},
      {"kept_memory", kept_memory},     {"cub_calls", cub_calls}, {"our_ring", our_ring, scan_single_pass::ring_needs},
  };
  return rungs;
}

}  // namespace scan_libraries
