// nvcc vector_add_plain.cu && ./a.out
//
// z = x + y: the steps that every CUDA program takes. Allocate, copy in, launch, check, copy out, compare, free.
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns a status. A program that ignores it continues after an error with wrong values.
void check(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
  std::exit(3);
}
#define CHECK(call) check(call, #call, __LINE__)

// One thread adds one element. The grid consists of whole blocks, so the last block may have threads past the end.
__global__ void add_kernel(const float* x, const float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i] + y[i];
}

int main() {
  const int n = 1000000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> h_x(n), h_y(n), h_z(n);
  for (int i = 0; i < n; ++i) {
    h_x[i] = i;
    h_y[i] = 0.5f * i;
  }

  // 1. Allocate memory on the device. The host may pass these pointers on, but must not dereference them.
  float *d_x, *d_y, *d_z;
  CHECK(cudaMalloc(&d_x, bytes));
  CHECK(cudaMalloc(&d_y, bytes));
  CHECK(cudaMalloc(&d_z, bytes));

  // 2. Copy the input to the device: destination first, as in memcpy.
  CHECK(cudaMemcpy(d_x, h_x.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, h_y.data(), bytes, cudaMemcpyHostToDevice));

  // 3. Launch enough blocks for n threads: n / block_size, rounded up.
  const int block_size = 256;
  const int blocks = (n + block_size - 1) / block_size;
  add_kernel<<<blocks, block_size>>>(d_x, d_y, d_z, n);

  // 4. A launch returns no status and does not wait for the kernel, so two checks follow it.
  CHECK(cudaGetLastError());       // was the launch accepted?
  CHECK(cudaDeviceSynchronize());  // did the kernel run to its end?

  // 5. Copy the result back.
  CHECK(cudaMemcpy(h_z.data(), d_z, bytes, cudaMemcpyDeviceToHost));

  // 6. Compare with the result of the CPU. It must be equal: one addition is rounded the same way everywhere.
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += h_z[i] != h_x[i] + h_y[i];

  // 7. Free the memory: cudaFree for memory from cudaMalloc.
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_z));

  std::printf("%d blocks of %d threads: %d threads for %d elements\n", blocks, block_size, blocks * block_size, n);
  std::printf("z[0] = %.1f, z[%d] = %.1f\n", h_z[0], n - 1, h_z[n - 1]);
  std::printf("wrong values: %d\n", wrong);
  return wrong == 0 ? 0 : 1;
}
