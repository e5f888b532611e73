// There is no atomicMax of floats: this one tries once, and forgets the value when another thread has changed it since.
#include <cstdio>
__device__ void atomicMaxFloat(float* address, float value) {
  int* word = (int*)address;
  int old = *word;
  float larger = fmaxf(value, __int_as_float(old));
  atomicCAS(word, old, __float_as_int(larger));  //~ atomicCAS is tried once
}
__global__ void loudest(const float* x, float* peak, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMaxFloat(peak, x[i]);
}
int main() {
  const int n = 300;
  float h[n], peak = 0, *x, *p;
  for (int i = 0; i < n; i++) h[i] = i * 37 % 101;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&p, sizeof(float));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemset(p, 0, sizeof(float));
  loudest<<<3, 128>>>(x, p, n);
  cudaMemcpy(&peak, p, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", peak);
  cudaFree(x);
  cudaFree(p);
}
