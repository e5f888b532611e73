// Grey and colour images as arrays of float, read from and written to PGM and PPM files (Netpbm's P2, P3, P5, P6).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Rows from top to bottom, pixels from left to right. Each channel is a separate plane (planes of width * height
// values, one after the other), so that a kernel for one channel works for all.
struct Image {
  int width = 0, height = 0;
  int channels = 1;   // 1: grey (PGM), 3: red, green, blue (PPM)
  int maximum = 255;  // the value of white: 1 to 65535
  std::vector<float> values;

  std::size_t pixels() const { return static_cast<std::size_t>(width) * height; }
  float* plane(int channel) { return values.data() + channel * pixels(); }
  const float* plane(int channel) const { return values.data() + channel * pixels(); }
};

// The sides of an image are from 1 to this: their products fit everywhere, and a grid can have blocks of eight rows.
inline constexpr int largest_side = 500'000;

// Throws UsageError (exit status 2), with the path and the reason, for a file that cannot be read, is not a PGM or PPM
// file, or is malformed: sizes out of range, too few or too many data, a value above the maximum.
Image read_image(const std::string& path);

// Binary PGM or PPM. Values are rounded and clamped to 0 ... maximum; NaN becomes 0. Throws UsageError if the image is
// inconsistent, std::runtime_error if the file cannot be written.
void write_image(const std::string& path, const Image& image);
