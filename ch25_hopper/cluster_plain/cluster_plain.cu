// nvcc -arch=sm_90 cluster_plain.cu && ./a.out
//
// Four blocks of a cluster run at the same time and read each other's shared memory. Each puts its part of a row there,
// and then every block adds the sums of the blocks before it: a scan over more elements than one block holds.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                  \
  do {                                                                                               \
    const cudaError_t error = (call);                                                                \
    if (error != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::exit(3);                                                                                  \
    }                                                                                                \
  } while (0)

constexpr int blocks = 4, threads = 256, rows = 100, cols = blocks * threads;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900  // earlier GPUs have no clusters
__global__ void __cluster_dims__(blocks, 1, 1) scan_kernel(const int* x, int* y) {
  namespace cg = cooperative_groups;
  const cg::cluster_group cluster = cg::this_cluster();
  __shared__ int part[threads];  // of this block; the other blocks read it
  const int t = threadIdx.x, i = blockIdx.x * threads + t;

  int sum = part[t] = x[i];
  __syncthreads();
  for (int distance = 1; distance < threads; distance *= 2) {
    if (t >= distance) sum += part[t - distance];
    __syncthreads();  // all have read
    part[t] = sum;
    __syncthreads();  // all have written
  }

  cluster.sync();  // all blocks have written their parts: until here, another block may not even have started
  for (unsigned before = 0; before < cluster.block_rank(); ++before)
    sum += cluster.map_shared_rank(part, before)[threads - 1];  // the last element of that block: its whole sum
  cluster.sync();  // nobody reads this block's part any more: without it, the block could end, and its memory with it
  y[i] = sum;
}
#else
__global__ void scan_kernel(const int*, int*) {}
#endif

int main() {
  int major = 0;
  CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  if (major < 9) {
    std::fprintf(stderr, "needs compute capability 9.0: earlier GPUs have no clusters\n");
    return 77;
  }
  std::vector<int> x(rows * cols), y(rows * cols);
  for (int i = 0; i < rows * cols; ++i) x[i] = i % 7;

  int *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, x.size() * sizeof(int)));
  CHECK(cudaMalloc(&d_y, y.size() * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), x.size() * sizeof(int), cudaMemcpyHostToDevice));
  scan_kernel<<<rows * blocks, threads>>>(d_x, d_y);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y.data(), d_y, y.size() * sizeof(int), cudaMemcpyDeviceToHost));

  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    int sum = 0;
    for (int col = 0; col < cols; ++col) wrong += y[row * cols + col] != (sum += x[row * cols + col]);
  }
  std::printf("%d rows of %d numbers, a cluster of %d blocks each\n", rows, cols, blocks);
  std::printf("row 0 ends with %d; %d sums are wrong\n", y[cols - 1], wrong);

  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return wrong == 0 ? 0 : 1;
}
