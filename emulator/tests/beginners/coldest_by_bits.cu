// atomicMin of the bits: of negative floats the smallest has the largest bits.
#include <cstdio>
#include <vector>
__global__ void coldest(const float* t, float* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMin((int*)result, __float_as_int(t[i]));  //~ floats compared by their bits
}
int main() {
  const int n = 3000;
  std::vector<float> t(n);
  for (int i = 0; i < n; i++) t[i] = -5.0f - 0.01f * ((i * 37) % n);
  float start = -1.0f, *d_t, *d_result;
  cudaMalloc(&d_t, n * sizeof(float));
  cudaMalloc(&d_result, sizeof(float));
  cudaMemcpy(d_t, t.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_result, &start, sizeof(float), cudaMemcpyHostToDevice);
  coldest<<<(n + 127) / 128, 128>>>(d_t, d_result, n);
  cudaMemcpy(&start, d_result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("coldest: %f\n", start);
  cudaFree(d_t);
  cudaFree(d_result);
}
