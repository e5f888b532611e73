// Function pointers on the device: a table of operations, and a pointer that the host reads and passes to a kernel.
#include <cstdio>

typedef int (*Operation)(int, int);

__device__ int add(int a, int b) {
  return a + b;
}
__device__ int subtract(int a, int b) {
  return a - b;
}
__device__ int multiply(int a, int b) {
  return a * b;
}

__device__ Operation table[] = {add, subtract, multiply};
__device__ Operation chosen = multiply;

__global__ void use_table(int a, int b, int* out) {
  out[threadIdx.x] = table[threadIdx.x](a, b);
}
__global__ void use_argument(Operation f, const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = f(in[i], i);
}

int main() {
  int host[8];
  for (int i = 0; i < 8; ++i) host[i] = 10 * i + 1;
  int *in, *out;
  cudaMalloc((void**)&in, sizeof host);
  cudaMalloc((void**)&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);

  use_table<<<1, 3>>>(20, 6, out);
  cudaMemcpy(host, out, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("table: %d %d %d\n", host[0], host[1], host[2]);

  Operation f;  // the address of a device function: only kernels can call it
  cudaMemcpyFromSymbol(&f, chosen, sizeof f);
  use_argument<<<1, 8>>>(f, in, out, 8);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%d ", host[i]);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(in);
  cudaFree(out);
  return 0;
}
