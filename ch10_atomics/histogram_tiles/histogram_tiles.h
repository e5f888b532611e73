// A histogram for each tile of an image: which block counts which pixels, where it counts, and how it reads them.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace histogram_tiles {

inline constexpr int tile = 64;  // a tile has 64 x 64 pixels, at the right and lower border fewer
inline constexpr int bins = 256;
using Byte = std::uint8_t;
using Count = unsigned;

// The number of tiles of an image side by side, or one above the other.
constexpr int tiles_in(int pixels) {
  return (pixels + tile - 1) / tile;
}
constexpr std::size_t counters(int width, int height) {
  return std::size_t(tiles_in(width)) * tiles_in(height) * bins;
}

// The reference. The counters of tile (i, j) begin at (j * tiles_in(width) + i) * bins.
inline std::vector<Count> count_cpu(const std::vector<Byte>& pixels, int width, int height) {
  std::vector<Count> count(counters(width, height), 0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::size_t number = std::size_t(y / tile) * tiles_in(width) + x / tile;
      ++count[number * bins + pixels[std::size_t(y) * width + x]];
    }
  return count;
}

// An image of grey bytes in device memory whose rows start at aligned addresses, and a texture that reads it. The
// constructor throws CudaError; width and height are 1 or more.
class Picture {
 public:
  Picture(const std::vector<Byte>& pixels, int width, int height);
  ~Picture();
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;

  const Byte* data() const { return data_; }
  std::size_t pitch() const { return pitch_; }  // bytes from the start of one row to that of the next
  cudaTextureObject_t texture() const { return texture_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_, height_;
  Byte* data_ = nullptr;
  std::size_t pitch_ = 0;
  cudaTextureObject_t texture_ = 0;
};

// The rungs. count points to device memory, counters(width, height) of them; all are overwritten, the picture is not
// changed. A rung does not wait for the device, and throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const Picture& picture, Count* count);
};

std::span<const Rung> ladder();

}  // namespace histogram_tiles
