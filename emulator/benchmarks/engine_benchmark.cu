// The cost of the emulator itself, beside serial C++ on the same cores. Not a test: it prints, and checks its results.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

template <class F>
double best_ms(int repeats, F f) {
  double best = 1e300;
  for (int r = 0; r < repeats; ++r) {
    const auto start = std::chrono::steady_clock::now();
    f();
    cudaDeviceSynchronize();
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

void demand(bool right, const char* what) {
  if (right && cudaGetLastError() == cudaSuccess) return;
  std::printf("wrong result: %s\n", what);
  std::exit(1);
}

__global__ void add(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

__attribute__((noinline)) void add_serially(const float* x, const float* y, float* z, int n) {
  for (int i = 0; i < n; ++i) z[i] = x[i] + y[i];
}

void vector_add() {
  constexpr int n = 10'000'000;
  float *x, *y, *z;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&z, n * sizeof(float));
  std::fill(x, x + n, 1.0f);
  std::fill(y, y + n, 2.0f);
  std::vector<float> a(n, 1.0f), b(n, 2.0f), c(n);
  const double serial = best_ms(9, [&] { add_serially(a.data(), b.data(), c.data(), n); });
  const double emulated = best_ms(9, [&] { add<<<(n + 255) / 256, 256>>>(x, y, z, n); });
  demand(z[0] == 3 && z[n - 1] == 3, "vector add");
  std::printf("vector add, 10^7 threads         %8.2f ms   serial %8.2f ms\n", emulated, serial);
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}

__global__ void barriers(int count) {
  for (int i = 0; i < count; ++i) __syncthreads();
}

__global__ void shuffles(int* sum, int count) {
  int mine = threadIdx.x;
  for (int i = 0; i < count; ++i) mine += __shfl_xor_sync(~0u, mine, 1 << (i % 5));
  if (mine == 1) *sum = mine;
}

void waits() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  for (const int block : {32, 128, 256, 1024}) {
    const int blocks = 65536 / block, count = 200;
    const double switches = 65536.0 * count;
    const double none = best_ms(5, [&] { barriers<<<blocks, block>>>(0); });
    const double barrier = best_ms(5, [&] { barriers<<<blocks, block>>>(count); });
    const double shuffle = best_ms(5, [&] { shuffles<<<blocks, block>>>(sum, count); });
    std::printf("blocks of %4d: a barrier %5.2f ns a thread, a shuffle %5.2f ns a thread\n", block,
                (barrier - none) * 1e6 / switches, (shuffle - none) * 1e6 / switches);
  }
  demand(true, "waits");
  cudaFree(sum);
}

// The textbook's reduction: a block of 128 sums its part in shared memory, with seven barriers.
__global__ void fold(const float* x, float* partial, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  tile[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

void reduction() {
  constexpr int n = 100'000'000, blocks = (n + 127) / 128;
  float *x, *partial;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&partial, blocks * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i % 8);
  double serial_sum = 0, sum = 0;
  const double serial = best_ms(1, [&] {
    for (int i = 0; i < n; ++i) serial_sum += x[i];
  });
  const double emulated = best_ms(2, [&] { fold<<<blocks, 128>>>(x, partial, n); });
  for (int b = 0; b < blocks; ++b) sum += partial[b];
  demand(sum == serial_sum, "reduction");
  std::printf("reduction of 10^8 floats         %8.0f ms   serial %8.0f ms\n", emulated, serial);
  cudaFree(x);
  cudaFree(partial);
}

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__attribute__((noinline)) void multiply_serially(const float* a, const float* b, float* c, int n) {
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      c[row * n + column] = sum;
    }
  }
}

void matrix_product() {
  constexpr int n = 1024;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  std::vector<float> ha(n * n), hb(n * n), hc(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = ha[i] = static_cast<float>(i % 7);
    b[i] = hb[i] = static_cast<float>(i % 5);
  }
  const double serial = best_ms(1, [&] { multiply_serially(ha.data(), hb.data(), hc.data(), n); });
  const double emulated = best_ms(1, [&] { multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); });
  demand(std::equal(hc.begin(), hc.end(), c), "matrix product");
  std::printf("naive matrix product, 1024^3     %8.0f ms   serial %8.0f ms\n", emulated, serial);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

}  // namespace

int main() {
  vector_add();
  waits();
  reduction();
  matrix_product();
}
