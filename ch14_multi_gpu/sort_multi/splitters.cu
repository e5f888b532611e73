// Where ranges begin: every GPU computes it for itself, so that the host need not wait for a sample.
#include <algorithm>
#include <cstddef>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/check.h"
#include "common/ptx.h"
#include "common/warp.cuh"

namespace sort_multi {

// The keys of all GPUs that have any.
struct Parts {
  const Key* keys[most_devices];
  std::size_t n[most_devices];
  int count;
};

Parts parts_of(const Team& team) {
  Parts parts{};
  for (int d = 0; d < team.devices; ++d) {
    if (team.part(d) == 0) continue;
    parts.keys[parts.count] = team.keys[d].data();
    parts.n[parts.count++] = team.part(d);
  }
  return parts;
}

// Which places in the sorted sample become splitters.
struct Cuts {
  int place[most_ranges - 1];
  int count;
};

Cuts cuts_of(int samples, int devices, bool halved) {
  Cuts cuts{{}, splitters_for(devices, halved)};
  for (int s = 0; s < cuts.count; ++s) {
    const int thirds = !halved ? 3 * s + 3 : s / 2 * 3 + (s % 2 == 0 ? 1 : 3);
    cuts.place[s] = samples * thirds / (3 * devices);
  }
  return cuts;
}

constexpr int splitter_threads = 1024, digit_bits = 8, digits = 1 << digit_bits;
constexpr int keys_of_thread = (samples_of_gpu + splitter_threads - 1) / splitter_threads;  // of each GPU's sample

// The thread's part of the sample, from the memory of all GPUs, with all loads in flight at once.
struct SampledKeys {
  Key key[most_devices][keys_of_thread];
  int parts;

  __device__ explicit SampledKeys(const Parts& from) : parts(from.count) {
    for_each([&](int part, int k, int i) { key[part][k] = from.keys[part][sample_place(i, from.n[part])]; });
  }
  template <typename Use>
  __device__ __forceinline__ void for_each(const Use& use) const {
#pragma unroll
    for (int part = 0; part < most_devices; ++part) {
#pragma unroll
      for (int k = 0; k < keys_of_thread; ++k) {
        const int i = k * splitter_threads + threadIdx.x;
        if (part < parts && i < samples_of_gpu) use(part, k, i);
      }
    }
  }
};

// Block b finds splitter b, the key at cuts.place[b] of the sorted sample, without sorting it: radix selection (T.
// Alabi et al., Fast k-selection algorithms for graphics processing units, 2012). From the highest digit on, it counts
// how often each digit occurs in the keys that agree with the digits known so far, and so learns the next one. Every
// lane counts separately, as in scatter_kernel. Also clears this GPU's words of the next sort.
__global__ __launch_bounds__(splitter_threads) void splitters_kernel(Parts parts, Cuts cuts, Key* splitters,
                                                                     unsigned long long* next_words) {
  __shared__ unsigned count[digits][32], total[digits];
  __shared__ Key next_prefix;  // with one digit more
  __shared__ unsigned next_rank;
  const int t = threadIdx.x, warp = warp_index(), lane = lane_index();
  const SampledKeys sample(parts);
  if (blockIdx.x == 0 && t < Team::words_of_gpu) next_words[t] = 0;

  Key prefix = 0;                          // the splitter's digits that are known
  unsigned rank = cuts.place[blockIdx.x];  // the splitter's place among the keys with this prefix
  for (int shift = 32 - digit_bits; shift >= 0; shift -= digit_bits) {
    for (int d = warp; d < digits; d += splitter_threads / 32) count[d][lane] = 0;
    __syncthreads();
    sample.for_each([&](int part, int k, int) {
      const Key leading = sample.key[part][k] >> shift;
      if (leading >> digit_bits == prefix) atomicAdd(&count[leading % digits][lane], 1u);
    });
    __syncthreads();
    for (int d = warp; d < digits; d += splitter_threads / 32) {
      const unsigned all = sum_of_warp(count[d][lane]);
      if (lane == 0) total[d] = all;
    }
    __syncthreads();
    if (warp == 0) {
      constexpr int of_lane = digits / 32;
      unsigned own = 0;
      for (int d = 0; d < of_lane; ++d) own += total[of_lane * lane + d];
      const unsigned before = scan_warp(own) - own;
      if (before <= rank && rank < before + own) {
        unsigned digit = of_lane * lane, left = rank - before;
        for (; left >= total[digit]; ++digit) left -= total[digit];
        next_prefix = prefix << digit_bits | digit;
        next_rank = left;
      }
    }
    __syncthreads();
    prefix = next_prefix;
    rank = next_rank;
  }
  if (t == 0 && static_cast<int>(blockIdx.x) < cuts.count) splitters[blockIdx.x] = prefix;
}

void find_splitters(Team& team, bool halved) {
  const Parts parts = parts_of(team);
  const int samples = parts.count * samples_of_gpu;
  const Cuts cuts = cuts_of(samples, team.devices, halved);
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    splitters_kernel<<<std::max(cuts.count, 1), splitter_threads>>>(parts, cuts, team.splitters[d].data(),
                                                                    team.words_next(d));
    check(cudaGetLastError());
  }
}

}  // namespace sort_multi
