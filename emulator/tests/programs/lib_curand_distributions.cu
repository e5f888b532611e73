// Normal, log-normal and Poisson numbers, printed to the precision of a GPU's fast sine, and their moments.
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

template <class State>
__global__ void samples(double* moments, int count) {
  State state;
  curand_init(2025, threadIdx.x, 0, &state);
  double sum[5] = {}, squares[5] = {};
  for (int i = 0; i < count; ++i) {
    const double x[5] = {curand_normal(&state), curand_normal_double(&state),
                         curand_log_normal_double(&state, 0.25, 0.5), double(curand_poisson(&state, 3.5)),
                         double(curand_poisson(&state, 10000.0))};
    for (int k = 0; k < 5; ++k) {
      sum[k] += x[k];
      squares[k] += x[k] * x[k];
    }
  }
  for (int k = 0; k < 5; ++k) {
    atomicAdd(&moments[2 * k], sum[k]);
    atomicAdd(&moments[2 * k + 1], squares[k]);
  }
}

template <class State>
__global__ void first() {
  State state;
  curand_init(1, 0, 0, &state);
  const float2 pair = curand_normal2(&state);
  printf("%.4f %.4f |", pair.x, pair.y);
  for (int i = 0; i < 3; ++i) printf(" %.4f", curand_normal(&state));
  for (int i = 0; i < 3; ++i) printf(" %.10f", curand_normal_double(&state));
  printf(" | %.3f |", curand_log_normal(&state, 0.0f, 1.0f));
  for (int i = 0; i < 8; ++i) printf(" %u", curand_poisson(&state, 4.0));
  printf("\n");
}

template <class State>
void show(const char* name) {
  printf("%s\n", name);
  first<State><<<1, 1>>>();
  double* moments;
  cudaMallocManaged(&moments, 10 * sizeof(double));
  for (int i = 0; i < 10; ++i) moments[i] = 0;
  const int threads = 64, count = 500;
  samples<State><<<1, threads>>>(moments, count);
  cudaDeviceSynchronize();
  for (int k = 0; k < 5; ++k) {
    const double mean = moments[2 * k] / threads / count, square = moments[2 * k + 1] / threads / count;
    printf("mean %.3f deviation %.3f\n", mean, std::sqrt(square - mean * mean));
  }
  cudaFree(moments);
}

int main() {
  show<curandStateXORWOW_t>("XORWOW");
  show<curandStatePhilox4_32_10_t>("Philox4x32-10");
  show<curandStateMRG32k3a_t>("MRG32k3a");
}
