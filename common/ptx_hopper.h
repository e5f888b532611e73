// Machine instructions of compute capability 9.0: tiles of matrices by the copy engine, clusters of blocks, and
// products by a warpgroup. Those of 9.0a (setmaxnreg, wgmma) exist on Hopper alone. The functions compile for other
// devices too and trap there; a lesson's ladder names the requirements of its rungs.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "common/ptx.h"
#include "common/wgmma.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define HAS_CLUSTERS 1
#else
#define HAS_CLUSTERS 0
#endif

// ---- Arrival barriers (ptx.h) by more threads than one.
// This thread arrives; what it wrote before is visible to those that wait.
__device__ inline void barrier_arrive(ArrivalBarrier* barrier) {
#if HAS_CLUSTERS
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
#else
  __trap();
#endif
}

// Arrives at the barrier that is in the same place in block `rank` of the cluster, which may be this one. Without
// .release.cluster, which would be a fence of the whole GPU at each arrival: it orders this thread's reads by wgmma,
// which it has waited for, and no stores.
__device__ inline void barrier_arrive_at(ArrivalBarrier* barrier, std::uint32_t rank) {
#if HAS_CLUSTERS
  asm volatile(
      "{\n"
      ".reg .b32 there;\n"
      "mapa.shared::cluster.u32 there, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
      "}" ::"r"(shared_address(barrier)),
      "r"(rank)
      : "memory");
#else
  __trap();
#endif
}

// The same with .release.cluster: for ch25_hopper/fence_of_the_gpu, which shows what that costs.
__device__ inline void barrier_arrive_at_releasing(ArrivalBarrier* barrier, std::uint32_t rank) {
#if HAS_CLUSTERS
  asm volatile(
      "{\n"
      ".reg .b32 there;\n"
      "mapa.shared::cluster.u32 there, %0, %1;\n"
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n"
      "}" ::"r"(shared_address(barrier)),
      "r"(rank)
      : "memory");
#else
  __trap();
#endif
}

// ---- Clusters.
__device__ inline std::uint32_t cluster_rank() {
  std::uint32_t rank = 0;
#if HAS_CLUSTERS
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#else
  __trap();
#endif
  return rank;
}

// A barrier of all threads of the cluster in two halves. Between them a block's own work can go on. A block's shared
// memory exists for the others from a first such barrier on, and until a last one.
__device__ inline void cluster_arrive() {
#if HAS_CLUSTERS
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
#else
  __trap();
#endif
}

// The first half without the fence that it is as well: what this thread has stored need not be visible after the
// barrier, unless a cluster_fence() is between the store and it.
__device__ inline void cluster_arrive_relaxed() {
#if HAS_CLUSTERS
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
#else
  __trap();
#endif
}

__device__ inline void cluster_fence() {
#if HAS_CLUSTERS
  asm volatile("fence.acq_rel.cluster;" ::: "memory");
#else
  __trap();
#endif
}

__device__ inline void cluster_wait() {
#if HAS_CLUSTERS
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
#else
  __trap();
#endif
}

// The same variable in the shared memory of block `rank` of the cluster.
template <typename T>
__device__ T* in_block_of_cluster(T* shared, int rank) {
#if HAS_CLUSTERS
  return static_cast<T*>(__cluster_map_shared_rank(shared, rank));
#else
  __trap();
  return shared;
#endif
}

// ---- Tiles of a tensor map (tensor_maps.h): x counts elements of a row, y rows, z matrices. One thread requests a
// tile. What lies outside the matrix arrives as 0, and is not stored. Tiles in shared memory are aligned to 1024 bytes.
__device__ inline void tile_load(void* shared, const CUtensorMap& map, ArrivalBarrier* barrier, int x, int y,
                                 int z = 0) {
#if HAS_CLUSTERS
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], "
      "[%2];" ::"r"(shared_address(shared)),
      "l"(reinterpret_cast<std::uint64_t>(&map)), "r"(shared_address(barrier)), "r"(x), "r"(y), "r"(z)
      : "memory");
#else
  __trap();
#endif
}

