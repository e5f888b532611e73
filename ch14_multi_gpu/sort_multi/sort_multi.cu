// Sample sort: GPU d gets the keys of the d-th range, and sorts them locally. So each key crosses a link at most once,
// and the local sort is that of chapter 15. The sample determines how evenly the keys are distributed, but not whether
// the result is right.
#include "ch14_multi_gpu/sort_multi/sort_multi.h"

#include <algorithm>

#include "ch14_multi_gpu/sort_multi/scatter.cuh"
#include "common/check.h"
#include "common/launch.h"
#include "common/radix/one_sweep.cuh"

namespace sort_multi {

// ---- The local sort of n keys on GPU d, in its default stream. sorted need not be aligned.
void sort_locally(Team& team, int d, const Key* keys, Key* sorted, std::size_t n) {
  const CurrentDevice current(d);
  const bool unordered_first = lacking(radix::one_sweep_needs).empty();
  radix::sort<unsigned>(keys, nullptr, sorted, nullptr, n, team.scratch[d].data(), unordered_first);
}

// ---- Rung 1. The simplest way: one GPU gets all keys, and the others wait.
void sort_on_first(Team& team) {
  const bool alone = team.devices == 1;
  for (int d = 0; d < team.devices && !alone; ++d) {
    const CurrentDevice current(d);
    if (team.part(d) > 0)
      check(cudaMemcpyPeerAsync(team.first[0].data() + team.begin(d), 0, team.keys[d].data(), d,
                                team.part(d) * sizeof(Key), nullptr));
  }
  if (!alone) team.wait();  // the copies are in the streams of their GPUs
  std::fill(team.counts.begin(), team.counts.end(), 0);
  team.counts[0] = team.n;
  sort_locally(team, 0, alone ? team.keys[0].data() : team.first[0].data(), team.result[0].data(), team.n);
}

// ---- Rung 2, step by step. Keys of the sample are as far apart as possible. They are so few that the kernel stores
// them directly in host memory: a copy after it would take longer.
__global__ void sample_kernel(const Key* keys, std::size_t n, Key* sample) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < samples_of_gpu) sample[i] = keys[i * n / samples_of_gpu];
}

// The samples of all GPUs. All words become zero, and all GPUs are idle when this returns.
std::vector<Key> take_samples(Team& team) {
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    check(cudaMemsetAsync(team.words[d].data(), 0, team.words[d].bytes()));
    if (team.part(d) == 0) continue;
    sample_kernel<<<blocks_for(samples_of_gpu, 256), 256>>>(team.keys[d].data(), team.part(d),
                                                            team.host_samples.data() + d * samples_of_gpu);
    check(cudaGetLastError());
  }
  team.wait();
  std::vector<Key> samples;
  for (int d = 0; d < team.devices; ++d) {
    const Key* own = team.host_samples.data() + d * samples_of_gpu;
    if (team.part(d) > 0) samples.insert(samples.end(), own, own + samples_of_gpu);
  }
  return samples;
}

std::vector<Key> splitters_of(std::vector<Key> samples, int devices, bool halved) {
  std::vector<Key> splitters;
  std::size_t done = 0;  // samples before this one are copied
  const auto cut = [&](int thirds) {
    const std::size_t place = samples.size() * thirds / (3 * devices);
    if (!samples.empty()) std::nth_element(samples.begin() + done, samples.begin() + place, samples.end());
    splitters.push_back(samples.empty() ? 0 : samples[place]);
    done = place;
  };
  for (int d = 0; d < devices; ++d) {
    if (halved) cut(3 * d + 1);
    if (d + 1 < devices) cut(3 * d + 3);
  }
  return splitters;
}

