// An image in device memory: rows without gaps, rows that start at aligned addresses (a pitch), and a texture. The work
// is a blur: each pixel becomes the average of the existing pixels around it.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace image_rows {

inline constexpr int radius = 2;  // of the blur's square: 5 x 5 pixels, fewer at the border

// The references. Values are integers up to 65535: all sums are exact, and a division is rounded once.
inline std::vector<float> grey_cpu(const std::vector<float>& colours) {
  const std::size_t n = colours.size() / 3;
  std::vector<float> grey(n);
  for (std::size_t i = 0; i < n; ++i)
    grey[i] = (77 * colours[i] + 150 * colours[n + i] + 29 * colours[2 * n + i]) / 256;
  return grey;
}

inline std::vector<float> blur_cpu(const std::vector<float>& image, int width, int height) {
  std::vector<float> result(image.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0, count = 0;
      for (int v = std::max(y - radius, 0); v <= std::min(y + radius, height - 1); ++v)
        for (int u = std::max(x - radius, 0); u <= std::min(x + radius, width - 1); ++u, ++count)
          sum += image[std::size_t(v) * width + u];
      result[std::size_t(y) * width + x] = sum / count;
    }
  }
  return result;
}

// A copy of an image whose rows start at aligned addresses, and a texture that reads it. The constructor throws
// CudaError; width and height are 1 or more.
class PitchedImage {
 public:
  PitchedImage(const float* packed, int width, int height);  // packed: device memory
  ~PitchedImage();
  PitchedImage(const PitchedImage&) = delete;
  PitchedImage& operator=(const PitchedImage&) = delete;

  const float* data() const { return data_; }
  std::size_t pitch() const { return pitch_; }  // bytes from the start of one row to that of the next
  cudaTextureObject_t texture() const { return texture_; }

 private:
  float* data_ = nullptr;
  std::size_t pitch_ = 0;
  cudaTextureObject_t texture_ = 0;
};

// Turns planes of red, green and blue, n values each, into n grey values. The weights are 77, 150 and 29 of 256, about
// as the eye weights the colours.
void grey(const float* colours, float* result, std::size_t n);

// The rungs. packed and result point to device memory, width * height values each; copy holds the same image as packed.
// Neither is changed, all of result is overwritten. A rung does not wait for the device, and throws CudaError if a
// launch fails.
struct Rung {
  const char* name;
  void (*run)(const float* packed, const PitchedImage& copy, float* result, int width, int height);
};

std::span<const Rung> ladder();

}  // namespace image_rows
