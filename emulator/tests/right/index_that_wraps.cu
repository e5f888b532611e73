// Addresses of shared memory have 32 bits, so an unsigned index below 0 wraps, as nvcc compiles it: reads, writes,
// elements of several sizes, arrays with and without a pointer into them.
#include <cstdio>

template <class T>
__global__ void reverse(T* p, unsigned n) {
  __shared__ T s[64];
  const unsigned t = threadIdx.x;
  s[t] = p[t];
  __syncthreads();
  T* const middle = s + 32;
  const unsigned a = t & 31;
  const T value = t < 32 ? middle[~a] : middle[a - 1 + (n - 63)];  // below the middle; from it on
  __syncthreads();
  middle[t - 32] = value + T(1);
  __syncthreads();
  p[t] = s[t];
}
template <class T, class Make, class Is>
int wrong(Make make, Is is) {
  T* p;
  cudaMallocManaged(&p, 64 * sizeof(T));
  for (int i = 0; i < 64; ++i) p[i] = make(i);
  reverse<<<1, 64>>>(p, 64u);
  if (cudaDeviceSynchronize() != cudaSuccess) return -1;
  int count = 0;
  for (int i = 0; i < 64; ++i) count += !is(p[i], i < 32 ? 31 - i : i);
  cudaFree(p);
  return count;
}

int main() {
  const int bytes = wrong<char>([](int i) { return char(i); }, [](char c, int i) { return c == i + 1; });
  const int words = wrong<int>([](int i) { return i; }, [](int v, int i) { return v == i + 1; });
  const int doubles = wrong<double>([](int i) { return i; }, [](double v, int i) { return v == i + 1; });
  std::printf("%d %d %d\n", bytes, words, doubles);
  return bytes || words || doubles;
}
