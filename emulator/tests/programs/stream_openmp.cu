// OpenMP host threads, each with its part of the data and its own stream.
// options: -Xcompiler -fopenmp
#include <omp.h>

#include <cstdio>

__global__ void add_constant(int* g_a, const int b) {
  const int idx = blockIdx.x * blockDim.x + threadIdx.x;
  g_a[idx] += b;
}

int main(int argc, char* argv[]) {
  int num_gpus = 0;
  cudaGetDeviceCount(&num_gpus);
  if (num_gpus < 1) {
    printf("no CUDA capable devices were detected\n");
    return 1;
  }
  const unsigned int n = 4 * 8192, nbytes = n * sizeof(int);
  int* a = new int[n];
  const int b = 3;
  for (unsigned int i = 0; i < n; i++) a[i] = i;
  omp_set_num_threads(4);
  int threads = 0;
#pragma omp parallel
  {
    const unsigned int cpu_thread_id = omp_get_thread_num(), num_cpu_threads = omp_get_num_threads();
    cudaSetDevice(cpu_thread_id % num_gpus);
    int *d_a = 0, *sub_a = a + cpu_thread_id * n / num_cpu_threads;
    const unsigned int bytes_per_thread = nbytes / num_cpu_threads;
    const dim3 gpu_threads(128), gpu_blocks(n / (gpu_threads.x * num_cpu_threads));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc((void**)&d_a, bytes_per_thread);
    cudaMemcpyAsync(d_a, sub_a, bytes_per_thread, cudaMemcpyHostToDevice, stream);
    add_constant<<<gpu_blocks, gpu_threads, 0, stream>>>(d_a, b);
    cudaMemcpyAsync(sub_a, d_a, bytes_per_thread, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaFree(d_a);
    cudaStreamDestroy(stream);
#pragma omp atomic
    threads += 1;
  }
  int wrong = 0;
  for (unsigned int i = 0; i < n; i++) wrong += a[i] != (int)i + b;
  printf("%d threads, %d wrong, %s\n", threads, wrong, cudaGetErrorString(cudaGetLastError()));
  delete[] a;
  return wrong != 0;
}
