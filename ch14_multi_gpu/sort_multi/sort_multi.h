// A sort on all GPUs: a sample determines the ranges, every key goes to the GPU of its range, and each sorts its own.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ch15_patterns/one_sweep/one_sweep.h"
#include "common/check.h"
#include "common/devices.h"
#include "common/owners.h"
#include "common/sort_task.h"

namespace sort_multi {

using sorts::Key;

inline constexpr int most_devices = 8, most_ranges = 2 * most_devices;
// A GPU's sample: groups of neighbouring keys, which another GPU loads with a memory transaction for each group.
inline constexpr int samples_of_gpu = 4096, sample_group = 8;
using one_sweep::most_keys;  // of the local sort
inline constexpr Needs needs = one_sweep::stable_passes_needs;

// The GPUs that sort together, and their memory for n keys in all. Any of them may get all keys: equal keys cannot be
// split. Throws std::invalid_argument, Unsupported if they cannot access each other's memory or add to words there,
// CudaError.
class Team {
 public:
  Team(int devices, std::size_t n);

  void set(const std::vector<Key>& all);  // n keys; GPU d gets the d-th part, which differ by one key at most
  void spoil();                           // the results and the intermediate arrays
  std::vector<Key> sorted() const;        // the first GPU's keys, then the second one's, …
  std::size_t begin(int device) const { return n * device / devices; }
  std::size_t part(int device) const { return begin(device + 1) - begin(device); }
  void wait() const { synchronize_devices(devices); }

  static constexpr int words_of_gpu = 1 + most_devices;
  // Those of two sorts in turn: this one's are clear, and it clears the next one's.
  unsigned long long* words_now(int device) { return words[device].data() + turn % 2 * words_of_gpu; }
  unsigned long long* words_next(int device) { return words[device].data() + (turn + 1) % 2 * words_of_gpu; }
  unsigned long long& fetched(int device, int word) { return host_words.data()[device * words_of_gpu + word]; }
  Key* sent(int from, int to) { return staged[from].data() + to * share_; }  // space for all keys of GPU `from`

  const int devices;
  const std::size_t n;
  // Received keys: those sorted first, and those sorted second. staged: those to be sent later, by GPU.
  std::vector<DeviceBuffer<Key>> keys, first, second, staged, result;
  // How many keys are in first; then, for each GPU, how many of this one's belong in that one's second. Twice.
  std::vector<DeviceBuffer<unsigned long long>> words;
  unsigned turn = 0;                         // sorts so far
  std::vector<DeviceBuffer<Key>> splitters;  // the first key of each range but the first
  std::vector<DeviceBuffer<char>> scratch;   // of the local sort
  std::vector<std::size_t> counts;           // keys on each GPU at the end
  PinnedBuffer<unsigned long long> host_words;
  std::vector<Stream> copies;  // of each GPU, beside its default stream
  std::vector<Event> reached;  // of each GPU, for the others to wait for

 private:
  std::size_t share_;  // of a GPU in staged
  PeerAccess access_;
};

// The rungs sort the keys of all GPUs; the result is distributed over the GPUs. They wait for the GPUs in between, but
// not for the end; what a GPU gets afterwards waits for all. The keys are not changed. Throw CudaError.
struct Rung {
  const char* name;
  void (*run)(Team& team);
};

std::span<const Rung> ladder();

// The range of a key is the number of splitters that are not greater than it. There is a range for each GPU, with about
// an equal part of the sample. halved: each of these ranges is divided again, after a third of its part.
inline int splitters_for(int devices, bool halved) {
  return (halved ? 2 : 1) * devices - 1;
}

// The place of the i-th key of the sample among n keys: groups are spread evenly.
__host__ __device__ constexpr std::size_t sample_place(std::size_t i, std::size_t n) {
  const std::size_t group = i / sample_group * n / (samples_of_gpu / sample_group) / sample_group * sample_group;
  const std::size_t place = group + i % sample_group;
  return place < n ? place : n - 1;
}

// The first step of the rungs but the first, for n > 0: every GPU computes all splitters from a sample of all keys, and
// clears its words of the next sort. Does not wait. Throws CudaError.
void find_splitters(Team& team, bool halved);

}  // namespace sort_multi
