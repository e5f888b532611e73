// Sample sort: GPU d gets the keys of the d-th range, and sorts them by itself. So each key crosses a link once at
// most, and the local sort is chapter 15's, unchanged. How evenly the keys are spread is the sample's business; whether
// the result is right is not.
#include "ch14_multi_gpu/sort_multi/sort_multi.h"

#include <algorithm>
#include <array>

#include "ch14_multi_gpu/sort_multi/scatter.cuh"
#include "common/check.h"
#include "common/launch.h"
#include "common/radix/one_sweep.cuh"

namespace sort_multi {

// ---- The local sort of what a GPU has received, in its default stream.
void sort_locally(Team& team, int d) {
  const CurrentDevice current(d);
  const bool unordered_first = lacking(radix::one_sweep_needs).empty();
  radix::sort<unsigned>(team.received[d].data(), nullptr, team.result[d].data(), nullptr, team.counts[d],
                        team.scratch[d].data(), unordered_first);
}

// ---- Rung 1. What one does without a plan: one GPU gets everything, the others wait.
void sort_on_first(Team& team) {
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    if (team.part(d) > 0)
      check(cudaMemcpyPeerAsync(team.received[0].data() + team.begin(d), 0, team.keys[d].data(), d,
                                team.part(d) * sizeof(Key), nullptr));
  }
  team.wait();  // the copies are in the streams of their GPUs
  std::fill(team.counts.begin(), team.counts.end(), 0);
  team.counts[0] = team.n;
  sort_locally(team, 0);
}

// ---- Rung 2, step by step. Keys of the sample lie as far apart as possible.
__global__ void sample_kernel(const Key* keys, std::size_t n, Key* sample) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < samples_of_gpu) sample[i] = keys[i * n / samples_of_gpu];
}

std::vector<Key> splitters_of(std::vector<Key> samples, int devices) {
  std::sort(samples.begin(), samples.end());
  std::vector<Key> splitters;
  for (int d = 1; d < devices; ++d) splitters.push_back(samples.empty() ? 0 : samples[samples.size() * d / devices]);
  return splitters;
}

std::vector<Key> choose_splitters(Team& team) {
  for (int d = 0; d < team.devices; ++d) {
    if (team.part(d) == 0) continue;
    const CurrentDevice current(d);
    sample_kernel<<<blocks_for(samples_of_gpu, 256), 256>>>(team.keys[d].data(), team.part(d), team.samples[d].data());
    check(cudaGetLastError());
  }
  std::vector<Key> samples;
  for (int d = 0; d < team.devices; ++d) {
    if (team.part(d) == 0) continue;
    const CurrentDevice current(d);
    const std::vector<Key> own = team.samples[d].to_host();
    samples.insert(samples.end(), own.begin(), own.end());
  }
  return splitters_of(std::move(samples), team.devices);
}

using Counts = std::array<unsigned long long, most_devices>;

// How many keys each GPU has for each range.
std::vector<Counts> count_ranges(Team& team, const Ranges& ranges) {
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    check(cudaMemsetAsync(team.words[d].data(), 0, team.words[d].bytes()));
    const int blocks = std::min(blocks_for(team.part(d), count_block), 8 * multiprocessors());
    count_kernel<<<blocks, count_block>>>(team.keys[d].data(), team.part(d), ranges, team.words[d].data());
    check(cudaGetLastError());
  }
  std::vector<Counts> counts(team.devices);
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    const std::vector<unsigned long long> reaching = team.words[d].to_host();  // that lie in range r or behind it
    for (int r = 0; r < most_devices; ++r)
      counts[d][r] = (r == 0 ? team.part(d) : reaching[r - 1]) - (r + 1 < most_devices ? reaching[r] : 0);
  }
  return counts;
}

void sample_sort(Team& team) {
  const Ranges ranges = ranges_of(choose_splitters(team));
  const std::vector<Counts> counts = count_ranges(team, ranges);

  // On its GPU a range holds the keys of the first GPU, then those of the second, and so on. All are stored at once.
  Counts next{};
  Targets targets{};
  for (int d = 0; d < team.devices; ++d) targets.to[d] = team.received[d].data();
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    check(cudaMemcpy(team.words[d].data(), next.data(), sizeof next, cudaMemcpyHostToDevice));
    for (int r = 0; r < most_devices; ++r) next[r] += counts[d][r];
    scatter_kernel<<<blocks_for(team.part(d), scatter_tile), scatter_block>>>(team.keys[d].data(), team.part(d), ranges,
                                                                              targets, team.words[d].data());
    check(cudaGetLastError());
  }
  team.wait();  // a GPU's keys come from all others

  for (int d = 0; d < team.devices; ++d) {
    team.counts[d] = next[d];
    sort_locally(team, d);
  }
}

}  // namespace sort_multi
