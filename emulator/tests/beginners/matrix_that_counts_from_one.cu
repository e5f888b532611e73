// The indices of a sparse matrix count from 1, and its base is said to be 0.
//= takes an entry that the matrix does not have
#include <cusparse.h>

#include <cstdio>
#include <vector>
int main() {
  const int n = 4, nnz = 7;
  int offsets[] = {1, 3, 5, 7, 8}, columns[] = {1, 2, 2, 3, 3, 4, 4};
  float values[] = {1, 2, 3, 4, 5, 6, 7}, hx[] = {1, 1, 1, 1}, hy[4];
  int *o, *c;
  float *v, *x, *y;
  cudaMalloc(&o, sizeof offsets);
  cudaMalloc(&c, sizeof columns);
  cudaMalloc(&v, sizeof values);
  cudaMalloc(&x, sizeof hx);
  cudaMalloc(&y, sizeof hy);
  cudaMemcpy(o, offsets, sizeof offsets, cudaMemcpyHostToDevice);
  cudaMemcpy(c, columns, sizeof columns, cudaMemcpyHostToDevice);
  cudaMemcpy(v, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
  cusparseHandle_t h;
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t dx, dy;
  cusparseCreate(&h);
  cusparseCreateCsr(&a, n, n, nnz, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                    CUDA_R_32F);
  cusparseCreateDnVec(&dx, n, x, CUDA_R_32F);
  cusparseCreateDnVec(&dy, n, y, CUDA_R_32F);
  float one = 1, zero = 0;
  size_t bytes;
  void* buffer;
  cusparseSpMV_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, dx, &zero, dy, CUDA_R_32F,
                          CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
  cudaMalloc(&buffer, bytes + 1);
  cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, dx, &zero, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
               buffer);
  cudaMemcpy(hy, y, sizeof hy, cudaMemcpyDeviceToHost);
  printf("%g %g\n", hy[0], hy[3]);
  cusparseDestroySpMat(a);
  cusparseDestroyDnVec(dx);
  cusparseDestroyDnVec(dy);
  cusparseDestroy(h);
  cudaFree(o);
  cudaFree(c);
  cudaFree(v);
  cudaFree(x);
  cudaFree(y);
  cudaFree(buffer);
}
