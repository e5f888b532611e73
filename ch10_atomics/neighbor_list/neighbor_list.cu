// Neighbour lists. The first rungs test every pair, once with atomics or twice without, and the last one tests only
// pairs that can be close.
#include "ch10_atomics/neighbor_list/neighbor_list.h"

#include <algorithm>
#include <cmath>

#include "common/check.h"

namespace neighbor_list {
namespace {

constexpr int block_size = 128;  // small: with one thread per atom there are few threads

__device__ int thread_number() {
  return blockIdx.x * block_size + threadIdx.x;
}

// An explicit fma: otherwise each compiler would choose where to round, and pairs at the cutoff would differ.
template <typename Real>
__device__ bool near(Real dx, Real dy, Real cutoff) {
  return fma(dx, dx, dy * dy) <= cutoff * cutoff;
}

// Inserts j among the first k neighbours of i, which are in ascending order.
__device__ void insert(const DeviceLists& lists, std::size_t n, int i, int k, int j) {
  int* const list = lists.neighbour + i;
  for (; k > 0 && list[(k - 1) * n] > j; --k) list[k * n] = list[(k - 1) * n];
  list[k * n] = j;
}

// Appends j to the list of i, for several threads at once: atomicAdd returns a different old count to each of them.
__device__ void append_shared(const DeviceLists& lists, int n, int i, int j) {
  const int k = atomicAdd(&lists.count[i], 1);
  if (k < lists.capacity) lists.neighbour[static_cast<std::size_t>(k) * n + i] = j;
}

// ---- Rung 1. Thread i tests only the atoms after i, and appends each pair to both lists. Other threads append to the
// same lists, so the counts need atomics, and the order may differ from run to run. Counts are cleared before the
// launch: a block that cleared its own could erase what another block has already counted.
template <typename Real>
__global__ void find_atomics_kernel(System<Real> atoms, DeviceLists lists) {
  const int i = thread_number();
  if (i >= atoms.n) return;
  const Real x = atoms.x[i], y = atoms.y[i];
  for (int j = i + 1; j < atoms.n; ++j) {
    if (!near(x - atoms.x[j], y - atoms.y[j], atoms.cutoff)) continue;
    append_shared(lists, atoms.n, i, j);
    append_shared(lists, atoms.n, j, i);
  }
}

template <typename Real>
void find_atomics(const System<Real>& atoms, const DeviceLists& lists, void*) {
  if (atoms.n == 0) return;
  check(cudaMemsetAsync(lists.count, 0, atoms.n * sizeof(int)));
  find_atomics_kernel<<<blocks_for(atoms.n, block_size), block_size>>>(atoms, lists);
  check(cudaGetLastError());
}

// ---- Rung 2. Thread i tests all atoms, so no other thread appends to its list: twice the tests, no atomics, no
// clearing, and neighbours in the order of j.
template <typename Real>
__global__ void find_no_atomics_kernel(System<Real> atoms, DeviceLists lists) {
  const int i = thread_number();
  if (i >= atoms.n) return;
  const Real x = atoms.x[i], y = atoms.y[i];
  int found = 0;
  for (int j = 0; j < atoms.n; ++j) {
    if (j == i || !near(x - atoms.x[j], y - atoms.y[j], atoms.cutoff)) continue;
    if (found < lists.capacity) lists.neighbour[static_cast<std::size_t>(found) * atoms.n + i] = j;
    ++found;
  }
  lists.count[i] = found;
}

template <typename Real>
void find_no_atomics(const System<Real>& atoms, const DeviceLists& lists, void*) {
  if (atoms.n == 0) return;
  find_no_atomics_kernel<<<blocks_for(atoms.n, block_size), block_size>>>(atoms, lists);
  check(cudaGetLastError());
}

// ---- Rung 3. Rung 1, then one thread per atom sorts its list: the same result every time at little extra cost.
__global__ void sort_kernel(DeviceLists lists, int n) {
  const int i = thread_number();
  if (i >= n) return;
  const int stored = min(lists.count[i], lists.capacity);
  for (int k = 1; k < stored; ++k) insert(lists, n, i, k, lists.neighbour[static_cast<std::size_t>(k) * n + i]);
}

template <typename Real>
void find_sorted(const System<Real>& atoms, const DeviceLists& lists, void* scratch) {
  find_atomics(atoms, lists, scratch);
  if (atoms.n == 0) return;
  sort_kernel<<<blocks_for(atoms.n, block_size), block_size>>>(lists, atoms.n);
  check(cudaGetLastError());
}

// ---- Rung 4. Squares no narrower than the cutoff, so that an atom's neighbours are in its own and the eight around
// it. Four kernels: count the atoms of each cell, reserve places for each cell, sort the atoms by cell, search nine
// cells per atom. All of them take time proportional to n.
constexpr int cells_block = 256;

struct Cell {
  int atoms, start;  // its atoms are at this many places from start
};

// An atom, sorted by cell, so that atoms that are close to each other in the plane are close in memory too.
template <typename Real>
struct alignas(16) Placed {
  Real x, y;
  int atom;
};

template <typename Real>
struct Grid {
  Placed<Real>* place;  // n
  Cell* cell;           // columns * rows, at most n
  int* places_given;    // 1
  int* rank;            // n: the atom's number within its cell
  double low_x, low_y, inverse_side;
  int columns, rows;

