// Array of structures and structure of arrays.
//
// A warp that reads one member of an array of structures makes a strided read: the addresses of its 32 threads are 32
// bytes apart, so it needs 32 sectors for 128 useful bytes. The sectors are not wasted only if the other members are
// read before they leave the cache.
#include "ch07_global/struct_layout/struct_layout.h"

#include <cmath>

#include "common/check.h"

namespace struct_layout {

constexpr int block_size = 256;

std::vector<float> masses_cpu(const std::vector<float>& particles, std::size_t n, Layout layout) {
  std::vector<float> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = 2 * particles[place(layout, i, mass, n)];
  return result;
}

std::vector<float> drift_cpu(const std::vector<float>& particles, std::size_t n, float dt, Layout layout) {
  std::vector<float> moved = particles;
  for (std::size_t i = 0; i < n; ++i)
    for (const auto& [position, velocity] : {std::pair{x, vx}, {y, vy}, {z, vz}})
      moved[place(layout, i, position, n)] =
          std::fmaf(particles[place(layout, i, velocity, n)], dt, particles[place(layout, i, position, n)]);
  return moved;
}

namespace {

// ---- Rung 1. An array of structures as on a CPU: every member is a separate load.
struct Particle {
  float x, y, z, mass, vx, vy, vz, charge;
};

__global__ void masses_members_kernel(const Particle* particles, float* result, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) result[i] = 2 * particles[i].mass;
}

__global__ void drift_members_kernel(const Particle* particles, float dt, Particle* moved, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  moved[i].x = fmaf(particles[i].vx, dt, particles[i].x);
  moved[i].y = fmaf(particles[i].vy, dt, particles[i].y);
  moved[i].z = fmaf(particles[i].vz, dt, particles[i].z);
  moved[i].mass = particles[i].mass;
  moved[i].vx = particles[i].vx;
  moved[i].vy = particles[i].vy;
  moved[i].vz = particles[i].vz;
  moved[i].charge = particles[i].charge;
}

void masses_members(const float* particles, float* result, std::size_t n) {
  masses_members_kernel<<<blocks_for(n, block_size), block_size>>>(reinterpret_cast<const Particle*>(particles), result,
                                                                   n);
  check(cudaGetLastError());
}

void drift_members(const float* particles, float dt, float* moved, std::size_t n) {
  drift_members_kernel<<<blocks_for(n, block_size), block_size>>>(reinterpret_cast<const Particle*>(particles), dt,
                                                                  reinterpret_cast<Particle*>(moved), n);
  check(cudaGetLastError());
}

// ---- Rung 2. The same structures, except that a particle is two float4: two 16-byte loads instead of eight of 4
// bytes. Each load uses half of a particle's sector. Reading one field still moves the whole sector.
__global__ void masses_vectors_kernel(const float4* particles, float* result, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) result[i] = 2 * particles[2 * i].w;
}

__global__ void drift_vectors_kernel(const float4* particles, float dt, float4* moved, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  const float4 position = particles[2 * i], velocity = particles[2 * i + 1];
  moved[2 * i] = make_float4(fmaf(velocity.x, dt, position.x), fmaf(velocity.y, dt, position.y),
                             fmaf(velocity.z, dt, position.z), position.w);
  moved[2 * i + 1] = velocity;
}

void masses_vectors(const float* particles, float* result, std::size_t n) {
  masses_vectors_kernel<<<blocks_for(n, block_size), block_size>>>(reinterpret_cast<const float4*>(particles), result,
                                                                   n);
  check(cudaGetLastError());
}

void drift_vectors(const float* particles, float dt, float* moved, std::size_t n) {
  drift_vectors_kernel<<<blocks_for(n, block_size), block_size>>>(reinterpret_cast<const float4*>(particles), dt,
                                                                  reinterpret_cast<float4*>(moved), n);
  check(cudaGetLastError());
}

// ---- Rung 3. A structure of arrays: neighbouring threads read neighbouring values of any field, and a field that a
// kernel does not use is not moved.
__global__ void masses_arrays_kernel(const float* particles, float* result, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) result[i] = 2 * particles[mass * n + i];
}

__global__ void drift_arrays_kernel(const float* particles, float dt, float* moved, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  moved[x * n + i] = fmaf(particles[vx * n + i], dt, particles[x * n + i]);
  moved[y * n + i] = fmaf(particles[vy * n + i], dt, particles[y * n + i]);
  moved[z * n + i] = fmaf(particles[vz * n + i], dt, particles[z * n + i]);
  moved[mass * n + i] = particles[mass * n + i];
  moved[vx * n + i] = particles[vx * n + i];
  moved[vy * n + i] = particles[vy * n + i];
  moved[vz * n + i] = particles[vz * n + i];
  moved[charge * n + i] = particles[charge * n + i];
}

void masses_arrays(const float* particles, float* result, std::size_t n) {
  masses_arrays_kernel<<<blocks_for(n, block_size), block_size>>>(particles, result, n);
  check(cudaGetLastError());
}

void drift_arrays(const float* particles, float dt, float* moved, std::size_t n) {
  drift_arrays_kernel<<<blocks_for(n, block_size), block_size>>>(particles, dt, moved, n);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"structures_by_members", Layout::structures, masses_members, drift_members},
      {"structures_by_vectors", Layout::structures, masses_vectors, drift_vectors},
      {"arrays", Layout::arrays, masses_arrays, drift_arrays},
  };
  return rungs;
}

}  // namespace struct_layout
