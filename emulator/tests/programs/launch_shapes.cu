// Grids and blocks of one, two and three dimensions: each thread finds its index and its element.
#include <cstdio>

__global__ void number_them(int* order, int* checks) {
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int size = blockDim.x * blockDim.y * blockDim.z;
  const int id = block * size + thread;
  order[id] = 1000 * block + thread;
  if (thread == 0) atomicAdd(checks, 1);
  if (threadIdx.x == blockDim.x - 1 && threadIdx.y == blockDim.y - 1 && threadIdx.z == blockDim.z - 1)
    atomicAdd(checks + 1, thread);
}
__global__ void last_one_speaks() {
  if (blockIdx.x == gridDim.x - 1 && blockIdx.y == gridDim.y - 1 && blockIdx.z == gridDim.z - 1 &&
      threadIdx.x == blockDim.x - 1 && threadIdx.y == blockDim.y - 1 && threadIdx.z == blockDim.z - 1)
    printf("last: block (%d,%d,%d) of (%d,%d,%d), thread (%d,%d,%d) of (%d,%d,%d)\n", blockIdx.x, blockIdx.y,
           blockIdx.z, gridDim.x, gridDim.y, gridDim.z, threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x, blockDim.y,
           blockDim.z);
}

void test(dim3 grid, dim3 block) {
  const int n = grid.x * grid.y * grid.z * block.x * block.y * block.z;
  int *order, *checks, host_checks[2], *host = new int[n];
  cudaMalloc(&order, n * sizeof(int));
  cudaMalloc(&checks, 2 * sizeof(int));
  cudaMemset(checks, 0, 2 * sizeof(int));
  number_them<<<grid, block>>>(order, checks);
  cudaMemcpy(host, order, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(host_checks, checks, sizeof host_checks, cudaMemcpyDeviceToHost);
  int size = block.x * block.y * block.z, wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != 1000 * (i / size) + i % size;
  printf("%d threads, %d wrong, %d blocks, sum of last %d\n", n, wrong, host_checks[0], host_checks[1]);
  last_one_speaks<<<grid, block>>>();
  cudaDeviceSynchronize();
  cudaFree(order);
  cudaFree(checks);
  delete[] host;
}

int main() {
  test(1, 1);
  test(7, 33);
  test(dim3(3, 2), dim3(8, 4));
  test(dim3(2, 3, 4), dim3(4, 2, 8));
  test(dim3(1, 1, 5), dim3(1, 1, 64));
  test({4, 4}, {16, 16, 1});
  const dim3 d(5);
  printf("dim3(5) is %u %u %u\n", d.x, d.y, d.z);
}
