// Occupancy: how many blocks fit on a multiprocessor, and which block size gives the highest occupancy.
#include <cstdio>

__global__ void small(float* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= 2;
}
__global__ void with_shared(float* p, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[n - 1 - threadIdx.x];
}
size_t bytes_for(int block_size) {
  return block_size * 64;
}

int main() {
  int blocks = 0;
  for (int size : {32, 64, 128, 256, 512, 1024}) {
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, size, 0);
    printf("%4d threads: %2d blocks, %d %% of the warps\n", size, blocks, blocks * size * 100 / 2048);
  }
  for (int kilobytes : {1, 10, 40}) {
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared, 64, kilobytes << 10);
    printf("%2d KB of shared memory: %d blocks\n", kilobytes, blocks);
  }
  int smallest_grid = 0, block_size = 0, processors = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxPotentialBlockSize(&smallest_grid, &block_size, small, 0, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, block_size, 0);
  printf("best block: fills the multiprocessor %d, grid fits it %d\n", blocks * block_size == 2048,
         smallest_grid == blocks * processors);
  cudaOccupancyMaxPotentialBlockSize(&smallest_grid, &block_size, small, 0, 200);
  printf("of at most 200: %d\n", block_size);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&smallest_grid, &block_size, with_shared, bytes_for);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_shared, block_size, bytes_for(block_size));
  printf("with shared memory: some blocks %d\n", blocks > 0);
  size_t shared = 0;
  cudaOccupancyAvailableDynamicSMemPerBlock(&shared, with_shared, 2, 128);
  printf("each of two blocks may have a lot: %d\n", shared > 40000);
  printf("too large a block: %s",
         cudaGetErrorName(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, 2048, 0)));
  printf(", %d\n", blocks);
  cudaGetLastError();
}
