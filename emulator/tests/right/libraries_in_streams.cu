// Libraries beside other streams, each ordered in another way, and parts of one matrix in several streams.
#include <cublas_v2.h>
#include <cufft.h>

#include <cstdio>

constexpr int n = 64;

__global__ void fill(float* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void twice(float* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] *= 2;
}

int main() {
  float *a, *b, *c, *sum, *host, result = 0;
  float2* f;
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMalloc(&f, n * n * sizeof(float2));
  cudaMalloc(&sum, sizeof(float));
  cudaMallocManaged(&host, n * sizeof(float));
  const float one = 1, zero = 0;
  cublasHandle_t blas;
  cublasCreate(&blas);

  // The handle works in the stream that fills the matrices.
  cublasSetStream(blas, streams[0]);
  fill<<<n, n, 0, streams[0]>>>(a);
  fill<<<n, n, 0, streams[0]>>>(b);
  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);

  // An event orders the next stream's work behind it.
  cudaEvent_t made;
  cudaEventCreate(&made);
  cudaEventRecord(made, streams[0]);
  cudaStreamWaitEvent(streams[1], made);
  twice<<<1, n, 0, streams[1]>>>(c, n * n);
  cudaStreamSynchronize(streams[1]);

  // Two streams compute the upper and the lower rows of one product, whose columns lie between each other's.
  for (int half = 0; half < 2; ++half) {
    cublasSetStream(blas, streams[half]);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n / 2, n, n, &one, a + half * (n / 2), n, b, n, &zero,
                c + half * (n / 2), n);
  }
  cudaDeviceSynchronize();
  // Each stream scales every other column's elements of one row, and transforms its own columns.
  for (int half = 0; half < 2; ++half) {
    cublasSetStream(blas, streams[half]);
    cublasSscal(blas, n / 2, &one, a + half * n, 2 * n);
  }
  cudaDeviceSynchronize();
  cudaMemset(f, 0, n * n * sizeof(float2));
  cudaDeviceSynchronize();
  cufftHandle plans[2];
  int length = n, all = n * n;
  for (int half = 0; half < 2; ++half) {
    cufftPlanMany(&plans[half], 1, &length, &all, n, 1, &all, n, 1, CUFFT_C2C, n / 2);
    cufftSetStream(plans[half], streams[half]);
    cufftExecC2C(plans[half], f + half * (n / 2), f + half * (n / 2), CUFFT_FORWARD);
  }

  // A sum for the host is there when the call returns, and its vector may be overwritten.
  cublasSetStream(blas, streams[0]);
  cublasSasum(blas, n, a, 1, &result);
  twice<<<1, n, 0, streams[1]>>>(a, n);

  // The host waits before it reads.
  cublasScopy(blas, n, b, 1, host, 1);
  cudaStreamSynchronize(streams[0]);
  std::printf("%g %g\n", result, host[n - 1]);

  // So does the end of a handle, for all streams.
  cublasScopy(blas, n, c, 1, host, 1);
  cublasDestroy(blas);
  std::printf("%g\n", host[0]);
  cudaDeviceSynchronize();
  for (auto plan : plans) cufftDestroy(plan);
  for (auto stream : streams) cudaStreamDestroy(stream);
  cudaEventDestroy(made);
  for (float* p : {a, b, c, sum, host}) cudaFree(p);
  cudaFree(f);
}
