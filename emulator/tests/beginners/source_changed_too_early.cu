// One pinned buffer for two pieces: it is filled again while the first copy may still read it.
#include <stdio.h>
__global__ void addUp(const float* piece, float* sum, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, piece[i]);
}
int main() {
  const int n = 2048;
  float *buffer, *d_piece, *d_sum, sum;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&buffer, n * sizeof(float));
  cudaMalloc(&d_piece, n * sizeof(float));
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemset(d_sum, 0, sizeof(float));
  for (int piece = 0; piece < 2; piece++) {
    for (int i = 0; i < n; i++) {
      buffer[i] = piece + 1;  //~ the host does not wait
    }
    cudaMemcpyAsync(d_piece, buffer, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    addUp<<<1, 256, 0, stream>>>(d_piece, d_sum, n);
  }
  cudaStreamSynchronize(stream);
  cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", sum);
  cudaFreeHost(buffer);
  cudaFree(d_piece);
  cudaFree(d_sum);
  cudaStreamDestroy(stream);
  return 0;
}
