// Stands in for the CUDA header of the same name. Every thread of the group copies its share at once; wait is the
// group's barrier, so a program without it reads data that other threads have not copied yet.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {
namespace details {

template <class Word>
CUDA_EMULATOR_INLINE void copy_share(void* to, const void* from, size_t count, size_t first, size_t stride) {
  for (size_t i = first; i < count; i += stride) static_cast<Word*>(to)[i] = static_cast<const Word*>(from)[i];
}
template <class Group>
CUDA_EMULATOR_INLINE void copy_together(const Group& group, void* to, const void* from, size_t bytes) {
  const size_t rank = group.thread_rank(), size = group.size();
  const auto whole = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
  if (whole % 16 == 0) {
    copy_share<uint4>(to, from, bytes / 16, rank, size);
  } else if (whole % 4 == 0) {
    copy_share<unsigned>(to, from, bytes / 4, rank, size);
  } else {
    copy_share<unsigned char>(to, from, bytes, rank, size);
  }
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
  group.sync();
}
template <unsigned stages, class Group>
CUDA_EMULATOR_INLINE void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
