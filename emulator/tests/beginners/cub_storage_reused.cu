// One union for two of CUB's collectives, and no barrier between them: the load's exchange uses the memory too.
#include <cstdio>
#include <cub/cub.cuh>
__global__ void sum(const int* in, int* out) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ union {
    Load::TempStorage load;
    Reduce::TempStorage reduce;
  } s;
  int v[4];
  Load(s.load).Load(in + blockIdx.x * 512, v);
  const int total = Reduce(s.reduce).Sum(v);  //~ race in shared memory (s)
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}
int main() {
  int h[512], *in, *out, total;
  for (int i = 0; i < 512; ++i) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<1, 128>>>(in, out);
  cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", total);
  cudaFree(in);
  cudaFree(out);
}