// GPU d sends its keys to the places where their ranges are collected.
void scatter(Team& team, int d, const Ranges& ranges, const Targets& targets) {
  const CurrentDevice current(d);
  const auto kernel = ranges.used < 2   ? scatter_kernel<2>
                      : ranges.used < 4 ? scatter_kernel<4>
                      : ranges.used < 8 ? scatter_kernel<8>
                                        : scatter_kernel<most_ranges>;
  kernel<<<blocks_for(team.part(d), ScatterShape::tile), ScatterShape::threads>>>(team.keys[d].data(), team.part(d),
                                                                                  ranges, targets);
  check(cudaGetLastError());
}

// Work that GPU d gets from now on waits for the work that the others have got so far, in their default streams or in
// those of their copies.
void await_others(Team& team, int d) {
  const CurrentDevice current(d);
  for (int other = 0; other < team.devices; ++other)
    if (other != d) check(cudaStreamWaitEvent(nullptr, team.reached[other], 0));
}

// All keys have reached their GPUs when this returns: a GPU's keys come from all others.
void fetch_words(Team& team) {
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    check(cudaEventRecord(team.reached[d], nullptr));
  }
  for (int d = 0; d < team.devices; ++d) {
    await_others(team, d);  // they add to its words
    const CurrentDevice current(d);
    check(cudaMemcpyAsync(&team.fetched(d, 0), team.words[d].data(), team.words[d].bytes(), cudaMemcpyDeviceToHost));
  }
  team.wait();
}

void sample_sort(Team& team) {
  const Ranges ranges = ranges_of(splitters_of(take_samples(team), team.devices));
  Targets targets{};
  for (int r = 0; r < team.devices; ++r) {
    targets.to[r] = team.first[r].data();
    targets.next[r] = team.words[r].data();
  }
  for (int d = 0; d < team.devices; ++d) scatter(team, d, ranges, targets);
  fetch_words(team);
  for (int d = 0; d < team.devices; ++d) {
    team.counts[d] = team.fetched(d, 0);
    sort_locally(team, d, team.first[d].data(), team.result[d].data(), team.counts[d]);
  }
}

// ---- Rung 3. Same as rung 2, except that each range is divided again. Only its lower third crosses the link at once.
// The rest that belongs to other GPUs is collected in local memory, and copied while those sort the lower third.
Targets targets_in_two(Team& team, int d) {
  Targets targets{};
  for (int r = 0; r < team.devices; ++r) {
    targets.to[2 * r] = team.first[r].data();
    targets.next[2 * r] = team.words[r].data();
    targets.to[2 * r + 1] = r == d ? team.second[d].data() : team.sent(d, r);
    targets.next[2 * r + 1] = team.words[d].data() + 1 + r;
  }
  return targets;
}

// GPU r's own keys are at the front of second[r] already. Returns how many there will be.
std::size_t gather_second(Team& team, int r) {
  std::size_t count = team.fetched(r, 1 + r);
  for (int d = 0; d < team.devices; ++d) {
    const std::size_t more = team.fetched(d, 1 + r);
    if (d == r || more == 0) continue;
    const CurrentDevice current(d);
    check(
        cudaMemcpyPeerAsync(team.second[r].data() + count, r, team.sent(d, r), d, more * sizeof(Key), team.copies[d]));
    count += more;
  }
  return count;
}

void sample_sort_hidden(Team& team) {
  const Ranges ranges = ranges_of(splitters_of(take_samples(team), team.devices, true));
  for (int d = 0; d < team.devices; ++d) scatter(team, d, ranges, targets_in_two(team, d));
  fetch_words(team);

  for (int r = 0; r < team.devices; ++r)
    sort_locally(team, r, team.first[r].data(), team.result[r].data(), team.fetched(r, 0));
  std::vector<std::size_t> second;
  for (int r = 0; r < team.devices; ++r) second.push_back(gather_second(team, r));
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    check(cudaEventRecord(team.reached[d], team.copies[d]));
  }
  for (int r = 0; r < team.devices; ++r) {
    const std::size_t lower = team.fetched(r, 0);
    await_others(team, r);
    sort_locally(team, r, team.second[r].data(), team.result[r].data() + lower, second[r]);
    team.counts[r] = lower + second[r];
  }
}

}  // namespace sort_multi
