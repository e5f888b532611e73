// nvcc -std=c++20 -DSIDE=5 -use_fast_math options.cu && ./a.out
// What the options in the first line change: the language, a macro, and how device code divides.
#include <cmath>
#include <concepts>
#include <cstdio>

template <std::floating_point T>
__global__ void divide(T* x) {
  x[threadIdx.x] = std::sqrt(x[threadIdx.x]) / (x[threadIdx.x] + T{3});
}

int main() {
  float* x = nullptr;
  cudaMallocManaged(&x, SIDE * sizeof(float));
  for (int i = 0; i < SIDE; ++i) x[i] = static_cast<float>(i) * 0.3f;
  divide<<<1, SIDE>>>(x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  for (int i = 0; i < SIDE; ++i) std::printf("%.9g\n", x[i]);
}
