// Scan: one thread per sum, in steps over the whole array, then in trees within a block. Rung 5, in the registers of a
// warp, is in ch15_patterns/scans/three_phase_scan.cuh, since other lessons use it too.
//
// Every element depends on all before it, yet blocks cannot wait for each other. So the work is divided into launches:
// each tile is scanned, then the tiles' totals, then every tile adds the total before it.
#include "ch15_patterns/scan/scan.h"

#include <bit>
#include <stdexcept>
#include <utility>

#include "ch15_patterns/scans/three_phase_scan.cuh"
#include "common/check.h"

namespace scan {
namespace {

constexpr int block_size = 256;
constexpr int tree = 2 * block_size;  // elements per block in the tree rungs

// ---- Rung 1. Each thread adds all elements up to its own: no work is shared, and n^2 / 2 additions give n sums.
template <typename T>
__global__ void add_all_before_kernel(const T* x, T* y, std::size_t n, Kind kind) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  T sum = 0;
  for (std::size_t j = 0; j < i; ++j) sum += x[j];
  y[i] = kind == Kind::inclusive ? sum + x[i] : sum;
}

template <typename T>
void add_all_before(const T* x, T* y, std::size_t n, Kind kind, T*) {
  if (n > most_squared) throw std::length_error("add_all_before: n^2 / 2 additions would take minutes");
  if (n == 0) return;
  add_all_before_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n, kind);
  check(cudaGetLastError());
}

// ---- Rung 2. After the step with distance d every element holds the sum of the 2d elements that end with it: simple,
// but log2(n) passes through memory and n log2(n) additions, where a loop on a CPU needs n. (Hillis and Steele, 1986,
// "Data Parallel Algorithms".)
template <typename T>
__global__ void naive_kernel(const T* in, T* out, std::size_t n, std::size_t distance) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = i < distance ? in[i] : in[i - distance] + in[i];
}

// An exclusive scan is an inclusive one of the elements shifted by one place.
template <typename T>
__global__ void naive_start_kernel(const T* x, T* out, std::size_t n, Kind kind) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) out[i] = kind == Kind::inclusive ? x[i] : i > 0 ? x[i - 1] : T{0};
}

template <typename T>
void naive(const T* x, T* y, std::size_t n, Kind kind, T* scratch) {
  if (n == 0) return;
  const int blocks = blocks_for(n, block_size);
  T *from = y, *to = scratch;
  if (std::bit_width(n - 1) % 2 != 0) std::swap(from, to);  // the last step must write y
  naive_start_kernel<<<blocks, block_size>>>(x, from, n, kind);
  for (std::size_t distance = 1; distance < n; distance *= 2) {
    naive_kernel<<<blocks, block_size>>>(from, to, n, distance);
    std::swap(from, to);
  }
  check(cudaGetLastError());
}

// The place of element i of a tree in shared memory. The nodes of a level are 2, 4, 8, ... words apart and fall into
// fewer and fewer banks; an unused word after every 32 distributes them.
template <bool padded>
__device__ int place(int i) {
  return padded ? i + i / 32 : i;
}

// ---- Rung 3. Blelloch's tree (1990, "Prefix Sums and Their Applications"): going up, a node becomes the sum of all
// below it; going down, the sum of all before it. About 2n additions. The block leaves its total for the next level.
template <bool padded, typename T>
__global__ void tree_kernel(const T* x, T* y, T* totals, std::size_t n, Kind kind) {
  __shared__ T sum[tree + tree / 32];
  const int t = threadIdx.x;
  const std::size_t first = std::size_t{blockIdx.x} * tree;

  for (int i = t; i < tree; i += block_size) sum[place<padded>(i)] = first + i < n ? x[first + i] : T{0};

  int stride = 1;
  for (int nodes = tree / 2; nodes > 0; nodes /= 2) {
    __syncthreads();
    if (t < nodes) sum[place<padded>(stride * (2 * t + 2) - 1)] += sum[place<padded>(stride * (2 * t + 1) - 1)];
    stride *= 2;
  }

  if (t == 0) {  // the thread that computed the root
    T& root = sum[place<padded>(tree - 1)];
    totals[blockIdx.x] = root;
    root = 0;
  }

  for (int nodes = 1; nodes < tree; nodes *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < nodes) {
      T& left = sum[place<padded>(stride * (2 * t + 1) - 1)];
      T& right = sum[place<padded>(stride * (2 * t + 2) - 1)];
      const T before = right;
      right += left;
      left = before;
    }
  }
  __syncthreads();

  for (int i = t; i < tree && first + i < n; i += block_size) {
    const T before = sum[place<padded>(i)];
    y[first + i] = kind == Kind::inclusive ? before + x[first + i] : before;
  }
}

template <typename T>
__global__ void add_kernel(T* y, std::size_t n, const T* before) {
  const std::size_t first = std::size_t{blockIdx.x} * tree;
  for (int i = threadIdx.x; i < tree && first + i < n; i += block_size) y[first + i] += before[blockIdx.x];
}

// The totals are scanned by the same kernels, in place, until a single tree holds them.
template <bool padded, typename T>
void scan_trees(const T* x, T* y, std::size_t n, Kind kind, T* scratch) {
  if (n == 0) return;
  const int trees = blocks_for(n, tree);
  tree_kernel<padded><<<trees, block_size>>>(x, y, scratch, n, kind);
  if (trees > 1) {
    scan_trees<padded>(scratch, scratch, trees, Kind::exclusive, scratch + trees);
    add_kernel<<<trees, block_size>>>(y, n, scratch);
  }
  check(cudaGetLastError());
}

template <typename T>
void blelloch(const T* x, T* y, std::size_t n, Kind kind, T* scratch) {
  scan_trees<false>(x, y, n, kind, scratch);
}

// ---- Rung 4. Same tree, except that its nodes are in different banks.
template <typename T>
void conflict_free(const T* x, T* y, std::size_t n, Kind kind, T* scratch) {
  scan_trees<true>(x, y, n, kind, scratch);
}

}  // namespace

template <typename T>
std::span<const Rung<T>> ladder() {
  static constexpr Rung<T> rungs[] = {
      {"add_all_before", add_all_before<T>, most_squared, most_squared},
      {"naive", naive<T>, 32},
      {"blelloch", blelloch<T>, 4 * 20},
      {"conflict_free", conflict_free<T>, 4 * 20},
      {"three_phase", three_phase<T>, 320},
  };
  return rungs;
}
template std::span<const Rung<unsigned>> ladder();
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace scan
