// A bitonic sort in shared memory: a template for any type that can be compared.
#include <cstdio>

template <typename T, typename Less>
__global__ void sort(T* data, int n, Less less) {
  extern __shared__ __align__(16) unsigned char memory[];
  T* const tile = reinterpret_cast<T*>(memory);
  const int i = threadIdx.x;
  tile[i] = data[i];
  __syncthreads();
  for (int size = 2; size <= n; size <<= 1) {
    for (int distance = size >> 1; distance > 0; distance >>= 1) {
      const int partner = i ^ distance;
      if (partner > i) {
        const bool ascending = (i & size) == 0;
        const T a = tile[i], b = tile[partner];
        if (less(b, a) == ascending && (less(b, a) || less(a, b))) {
          tile[i] = b;
          tile[partner] = a;
        }
      }
      __syncthreads();
    }
  }
  data[i] = tile[i];
}

struct Pair {
  int key;
  float value;
};
struct ByKey {
  __device__ bool operator()(const Pair& a, const Pair& b) const { return a.key < b.key; }
};
struct Greater {
  __device__ bool operator()(double a, double b) const { return a > b; }
};

int main() {
  const int n = 256;
  Pair* pairs;
  double* reals;
  cudaMallocManaged(&pairs, n * sizeof(Pair));
  cudaMallocManaged(&reals, n * sizeof(double));
  for (int i = 0; i < n; ++i) {
    pairs[i] = {(i * 167) % n, i * 0.5f};
    reals[i] = ((i * 91) % n) * 0.25;
  }
  sort<<<1, n, n * sizeof(Pair)>>>(pairs, n, ByKey());
  sort<<<1, n, n * sizeof(double)>>>(reals, n, Greater{});
  cudaError_t error = cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += pairs[i].key != i || reals[i] != (n - 1 - i) * 0.25;
  printf("%s, wrong: %d\n", cudaGetErrorString(error), wrong);
  printf("key 1 belongs to %g, the greatest is %g\n", pairs[1].value, reals[0]);
  cudaFree(pairs);
  cudaFree(reals);
}
