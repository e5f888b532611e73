// Data divided into chunks over several streams, issued in both usual orders: depth first and breadth first.
#include <cstdio>

__global__ void kernel(float* a, int offset) {
  const int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  const float x = (float)i;
  const float s = sinf(x), c = cosf(x);
  a[i] = a[i] + sqrtf(s * s + c * c);
}
float largest_error(const float* a, int n) {
  float largest = 0;
  for (int i = 0; i < n; i++) {
    const float error = fabs(a[i] - 1.0f);
    if (error > largest) largest = error;
  }
  return largest;
}

int main(int argc, char** argv) {
  const int block_size = 256, streams = 4, n = 16 * block_size * streams, stream_size = n / streams;
  const int stream_bytes = stream_size * sizeof(float), bytes = n * sizeof(float);
  float *a, *d_a;
  cudaMallocHost((void**)&a, bytes);
  cudaMalloc((void**)&d_a, bytes);
  cudaStream_t stream[streams];
  cudaEvent_t start, stop;
  for (int i = 0; i < streams; ++i) cudaStreamCreate(&stream[i]);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  for (int version = 0; version < 2; ++version) {
    for (int i = 0; i < n; ++i) a[i] = 0;
    cudaEventRecord(start, 0);
    if (version == 0) {
      for (int i = 0; i < streams; ++i) {
        const int offset = i * stream_size;
        cudaMemcpyAsync(&d_a[offset], &a[offset], stream_bytes, cudaMemcpyHostToDevice, stream[i]);
        kernel<<<stream_size / block_size, block_size, 0, stream[i]>>>(d_a, offset);
        cudaMemcpyAsync(&a[offset], &d_a[offset], stream_bytes, cudaMemcpyDeviceToHost, stream[i]);
      }
    } else {
      for (int i = 0; i < streams; ++i)
        cudaMemcpyAsync(d_a + i * stream_size, a + i * stream_size, stream_bytes, cudaMemcpyHostToDevice, stream[i]);
      for (int i = 0; i < streams; ++i)
        kernel<<<stream_size / block_size, block_size, 0, stream[i]>>>(d_a, i * stream_size);
      for (int i = 0; i < streams; ++i)
        cudaMemcpyAsync(a + i * stream_size, d_a + i * stream_size, stream_bytes, cudaMemcpyDeviceToHost, stream[i]);
    }
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    float ms = -1;
    cudaEventElapsedTime(&ms, start, stop);
    printf("version %d: right %d, took time %d\n", version, largest_error(a, n) < 1e-5f, ms >= 0);
  }
  for (int i = 0; i < streams; ++i) cudaStreamDestroy(stream[i]);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFreeHost(a);
  cudaFree(d_a);
  return 0;
}
