// Neighbour lists from every pair: each pair once with atomics, each pair twice without. cells.cu has the rung that
// tests only pairs that can be close.
#include "ch10_atomics/neighbor_list/neighbor_list.h"

#include "ch10_atomics/neighbor_list/pairs.cuh"
#include "common/check.h"

namespace neighbor_list {

constexpr int block_size = 128;  // small: with one thread per atom there are few threads

__device__ int thread_number() {
  return blockIdx.x * block_size + threadIdx.x;
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

template void find_atomics(const System<float>&, const DeviceLists&, void*);
template void find_atomics(const System<double>&, const DeviceLists&, void*);
template void find_no_atomics(const System<float>&, const DeviceLists&, void*);
template void find_no_atomics(const System<double>&, const DeviceLists&, void*);
template void find_sorted(const System<float>&, const DeviceLists&, void*);
template void find_sorted(const System<double>&, const DeviceLists&, void*);

}  // namespace neighbor_list
