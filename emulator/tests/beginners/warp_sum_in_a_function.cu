// Each lane normalises its weight by a sum that only lane 0 has: the function that adds shuffles down.
#include <cstdio>
__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = 16; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}
__global__ void normalise(const float* weight, float* share) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float w = weight[i];
  float total = warpReduceSum(w);
  share[i] = w / total;  //~ only lane 0 of the warp has all of total
}
int main() {
  float h[64], *w, *s;
  for (int i = 0; i < 64; i++) h[i] = 1.0f + i;
  cudaMalloc(&w, sizeof(h));
  cudaMalloc(&s, sizeof(h));
  cudaMemcpy(w, h, sizeof(h), cudaMemcpyHostToDevice);
  normalise<<<2, 32>>>(w, s);
  cudaMemcpy(h, s, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[0], h[63]);
  cudaFree(w);
  cudaFree(s);
}
