// The team's memory: how keys are set and read.
#include <stdexcept>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/check.h"
#include "common/lesson.h"

namespace sort_multi {

int checked(int devices, std::size_t n) {
  if (devices < 1 || devices > most_devices) throw std::invalid_argument("a team has 1 to 8 GPUs");
  if (n > most_keys) throw std::invalid_argument("more keys than the local sort can count");
  if (!all_reach_all(devices)) throw Unsupported("these GPUs cannot access each other's memory");
  for (int device = 0; device < devices; ++device) {
    for (int peer = 0; peer < devices; ++peer) {
      int can_add = 1;
      if (device != peer) check(cudaDeviceGetP2PAttribute(&can_add, cudaDevP2PAttrNativeAtomicSupported, device, peer));
      if (!can_add) throw Unsupported("these GPUs cannot add to words in each other's memory");
    }
  }
  return devices;
}

Team::Team(int devices, std::size_t n)
    : devices(checked(devices, n)),
      n(n),
      counts(devices),
      host_words(devices * words_of_gpu),
      share_((n / devices + 32) / 32 * 32),
      access_(devices) {
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    keys.emplace_back(part(d));
    first.emplace_back(n);
    second.emplace_back(n);
    staged.emplace_back(devices * share_);
    result.emplace_back(n);
    words.emplace_back(2 * words_of_gpu);
    words[d].fill_bytes(0);
    splitters.emplace_back(most_ranges - 1);
    scratch.emplace_back(one_sweep::scratch_bytes(n));
    copies.emplace_back();
    reached.emplace_back();
  }
}

void Team::set(const std::vector<Key>& all) {
  if (all.size() != n) throw std::invalid_argument("a team takes as many keys as it has memory for");
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    keys[d].copy_from({all.begin() + begin(d), all.begin() + begin(d + 1)});
  }
  wait();
}

void Team::spoil() {
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    for (DeviceBuffer<Key>* buffer : {&first[d], &second[d], &staged[d], &result[d], &splitters[d]})
      buffer->fill_bytes(0xFF);
    check(cudaMemsetAsync(words_now(d), 0xFF, words_of_gpu * sizeof *words_now(d)));  // the next sort uses the others
  }
  wait();
}

std::vector<Key> Team::sorted() const {
  std::vector<Key> all;
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    const std::vector<Key> own = result[d].to_host(counts[d]);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace sort_multi
