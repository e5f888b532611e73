// Where ranges begin: every GPU computes it for itself, so that the host need not wait for a sample.
#include <cstddef>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/check.h"

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

// A block finds the places of 64 keys of the sample; a thread compares one of them with a sixteenth of the sample.
constexpr int ranked_keys = 64, pieces = 16, splitter_threads = ranked_keys * pieces;
static_assert(samples_of_gpu % ranked_keys == 0);

// Each block reads the whole sample, from the memory of all GPUs, with all loads in flight at once. The place of a key
// in the sorted sample is found by counting, which takes fewer steps than sorting. Also clears this GPU's words of the
// next sort.
__global__ __launch_bounds__(splitter_threads) void splitters_kernel(Parts parts, Cuts cuts, Key* splitters,
                                                                     unsigned long long* next_words) {
  __shared__ Key sample[most_devices * samples_of_gpu];
  __shared__ int place[ranked_keys];
  const int t = threadIdx.x, samples = parts.count * samples_of_gpu;
  for (int i = t; i < samples_of_gpu; i += splitter_threads) {
    Key loaded[most_devices];
#pragma unroll
    for (int part = 0; part < most_devices; ++part)
      loaded[part] = part < parts.count ? parts.keys[part][sample_place(i, parts.n[part])] : 0;
#pragma unroll
    for (int part = 0; part < most_devices; ++part)
      if (part < parts.count) sample[part * samples_of_gpu + i] = loaded[part];
  }
  if (t < ranked_keys) place[t] = 0;
  if (blockIdx.x == 0 && t < Team::words_of_gpu) next_words[t] = 0;
  __syncthreads();

  const int index = blockIdx.x * ranked_keys + t % ranked_keys, piece = t / ranked_keys;
  const int begin = samples / pieces * piece, end = begin + samples / pieces;
  const int middle = min(max(begin, index), end);
  const Key key = sample[index];
  int before = 0;  // equal keys keep their order, so no two have the same place
  for (int i = begin; i < middle; ++i) before += sample[i] <= key;
  for (int i = middle; i < end; ++i) before += sample[i] < key;
  atomicAdd(&place[t % ranked_keys], before);
  __syncthreads();

  if (piece > 0) return;
#pragma unroll
  for (int s = 0; s < most_ranges - 1; ++s)
    if (s < cuts.count && place[t] == cuts.place[s]) splitters[s] = key;
}

void find_splitters(Team& team, bool halved) {
  const Parts parts = parts_of(team);
  const int samples = parts.count * samples_of_gpu;
  const Cuts cuts = cuts_of(samples, team.devices, halved);
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    splitters_kernel<<<samples / ranked_keys, splitter_threads>>>(parts, cuts, team.splitters[d].data(),
                                                                  team.words_next(d));
    check(cudaGetLastError());
  }
}

}  // namespace sort_multi
