// nvcc strides.cu && ./a.out
//
// Neighbouring threads read elements that are `stride` apart. Memory moves in sectors of 32 bytes, eight floats: with
// stride 1, a warp of 32 threads needs 4 sectors; with stride 8 and more it needs 32 for the same useful bytes.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <vector>

#define CHECK(call)                                                                                  \
  do {                                                                                               \
    const cudaError_t error = (call);                                                                \
    if (error != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::exit(3);                                                                                  \
    }                                                                                                \
  } while (0)

constexpr int block_size = 256, warp_size = 32, sector_bytes = 32;
constexpr int largest_stride = 16, launches = 5;

__global__ void strided_kernel(const float* x, float* y, int first, int stride) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  y[i] = x[first + i * stride];
}

// The first element of a launch: after those of the launch before, so that they are not in a cache, and from the start
// of the array again when the end is reached.
int first_of(int launch, int stride, int threads) {
  return launch * stride % largest_stride * threads;
}

// The number of sectors of the first warp's 32 reads.
int sectors_of_a_warp(int stride) {
  std::set<int> sectors;
  for (int i = 0; i < warp_size; ++i) sectors.insert(i * stride * static_cast<int>(sizeof(float)) / sector_bytes);
  return static_cast<int>(sectors.size());
}

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  if (threads < block_size || threads > 1 << 25 || (threads & (threads - 1)) != 0) {
    std::fprintf(stderr, "usage: %s [threads: a power of two, %d or more]\n", argv[0], block_size);
    return 2;
  }
  const int n = threads * largest_stride;  // by default 256 MB of floats: larger than the caches
  std::vector<float> x(n), y(threads);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i % 8191);

  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, threads * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const bool timed = std::strstr(device.name, "emulator") == nullptr;  // its times say nothing about a GPU
  std::printf("stride  sectors per warp  useful bytes%s\n", timed ? "  GB/s of useful bytes" : "");
  bool right = true;
  for (int stride = 1; stride <= largest_stride; stride *= 2) {
    strided_kernel<<<threads / block_size, block_size>>>(d_x, d_y, 0, stride);  // untimed: a warm-up
    CHECK(cudaEventRecord(start));
    for (int launch = 1; launch <= launches; ++launch)
      strided_kernel<<<threads / block_size, block_size>>>(d_x, d_y, first_of(launch, stride, threads), stride);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));

    CHECK(cudaMemcpy(y.data(), d_y, threads * sizeof(float), cudaMemcpyDeviceToHost));
    const float* const read = x.data() + first_of(launches, stride, threads);
    for (int i = 0; i < threads; ++i) right = right && y[i] == read[i * stride];
    const int sectors = sectors_of_a_warp(stride);
    std::printf("%6d  %16d  %10.1f %%", stride, sectors, 100.0 * warp_size * sizeof(float) / (sectors * sector_bytes));
    timed ? std::printf("  %20.1f\n", 2.0 * launches * threads * sizeof(float) / ms * 1e-6) : std::printf("\n");
  }
  std::printf("every element read and written is %s\n", right ? "right" : "WRONG");

  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  return right ? 0 : 1;
}
