// Each round adds to the sums, with the numbers of the first round: the state is a copy that is not stored back.
//? plain
#include <curand_kernel.h>

#include <cstdio>
__global__ void seedAll(curandState* s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(42, i, 0, &s[i]);
}
__global__ void draw(curandState* s, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = s[i];  //~ mine is a copy of a random state that is never stored back
  out[i] += curand_uniform(&mine);
}
int main() {
  const int n = 256;
  curandState* s;
  float *d, h[n];
  double sum = 0;
  cudaMalloc(&s, n * sizeof(curandState));
  cudaMalloc(&d, n * sizeof(float));
  cudaMemset(d, 0, n * sizeof(float));
  seedAll<<<2, 128>>>(s);
  for (int round = 0; round < 10; round++) draw<<<2, 128>>>(s, d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  for (float v : h) sum += v;
  printf("mean %f\n", sum / (10 * n));
  cudaFree(s);
  cudaFree(d);
}
