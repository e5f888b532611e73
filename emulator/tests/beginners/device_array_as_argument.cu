// The prices lie in a __device__ array, and host code passes its name to the kernel; so it does with the address of a
// counter.
#include <cstdio>

__device__ float price[8];
__device__ int sold;

__global__ void revenue(const float* prices, const int* article, float* money, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) money[i] = prices[article[i]];
}
__global__ void count(int* counter, const int* article, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && article[i] == 3) atomicAdd(counter, 1);  //~ changes memory that only host code may access
}

int main() {
  const int n = 640;
  float prices[8], money[n];
  int article[n];
  for (int a = 0; a < 8; a++) prices[a] = 0.5f * a;
  for (int i = 0; i < n; i++) article[i] = i % 8;
  cudaMemcpyToSymbol(price, prices, sizeof(prices));
  int* d_article;
  float* d_money;
  cudaMalloc(&d_article, sizeof(article));
  cudaMalloc(&d_money, sizeof(money));
  cudaMemcpy(d_article, article, sizeof(article), cudaMemcpyHostToDevice);
  revenue<<<n / 64, 64>>>(price, d_article, d_money, n);  //~ price in host code has an address that kernels cannot use
  count<<<n / 64, 64>>>(&sold, d_article, n);             //~ sold in host code has an address that kernels cannot use
  cudaMemcpy(money, d_money, sizeof(money), cudaMemcpyDeviceToHost);
  printf("%f\n", money[3]);
  cudaFree(d_article);
  cudaFree(d_money);
  return 0;
}
