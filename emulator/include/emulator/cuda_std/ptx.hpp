// cuda::ptx: PTX instructions as functions. Those of barriers in shared memory, bulk copies and clusters.
//
// The words of an instruction are tags here; tags of memory order have no effect, because every access of the emulator
// is in order.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "emulator/cuda_std/bulk_copies.hpp"

namespace cuda::ptx {

enum class dot_sem { acq_rel, acquire, relaxed, release, sc, weak };
enum class dot_space { cluster, global, shared };
enum class dot_scope { cta, cluster, gpu, sys };
enum class dot_op { add, min, max, inc, dec, and_op, or_op, xor_op };
enum class dot_cta_group { cta_group_1, cta_group_2 };

template <dot_sem word>
using sem_t = ::std::integral_constant<dot_sem, word>;
using sem_acq_rel_t = sem_t<dot_sem::acq_rel>;
using sem_acquire_t = sem_t<dot_sem::acquire>;
using sem_relaxed_t = sem_t<dot_sem::relaxed>;
using sem_release_t = sem_t<dot_sem::release>;
using sem_sc_t = sem_t<dot_sem::sc>;
using sem_weak_t = sem_t<dot_sem::weak>;
inline constexpr sem_acq_rel_t sem_acq_rel{};
inline constexpr sem_acquire_t sem_acquire{};
inline constexpr sem_relaxed_t sem_relaxed{};
inline constexpr sem_release_t sem_release{};
inline constexpr sem_sc_t sem_sc{};
inline constexpr sem_weak_t sem_weak{};

template <dot_space word>
using space_t = ::std::integral_constant<dot_space, word>;
using space_cluster_t = space_t<dot_space::cluster>;
using space_global_t = space_t<dot_space::global>;
using space_shared_t = space_t<dot_space::shared>;
inline constexpr space_cluster_t space_cluster{};
inline constexpr space_global_t space_global{};
inline constexpr space_shared_t space_shared{};

template <dot_scope word>
using scope_t = ::std::integral_constant<dot_scope, word>;
using scope_cta_t = scope_t<dot_scope::cta>;
using scope_cluster_t = scope_t<dot_scope::cluster>;
using scope_gpu_t = scope_t<dot_scope::gpu>;
using scope_sys_t = scope_t<dot_scope::sys>;
inline constexpr scope_cta_t scope_cta{};
inline constexpr scope_cluster_t scope_cluster{};
inline constexpr scope_gpu_t scope_gpu{};
inline constexpr scope_sys_t scope_sys{};

template <dot_op word>
using op_t = ::std::integral_constant<dot_op, word>;
using op_add_t = op_t<dot_op::add>;
using op_min_t = op_t<dot_op::min>;
using op_max_t = op_t<dot_op::max>;
inline constexpr op_add_t op_add{};
inline constexpr op_min_t op_min{};
inline constexpr op_max_t op_max{};

template <int n>
using n32_t = ::std::integral_constant<int, n>;

// ---- barriers in shared memory: a state is the parity of the phase that it was taken in ----
inline void mbarrier_init(::std::uint64_t* barrier, ::std::uint32_t count) {
  cuda_emulator::arrival_init(barrier, static_cast<int>(count));
}
inline void mbarrier_inval(::std::uint64_t*) {}
namespace emulated {
inline ::std::uint64_t arrive(::std::uint64_t* barrier, ::std::uint32_t count, ::std::uint32_t bytes) {
  const ::std::uint64_t state = cuda_emulator::arrival_phase(barrier);
  for (::std::uint32_t i = 0; i < count; ++i) cuda_emulator::arrival_arrive(barrier, i == 0 ? bytes : 0);
  return state;
}
CUDA_EMULATOR_INLINE bool phase_is_over(::std::uint64_t* barrier, ::std::uint32_t parity) {
  if (!cuda_emulator::arrival_in_phase(barrier, parity & 1)) return true;
  cuda_emulator::relax();
  return false;
}
}  // namespace emulated
inline ::std::uint64_t mbarrier_arrive(::std::uint64_t* barrier, ::std::uint32_t count = 1) {
  return emulated::arrive(barrier, count, 0);
}
template <dot_sem sem, dot_scope scope, dot_space space>
::std::uint64_t mbarrier_arrive(sem_t<sem>, scope_t<scope>, space_t<space>, ::std::uint64_t* barrier,
                                ::std::uint32_t count = 1) {
  return emulated::arrive(barrier, count, 0);
}
template <dot_sem sem, dot_scope scope, dot_space space>
::std::uint64_t mbarrier_arrive_expect_tx(sem_t<sem>, scope_t<scope>, space_t<space>, ::std::uint64_t* barrier,
                                          ::std::uint32_t bytes) {
  return emulated::arrive(barrier, 1, bytes);
}
template <dot_scope scope, dot_space space>
void mbarrier_expect_tx(sem_relaxed_t, scope_t<scope>, space_t<space>, ::std::uint64_t* barrier,
                        ::std::uint32_t bytes) {
  cuda_emulator::arrival_expect(barrier, bytes);
}
CUDA_EMULATOR_INLINE bool mbarrier_test_wait(::std::uint64_t* barrier, const ::std::uint64_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}
template <dot_sem sem, dot_scope scope>
CUDA_EMULATOR_INLINE bool mbarrier_test_wait(sem_t<sem>, scope_t<scope>, ::std::uint64_t* barrier,
                                             const ::std::uint64_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}
CUDA_EMULATOR_INLINE bool mbarrier_test_wait_parity(::std::uint64_t* barrier, const ::std::uint32_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}
template <dot_sem sem, dot_scope scope>
CUDA_EMULATOR_INLINE bool mbarrier_test_wait_parity(sem_t<sem>, scope_t<scope>, ::std::uint64_t* barrier,
                                                    const ::std::uint32_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}
CUDA_EMULATOR_INLINE bool mbarrier_try_wait(::std::uint64_t* barrier, const ::std::uint64_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}
template <dot_sem sem, dot_scope scope>
CUDA_EMULATOR_INLINE bool mbarrier_try_wait(sem_t<sem>, scope_t<scope>, ::std::uint64_t* barrier,
                                            const ::std::uint64_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}
CUDA_EMULATOR_INLINE bool mbarrier_try_wait_parity(::std::uint64_t* barrier, const ::std::uint32_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}
template <dot_sem sem, dot_scope scope>
CUDA_EMULATOR_INLINE bool mbarrier_try_wait_parity(sem_t<sem>, scope_t<scope>, ::std::uint64_t* barrier,
                                                   const ::std::uint32_t& state) {
  return emulated::phase_is_over(barrier, static_cast<::std::uint32_t>(state));
}

// ---- bulk copies ----
namespace emulated {
inline void copy_at_once(void* to, const void* from, ::std::uint32_t bytes) {
  ::std::memcpy(to, from, bytes);
  cuda_emulator::note_filled(to, bytes);
}
}  // namespace emulated
template <dot_space to_space>
CUDA_EMULATOR_INLINE ::std::enable_if_t<to_space != dot_space::global> cp_async_bulk(space_t<to_space>, space_global_t,
                                                                                     void* to, const void* from,
                                                                                     const ::std::uint32_t& bytes,
                                                                                     ::std::uint64_t* barrier) {
  cuda_emulator::bulk_copy(to, from, bytes, barrier);
}
inline void cp_async_bulk(space_cluster_t, space_shared_t, void* to, const void* from, const ::std::uint32_t& bytes,
                          ::std::uint64_t* remote_barrier) {
  emulated::copy_at_once(to, from, bytes);
  cuda_emulator::arrival_bytes(remote_barrier, bytes);
}
CUDA_EMULATOR_INLINE void cp_async_bulk(space_global_t, space_shared_t, void* to, const void* from,
                                        const ::std::uint32_t& bytes) {
  cuda_emulator::bulk_store(to, from, bytes);
}
template <dot_space to_space, ::std::size_t rank>
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor(space_t<to_space>, space_global_t, void* to, const void* map,
                                               const ::std::int32_t (&coordinates)[rank], ::std::uint64_t* barrier) {
  cuda_emulator::load_tensor(to, map, coordinates, static_cast<int>(rank), barrier);
}
template <::std::size_t rank>
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor(space_cluster_t, space_global_t, void* to, const void* map,
                                               const ::std::int32_t (&coordinates)[rank], ::std::uint64_t* barrier,
                                               const ::std::uint16_t& blocks) {
  cuda_emulator::load_tensor(to, map, coordinates, static_cast<int>(rank), barrier, blocks);
}
template <::std::size_t rank>
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor(space_global_t, space_shared_t, const void* map,
                                               const ::std::int32_t (&coordinates)[rank], const void* from) {
  cuda_emulator::store_tensor(map, coordinates, static_cast<int>(rank), from);
}
template <dot_op op, ::std::size_t rank>
CUDA_EMULATOR_INLINE void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t, op_t<op>, const void* map,
                                                      const ::std::int32_t (&coordinates)[rank], const void* from) {
  static_assert(op == dot_op::add || op == dot_op::min || op == dot_op::max, "reducing copies add, min and max");
  cuda_emulator::store_tensor(map, coordinates, static_cast<int>(rank), from,
                              op == dot_op::add   ? '+'
                              : op == dot_op::min ? '<'
                                                  : '>');
}
inline void cp_async_bulk_commit_group() {
  cuda_emulator::commit_bulk_stores();
}
template <int n>
void cp_async_bulk_wait_group(n32_t<n>) {
  cuda_emulator::wait_bulk_stores(n);
}
template <int n>
void cp_async_bulk_wait_group_read(n32_t<n>) {
  cuda_emulator::wait_bulk_stores(n);
}

