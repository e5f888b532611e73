// A sort over all GPUs: a sample tells where to cut, every key goes to the GPU of its range, and each sorts its own.
#pragma once

#include <cstddef>
#include <vector>

#include "common/device.h"
#include "common/device_buffer.h"
#include "common/devices.h"
#include "common/radix/one_sweep_needs.h"
#include "common/sort_task.h"

namespace sort_multi {

using sorts::Key;

inline constexpr int most_devices = 8;
inline constexpr int samples_of_gpu = 1024;
inline constexpr std::size_t most_keys = (std::size_t{1} << 30) - 1;  // that the local sort counts in 32 bits
inline constexpr Needs needs = radix::stable_passes_needs;            // of the local sort

// The GPUs that sort together, and their memory for n keys in all. Any of them may get all keys: equal keys cannot be
// parted. Throws std::invalid_argument, Unsupported if they do not reach each other's memory, CudaError.
class Team {
 public:
  Team(int devices, std::size_t n);

  void set(const std::vector<Key>& all);  // n keys; GPU d gets the d-th part, which differ by one key at most
  void spoil();                           // the results
  std::vector<Key> sorted() const;        // the first GPU's keys, then the second one's, …
  std::size_t begin(int device) const { return n * device / devices; }
  std::size_t part(int device) const { return begin(device + 1) - begin(device); }
  void wait() const { synchronize_devices(devices); }

  const int devices;
  const std::size_t n;
  std::vector<DeviceBuffer<Key>> keys, received, result, samples;
  std::vector<DeviceBuffer<unsigned long long>> words;  // counts for each GPU, or where its next key goes
  std::vector<DeviceBuffer<char>> scratch;              // of the local sort
  std::vector<std::size_t> counts;                      // keys that each GPU has in the end

 private:
  PeerAccess access_;
};

// The rungs sort the keys of all GPUs; the result lies in parts on the GPUs. They wait for the GPUs in between, but not
// for the end. The keys are not changed. Throw CudaError.
void sort_on_first(Team& team);  // all keys go to the first GPU
void sample_sort(Team& team);

struct Rung {
  const char* name;
  void (*run)(Team& team);
};

inline constexpr Rung ladder[] = {{"sort_on_first", sort_on_first}, {"sample_sort", sample_sort}};

// Where a range ends and the next one begins, for so many GPUs: the range of a key is how many of the devices - 1
// splitters are not greater than it. Every samples.size() / devices-th of the sorted samples.
std::vector<Key> splitters_of(std::vector<Key> samples, int devices);

}  // namespace sort_multi
