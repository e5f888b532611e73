// Sample sort: GPU d gets the keys of the d-th range, and sorts them locally. So each key crosses a link at most once,
// and the local sort is that of chapter 15. The sample determines how evenly the keys are distributed, but not whether
// the result is right.
#include "ch14_multi_gpu/sort_multi/sort_multi.h"

#include <algorithm>

#include "ch14_multi_gpu/sort_multi/scatter.cuh"
#include "common/check.h"

namespace sort_multi {
namespace {

// ---- The local sort of at most `most` keys on GPU d, in its default stream: that of ch15_patterns/one_sweep.
one_sweep::Part local_sort(Team& team, int d, const Key* keys, Key* sorted, std::size_t most) {
  return {keys, sorted, most, team.scratch[d].data()};
}

void sort_locally(Team& team, int d, const Key* keys, Key* sorted, std::size_t n) {
  if (n == 0) return;
  const one_sweep::Part sort = local_sort(team, d, keys, sorted, n);
  const CurrentDevice current(d);
  one_sweep::begin(sort, nullptr);
  one_sweep::finish(sort, n);
}

// ---- How the GPUs wait for each other. Every rung ends with a meeting, which the host asks for while they are busy.
// Work that GPU d gets from now on waits for the work that the others have got so far, in their default streams or in
// those of their copies.
void await_others(Team& team, int d) {
  const CurrentDevice current(d);
  for (int other = 0; other < team.devices; ++other)
    if (other != d) check(cudaStreamWaitEvent(nullptr, team.reached[other], 0));
}

// All GPUs' default streams meet: what they get from now on waits for what all have got so far.
void meet(Team& team) {
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    check(cudaEventRecord(team.reached[d], nullptr));
  }
  for (int d = 0; d < team.devices; ++d) await_others(team, d);
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
  meet(team);  // before the next sort writes into the memory of all
}

// ---- Rung 2, step by step.
// GPU d sends its keys to the places where their ranges are collected.
void scatter(Team& team, int d, bool halved, const Targets& targets) {
  const int used = splitters_for(team.devices, halved);
  const auto kernel = used < 2   ? scatter_kernel<2>
                      : used < 4 ? scatter_kernel<4>
                      : used < 8 ? scatter_kernel<8>
                                 : scatter_kernel<most_ranges>;
  const CurrentDevice current(d);
  kernel<<<blocks_for(team.part(d), ScatterShape::tile), ScatterShape::threads>>>(
      team.keys[d].data(), team.part(d), team.splitters[d].data(), used, targets);
  check(cudaGetLastError());
}

// After a meeting: copies the words to the host, beside what the default streams do next.
void start_fetching(Team& team) {
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    for (const Event& reached : team.reached) check(cudaStreamWaitEvent(team.copies[d], reached, 0));
    check(cudaMemcpyAsync(&team.fetched(d, 0), team.words_now(d), Team::words_of_gpu * sizeof(unsigned long long),
                          cudaMemcpyDeviceToHost, team.copies[d]));
  }
}

void wait_for_words(Team& team) {
  for (const Stream& copies : team.copies) copies.wait();
}

void sample_sort(Team& team) {
  if (team.n == 0) return;
  ++team.turn;
  find_splitters(team, false);
  Targets targets{};
  for (int r = 0; r < team.devices; ++r) {
    targets.to[r] = team.first[r].data();
    targets.next[r] = team.words_now(r);
  }
  for (int d = 0; d < team.devices; ++d) scatter(team, d, false, targets);
  meet(team);  // all keys have arrived
  start_fetching(team);
  wait_for_words(team);
  for (int d = 0; d < team.devices; ++d) {
    team.counts[d] = team.fetched(d, 0);
    sort_locally(team, d, team.first[d].data(), team.result[d].data(), team.counts[d]);
  }
  meet(team);  // before the next sort writes into the memory of all
}

// ---- Rung 3. Same as rung 2, except that each range is divided again, and that the GPUs need not wait for the host.
// Only the lower third of a range crosses the link at once. The rest that belongs to other GPUs is collected in local
// memory, and copied while those sort the lower third. They begin to do so with the number of keys in their memory,
// before the host knows it.
Targets targets_in_two(Team& team, int d) {
  Targets targets{};
  for (int r = 0; r < team.devices; ++r) {
    targets.to[2 * r] = team.first[r].data();
    targets.next[2 * r] = team.words_now(r);
    targets.to[2 * r + 1] = r == d ? team.second[d].data() : team.sent(d, r);
    targets.next[2 * r + 1] = team.words_now(d) + 1 + r;
  }
  return targets;
}

// GPU r's own keys are at the front of second[r] already; behind them come those of the others, in the order of the
// GPUs. Each GPU begins with the one behind it: in every turn each sends to one GPU and receives from one, so that all
// links are busy at once. If all began with the first GPU, its links would limit all of them. Returns each GPU's number
// of keys.
std::vector<std::size_t> gather_seconds(Team& team) {
  const int all = team.devices;
  std::vector<std::size_t> count(all), place(std::size_t{most_devices} * most_devices);
  for (int r = 0; r < all; ++r) {
    count[r] = team.fetched(r, 1 + r);
    for (int d = 0; d < all; ++d) {
      if (d == r) continue;
      place[d * most_devices + r] = count[r];
      count[r] += team.fetched(d, 1 + r);
    }
  }
  for (int turn = 1; turn < all; ++turn)
    for (int d = 0; d < all; ++d) {
      const int r = (d + turn) % all;
      const std::size_t keys = team.fetched(d, 1 + r);
      if (keys == 0) continue;
      const CurrentDevice current(d);
      check(cudaMemcpyPeerAsync(team.second[r].data() + place[d * most_devices + r], r, team.sent(d, r), d,
                                keys * sizeof(Key), team.copies[d]));
    }
  return count;
}

void sample_sort_hidden(Team& team) {
  if (team.n == 0) return;
  ++team.turn;
  find_splitters(team, true);
  for (int d = 0; d < team.devices; ++d) scatter(team, d, true, targets_in_two(team, d));
  meet(team);
  std::vector<one_sweep::Part> lower_sorts;
  for (int r = 0; r < team.devices; ++r) {
    lower_sorts.push_back(local_sort(team, r, team.first[r].data(), team.result[r].data(), team.n));
    const CurrentDevice current(r);
    one_sweep::begin(lower_sorts[r], team.words_now(r));
  }
  start_fetching(team);
  wait_for_words(team);

  const std::vector<std::size_t> second = gather_seconds(team);
  for (int d = 0; d < team.devices; ++d) {
    const CurrentDevice current(d);
    check(cudaEventRecord(team.reached[d], team.copies[d]));
  }
  for (int r = 0; r < team.devices; ++r) {
    const CurrentDevice current(r);
    one_sweep::finish(lower_sorts[r], team.fetched(r, 0));
  }
  for (int r = 0; r < team.devices; ++r) {
    const std::size_t lower = team.fetched(r, 0);
    await_others(team, r);
    sort_locally(team, r, team.second[r].data(), team.result[r].data() + lower, second[r]);
    team.counts[r] = lower + second[r];
  }
  meet(team);  // before the next sort writes into the memory of all
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"sort_on_first", sort_on_first},
      {"sample_sort", sample_sort},
      {"sample_sort_hidden", sample_sort_hidden},
  };
  return rungs;
}

}  // namespace sort_multi
