// nvcc one_pointer.cu && ./a.out
//
// Managed memory has one pointer for host and device, and the program needs no copies: pages migrate to where they
// are accessed. The program must still ensure the order: a launch returns at once, so the host must wait before it
// reads.
#include <cstdio>
#include <cstdlib>

__global__ void halve_kernel(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] /= 2;
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

int main() {
  const int n = 100000, block_size = 256;
  int* x;
  check(cudaMallocManaged(&x, n * sizeof(int)));

  for (int i = 0; i < n; ++i) x[i] = 2 * i;  // the host writes ...

  halve_kernel<<<(n + block_size - 1) / block_size, block_size>>>(x, n);  // ... the device reads and writes ...
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());  // no cudaMemcpy waits here, so this call must

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += x[i] != i;  // ... and the host reads, all through the same pointer
  std::printf("x[%d] = %d\n", n - 1, x[n - 1]);
  std::printf("wrong values: %d of %d\n", wrong, n);
  check(cudaFree(x));
  return wrong == 0 ? 0 : 1;
}
