// Wrong on purpose: a flag that says "the letter is there", with no order between flag and letter.
//
// volatile makes sure that each access to the flag is an access to memory. It does not affect the letter, which is in
// another place: the flag may become visible before the letter, and a reader that has read the letter earlier may still
// have the old value, in a register or in its multiprocessor's L1 cache. A release in the writer and an acquire in the
// reader make the order.
#include <cstdio>
#include <cuda/atomic>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"

constexpr int readers = 7, old_news = 1, news = 2;

// Block 0 writes the letter and raises the flag. Every other block waits for the flag and then reads the letter. If
// looks, all of them read the letter before it is written, and block 0 waits until they have: looked counts them.
__global__ void volatile_flag_kernel(int* letter, volatile int* flag, int* looked, int* seen, bool looks) {
  if (blockIdx.x == 0) {
    while (looks && atomicAdd(looked, 0) < readers) continue;
    *letter = news;
    *flag = 1;
  } else {
    if (looks && *letter == old_news) atomicAdd(looked, 1);
    while (*flag == 0) continue;
    seen[blockIdx.x - 1] = *letter;
  }
}

// Same, except for a fence in the writer. It orders letter and flag, but does not affect the readers' old copies.
__global__ void writer_fence_kernel(int* letter, volatile int* flag, int* looked, int* seen, bool looks) {
  if (blockIdx.x == 0) {
    while (looks && atomicAdd(looked, 0) < readers) continue;
    *letter = news;
    __threadfence();
    *flag = 1;
  } else {
    if (looks && *letter == old_news) atomicAdd(looked, 1);
    while (*flag == 0) continue;
    seen[blockIdx.x - 1] = *letter;  // no fence here
  }
}

// Right: the writer releases, the readers acquire.
__global__ void release_acquire_kernel(int* letter, int* flag, int* looked, int* seen, bool looks) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> raised(*flag);
  if (blockIdx.x == 0) {
    while (looks && atomicAdd(looked, 0) < readers) continue;
    __threadfence();  // the readers' first look stays ahead of the letter
    *letter = news;
    raised.store(1, cuda::memory_order_release);
  } else {
    if (looks && *letter == old_news) {
      __threadfence();
      atomicAdd(looked, 1);
    }
    while (raised.load(cuda::memory_order_acquire) == 0) continue;
    seen[blockIdx.x - 1] = *letter;
  }
}

// Of all letters read in this many launches, how many had the old value?
template <typename Kernel>
int old_letters(Kernel kernel, bool looks, int launches) {
  DeviceBuffer<int> letter(1), flag(1), looked(1), seen(readers);
  int old_ones = 0;
  for (int launch = 0; launch < launches; ++launch) {
    letter.copy_from(std::vector<int>{old_news});
    flag.fill_bytes(0);
    looked.fill_bytes(0);
    seen.fill_bytes(0xFF);
    kernel<<<1 + readers, 1>>>(letter.data(), flag.data(), looked.data(), seen.data(), looks);
    check(cudaGetLastError());
    for (const int read : seen.to_host()) old_ones += read != news;
  }
  return old_ones;
}

void show(Lesson& lesson, int launches) {
  std::printf("\nof %d letters the readers saw the old one, without and with an earlier look at it\n",
              launches * readers);
  const int by_luck = old_letters(volatile_flag_kernel, false, launches);
  const int by_luck_looked = old_letters(volatile_flag_kernel, true, launches);
  const int fence = old_letters(writer_fence_kernel, false, launches);
  const int fence_looked = old_letters(writer_fence_kernel, true, launches);
  const int right = old_letters(release_acquire_kernel, false, launches);
  const int right_looked = old_letters(release_acquire_kernel, true, launches);
  std::printf("volatile flag:            %d times, after a look: %d times\n", by_luck, by_luck_looked);
  std::printf("a fence in the writer:    %d times, after a look: %d times\n", fence, fence_looked);
  std::printf("release and acquire:      %d times, after a look: %d times\n", right, right_looked);
  std::printf(
      "%s\n",
      emulated_device()
          ? "The emulator's memory is in order, so here all are right by luck; the microscope still reports the race."
          : "Results that were right without the earlier look were right by luck.");
  lesson.expect(right == 0 && right_looked == 0, "with release and acquire every reader must see the new letter");
}

int main(int argc, char** argv) {
  Lesson lesson("flag_by_luck", "Exhibit: a letter and a volatile flag, with no order between the two.",
                Options::shown);
  const std::size_t& launches = lesson.size("--launches", 1000, 3, "launches of each kernel", 1, 1'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(launches)); });
}
