// Segmented scan: one thread per segment, then steps over the whole array. tiles.cu has the rungs in the registers of
// warps.
//
// A sum must not cross the head of a segment. So each sum has a flag: "there is a head among the added elements". Two
// neighbouring pairs of flag and sum combine to one: (f, a) + (g, b) = (f or g, b if g, else a + b). This is
// associative, so every scan of chapter 15 works with it. (Schwartz, 1980, "Ultracomputers"; Blelloch, 1990, "Prefix
// Sums and Their Applications".)
#include "ch15_patterns/segmented_scan/segmented_scan.h"

#include <utility>

#include "ch15_patterns/segmented_scan/partial.cuh"
#include "common/check.h"

namespace segmented_scan {

constexpr int block_size = 256;

// Two arrays of n pairs for the steps, which is more than the pairs of tiles need.
template <typename T>
std::size_t scratch_bytes(std::size_t n) {
  return (2 * n + 1) * sizeof(Partial<T>);
}

// ---- Rung 1. The thread of a head walks to the next head. The time depends on the longest segment: other threads are
// idle, and neighbouring threads read words that are a segment apart.
template <typename T>
__global__ void thread_per_segment_kernel(const T* x, const Flag* heads, T* y, std::size_t n) {
  std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n || (i > 0 && !heads[i])) return;
  T sum = 0;
  do {
    sum += x[i];
    y[i] = sum;
    ++i;
  } while (i < n && !heads[i]);
}

template <typename T>
void thread_per_segment(const T* x, const Flag* heads, T* y, std::size_t n, void*) {
  thread_per_segment_kernel<<<blocks_for(n, block_size), block_size>>>(x, heads, y, n);
  check(cudaGetLastError());
}

// ---- Rung 2. The steps of Hillis and Steele, with pairs: log2(n) passes through memory for any segments.
template <typename T>
__global__ void steps_start_kernel(const T* x, const Flag* heads, Partial<T>* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = {x[i], heads[i] != 0};
}

template <typename T>
__global__ void steps_kernel(const Partial<T>* in, Partial<T>* out, std::size_t n, std::size_t distance) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = i < distance ? in[i] : joined(in[i - distance], in[i]);
}

template <typename T>
__global__ void steps_end_kernel(const Partial<T>* in, T* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = in[i].sum;
}

template <typename T>
void steps(const T* x, const Flag* heads, T* y, std::size_t n, void* scratch) {
  Partial<T>*from = static_cast<Partial<T>*>(scratch), *to = from + n;
  const int blocks = blocks_for(n, block_size);
  steps_start_kernel<<<blocks, block_size>>>(x, heads, from, n);
  for (std::size_t distance = 1; distance < n; distance *= 2) {
    steps_kernel<<<blocks, block_size>>>(from, to, n, distance);
    std::swap(from, to);
  }
  steps_end_kernel<<<blocks, block_size>>>(from, y, n);
  check(cudaGetLastError());
}

template std::size_t scratch_bytes<Word>(std::size_t);
template std::size_t scratch_bytes<float>(std::size_t);
template std::size_t scratch_bytes<double>(std::size_t);
template void thread_per_segment(const Word*, const Flag*, Word*, std::size_t, void*);
template void steps(const Word*, const Flag*, Word*, std::size_t, void*);
template void thread_per_segment(const float*, const Flag*, float*, std::size_t, void*);
template void steps(const float*, const Flag*, float*, std::size_t, void*);
template void thread_per_segment(const double*, const Flag*, double*, std::size_t, void*);
template void steps(const double*, const Flag*, double*, std::size_t, void*);

}  // namespace segmented_scan