// ---- fences ----
inline void fence_proxy_async() {
  cuda_emulator::fence_of_proxies();
}
template <dot_space space>
void fence_proxy_async(space_t<space>) {
  cuda_emulator::fence_of_proxies();
}
inline void fence_mbarrier_init(sem_release_t, scope_cluster_t) {
  cuda_emulator::fence_of_proxies();
}
template <dot_sem sem, dot_scope scope>
void fence(sem_t<sem>, scope_t<scope>) {
  __threadfence();
}

// ---- clusters ----
inline void barrier_cluster_arrive() {
  cuda_emulator::cluster_arrival(true);
}
template <dot_sem sem>
void barrier_cluster_arrive(sem_t<sem>) {
  cuda_emulator::cluster_arrival(sem != dot_sem::relaxed);
}
template <class... Order>
CUDA_EMULATOR_INLINE void barrier_cluster_wait(Order...) {
  cuda_emulator::cluster_barrier();
}
inline ::std::uint32_t getctarank(space_cluster_t, const void* shared) {
  return cuda_emulator::rank_of_shared(shared);
}
template <class T>
void st_async(T* remote, const T& value, ::std::uint64_t* remote_barrier) {
  emulated::copy_at_once(remote, &value, sizeof value);
  cuda_emulator::arrival_bytes(remote_barrier, sizeof value);
}

