// A volume of voxels in device memory: without gaps, with a pitch, and as an array behind a texture.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <vector>

namespace volume {

struct Size {
  int x, y, z;  // 1 or more each

  std::size_t voxels() const { return std::size_t(x) * y * z; }
};

// The reference: each voxel and its six neighbours are added; outside of the volume there is 0. Values are integers up
// to 65535, so all sums are exact.
inline std::vector<float> sums_cpu(const std::vector<float>& v, Size size) {
  const auto at = [&](int x, int y, int z) {
    if (x < 0 || x >= size.x || y < 0 || y >= size.y || z < 0 || z >= size.z) return 0.0f;
    return v[(std::size_t(z) * size.y + y) * size.x + x];
  };
  std::vector<float> sums;
  sums.reserve(v.size());
  for (int z = 0; z < size.z; ++z)
    for (int y = 0; y < size.y; ++y)
      for (int x = 0; x < size.x; ++x)
        sums.push_back(at(x, y, z) + at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                       at(x, y, z - 1) + at(x, y, z + 1));
  return sums;
}

// Two copies of a volume: one whose rows start at aligned addresses, and one in an array, in an order that only the
// device knows, with a texture that reads it. The constructor throws CudaError.
class Copies {
 public:
  Copies(const float* packed, Size size);  // packed: device memory
  ~Copies();
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  cudaPitchedPtr pitched() const { return pitched_; }
  cudaTextureObject_t texture() const { return texture_; }

 private:
  cudaPitchedPtr pitched_ = {};
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

// The rungs. packed and sums point to device memory, size.voxels() values each; copies holds the same values as packed.
// Neither is changed, all of sums is overwritten. A rung does not wait for the device, and throws CudaError if a launch
// fails.
struct Rung {
  const char* name;
  void (*run)(const float* packed, const Copies& copies, float* sums, Size size);
};

std::span<const Rung> ladder();

}  // namespace volume