  // In double: rounding moves no atom across more than the 1e-6 by which a side is longer than the cutoff. The
  // remainder of the division belongs to the last column and row.
  __device__ int column_of(double x) const { return min(static_cast<int>((x - low_x) * inverse_side), columns - 1); }
  __device__ int row_of(double y) const { return min(static_cast<int>((y - low_y) * inverse_side), rows - 1); }
  __device__ Cell* cell_of(double x, double y) const {
    return cell + static_cast<std::size_t>(row_of(y)) * columns + column_of(x);
  }
};

// In a sparse system the sides are longer than the cutoff, so that there are no more cells than atoms.
template <typename Real>
Grid<Real> grid_for(const System<Real>& atoms, void* scratch) {
  const std::size_t n = atoms.n;
  const double width = double{atoms.high_x} - atoms.low_x, height = double{atoms.high_y} - atoms.low_y;
  const double side = std::max({atoms.cutoff * 1.000001, std::sqrt(width) * std::sqrt(height / static_cast<double>(n)),
                                width / static_cast<double>(n), height / static_cast<double>(n)});
  auto* const place = static_cast<Placed<Real>*>(scratch);
  auto* const cell = reinterpret_cast<Cell*>(place + n);
  auto* const rest = reinterpret_cast<int*>(cell + n);
  return {.place = place,
          .cell = cell,
          .places_given = rest,
          .rank = rest + 1,
          .low_x = atoms.low_x,
          .low_y = atoms.low_y,
          .inverse_side = 1 / side,
          .columns = std::max(1, static_cast<int>(width / side)),
          .rows = std::max(1, static_cast<int>(height / side))};
}

// The old count that atomicAdd returns is also the atom's number within its cell.
template <typename Real>
__global__ void count_kernel(System<Real> atoms, Grid<Real> grid) {
  const int i = blockIdx.x * cells_block + threadIdx.x;
  if (i < atoms.n) grid.rank[i] = atomicAdd(&grid.cell_of(atoms.x[i], atoms.y[i])->atoms, 1);
}

// Each cell needs a range of places, in any order: a running sum would give them in order, an atomicAdd gives them in
// order of arrival. First within the block, so that only one thread per block uses the global counter.
template <typename Real>
__global__ void start_kernel(Grid<Real> grid, int cells) {
  __shared__ int of_block, base;
  const int c = blockIdx.x * cells_block + threadIdx.x;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();

  const int before = c < cells ? atomicAdd(&of_block, grid.cell[c].atoms) : 0;
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(grid.places_given, of_block);
  __syncthreads();

  if (c < cells) grid.cell[c].start = base + before;
}

template <typename Real>
__global__ void place_kernel(System<Real> atoms, Grid<Real> grid) {
  const int i = blockIdx.x * cells_block + threadIdx.x;
  if (i >= atoms.n) return;
  const Real x = atoms.x[i], y = atoms.y[i];
  grid.place[grid.cell_of(x, y)->start + grid.rank[i]] = {x, y, i};
}

// Thread p handles the atom at place p: the threads of a warp search the same few cells. The order of places differs
// from run to run; insert makes the lists ascending nevertheless.
template <typename Real>
__global__ void find_cells_kernel(System<Real> atoms, Grid<Real> grid, DeviceLists lists) {
  const int p = blockIdx.x * cells_block + threadIdx.x;
  if (p >= atoms.n) return;
  const Placed<Real> mine = grid.place[p];
  const int column = grid.column_of(mine.x), row = grid.row_of(mine.y);
  int found = 0;
  for (int r = max(row - 1, 0); r <= min(row + 1, grid.rows - 1); ++r) {
    for (int c = max(column - 1, 0); c <= min(column + 1, grid.columns - 1); ++c) {
      const Cell cell = grid.cell[static_cast<std::size_t>(r) * grid.columns + c];
      for (int q = cell.start; q < cell.start + cell.atoms; ++q) {
        const Placed<Real> other = grid.place[q];
        if (q == p || !near(mine.x - other.x, mine.y - other.y, atoms.cutoff)) continue;
        if (found < lists.capacity) insert(lists, atoms.n, mine.atom, found, other.atom);
        ++found;
      }
    }
  }
  lists.count[mine.atom] = found;
}

template <typename Real>
void find_cells(const System<Real>& atoms, const DeviceLists& lists, void* scratch) {
  if (atoms.n == 0) return;
  const Grid<Real> grid = grid_for(atoms, scratch);
  const int cells = grid.columns * grid.rows, blocks = blocks_for(atoms.n, cells_block);
  check(cudaMemsetAsync(grid.cell, 0, cells * sizeof(Cell)));
  check(cudaMemsetAsync(grid.places_given, 0, sizeof(int)));
  count_kernel<<<blocks, cells_block>>>(atoms, grid);
  check(cudaGetLastError());
  start_kernel<<<blocks_for(cells, cells_block), cells_block>>>(grid, cells);
  check(cudaGetLastError());
  place_kernel<<<blocks, cells_block>>>(atoms, grid);
  check(cudaGetLastError());
  find_cells_kernel<<<blocks, cells_block>>>(atoms, grid, lists);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::size_t scratch_bytes(std::size_t n) {
  return n * (sizeof(Placed<Real>) + sizeof(Cell) + sizeof(int)) + sizeof(int);
}
template std::size_t scratch_bytes<float>(std::size_t);
template std::size_t scratch_bytes<double>(std::size_t);

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"atomics", find_atomics<Real>, true, false},       // each pair once; any order
      {"no_atomics", find_no_atomics<Real>, true, true},  // each pair twice
      {"sorted", find_sorted<Real>, true, true},          // find_atomics, then sorted
      {"cells", find_cells<Real>, false, true},           // O(n)
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace neighbor_list
