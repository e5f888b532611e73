// The team's memory: how keys come and go.
#include <stdexcept>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/radix/one_sweep.cuh"

namespace sort_multi {

int checked(int devices, std::size_t n) {
  if (devices < 1 || devices > most_devices) throw std::invalid_argument("a team has 1 to 8 GPUs");
  if (n > most_keys) throw std::invalid_argument("more keys than the local sort can count");
  if (!all_reach_all(devices)) throw Unsupported("these GPUs do not reach each other's memory");
  return devices;
}

Team::Team(int devices, std::size_t n) : devices(checked(devices, n)), n(n), counts(devices), access_(devices) {
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    keys.emplace_back(part(d));
    received.emplace_back(n);
    result.emplace_back(n);
    samples.emplace_back(samples_of_gpu);
    words.emplace_back(most_devices);
    scratch.emplace_back(radix::one_sweep_scratch_bytes(n));
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
    result[d].fill_bytes(0xFF);
    received[d].fill_bytes(0xFF);
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
