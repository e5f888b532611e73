// One shared array for a maximum and then for a sum, with a barrier between the last read and the next store;
// and two arrays in one declaration.
#include <cmath>
#include <cstdio>
__global__ void softmax(const float* x, float* y) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] = fmaxf(s[t], s[t + k]);
    __syncthreads();
  }
  const float largest = s[0];
  __syncthreads();
  s[t] = expf(x[t] - largest);
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  y[t] = expf(x[t] - largest) / s[0];
}
__global__ void turned(const float* x, float* y) {
  __shared__ float other[256], mine[256];
  const int t = threadIdx.x;
  mine[t] = x[t];
  other[t] = x[255 - t];
  __syncthreads();
  y[t] += mine[255 - t] - other[t];
}
int main() {
  float h[256], *x, *y;
  for (int i = 0; i < 256; ++i) h[i] = static_cast<float>(i % 7);
  if (cudaMalloc(&x, sizeof h) || cudaMalloc(&y, sizeof h)) return 3;
  if (cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice)) return 3;
  softmax<<<1, 256>>>(x, y);
  turned<<<1, 256>>>(x, y);
  if (cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost)) return 3;
  float sum = 0;
  for (const float v : h) sum += v;
  std::printf("%.3f\n", sum);
  cudaFree(x);
  cudaFree(y);
}
