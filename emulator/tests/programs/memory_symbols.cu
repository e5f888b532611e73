// __device__ and __constant__ variables: copies in both directions, offsets, addresses, sizes, asynchronous copies.
#include <cstdio>

struct Settings {
  int width, height;
  float scale[3];
};
__constant__ Settings settings;
__constant__ float coefficients[8] = {1, 2, 3, 4};
__device__ int counter = 5;
__device__ int table[4][4];
__device__ const char* const text = "a constant string";

__global__ void use(float* out) {
  const int i = threadIdx.x;
  out[i] = coefficients[i] * settings.scale[i % 3] + settings.width * settings.height;
  atomicAdd(&counter, i);
  if (i < 4) table[i][3 - i] = 10 * i;
  if (i == 0) printf("%s\n", text);
}

int main() {
  Settings host = {4, 3, {0.5f, 1, 2}};
  cudaMemcpyToSymbol(settings, &host, sizeof host);
  const float tail[4] = {50, 60, 70, 80};
  cudaMemcpyToSymbol(coefficients, tail, sizeof tail, 4 * sizeof(float), cudaMemcpyHostToDevice);
  const int zero[16] = {};
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyToSymbolAsync(table, zero, sizeof zero, 0, cudaMemcpyHostToDevice, stream);
  float *out, result[8];
  cudaMalloc(&out, sizeof result);
  use<<<1, 8, 0, stream>>>(out);
  cudaMemcpyAsync(result, out, sizeof result, cudaMemcpyDeviceToHost, stream);
  int total = 0, rows[4][4];
  cudaMemcpyFromSymbolAsync(rows, table, sizeof rows, 0, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpyFromSymbol(&total, counter, sizeof total);
  for (float r : result) printf("%g ", r);
  printf("\ncounter %d\n", total);
  for (auto& row : rows) printf("%d %d %d %d\n", row[0], row[1], row[2], row[3]);

  void* address;
  size_t size;
  cudaGetSymbolAddress(&address, counter);
  cudaGetSymbolSize(&size, table);
  cudaMemset(address, 0, sizeof(int));
  cudaMemcpyFromSymbol(&total, counter, sizeof total);
  printf("size of the table %zu, counter cleared: %d\n", size, total);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, address);
  printf("device memory: %s\n", attributes.type == cudaMemoryTypeDevice ? "yes" : "no");
  printf("too much: %s\n", cudaGetErrorName(cudaMemcpyToSymbol(counter, zero, sizeof zero)));
  cudaGetLastError();
  cudaStreamDestroy(stream);
  cudaFree(out);
}
