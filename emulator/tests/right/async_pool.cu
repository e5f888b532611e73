// Memory that is allocated and freed in the order of a stream.
#include <cstdio>
#define TRY(x)                                                   \
  if (cudaError_t e = (x); e != cudaSuccess) {                   \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    return 1;                                                    \
  }
__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
int main() {
  const int n = 100;
  int h[n], r[n];
  for (int i = 0; i < n; ++i) h[i] = i - 50;
  cudaStream_t s;
  TRY(cudaStreamCreate(&s));
  for (int turn = 0; turn < 3; ++turn) {
    int *a, *b;
    TRY(cudaMallocAsync(&a, sizeof h, s));
    TRY(cudaMallocAsync(&b, sizeof h, s));
    TRY(cudaMemcpyAsync(a, h, sizeof h, cudaMemcpyHostToDevice, s));
    square<<<1, 128, 0, s>>>(a, b, n);
    TRY(cudaGetLastError());
    TRY(cudaFreeAsync(a, s));
    TRY(cudaMemcpyAsync(r, b, sizeof r, cudaMemcpyDeviceToHost, s));
    TRY(cudaFreeAsync(b, s));
    TRY(cudaStreamSynchronize(s));
    for (int i = 0; i < n; ++i)
      if (r[i] != h[i] * h[i]) return 1;
  }
  TRY(cudaStreamDestroy(s));
}