// ---- special registers ----
inline ::std::uint32_t get_sreg_tid_x() {
  return threadIdx.x;
}
inline ::std::uint32_t get_sreg_ntid_x() {
  return blockDim.x;
}
inline ::std::uint32_t get_sreg_ctaid_x() {
  return blockIdx.x;
}
inline ::std::uint32_t get_sreg_nctaid_x() {
  return gridDim.x;
}
inline ::std::uint32_t get_sreg_clusterid_x() {
  return cuda_emulator::cluster_index().x;
}
inline ::std::uint32_t get_sreg_nclusterid_x() {
  return cuda_emulator::grid_clusters().x;
}
inline ::std::uint32_t get_sreg_cluster_ctaid_x() {
  return cuda_emulator::cluster_block_index().x;
}
inline ::std::uint32_t get_sreg_cluster_nctaid_x() {
  return cuda_emulator::cluster_dims().x;
}
inline ::std::uint32_t get_sreg_tid_y() {
  return threadIdx.y;
}
inline ::std::uint32_t get_sreg_ntid_y() {
  return blockDim.y;
}
inline ::std::uint32_t get_sreg_ctaid_y() {
  return blockIdx.y;
}
inline ::std::uint32_t get_sreg_nctaid_y() {
  return gridDim.y;
}
inline ::std::uint32_t get_sreg_clusterid_y() {
  return cuda_emulator::cluster_index().y;
}
inline ::std::uint32_t get_sreg_nclusterid_y() {
  return cuda_emulator::grid_clusters().y;
}
inline ::std::uint32_t get_sreg_cluster_ctaid_y() {
  return cuda_emulator::cluster_block_index().y;
}
inline ::std::uint32_t get_sreg_cluster_nctaid_y() {
  return cuda_emulator::cluster_dims().y;
}
inline ::std::uint32_t get_sreg_tid_z() {
  return threadIdx.z;
}
inline ::std::uint32_t get_sreg_ntid_z() {
  return blockDim.z;
}
inline ::std::uint32_t get_sreg_ctaid_z() {
  return blockIdx.z;
}
inline ::std::uint32_t get_sreg_nctaid_z() {
  return gridDim.z;
}
inline ::std::uint32_t get_sreg_clusterid_z() {
  return cuda_emulator::cluster_index().z;
}
inline ::std::uint32_t get_sreg_nclusterid_z() {
  return cuda_emulator::grid_clusters().z;
}
inline ::std::uint32_t get_sreg_cluster_ctaid_z() {
  return cuda_emulator::cluster_block_index().z;
}
inline ::std::uint32_t get_sreg_cluster_nctaid_z() {
  return cuda_emulator::cluster_dims().z;
}
inline ::std::uint32_t get_sreg_laneid() {
  return cuda_emulator::lane_index();
}
inline ::std::uint32_t get_sreg_warpid() {
  return cuda_emulator::block_state.current / 32;
}
inline ::std::uint32_t get_sreg_cluster_ctarank() {
  return cuda_emulator::cluster_rank();
}
inline ::std::uint32_t get_sreg_cluster_nctarank() {
  return cuda_emulator::cluster_size();
}
inline ::std::uint32_t get_sreg_lanemask_eq() {
  return 1u << cuda_emulator::lane_index();
}
inline ::std::uint32_t get_sreg_lanemask_lt() {
  return (1u << cuda_emulator::lane_index()) - 1;
}
inline ::std::uint32_t get_sreg_lanemask_le() {
  return (2u << cuda_emulator::lane_index()) - 1;
}
inline ::std::uint32_t get_sreg_lanemask_gt() {
  return ~((2u << cuda_emulator::lane_index()) - 1);
}
inline ::std::uint32_t get_sreg_lanemask_ge() {
  return ~((1u << cuda_emulator::lane_index()) - 1);
}
inline ::std::uint64_t get_sreg_clock64() {
  return static_cast<::std::uint64_t>(clock64());
}

}  // namespace cuda::ptx
