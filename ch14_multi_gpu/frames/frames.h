// A film of images whose parts differ in cost, on all GPUs: whole images for each, or a part of every
// image.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "common/devices.h"
#include "common/owners.h"

namespace frames {

using Count = unsigned short;

// A zoom into the Mandelbrot set. Frame f shows a square around (-0.743643, 0.131826), 0.7 times as wide as the one
// before; a point's value is the number of steps of z = z^2 + c that keep |z| within 2, at most `most` (below 65536).
struct Film {
  int frames, rows, cols, most;

  std::size_t points() const { return static_cast<std::size_t>(rows) * cols; }
};

// The position of frame f's point (0, 0), and the distance of its points.
struct View {
  float left, top, pitch;
};
inline View view_of(const Film& film, int frame) {
  const float width = 3 * std::pow(0.7f, static_cast<float>(frame));
  const float pitch = width / static_cast<float>(film.cols);
  return {-0.743643f - width / 2, 0.131826f - pitch * static_cast<float>(film.rows) / 2, pitch};
}

// The reference for one point. Every product and every sum is rounded, as in the kernel: a difference of one step would
// change the image.
inline Count steps_cpu(const View& view, int row, int col, int most) {
  const float cx = view.left + view.pitch * static_cast<float>(col);
  const float cy = view.top + view.pitch * static_cast<float>(row);
  float x = 0, y = 0;
  int step = 0;
  while (step < most && x * x + y * y <= 4) {
    const float next = (x * x - y * y) + cx;
    y = (2 * x) * y + cy;
    x = next;
    ++step;
  }
  return static_cast<Count>(step);
}

// The resources of the rungs: a stream and memory for a frame on each GPU, and the film in host memory.
class Studio {
 public:
  Studio(int devices, const Film& film);
  void wait() const;
  Count* frame(int f) { return out.data() + film.points() * f; }

  const int devices;
  const Film film;
  std::vector<Stream> streams;
  std::vector<DeviceBuffer<Count>> memory;
  PinnedBuffer<Count> out;  // frames, rows, columns
};

// The rungs compute the first `frames` frames of the film into studio.out. They return when all are complete. Throw
// CudaError.
struct Rung {
  const char* name;
  void (*run)(Studio& studio, int frames);
};

std::span<const Rung> ladder();

}  // namespace frames
