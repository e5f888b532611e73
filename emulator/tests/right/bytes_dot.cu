// Products of signed bytes, four at a time, and a shuffle at the end.
#include <cstdint>
#include <vector>

__global__ void dot_int8(const int8_t* a, const int8_t* b, int words, int* out) {
  const int* wa = reinterpret_cast<const int*>(a);
  const int* wb = reinterpret_cast<const int*>(b);
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += blockDim.x * gridDim.x) {
    sum = __dp4a(wa[i], wb[i], sum);
  }
  for (int step = 16; step; step >>= 1) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, sum);
}

int main() {
  const int n = 4000;
  std::vector<int8_t> a(n), b(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<int8_t>(i % 100 - 50);
    b[i] = static_cast<int8_t>(i % 7 - 3);
    expected += a[i] * b[i];
  }
  int8_t *da, *db;
  int *dr, r;
  cudaMalloc(&da, n);
  cudaMalloc(&db, n);
  cudaMalloc(&dr, sizeof r);
  cudaMemcpy(da, a.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(dr, 0, sizeof r);
  dot_int8<<<3, 96>>>(da, db, n / 4, dr);
  cudaMemcpy(&r, dr, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dr);
  return r == expected ? 0 : 1;
}