// The same into all blocks of the cluster whose bit is set: to the same place, counted by the barrier in the same
// place.
__device__ inline void tile_load_for(std::uint16_t blocks, void* shared, const CUtensorMap& map,
                                     ArrivalBarrier* barrier, int x, int y, int z = 0) {
#if HAS_CLUSTERS
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, "
      "{%3, %4, %5}], [%2], %6;" ::"r"(shared_address(shared)),
      "l"(reinterpret_cast<std::uint64_t>(&map)), "r"(shared_address(barrier)), "r"(x), "r"(y), "r"(z), "h"(blocks)
      : "memory");
#else
  __trap();
#endif
}

// A store is a batch by itself. Before it: fence_before_bulk_copy() by the threads that wrote the tile, and a barrier.
__device__ inline void tile_store(const CUtensorMap& map, const void* shared, int x, int y, int z = 0) {
#if HAS_CLUSTERS
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(
                   reinterpret_cast<std::uint64_t>(&map)),
               "r"(shared_address(shared)), "r"(x), "r"(y), "r"(z)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#else
  __trap();
#endif
}

// Waits until all of this thread's stores but the last `pending` have read their tiles, which may then be overwritten.
template <int pending>
__device__ inline void tile_stores_wait_read() {
#if HAS_CLUSTERS
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
#else
  __trap();
#endif
}

// Waits until all of this thread's stores are in global memory. A block's shared memory must exist as long.
__device__ inline void tile_stores_wait() {
#if HAS_CLUSTERS
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#else
  __trap();
#endif
}

// Stores four matrices of 8 x 8 elements of 2 bytes: lane l passes the address of row l % 8 of matrix l / 8, aligned to
// 16, and in word i elements (l / 4, 2 (l % 4)) and (l / 4, 2 (l % 4) + 1) of matrix i, as the sums of a product lie.
__device__ inline void store_matrices(std::uint32_t row, const std::uint32_t (&words)[4]) {
#if HAS_CLUSTERS
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(words[0]),
               "r"(words[1]), "r"(words[2]), "r"(words[3])
               : "memory");
#else
  __trap();
#endif
}

// ---- Barriers for some warps of a block: number 1 to 15, and how many threads arrive, those that wait included.
__device__ inline void named_sync(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__device__ inline void named_arrive(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// ---- Registers move between the warpgroups of a block (9.0a): each thread of this one now has as many, a multiple
// of 8.
template <int registers>
__device__ inline void give_registers() {
#if HAS_WGMMA
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
#else
  __trap();
#endif
}

template <int registers>
__device__ inline void take_registers() {
#if HAS_WGMMA
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
#else
  __trap();
#endif
}

// ---- Products by a warpgroup (9.0a), asynchronous: products_begin, the products (wgmma.h), products_commit; the sums
// may be used after products_wait. In loops over sums everything is unrolled: an index that is not constant puts them
// into memory.
//
// Describes to wgmma a matrix in shared memory that has rows of 128 bytes in the 128-byte swizzle, as tile_load leaves
// it: piece i of 16 bytes of row r is at i ^ r % 8. stride: the bytes between groups of 8 rows (1024 if nothing is in
// between). leading: the bytes between groups of 64 columns if the sum runs along the rows' numbers (b_by_rows), else
// not used. An address inside a row, a multiple of 32 bytes, selects where along the sum a product begins.
__device__ inline std::uint64_t matrix_descriptor(std::uint32_t address, std::uint32_t leading, std::uint32_t stride) {
  constexpr std::uint64_t swizzle_128 = std::uint64_t{1} << 62;
  return swizzle_128 | std::uint64_t{stride >> 4} << 32 | std::uint64_t{leading >> 4} << 16 | (address & 0x3ffff) >> 4;
}

__device__ inline void products_begin() {
#if HAS_WGMMA
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#else
  __trap();
#endif
}

__device__ inline void products_commit() {
#if HAS_WGMMA
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#else
  __trap();
#endif
}

template <int pending>
__device__ inline void products_wait() {
#if HAS_WGMMA
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
#else
  __trap();
#endif
}
