// Pinned memory in pieces, each copied, computed and copied back in a stream of its own.
#include <cstdio>
#include <cstdlib>

static void ok(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
  std::exit(3);
}
#define OK(call) ok(call, #call)

__global__ void scale(int* x, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) x[i] = 3 * x[i] + 1;
}

int main() {
  const int streams = 4, piece = 2500, n = streams * piece;
  int *h, *d;
  OK(cudaMallocHost(&h, n * sizeof *h));
  OK(cudaMalloc(&d, n * sizeof *d));
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaStream_t s[streams];
  for (auto& one : s) OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  for (int k = 0; k < streams; ++k) {
    const int from = k * piece;
    OK(cudaMemcpyAsync(d + from, h + from, piece * sizeof(int), cudaMemcpyHostToDevice, s[k]));
    scale<<<(piece + 127) / 128, 128, 0, s[k]>>>(d + from, piece);
    OK(cudaGetLastError());
    OK(cudaMemcpyAsync(h + from, d + from, piece * sizeof(int), cudaMemcpyDeviceToHost, s[k]));
  }
  OK(cudaDeviceSynchronize());
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += h[i] != 3 * i + 1;
  for (auto one : s) OK(cudaStreamDestroy(one));
  OK(cudaFree(d));
  OK(cudaFreeHost(h));
  return wrong ? 1 : 0;
}
