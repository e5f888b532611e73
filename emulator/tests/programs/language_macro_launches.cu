// Launches inside macros, and error macros as the SDK's helper headers have them.
#include <cstdio>
#include <cstdlib>

#include "helper_macros.cuh"

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t error_ = (call);                                                      \
    if (error_ != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

#define LAUNCH(kernel, blocks, threads, ...)      \
  do {                                            \
    kernel<<<(blocks), (threads)>>>(__VA_ARGS__); \
    CHECK(cudaGetLastError());                    \
    CHECK(cudaDeviceSynchronize());               \
  } while (0)

#define KERNEL_FOR(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define DEFINE_UNARY(name, expression)                       \
  __global__ void name(const float* in, float* out, int n) { \
    KERNEL_FOR(i, n) {                                       \
      const float x = in[i];                                 \
      out[i] = (expression);                                 \
    }                                                        \
  }
DEFINE_UNARY(negate, -x)
DEFINE_UNARY(halve, x / 2)
DEFINE_UNARY(clip, x < 10 ? x : 10.0f)

int main() {
  const int n = 100;
  float host[n], *a, *b;
  for (int i = 0; i < n; ++i) host[i] = (float)i;
  CHECK(cudaMalloc(&a, sizeof host));
  CHECK(cudaMalloc(&b, sizeof host));
  CHECK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
  LAUNCH(negate, 2, 32, a, b, n);
  LAUNCH(halve, dim3(4, 1, 1), dim3(32), b, a, n);
  LAUNCH(clip, 1, 1, a, b, n);
  LAUNCH(negate, (n + 31) / 32, 32, b, a, n);
  CHECK(cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost));
  printf("%.1f %.1f %.1f %.1f\n", host[0], host[1], host[50], host[99]);
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  printf("done\n");
  return EXIT_SUCCESS;
}
