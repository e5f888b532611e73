// Neighbour lists from every pair: each pair once with atomics, each pair twice without. cells.cu has the rung that
// looks only at pairs that can be near.
#include "ch10_atomics/neighbor_list/neighbor_list.h"

#include "ch10_atomics/neighbor_list/pairs.cuh"
#include "common/check.h"
#include "common/launch.h"

namespace neighbor_list {

constexpr int block_size = 128;  // small: with a thread an atom there are few threads

__device__ int thread_number() {
  return blockIdx.x * block_size + threadIdx.x;
}

// Appends j to the list of i, for several threads at once: the old count that atomicAdd returns is a place of its own.
__device__ void append_shared(const DeviceLists& lists, int n, int i, int j) {
  const int k = atomicAdd(&lists.count[i], 1);
  if (k < lists.capacity) lists.neighbour[static_cast<std::size_t>(k) * n + i] = j;
}

// ---- Rung 1. Thread i looks at the atoms behind i only, and appends each pair to both lists. Other threads append to
// the same lists, so the counts need atomics, and each run may have another order. Counts are cleared before the
// launch: a block that cleared its own could wipe out what another has counted already.
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

// ---- Rung 2. Thread i looks at all atoms, so nobody else appends to its list: twice the tests, no atomics, no
// clearing, and the order of j.
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

// ---- Rung 3. Rung 1, then a thread an atom sorts its list: the same answer every time for little more.
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
