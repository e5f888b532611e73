// Dynamic shared memory: its size is set at the launch, it is divided into several arrays, and it can exceed 48 KB.
#include <cstdio>

__global__ void reverse(int* data, int n) {
  extern __shared__ int copy[];
  const int i = threadIdx.x;
  if (i < n) copy[i] = data[i];
  __syncthreads();
  if (i < n) data[i] = copy[n - 1 - i];
}
__global__ void carve(float* out, int n) {
  extern __shared__ __align__(8) unsigned char memory[];
  double* weights = reinterpret_cast<double*>(memory);
  float* values = reinterpret_cast<float*>(&weights[n]);
  short* flags = (short*)(values + n);
  const int i = threadIdx.x;
  weights[i] = 0.5 * i;
  values[i] = i + 1;
  flags[i] = i % 2;
  __syncthreads();
  const int k = (i + 1) % n;
  out[i] = flags[k] ? weights[k] * values[k] : -1;
}
__global__ void large(int* out, int words) {
  extern __shared__ int copy[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) copy[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) *out = copy[words - 1] + copy[words / 2];
}

int main() {
  int host[64], *data;
  for (int i = 0; i < 64; ++i) host[i] = i * i;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64, 64 * sizeof(int)>>>(data, 64);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", host[0], host[1], host[63]);

  float* out;
  cudaMallocManaged(&out, 8 * sizeof(float));
  carve<<<1, 8, 8 * (sizeof(double) + sizeof(float) + sizeof(short))>>>(out, 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%g ", out[i]);
  printf("\n");

  const int bytes = 96 * 1024;
  large<<<1, 128, bytes>>>(data, bytes / 4);
  printf("without asking: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaError_t error = cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  printf("asked: %s\n", cudaGetErrorName(error));
  large<<<1, 128, bytes>>>(data, bytes / 4);
  cudaMemcpy(host, data, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d, %s\n", host[0], cudaGetErrorName(cudaGetLastError()));
  error = cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 10 << 20);
  printf("10 MB: %s\n", cudaGetErrorName(error));
  cudaGetLastError();
  cudaFree(data);
  cudaFree(out);
}
