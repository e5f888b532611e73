// Two partitions and a local sort: the keys are read three times and written three times; one_sweep has four passes and
// a histogram. The keys are not counted first: a bucket has room for the number of keys that it gets if they are spread
// evenly, plus a few standard deviations. If that is too little, a flag on the device makes all further kernels return
// at once, and the kernels of a fall-back run instead (fall_back.cuh). The host is not involved.
#include "ch15_patterns/partition_sort/partition_sort.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "ch15_patterns/partition_sort/fall_back.cuh"
#include "ch15_patterns/partition_sort/local_sort.cuh"
#include "ch15_patterns/radix/partition.cuh"
#include "common/check.h"
#include "common/dependent_launch.h"
#include "common/ptx.h"

namespace partition_sort {

using radix::Buckets, radix::PartitionShape, radix::segments, radix::Source;

constexpr int first_bits = 7, least_bits = 5, most_bits = 9;  // of the first partition; of the second, depending on n
constexpr int most_buckets = 1 << (first_bits + most_bits);
static_assert(segments == 1 << first_bits);

// In device memory, for the kernels of one sort. All zero before the first.
struct State {
  unsigned failed;
  unsigned ticket[2];
  unsigned unused;  // aligns the next member
  unsigned in_segment[segments];
  unsigned in_bucket[most_buckets];
};

// ---- Is the partition worthwhile? Bits that are equal in all keys of a sample do not spread keys over buckets.
constexpr int sample_size = 1024;

__global__ void judge_kernel(const Key* keys, std::size_t n, int second_bits, State* state) {
  __shared__ unsigned any_one, any_zero;
  wait_for_kernel_before();
  const Key key = keys[threadIdx.x * n / sample_size];
  if (threadIdx.x == 0) any_one = any_zero = 0;
  __syncthreads();
  const unsigned ones = or_of_warp(key), zeros = or_of_warp(~key);
  if (threadIdx.x % 32 == 0) {
    atomicOr(&any_one, ones);
    atomicOr(&any_zero, zeros);
  }
  __syncthreads();
  // The local sort tolerates two constant bits: then four times as many keys share a bin.
  const unsigned constant = ~(any_one & any_zero);
  const int of_buckets = first_bits + second_bits;
  const unsigned of_bins = constant << of_buckets >> (32 - local_bits);
  if (threadIdx.x == 0 && (constant >> (32 - of_buckets) != 0 || __popc(of_bins) > 2)) state->failed = 1;
}

// ---- Both partitions. 132 to 192 KB of shared memory, and up to 5 KB that is static: one block fills a
// multiprocessor.
template <int bits>
using Shape = PartitionShape<bits, 1024, 32, 1, true>;
static_assert(Shape<most_bits>::shared_bytes + 5 * 1024 <= partition_bytes);
static_assert(UnorderedPass::shared_bytes + 4096 <= partition_bytes && local_shared_bytes + 1024 <= partition_bytes);
static_assert(radix::histogram_shared_bytes + 1024 <= partition_bytes);

template <int bits>
__global__ __launch_bounds__(Shape<bits>::threads) void partition_kernel(Source source, Buckets<unsigned> buckets,
                                                                         int shift, unsigned* ticket) {
  wait_for_kernel_before();
  // Another block may set it between the loads of two threads: all threads of the block do the same.
  if (__syncthreads_or(load_relaxed(buckets.failed))) return;
  radix::partition<Shape<bits>>(source, buckets, shift, ticket);
}

template <int bits>
void launch_partition(const Source& source, const Buckets<unsigned>& buckets, int shift, unsigned* ticket) {
  launch_dependent(partition_kernel<bits>, multiprocessors(), Shape<bits>::threads, Shape<bits>::shared_bytes, source,
                   buckets, shift, ticket);
}
constexpr decltype(&launch_partition<7>) launch_second[] = {
    launch_partition<5>, launch_partition<6>, launch_partition<7>, launch_partition<8>, launch_partition<9>};

// The capacity of one of `buckets` buckets. Evenly spread, the count has a standard deviation of at most sqrt(mean):
// ten of them are practically never exceeded. A multiple of four, as four are read at once.
unsigned room(std::size_t n, int buckets) {
  const double mean = static_cast<double>(n) / buckets;
  return static_cast<unsigned>(mean + 10 * std::sqrt(mean) + 64) / 4 * 4;
}

// The fewest bits that make buckets small enough for the local sort; more than most_bits if there are none.
int second_bits_for(std::size_t n) {
  int bits = least_bits;
  while (bits <= most_bits && room(n, segments << bits) > largest_bucket) ++bits;
  return bits;
}

// ---- The scratch: the state and the fall-back's scratch, which begins with the part that must be cleared. The
// segments and the buckets overlap the rest, since the fall-back starts only when they are no longer used.
std::size_t scratch_bytes(std::size_t n) {
  const int bits = second_bits_for(n);
  const std::size_t keys = bits > most_bits ? 0
                                            : std::size_t{segments} * room(n, segments) +
                                                  (std::size_t{segments} << bits) * room(n, segments << bits);
  return sizeof(State) + std::max(fall_back_bytes(n), radix::plan_bytes + keys * sizeof(Key));
}

void fall_back(const unsigned* wanted, const Key* keys, Key* sorted, std::size_t n, void* memory) {
  (n <= radix::most_narrow ? fall_back<unsigned> : fall_back<std::uint64_t>)(wanted, keys, sorted, n, memory);
}

bool partition_sort_from(std::size_t least, const Key* keys, Key* sorted, std::size_t n, void* scratch) {
  if (n == 0) return false;
  auto* state = static_cast<State*>(scratch);
  char* fall_back_scratch = reinterpret_cast<char*>(state + 1);
  check(cudaMemsetAsync(scratch, 0, sizeof(State) + radix::plan_bytes));
  const int bits = second_bits_for(n);
  if (n < least || bits > most_bits) {
    check(cudaMemsetAsync(&state->failed, 1, sizeof state->failed));
    fall_back(&state->failed, keys, sorted, n, fall_back_scratch);
    return false;
  }
  const unsigned segment_room = room(n, segments), bucket_room = room(n, segments << bits);
  auto* in_segments = reinterpret_cast<Key*>(fall_back_scratch + radix::plan_bytes);
  Key* in_buckets = in_segments + std::size_t{segments} * segment_room;
  const int shift = 32 - first_bits - bits;

  launch_dependent(judge_kernel, 1, sample_size, 0, keys, n, bits, state);
  launch_partition<first_bits>({keys, n, nullptr, 0}, {in_segments, state->in_segment, segment_room, &state->failed},
                               32 - first_bits, &state->ticket[0]);
  launch_second[bits - least_bits]({in_segments, 0, state->in_segment, segment_room},
                                   {in_buckets, state->in_bucket, bucket_room, &state->failed}, shift,
                                   &state->ticket[1]);
  launch_dependent(local_sort_kernel, segments << bits, local_threads, local_shared_bytes, in_buckets, state->in_bucket,
                   bucket_room, state->in_segment, shift - local_bits, sorted, &state->failed);
  fall_back(&state->failed, keys, sorted, n, fall_back_scratch);
  return true;
}

namespace {

void partition_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch) {
  if (values || sorted_values) throw std::invalid_argument("partition_sort sorts keys without values");
  partition_sort_from(least_keys, keys, sorted, n, scratch);
}

}  // namespace

bool fell_back(const void* scratch) {
  unsigned failed = 0;
  check(cudaMemcpy(&failed, &static_cast<const State*>(scratch)->failed, sizeof failed, cudaMemcpyDeviceToHost));
  return failed != 0;
}

void fall_back_if(const unsigned* wanted, const Key* keys, Key* sorted, std::size_t n, void* scratch, bool wide) {
  check(cudaMemsetAsync(scratch, 0, radix::plan_bytes));
  (wide ? fall_back<std::uint64_t> : fall_back<unsigned>)(wanted, keys, sorted, n, scratch);
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"partition_sort", partition_sort, {75, partition_bytes}},
  };
  return rungs;
}

}  // namespace partition_sort
