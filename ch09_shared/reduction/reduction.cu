// Sum of an array: a block folds 256 elements, in global memory first, then in shared memory in three orders;
// then threads add several elements before the fold, and keep more bytes in flight.
//
// A block cannot wait for another block, so every rung is two launches: in the first, each block folds its part of x
// into one partial sum; in the second, a single block adds the partial sums. ch10_atomics/reduction_atomic continues
// from here.
#include "ch09_shared/reduction/reduction.h"

#include <algorithm>

#include "common/check.h"
#include "common/pack.cuh"

namespace reduction {

std::size_t partial_size(std::size_t n) {
  return n + blocks_for(n, block_size);
}

namespace {

// The second launch of every rung: one block adds the partial sums, by rung 8.
template <typename Real>
void add_partial(const Real* partial, int blocks, Real* sum);

// ---- Rung 1. A block folds its part of a copy of x in global memory: element 1 is added to 0, 3 to 2, and so on; then
// 2 to 0, 6 to 4, and so on. Every addition reads and writes global memory.
template <typename Real>
__global__ void global_kernel(Real* x, std::size_t n, Real* partial) {
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  for (int distance = 1; distance < block_size; distance *= 2) {
    if (t % (2 * distance) == 0 && i + distance < n) x[i] += x[i + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = i < n ? x[i] : Real{0};
}

template <typename Real>
void global(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  Real* copy = partial + blocks;
  check(cudaMemcpyAsync(copy, x, n * sizeof(Real), cudaMemcpyDeviceToDevice));
  global_kernel<<<blocks, block_size>>>(copy, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 2. Same as rung 1, except that the first threads do the additions: half of the warps are done after the
// first turn, three quarters after the second one. The same words are added in the same turns.
template <typename Real>
__global__ void global_first_kernel(Real* x, std::size_t n, Real* partial) {
  const int t = threadIdx.x;
  const std::size_t first = std::size_t{blockIdx.x} * block_size;

  for (int distance = 1; distance < block_size; distance *= 2) {
    const std::size_t left = first + 2 * distance * t;
    if (left < first + block_size && left + distance < n) x[left] += x[left + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = first < n ? x[first] : Real{0};
}

template <typename Real>
void global_first(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  Real* copy = partial + blocks;
  check(cudaMemcpyAsync(copy, x, n * sizeof(Real), cudaMemcpyDeviceToDevice));
  global_first_kernel<<<blocks, block_size>>>(copy, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 3. Same as rung 2, except that the distance begins at half of the block and shrinks: neighbouring threads
// access neighbouring words, which are in the same sectors.
template <typename Real>
__global__ void global_halves_kernel(Real* x, std::size_t n, Real* partial) {
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  for (int distance = block_size / 2; distance > 0; distance /= 2) {
    if (t < distance && i + distance < n) x[i] += x[i + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = i < n ? x[i] : Real{0};
}

template <typename Real>
void global_halves(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  Real* copy = partial + blocks;
  check(cudaMemcpyAsync(copy, x, n * sizeof(Real), cudaMemcpyDeviceToDevice));
  global_halves_kernel<<<blocks, block_size>>>(copy, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 4. Same as rung 1, except that the fold is in shared memory: x is read once, and nothing is copied. In the
// first turn every second thread adds, in the next every fourth: all warps stay busy up to the fifth turn, with fewer
// and fewer active threads.
template <typename Real>
__global__ void divergent_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = 1; distance < block_size; distance *= 2) {
    if (t % (2 * distance) == 0) tile[t] += tile[t + distance];
    __syncthreads();  // outside the if: every thread of the block must reach it
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void divergent(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  divergent_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 5. Same as rung 4, except that the first threads do the additions, so that half of the warps are done after
// the first turn. But the words of neighbouring threads are 2, 4, 8, ... apart, and fall into fewer and fewer banks.
template <typename Real>
__global__ void conflicting_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = 1; distance < block_size; distance *= 2) {
    const int left = 2 * distance * t;
    if (left < block_size) tile[left] += tile[left + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void conflicting(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  conflicting_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 6. Same as rung 5, except that the distance begins at half of the tile and shrinks: neighbouring threads
// access neighbouring words, each in a different bank.
template <typename Real>
__global__ void shared_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = block_size / 2; distance > 0; distance /= 2) {
    if (t < distance) tile[t] += tile[t + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void shared(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  shared_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 7. Same as rung 6, except that the launch sets the size of the tile, its third argument. All instances of a
// template share the array, so it cannot have their type: it is raw memory, aligned for the largest type.
template <typename Real>
__global__ void dynamic_kernel(const Real* x, std::size_t n, Real* partial) {
  extern __shared__ double memory[];
  Real* tile = reinterpret_cast<Real*>(memory);
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = blockDim.x / 2; distance > 0; distance /= 2) {
    if (t < distance) tile[t] += tile[t + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void dynamic(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  dynamic_kernel<<<blocks, block_size, block_size * sizeof(Real)>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

constexpr int most_blocks = 1056;  // eight per SM of a large GPU

// The fold of rung 6: returns the block's sum of mine to all threads. Every thread of the block must call it.
template <typename Real>
__device__ Real fold(Real mine) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;

  tile[t] = mine;
  __syncthreads();

  for (int distance = block_size / 2; distance > 0; distance /= 2) {
    if (t < distance) tile[t] += tile[t + distance];
    __syncthreads();
  }

  return tile[0];
}

// ---- Rung 8. Same as rung 6, except that a thread adds elements in a grid-stride loop before its block folds: the
// barriers of a fold serve many elements, and few partial sums remain.
template <typename Real>
__global__ void several_kernel(const Real* x, std::size_t n, Real* partial) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;

  Real mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) mine += x[i];

  const Real block_sum = fold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void several(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  several_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 9. Same as rung 8, except that the index is signed. An unsigned index may pass its largest value and begin
// at 0 again, so the compiler cannot tell beforehand how many turns the loop has. A signed one must not, and the
// compiler takes four turns at a time, with their four loads before the first addition.
template <typename Real>
__global__ void signed_index_kernel(const Real* x, std::size_t n, Real* partial) {
  const long long end = n, stride = std::size_t{gridDim.x} * block_size;

  Real mine = 0;
  for (long long i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < end; i += stride) mine += x[i];

  const Real block_sum = fold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void signed_index(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  signed_index_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

template <typename Real>
void add_partial(const Real* partial, int blocks, Real* sum) {
  several_kernel<<<1, block_size>>>(partial, blocks, sum);
  check(cudaGetLastError());
}

// The elements after the last whole pack: fewer than a pack holds.
template <typename Real>
__device__ Real sum_of_rest(const Real* x, std::size_t n) {
  const std::size_t i = n / Pack<Real>::size * Pack<Real>::size + std::size_t{blockIdx.x} * block_size + threadIdx.x;
  return i < n ? x[i] : Real{0};
}

// ---- Rung 10. Same as rung 8, except that each load moves 16 bytes.
template <typename Real>
__global__ void packs_kernel(const Real* x, std::size_t n, Real* partial) {
  const auto* packs = reinterpret_cast<const Pack<Real>*>(x);
  const std::size_t count = n / Pack<Real>::size, stride = std::size_t{gridDim.x} * block_size;

  Real mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < count; i += stride) {
    const Pack<Real> held = packs[i];
    for (const Real part : held.part) mine += part;
  }

  const Real block_sum = fold(mine + sum_of_rest(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void packs(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  packs_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 11. Same as rung 10, except that a thread loads four packs before it adds the first, and adds each to a
// separate sum: the chain of dependent additions is a quarter as long.
constexpr int loads = 4;

template <typename Real>
__global__ void wide_kernel(const Real* x, std::size_t n, Real* partial) {
  const auto* packs = reinterpret_cast<const Pack<Real>*>(x);
  const std::size_t count = n / Pack<Real>::size, stride = std::size_t{gridDim.x} * block_size;

  Real sums[loads] = {};
  std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  for (; i + (loads - 1) * stride < count; i += loads * stride) {
    Pack<Real> held[loads];
    for (int k = 0; k < loads; ++k) held[k] = packs[i + k * stride];
    for (int k = 0; k < loads; ++k)
      for (const Real part : held[k].part) sums[k] += part;
  }
  for (; i < count; i += stride)
    for (const Real part : packs[i].part) sums[0] += part;
  sums[0] += sum_of_rest(x, n);

  const Real block_sum = fold((sums[0] + sums[1]) + (sums[2] + sums[3]));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void wide(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  wide_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"global", global<Real>},                // fold in global memory, neighbours first
      {"global_first", global_first<Real>},    // by the first threads
      {"global_halves", global_halves<Real>},  // words side by side
      {"divergent", divergent<Real>},          // fold in shared memory, neighbours first
      {"conflicting", conflicting<Real>},      // by the first threads
      {"shared", shared<Real>},                // words side by side
      {"dynamic", dynamic<Real>},              // the launch sets the shared memory
      {"several", several<Real>},              // add several elements, then fold
      {"signed_index", signed_index<Real>},    // with an index that cannot wrap
      {"packs", packs<Real>},                  // 16 bytes per load
      {"wide", wide<Real>},                    // four such loads before the first addition
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace reduction
