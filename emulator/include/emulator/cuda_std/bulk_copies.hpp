// Bulk copies and tensor copies that a cuda::barrier waits for, under libcu++'s names.
#pragma once
#include <cstring>

#include "emulator/cuda_std/barrier.hpp"
#include "emulator/tensor_map.hpp"

namespace cuda_emulator {
// call: the program's place, if it is not the caller.
void bulk_store(void* global, const void* shared, std::uint32_t bytes, const void* call = nullptr);
void commit_bulk_stores();
void wait_bulk_stores(std::size_t prior);  // until only the `prior` last groups of the thread are not complete
void fence_of_proxies();                   // the thread's stores become visible to the copy engine
void note_filled(void* memory, std::size_t size);
}  // namespace cuda_emulator

namespace cuda::device {

using BlockBarrier = ::cuda::barrier<thread_scope_block>;

inline ::std::uint64_t* barrier_native_handle(BlockBarrier& b) {
  return b.native();
}
[[nodiscard]] inline BlockBarrier::arrival_token barrier_arrive_tx(BlockBarrier& b, ::std::ptrdiff_t count,
                                                                   ::std::ptrdiff_t bytes) {
  return b.arrive_and_expect(count, bytes);
}
inline void barrier_expect_tx(BlockBarrier& b, ::std::ptrdiff_t bytes) {
  cuda_emulator::arrival_expect(b.native(), static_cast<::std::uint32_t>(bytes));
}
template <class T, class Size>
CUDA_EMULATOR_INLINE async_contract_fulfillment memcpy_async_tx(T* to, const T* from, Size bytes, BlockBarrier& b) {
  cuda_emulator::bulk_copy((void*)to, (const void*)from, static_cast<::std::uint32_t>(::std::size_t(bytes)),
                           b.native());
  return async_contract_fulfillment::async;
}

namespace experimental {

inline void fence_proxy_async_shared_cta() {
  cuda_emulator::fence_of_proxies();
}
CUDA_EMULATOR_INLINE void cp_async_bulk_commit_group() {
  cuda_emulator::commit_bulk_stores();
}
template <int pending>
void cp_async_bulk_wait_group_read() {
  cuda_emulator::wait_bulk_stores(pending);
}
CUDA_EMULATOR_INLINE void cp_async_bulk_global_to_shared(void* to, const void* from, ::std::uint32_t bytes,
                                                         BlockBarrier& b) {
  cuda_emulator::bulk_copy(to, from, bytes, b.native());
}
CUDA_EMULATOR_INLINE void cp_async_bulk_shared_to_global(void* to, const void* from, ::std::uint32_t bytes) {
  cuda_emulator::bulk_store(to, from, bytes);
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_1d_global_to_shared(void* to, const CUtensorMap* map, int c0,
                                                                   BlockBarrier& b) {
  const int at[] = {c0};
  cuda_emulator::load_tensor(to, map, at, 1, b.native());
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_1d_shared_to_global(const CUtensorMap* map, int c0, const void* from) {
  const int at[] = {c0};
  cuda_emulator::store_tensor(map, at, 1, from);
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_2d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1,
                                                                   BlockBarrier& b) {
  const int at[] = {c0, c1};
  cuda_emulator::load_tensor(to, map, at, 2, b.native());
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_2d_shared_to_global(const CUtensorMap* map, int c0, int c1,
                                                                   const void* from) {
  const int at[] = {c0, c1};
  cuda_emulator::store_tensor(map, at, 2, from);
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_3d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1,
                                                                   int c2, BlockBarrier& b) {
  const int at[] = {c0, c1, c2};
  cuda_emulator::load_tensor(to, map, at, 3, b.native());
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_3d_shared_to_global(const CUtensorMap* map, int c0, int c1, int c2,
                                                                   const void* from) {
  const int at[] = {c0, c1, c2};
  cuda_emulator::store_tensor(map, at, 3, from);
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_4d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1,
                                                                   int c2, int c3, BlockBarrier& b) {
  const int at[] = {c0, c1, c2, c3};
  cuda_emulator::load_tensor(to, map, at, 4, b.native());
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_4d_shared_to_global(const CUtensorMap* map, int c0, int c1, int c2,
                                                                   int c3, const void* from) {
  const int at[] = {c0, c1, c2, c3};
  cuda_emulator::store_tensor(map, at, 4, from);
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_5d_global_to_shared(void* to, const CUtensorMap* map, int c0, int c1,
                                                                   int c2, int c3, int c4, BlockBarrier& b) {
  const int at[] = {c0, c1, c2, c3, c4};
  cuda_emulator::load_tensor(to, map, at, 5, b.native());
}
CUDA_EMULATOR_INLINE void cp_async_bulk_tensor_5d_shared_to_global(const CUtensorMap* map, int c0, int c1, int c2,
                                                                   int c3, int c4, const void* from) {
  const int at[] = {c0, c1, c2, c3, c4};
  cuda_emulator::store_tensor(map, at, 5, from);
}

}  // namespace experimental
}  // namespace cuda::device
