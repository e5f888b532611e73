// Many short arrays, one after the other: each is sorted separately.
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include "ch16_thrust_cub/sort_libraries/sort_libraries.h"
#include "common/check.h"
#include "common/workspace.h"

namespace sort_libraries {

std::vector<Key> segments_cpu(std::vector<Key> keys, const std::vector<int>& offsets) {
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    std::sort(keys.begin() + offsets[s], keys.begin() + offsets[s + 1]);
  return keys;
}

namespace {

// ---- Rung 1. One call per segment. The longest determines the size of their memory; in one stream they can share it.
void one_by_one(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream) {
  static Workspace<int> workspace;
  int longest = 0;
  for (int s = 0; s < segments.count(); ++s) longest = std::max(longest, segments.offsets[s + 1] - segments.offsets[s]);
  workspace.run(
      [&](void* memory, std::size_t& bytes) {
        if (!memory) return check(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, sorted, longest));
        for (int s = 0; s < segments.count(); ++s) {
          const int first = segments.offsets[s], n = segments.offsets[s + 1] - first;
          if (n == 0) continue;
          check(cub::DeviceRadixSort::SortKeys(memory, bytes, keys + first, sorted + first, n, 0, 32, stream));
        }
      },
      longest);
}

// ---- Rung 2. One call for all: a block sorts a segment by its digits. Two arrays hold the begin and the end of each
// segment; here they are one array, shifted by an element.
void segmented_radix(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream) {
  static Workspace<int, int> workspace;
  workspace.run(
      [&](void* memory, std::size_t& bytes) {
        check(cub::DeviceSegmentedRadixSort::SortKeys(memory, bytes, keys, sorted, segments.keys(), segments.count(),
                                                      segments.on_device, segments.on_device + 1, 0, 32, stream));
      },
      segments.keys(), segments.count());
}

// ---- Rung 3. Same call with another algorithm, which treats short and long segments differently: small ones by part
// of a warp, medium ones by a warp, large ones by a block.
void segmented_sort(const Key* keys, Key* sorted, const Segments& segments, cudaStream_t stream) {
  static Workspace<int, int> workspace;
  workspace.run(
      [&](void* memory, std::size_t& bytes) {
        check(cub::DeviceSegmentedSort::SortKeys(memory, bytes, keys, sorted, segments.keys(), segments.count(),
                                                 segments.on_device, segments.on_device + 1, stream));
      },
      segments.keys(), segments.count());
}

}  // namespace

std::span<const SegmentRung> segment_ladder() {
  static constexpr SegmentRung rungs[] = {
      {"one_by_one", one_by_one},
      {"segmented_radix", segmented_radix},
      {"segmented_sort", segmented_sort},
  };
  return rungs;
}

}  // namespace sort_libraries
