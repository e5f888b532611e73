// nvcc verlet.cu && ./a.out
//
// Pairs of argon atoms vibrate in the Lennard-Jones potential, one thread per pair. A step of velocity Verlet is half a
// kick, a move, and half a kick by the force at the new position. The energy should stay constant: how far it strays
// shows how accurate the steps are. Each pair takes steps half as long as those of the pair before it.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                  \
  do {                                                                                               \
    const cudaError_t error = (call);                                                                \
    if (error != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::exit(3);                                                                                  \
    }                                                                                                \
  } while (0)

// eV, Å, atomic mass unit; the unit of time is then 10.18051 fs.
constexpr double epsilon = 1.032e-2, sigma = 3.405, reduced_mass = 20, fs = 1 / 10.18051;
constexpr double start = 4.0, total_time = 4000 * fs;  // distance, at rest; a bit more than three vibrations

__host__ __device__ double energy(double r, double v) {
  const double s = sigma / r, s6 = s * s * s * s * s * s;
  return 4 * epsilon * (s6 * s6 - s6) + reduced_mass / 2 * v * v;
}

__host__ __device__ double force(double r) {  // minus the potential's slope; above 0 the atoms repel each other
  const double s = sigma / r, s6 = s * s * s * s * s * s;
  return 24 * epsilon * (2 * s6 * s6 - s6) / r;
}

// The largest change of the energy during the run.
__host__ __device__ double simulate(double dt, int steps) {
  double r = start, v = 0, f = force(r), worst = 0;
  const double before = energy(r, v);
  for (int s = 0; s < steps; ++s) {
    v += dt / 2 * f / reduced_mass;
    r += dt * v;
    f = force(r);
    v += dt / 2 * f / reduced_mass;
    const double change = fabs(energy(r, v) - before);
    if (change > worst) worst = change;
  }
  return worst;
}

__global__ void simulate_kernel(double* worst, double longest, int pairs) {
  const int pair = threadIdx.x;
  if (pair >= pairs) return;
  worst[pair] = simulate(longest / (1 << pair), static_cast<int>(lround(total_time / longest)) << pair);
}

int main() {
  constexpr int pairs = 6;
  constexpr double longest = 40 * fs;
  double *d_worst, worst[pairs];
  CHECK(cudaMalloc(&d_worst, sizeof worst));
  simulate_kernel<<<1, 32>>>(d_worst, longest, pairs);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(worst, d_worst, sizeof worst, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_worst));

  // The CPU takes the same steps. Compilers fuse products and sums differently, so the last digits may differ.
  int wrong = 0;
  std::printf("step (fs)   largest change of the energy (eV)   times that of half the step\n");
  for (int p = 0; p < pairs; ++p) {
    const double dt = longest / (1 << p);
    const double expected = simulate(dt, static_cast<int>(std::lround(total_time / longest)) << p);
    if (!(std::fabs(worst[p] - expected) <= 1e-6 * expected)) ++wrong;
    std::printf("%9.2f %35.3e", dt / fs, worst[p]);
    if (p + 1 < pairs) std::printf("   %.2f", worst[p] / worst[p + 1]);
    std::printf("\n");
  }
  std::printf("%d pairs, %d differ from the CPU's\n", pairs, wrong);
  return wrong == 0 ? 0 : 1;
}
