// nvcc one_check.cu && ./a.out
//
// Same as one_value, except that the status of every call is checked.
#include <cstdio>
#include <cstdlib>

void check(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
  std::exit(3);
}
#define CHECK(call) check(call, #call, __LINE__)

__global__ void answer_kernel(int* x) {
  *x = 42;
}

int main() {
  int h_x = 0, *d_x;
  CHECK(cudaMalloc(&d_x, sizeof(int)));
  answer_kernel<<<1, 1>>>(d_x);
  CHECK(cudaGetLastError());       // was the launch accepted?
  CHECK(cudaDeviceSynchronize());  // did the kernel run to its end?
  CHECK(cudaMemcpy(&h_x, d_x, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_x));
  std::printf("the device wrote %d\n", h_x);
}
