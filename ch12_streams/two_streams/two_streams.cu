// nvcc two_streams.cu && ./a.out
//
// Work in one stream runs in the order in which it was enqueued; between streams there is no order. So two halves of an
// array go through copy, kernel and copy in two streams, and a copy of one half may overlap with the kernel of the
// other.
#include <cstdio>
#include <cstdlib>

__global__ void square_kernel(const int* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

int main() {
  const int n = 200000, half = n / 2, block_size = 256;
  const size_t half_bytes = half * sizeof(int);

  // Page-locked host memory: a copy from pageable memory would not be asynchronous.
  int *h_x, *h_y, *d_x, *d_y;
  check(cudaMallocHost(&h_x, n * sizeof(int)));
  check(cudaMallocHost(&h_y, n * sizeof(int)));
  check(cudaMalloc(&d_x, n * sizeof(int)));
  check(cudaMalloc(&d_y, n * sizeof(int)));
  for (int i = 0; i < n; ++i) h_x[i] = i % 1000;

  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) check(cudaStreamCreate(&stream));

  // The stream is the fourth launch parameter, and the last argument of the copies. No call here waits.
  for (int s = 0; s < 2; ++s) {
    const int first = s * half;
    check(cudaMemcpyAsync(d_x + first, h_x + first, half_bytes, cudaMemcpyHostToDevice, streams[s]));
    square_kernel<<<(half + block_size - 1) / block_size, block_size, 0, streams[s]>>>(d_x + first, d_y + first, half);
    check(cudaGetLastError());
    check(cudaMemcpyAsync(h_y + first, d_y + first, half_bytes, cudaMemcpyDeviceToHost, streams[s]));
  }

  // The host could do other work now. Before it reads a half, it must wait for that half's stream.
  int wrong[2] = {0, 0};
  for (int s = 0; s < 2; ++s) {
    check(cudaStreamSynchronize(streams[s]));
    for (int i = s * half; i < (s + 1) * half; ++i) wrong[s] += h_y[i] != h_x[i] * h_x[i];
    std::printf("stream %d: %d squares, %d wrong\n", s, half, wrong[s]);
  }

  for (cudaStream_t stream : streams) check(cudaStreamDestroy(stream));
  check(cudaFree(d_x));
  check(cudaFree(d_y));
  check(cudaFreeHost(h_x));  // what came from cudaMallocHost
  check(cudaFreeHost(h_y));
  return wrong[0] + wrong[1] == 0 ? 0 : 1;
}
