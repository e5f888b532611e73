// Conway's game of life in linear memory, and in arrays that kernels write through surfaces.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace surfaces {

using Cell = std::uint16_t;  // 1: alive, 0: dead

// The reference, one generation: a cell with three living neighbours is alive next, and one with two stays what it is.
// Outside of the world there is no life.
inline std::vector<Cell> next_cpu(const std::vector<Cell>& world, int width, int height) {
  const auto at = [&](int x, int y) {
    return x < 0 || x >= width || y < 0 || y >= height ? 0 : int{world[std::size_t(y) * width + x]};
  };
  std::vector<Cell> next(world.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int neighbours = at(x - 1, y - 1) + at(x, y - 1) + at(x + 1, y - 1) + at(x - 1, y) + at(x + 1, y) +
                             at(x - 1, y + 1) + at(x, y + 1) + at(x + 1, y + 1);
      next[std::size_t(y) * width + x] = neighbours == 3 || (neighbours == 2 && at(x, y) == 1);
    }
  return next;
}

// Two worlds, this generation and the next one, each in linear memory and in an array. Member functions throw
// CudaError; width and height are 1 or more.
class Worlds {
 public:
  Worlds(int width, int height);
  ~Worlds();
  Worlds(const Worlds&) = delete;
  Worlds& operator=(const Worlds&) = delete;

  // World 0 gets these cells, and world 1 cells that are neither alive nor dead.
  void load(const std::vector<Cell>& cells);
  // The cells of a world: from its array, or from linear memory.
  std::vector<Cell> cells(int world, bool in_array) const;

  int width() const { return width_; }
  int height() const { return height_; }
  Cell* linear(int world) const { return linear_[world]; }
  cudaSurfaceObject_t surface(int world) const { return surfaces_[world]; }
  cudaTextureObject_t texture(int world) const { return textures_[world]; }

 private:
  void release();

  int width_, height_;
  Cell* linear_[2] = {};
  cudaArray_t arrays_[2] = {};
  cudaSurfaceObject_t surfaces_[2] = {};
  cudaTextureObject_t textures_[2] = {};
};

// The rungs: world `from`, 0 or 1, becomes one generation older in the other one. A rung does not wait for the device,
// and throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*step)(const Worlds& worlds, int from);
  bool in_arrays;  // or in linear memory
};

std::span<const Rung> ladder();

}  // namespace surfaces
