// options: -lcusparse
// Sparse matrices: products with vectors and matrices, conversions, a triangular solution, a sparse product.
#include <cusparse.h>

#include <cstdio>

#define CHECK(call)                                                                 \
  do {                                                                              \
    const cusparseStatus_t status = (call);                                         \
    if (status != CUSPARSE_STATUS_SUCCESS) {                                        \
      printf("%s: %s in line %d\n", #call, cusparseGetErrorName(status), __LINE__); \
      return 1;                                                                     \
    }                                                                               \
  } while (0)

template <class T>
T* on_device(const T* values, int count) {
  T* pointer;
  cudaMalloc(&pointer, count * sizeof(T));
  cudaMemcpy(pointer, values, count * sizeof(T), cudaMemcpyHostToDevice);
  return pointer;
}
template <class T>
void print(const char* what, const T* device, int count) {
  T host[64];
  cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%-10s", what);
  for (int i = 0; i < count; ++i) printf(" %g", static_cast<double>(host[i]));
  printf("\n");
}

int main() {
  // 1 . 2 3
  // . 4 . .
  // 5 . 6 7
  // . 8 . 9
  const int n = 4, nnz = 9;
  const int offsets[] = {0, 3, 4, 7, 9}, columns[] = {0, 2, 3, 1, 0, 2, 3, 1, 3};
  const float values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, x[] = {1, 2, 3, 4}, zeros[16] = {};
  int *d_offsets = on_device(offsets, n + 1), *d_columns = on_device(columns, nnz), *d_rows = on_device(columns, nnz);
  float *d_values = on_device(values, nnz), *d_x = on_device(x, n), *d_y = on_device(x, n);
  cusparseHandle_t handle;
  CHECK(cusparseCreate(&handle));
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t vector_x, vector_y;
  CHECK(cusparseCreateCsr(&a, n, n, nnz, d_offsets, d_columns, d_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&vector_x, n, d_x, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&vector_y, n, d_y, CUDA_R_32F));
  const float one = 1, two = 2, none = 0;
  size_t size = 0;
  void* buffer = nullptr;
  CHECK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vector_x, &two, vector_y, CUDA_R_32F,
                                CUSPARSE_SPMV_ALG_DEFAULT, &size));
  cudaMalloc(&buffer, 1 << 20);
  CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vector_x, &two, vector_y, CUDA_R_32F,
                     CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  print("A x + 2 x", d_y, n);
  CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_TRANSPOSE, &one, a, vector_x, &none, vector_y, CUDA_R_32F,
                     CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  print("A' x", d_y, n);

  CHECK(cusparseXcsr2coo(handle, d_offsets, nnz, n, d_rows, CUSPARSE_INDEX_BASE_ZERO));
  print("rows", d_rows, nnz);
  cusparseDnMatDescr_t dense, product;
  float *d_dense = on_device(zeros, 16), *d_product = on_device(zeros, 16);
  CHECK(cusparseCreateDnMat(&dense, n, n, n, d_dense, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseSparseToDense(handle, a, dense, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer));
  print("dense", d_dense, 16);
  CHECK(cusparseCreateDnMat(&product, n, n, n, d_product, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, dense, &none,
                     product, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer));
  print("A A", d_product, 16);

  cusparseSpMatDescr_t again;
  int* d_again = on_device(offsets, n + 1);
  CHECK(cusparseCreateCsr(&again, n, n, 0, d_again, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  CHECK(cusparseDenseToSparse_analysis(handle, product, again, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  int64_t rows, cols, entries;
  CHECK(cusparseSpMatGetSize(again, &rows, &cols, &entries));
  int* d_indices = on_device(columns, 1);
  cudaMalloc(&d_indices, entries * sizeof(int));
  float* d_entries;
  cudaMalloc(&d_entries, entries * sizeof(float));
  CHECK(cusparseCsrSetPointers(again, d_again, d_indices, d_entries));
  CHECK(cusparseDenseToSparse_convert(handle, product, again, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  print("offsets", d_again, n + 1);
  print("entries", d_entries, static_cast<int>(entries));

  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
  cusparseSpSVDescr_t solution;
  CHECK(cusparseSpSV_createDescr(&solution));
  CHECK(cusparseSpSV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vector_x, vector_y, CUDA_R_32F,
                                CUSPARSE_SPSV_ALG_DEFAULT, solution, &size));
  CHECK(cusparseSpSV_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vector_x, vector_y, CUDA_R_32F,
                              CUSPARSE_SPSV_ALG_DEFAULT, solution, buffer));
  CHECK(cusparseSpSV_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vector_x, vector_y, CUDA_R_32F,
                           CUSPARSE_SPSV_ALG_DEFAULT, solution));
  print("L y = x", d_y, n);
  CHECK(cusparseSpSV_destroyDescr(solution));
  CHECK(cusparseDestroySpMat(a));
  CHECK(cusparseDestroyDnVec(vector_x));
  CHECK(cusparseDestroy(handle));
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
