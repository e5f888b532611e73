// A cooperative launch: the kernel iterates over the whole grid and finds the largest change of each iteration.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

__global__ void relax(int* a, int* b, int n, int* changed, int* rounds) {
  cg::grid_group grid = cg::this_grid();
  int round = 0;
  for (;;) {
    if (grid.thread_rank() == 0) *changed = 0;
    grid.sync();
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size()) {
      int smallest = a[i];
      if (i > 0) smallest = min(smallest, a[i - 1] + 1);
      if (i + 1 < n) smallest = min(smallest, a[i + 1] + 1);
      if (smallest != a[i]) atomicExch(changed, 1);
      b[i] = smallest;
    }
    grid.sync();
    ++round;
    int* t = a;
    a = b;
    b = t;
    const bool done = *(volatile int*)changed == 0;
    grid.sync();
    if (done) break;
  }
  if (grid.thread_rank() == 0) *rounds = round;
}
__global__ void shape(int* out) {
  cg::grid_group grid = cg::this_grid();
  grid.sync();
  if (grid.thread_rank() == grid.size() - 1) {
    out[0] = grid.is_valid();
    out[1] = grid.size();
    out[2] = grid.group_dim().x;
    out[3] = grid.thread_rank();
  }
}

int main() {
  int supported = 0, per_processor = 0, processors = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, relax, 64, 0);
  printf("cooperative launches: %s, room for 4 blocks: %s\n", supported ? "yes" : "no",
         per_processor * processors >= 4 ? "yes" : "no");
  int n = 300, *a, *b, *changed, *rounds;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  cudaMallocManaged(&changed, sizeof(int));
  cudaMallocManaged(&rounds, 4 * sizeof(int));
  for (int i = 0; i < n; ++i) a[i] = i == 120 ? 0 : i == 250 ? 10 : 1000;
  void* arguments[] = {&a, &b, &n, &changed, &rounds};
  cudaError_t error = cudaLaunchCooperativeKernel((void*)relax, dim3(4), dim3(64), arguments);
  cudaDeviceSynchronize();
  const int* result = *rounds % 2 ? b : a;
  printf("%s after %d rounds: %d %d %d %d\n", cudaGetErrorString(error), *rounds, result[0], result[119], result[200],
         result[299]);
  void* shape_arguments[] = {&rounds};
  cudaLaunchCooperativeKernel(shape, dim3(3), dim3(32), shape_arguments, 0, 0);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", rounds[0], rounds[1], rounds[2], rounds[3]);
  error = cudaLaunchCooperativeKernel((void*)relax, dim3(1 << 20), dim3(64), arguments);
  printf("too many blocks: %s\n", cudaGetErrorName(error));
  cudaGetLastError();
}
