// Stands in for the CUDA header of the same name. Every thread of the group starts its share of the copy, and it is
// executed as late as CUDA allows, when the thread waits: a program without the wait finds poison.
#pragma once
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

namespace cooperative_groups {
namespace details {

template <class Group>
CUDA_EMULATOR_INLINE void copy_together(const Group& group, void* to, const void* from, size_t bytes) {
  const size_t rank = group.thread_rank(), size = group.size();
  const auto whole = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
  const size_t piece = whole % 16 == 0 ? 16 : whole % 4 == 0 ? 4 : 1;
  ::cuda_emulator::ask_shared_copies(to, from, bytes, piece, rank, size);
}
template <class Group>
CUDA_EMULATOR_INLINE void finish_copies(const Group& group, size_t prior) {
  ::cuda_emulator::wait_for_async_copies(prior);
  group.sync();
}

}  // namespace details

// The size in bytes, or a type that also contains its alignment (cuda::aligned_size_t).
template <class Group, class To, class From, class Size>
CUDA_EMULATOR_INLINE void memcpy_async(const Group& group, To* to, From* from, const Size& bytes) {
  details::copy_together(group, to, from, static_cast<size_t>(bytes));
}
// As many elements as fit in both.
template <class Group, class To, class ToLayout, class From, class FromLayout>
CUDA_EMULATOR_INLINE void memcpy_async(const Group& group, To* to, const ToLayout& to_count, From* from,
                                       const FromLayout& from_count) {
  const size_t to_size = static_cast<size_t>(to_count), from_size = static_cast<size_t>(from_count);
  details::copy_together(group, to, from, (to_size < from_size ? to_size : from_size) * sizeof(To));
}
template <class Group>
CUDA_EMULATOR_INLINE void wait(const Group& group) {
  details::finish_copies(group, 0);
}
// All copies but the last `stages` ones.
template <unsigned stages, class Group>
CUDA_EMULATOR_INLINE void wait_prior(const Group& group) {
  details::finish_copies(group, stages);
}

}  // namespace cooperative_groups
