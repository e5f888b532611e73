// cuBLAS, cuFFT, cuSOLVER and cuSPARSE work in the default stream, for which streams made with cudaStreamNonBlocking do
// not wait.
#include <cublas_v2.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>

#include <cstdio>

constexpr int n = 64;

__global__ void fill(float* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1 + threadIdx.x % 7;  //~ no order between streams
}
__global__ void twice(float* x) {
  x[threadIdx.x] *= 2;
}
__global__ void spectrum(float2* x) {
  x[threadIdx.x] = make_float2(threadIdx.x, 0);
}
__global__ void identity(float* a) {
  a[blockIdx.x * n + threadIdx.x] = blockIdx.x == threadIdx.x ? 2 : 0;
}
__global__ void rows(int* ends, int* columns, float* values) {
  ends[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) ends[n] = n;
  columns[threadIdx.x] = threadIdx.x;
  values[threadIdx.x] = 3;
}

int main() {
  float *a, *b, *c, *x, *y, *work, *values, sums[n * n];
  float2* f;
  int *ends, *columns, *info, size = 0, failed = 0;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&f, n * sizeof(float2));
  cudaMalloc(&ends, (n + 1) * sizeof(int));
  cudaMalloc(&columns, n * sizeof(int));
  cudaMalloc(&values, n * sizeof(float));
  cudaMalloc(&info, sizeof(int));
  cublasHandle_t blas;
  cublasCreate(&blas);
  const float one = 1, zero = 0;

  fill<<<n, n, 0, stream>>>(a);
  fill<<<n, n>>>(b);
  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);  //~ what cublasSgemm at
  cudaMemcpyAsync(sums, c, sizeof sums, cudaMemcpyDeviceToHost, stream);                //~ cublasSgemm at
  cudaDeviceSynchronize();

  fill<<<1, n>>>(x);
  fill<<<1, n>>>(y);
  cudaDeviceSynchronize();
  cublasSaxpy(blas, n, &one, x, 1, y, 1);  //~ cublasSaxpy at
  twice<<<1, n, 0, stream>>>(x);
  cudaDeviceSynchronize();

  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  spectrum<<<1, n, 0, stream>>>(f);
  cufftExecC2C(plan, f, f, CUFFT_FORWARD);  //~ what cufft
  cudaDeviceSynchronize();

  cusolverDnHandle_t solver;
  cusolverDnCreate(&solver);
  cusolverDnSpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, a, n, &size);
  cudaMalloc(&work, size * sizeof(float));
  identity<<<n, n, 0, stream>>>(a);
  cusolverDnSpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, a, n, work, size, info);  //~ cusolverDnSpotrf at
  cudaMemcpy(&failed, info, sizeof failed, cudaMemcpyDeviceToHost);

  cusparseHandle_t sparse;
  cusparseCreate(&sparse);
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t from, to;
  cusparseCreateCsr(&matrix, n, n, n, ends, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseCreateDnVec(&from, n, x, CUDA_R_32F);
  cusparseCreateDnVec(&to, n, y, CUDA_R_32F);
  size_t bytes = 0;
  void* buffer;
  const auto same = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto way = CUSPARSE_SPMV_ALG_DEFAULT;
  cusparseSpMV_bufferSize(sparse, same, &one, matrix, from, &zero, to, CUDA_R_32F, way, &bytes);
  cudaMalloc(&buffer, bytes);
  rows<<<1, n, 0, stream>>>(ends, columns, values);
  cusparseSpMV(sparse, same, &one, matrix, from, &zero, to, CUDA_R_32F, way, buffer);  //~ cusparseSpMV at
  cudaDeviceSynchronize();
  std::printf("%g %d\n", sums[0], failed);
}
