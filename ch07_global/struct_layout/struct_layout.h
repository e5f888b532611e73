// Particles of eight values: an array of structures or a structure of arrays? The answer depends on how many of the
// fields a kernel uses, and on how it loads them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace struct_layout {

enum Field { x, y, z, mass, vx, vy, vz, charge, fields };

enum class Layout {
  structures,  // array of structures: the eight values of a particle are contiguous
  arrays,      // structure of arrays: the n values of a field are contiguous
};

inline std::size_t place(Layout layout, std::size_t particle, int field, std::size_t n) {
  return layout == Layout::structures ? particle * fields + field : field * n + particle;
}

// The references, for particles in the given layout. All arithmetic is one rounding per result or an exact fma, so all
// rungs must agree in every bit.
std::vector<float> masses_cpu(const std::vector<float>& particles, std::size_t n, Layout layout);
std::vector<float> drift_cpu(const std::vector<float>& particles, std::size_t n, float dt, Layout layout);

// The rungs: particles (8 n values in the rung's layout) and results point to device memory; particles is not changed,
// n may be 0, particles is aligned as cudaMalloc aligns. They do not wait for the device, and throw CudaError if a
// launch fails.
//   masses: result[i] = 2 * mass of particle i (n values): one field of eight is used.
//   drift: moved = particles after position += velocity * dt (8 n values): all fields are used.
struct Rung {
  const char* name;
  Layout layout;
  void (*masses)(const float* particles, float* result, std::size_t n);
  void (*drift)(const float* particles, float dt, float* moved, std::size_t n);
};

std::span<const Rung> ladder();

}  // namespace struct_layout
