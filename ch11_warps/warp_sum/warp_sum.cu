// nvcc warp_sum.cu && ./a.out
//
// The 32 threads of a warp can read each other's registers. So a warp adds 32 numbers in five steps, without shared
// memory and without __syncthreads: each step halves the number of lanes that hold a needed sum.
#include <cstdio>
#include <cstdlib>
#include <vector>

const int warp_size = 32;

// Each warp adds its 32 numbers; its lane 0 writes the sum. All 32 lanes take part, those past the end with a 0: it is
// an error if a lane that the mask names never makes the call.
__global__ void warp_sum_kernel(const int* x, int n, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? x[i] : 0;

  // 16, 8, 4, 2, 1: each lane adds the value of the lane that far above it.
  for (int distance = warp_size / 2; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);

  if (threadIdx.x % warp_size == 0 && i < n) sums[i / warp_size] = sum;
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

int main() {
  const int n = 100003, block_size = 256;
  const int warps = (n + warp_size - 1) / warp_size;
  std::vector<int> h_x(n), h_sums(warps);
  for (int i = 0; i < n; ++i) h_x[i] = i % 1000 - 300;

  int *d_x, *d_sums;
  check(cudaMalloc(&d_x, n * sizeof(int)));
  check(cudaMalloc(&d_sums, warps * sizeof(int)));
  check(cudaMemcpy(d_x, h_x.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  warp_sum_kernel<<<(n + block_size - 1) / block_size, block_size>>>(d_x, n, d_sums);
  check(cudaGetLastError());
  check(cudaMemcpy(h_sums.data(), d_sums, warps * sizeof(int), cudaMemcpyDeviceToHost));  // waits for the kernel
  check(cudaFree(d_x));
  check(cudaFree(d_sums));

  int wrong = 0;
  for (int w = 0; w < warps; ++w) {
    int expected = 0;
    for (int i = w * warp_size; i < n && i < (w + 1) * warp_size; ++i) expected += h_x[i];
    wrong += h_sums[w] != expected;
  }
  std::printf("%d numbers, %d warps, the last one with %d numbers\n", n, warps, n % warp_size);
  std::printf("first sum %d, last sum %d\n", h_sums[0], h_sums[warps - 1]);
  std::printf("wrong sums: %d\n", wrong);
  return wrong == 0 ? 0 : 1;
}
