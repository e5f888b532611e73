// nvcc argon.cu && ./a.out
//
// A crystal of argon in a periodic box, one thread per atom: a list of neighbours, the Lennard-Jones force between
// them, velocity Verlet, and the energy, which should stay constant. ./a.out CELLS STEPS chooses other sizes.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

// eV, Å, atomic mass unit and K; the unit of time is then 10.18051 fs.
constexpr float epsilon = 1.032e-2f, sigma = 3.405f, mass = 40, boltzmann = 8.617343e-5f, dt = 5 / 10.18051f;
constexpr float spacing = 5.385f, temperature = 60;  // of the crystal's cells, at the start
constexpr float cutoff = 10, skin = 2;               // no force beyond the cutoff; the list reaches further
constexpr float c2 = sigma * sigma / (cutoff * cutoff), c6 = c2 * c2 * c2, at_cutoff = c6 * c6 - c6;
constexpr int block_size = 128, most_neighbours = 224;

// In managed memory, n values each, in a cube of side box. Neighbour k of atom i is list[k * n + i], beside others.
struct Atoms {
  int n;
  float box, *energy{};
  float3 *x{}, *v{}, *f{};
  int *count{}, *list{};
};

// The difference to the nearest periodic image.
__device__ float nearest(float d, float box) {
  return d - box * rintf(d / box);
}

__device__ float3 apart(const Atoms& a, int i, int j) {
  const float3 p = a.x[i], q = a.x[j];
  return {nearest(q.x - p.x, a.box), nearest(q.y - p.y, a.box), nearest(q.z - p.z, a.box)};
}

__host__ __device__ float squared(float3 d) {
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

__device__ void add(float3& sum, float factor, float3 d) {
  sum.x += factor * d.x, sum.y += factor * d.y, sum.z += factor * d.z;
}

// Each thread finds the neighbours of its atom among all atoms.
__global__ void list_kernel(Atoms a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  int count = 0;
  for (int j = 0; j < a.n; ++j) {
    if (j == i || squared(apart(a, i, j)) >= (cutoff + skin) * (cutoff + skin)) continue;
    if (count < most_neighbours) a.list[count * a.n + i] = j;
    ++count;
  }
  a.count[i] = min(count, most_neighbours);
}

__global__ void force_kernel(Atoms a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  float3 force = {0, 0, 0};
  float energy = 0;
  for (int k = 0; k < a.count[i]; ++k) {
    const float3 d = apart(a, i, a.list[k * a.n + i]);
    const float r2 = squared(d);
    if (r2 >= cutoff * cutoff) continue;
    const float s2 = sigma * sigma / r2, s6 = s2 * s2 * s2;
    add(force, -24 * epsilon * (2 * s6 * s6 - s6) / r2, d);  // away from the other atom if they are too near
    energy += 2 * epsilon * (s6 * s6 - s6 - at_cutoff);      // half of the pair's potential, which is 0 at the cutoff
  }
  a.f[i] = force;
  a.energy[i] = energy;
}

// Half a kick by the force, then the move if there is one. Two of these, with a new force between them, are a step.
__global__ void kick_kernel(Atoms a, float move) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.n) return;
  add(a.v[i], dt / 2 / mass, a.f[i]);
  add(a.x[i], move, a.v[i]);
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

// Four atoms per cell in the crystal's places: a corner, and the middles of the three faces beside it. Velocities are
// random; every second atom has the opposite of the one before it, so that the crystal as a whole stays where it is.
void fill(const Atoms& a, int cells) {
  std::mt19937 random(1);
  std::normal_distribution<float> velocity(0, std::sqrt(boltzmann * temperature / mass));
  for (int i = 0; i < a.n; ++i) {
    const int cell = i / 4, corner = i % 4;
    const auto place = [&](int cell, int axis) {
      return spacing * (cell % cells + (corner != 0 && corner != axis ? 0.5f : 0.0f));
    };
    a.x[i] = {place(cell, 1), place(cell / cells, 2), place(cell / cells / cells, 3)};
    if (i % 2 == 0) a.v[i] = {velocity(random), velocity(random), velocity(random)};
    if (i % 2 == 1) a.v[i] = {-a.v[i - 1].x, -a.v[i - 1].y, -a.v[i - 1].z};
  }
}

// Prints the energies per atom and returns their sum.
double report(const Atoms& a, int step) {
  check(cudaDeviceSynchronize());  // the host reads what kernels have written
  double kinetic = 0, potential = 0;
  for (int i = 0; i < a.n; ++i) {
    kinetic += mass / 2 * squared(a.v[i]) / a.n;
    potential += a.energy[i] / a.n;
  }
  std::printf("step %4d: %6.2f K, %.5f eV + %.5f eV = %.6f eV\n", step, kinetic / (1.5 * boltzmann), kinetic, potential,
              kinetic + potential);
  return kinetic + potential;
}

int main(int argc, char** argv) {
  const int cells = argc > 1 ? std::atoi(argv[1]) : 5, steps = argc > 2 ? std::atoi(argv[2]) : 100;
  if (cells < 5 || cells > 100 || steps < 0) return std::fprintf(stderr, "usage: argon [cells: 5 to 100] [steps]\n"), 2;
  Atoms a{4 * cells * cells * cells, cells * spacing};
  for (float3** array : {&a.x, &a.v, &a.f}) check(cudaMallocManaged(array, a.n * sizeof(float3)));
  check(cudaMallocManaged(&a.energy, a.n * sizeof(float)));
  for (int** array : {&a.count, &a.list}) check(cudaMallocManaged(array, most_neighbours * a.n * sizeof(int)));
  fill(a, cells);

  const int blocks = (a.n + block_size - 1) / block_size;
  list_kernel<<<blocks, block_size>>>(a);
  force_kernel<<<blocks, block_size>>>(a);
  check(cudaGetLastError());
  std::printf("%d atoms: temperature, kinetic + potential energy per atom\n", a.n);
  double before = report(a, 0), after = before;
  for (int step = 1; step <= steps; ++step) {
    kick_kernel<<<blocks, block_size>>>(a, dt);
    force_kernel<<<blocks, block_size>>>(a);
    kick_kernel<<<blocks, block_size>>>(a, 0);
    check(cudaGetLastError());
    if (step % 20 == 0 || step == steps) after = report(a, step);
  }
  list_kernel<<<blocks, block_size>>>(a);  // if a pair was missing in the old list, the new one has another energy
  force_kernel<<<blocks, block_size>>>(a);
  check(cudaGetLastError());
  const double anew = report(a, steps);
  const bool right = std::fabs(after - before) < 1e-5 && std::fabs(anew - after) < 1e-7;
  std::printf("the energy changed by %.1e eV, by the new list %.1e eV: %s\n", after - before, anew - after,
              right ? "right" : "WRONG");
  for (void* array : std::initializer_list<void*>{a.x, a.v, a.f, a.energy, a.count, a.list}) check(cudaFree(array));
  return right ? 0 : 1;
}
