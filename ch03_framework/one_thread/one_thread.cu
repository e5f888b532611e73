// nvcc one_thread.cu && ./a.out
//
// Same as one_check, except that the kernel adds two arrays, in a loop like that of a CPU. Still a single thread runs.
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
  std::exit(3);
}
#define CHECK(call) check(call, #call, __LINE__)

__global__ void add_kernel(const float* x, const float* y, float* z, int n) {
  for (int i = 0; i < n; ++i) z[i] = x[i] + y[i];
}

int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> h_x(n), h_y(n), h_z(n);
  for (int i = 0; i < n; ++i) {
    h_x[i] = i;
    h_y[i] = 0.5f * i;
  }

  float *d_x, *d_y, *d_z;
  CHECK(cudaMalloc(&d_x, bytes));
  CHECK(cudaMalloc(&d_y, bytes));
  CHECK(cudaMalloc(&d_z, bytes));
  CHECK(cudaMemcpy(d_x, h_x.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, h_y.data(), bytes, cudaMemcpyHostToDevice));
  add_kernel<<<1, 1>>>(d_x, d_y, d_z, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(h_z.data(), d_z, bytes, cudaMemcpyDeviceToHost));

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += h_z[i] != h_x[i] + h_y[i];
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_z));
  std::printf("z[0] = %.1f, z[%d] = %.1f, wrong values: %d\n", h_z[0], n - 1, h_z[n - 1], wrong);
  return wrong == 0 ? 0 : 1;
}
