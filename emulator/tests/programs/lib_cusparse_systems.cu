// options: -lcusparse
// cuSPARSE: triangular systems with several right-hand sides, sampled products, systems of three and five diagonals,
// incomplete factorisations, sorted entries. The systems have exact solutions.
#include <cusparse.h>

#include <cstdio>
#include <initializer_list>

cusparseHandle_t handle;

template <class T>
T* managed(std::initializer_list<T> values) {
  T* pointer;
  cudaMallocManaged(&pointer, values.size() * sizeof(T));
  T* to = pointer;
  for (const T value : values) *to++ = value;
  return pointer;
}
void print(const char* what, const double* values, int count) {
  cudaDeviceSynchronize();
  std::printf("%-10s", what);
  for (int i = 0; i < count; ++i) std::printf(" %.3f", values[i] + 0.00001);
  std::printf("\n");
}
void* buffer(size_t size) {
  void* pointer;
  cudaMalloc(&pointer, size + 1);
  return pointer;
}

void triangles_and_samples() {
  int *offsets = managed({0, 1, 3, 6}), *columns = managed({0, 0, 1, 0, 1, 2});
  double *values = managed({2., 1., 4., 3., 5., 10.}), *b = managed({2., 5., 18., 4., 6., 21.}),
         *c = managed({0., 0., 0., 0., 0., 0.});
  const double one = 1, two = 2;
  cusparseSpMatDescr_t a;
  cusparseDnMatDescr_t right, solution;
  cusparseCreateCsr(&a, 3, 3, 6, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill);
  cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal);
  cusparseCreateDnMat(&right, 3, 2, 3, b, CUDA_R_64F, CUSPARSE_ORDER_COL);
  cusparseCreateDnMat(&solution, 3, 2, 3, c, CUDA_R_64F, CUSPARSE_ORDER_COL);
  cusparseSpSMDescr_t steps;
  cusparseSpSM_createDescr(&steps);
  size_t size = 0;
  const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseSpSM_bufferSize(handle, plain, plain, &one, a, right, solution, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, steps,
                          &size);
  void* space = buffer(size);
  cusparseSpSM_analysis(handle, plain, plain, &one, a, right, solution, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, steps,
                        space);
  cusparseSpSM_solve(handle, plain, plain, &one, a, right, solution, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, steps);
  print("SpSM", c, 6);

  cusparseDnMatDescr_t turned;
  cusparseCreateDnMat(&turned, 2, 3, 3, b, CUDA_R_64F, CUSPARSE_ORDER_ROW);
  const auto refused = cusparseSDDMM_bufferSize(handle, plain, plain, &two, right, turned, &one, a, CUDA_R_64F,
                                                CUSPARSE_SDDMM_ALG_DEFAULT, &size);
  printf("SDDMM of a triangle: %s\n", cusparseGetErrorName(refused));
  const auto no_product = cusparseSpMM_bufferSize(handle, plain, plain, &one, a, right, &one, solution, CUDA_R_64F,
                                                  CUSPARSE_SPMM_ALG_DEFAULT, &size);
  printf("SpMM of a triangle: %s\n", cusparseGetErrorName(no_product));
  cusparseCreateCsr(&a, 3, 3, 6, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  cusparseSDDMM_bufferSize(handle, plain, plain, &two, right, turned, &one, a, CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT,
                           &size);
  cusparseSDDMM(handle, plain, plain, &two, right, turned, &one, a, CUDA_R_64F, CUSPARSE_SDDMM_ALG_DEFAULT,
                buffer(size));
  print("SDDMM", values, 6);
  cusparseSpSM_destroyDescr(steps);
}

void bands() {
  // 2 1 0 0 / 1 3 1 0 / 0 1 4 1 / 0 0 1 5, whose solution is 1 2 3 4
  double *below = managed({0., 1., 1., 1.}), *d = managed({2., 3., 4., 5.}), *above = managed({1., 1., 1., 0.}),
         *x = managed({4., 10., 18., 23., 8., 20., 36., 46.});
  size_t size = 0;
  cusparseDgtsv2_bufferSizeExt(handle, 4, 2, below, d, above, x, 4, &size);
  cusparseDgtsv2(handle, 4, 2, below, d, above, x, 4, buffer(size));
  print("gtsv2", x, 8);
  x = managed({4., 10., 18., 23.});
  cusparseDgtsv2_nopivot_bufferSizeExt(handle, 4, 1, below, d, above, x, 4, &size);
  cusparseDgtsv2_nopivot(handle, 4, 1, below, d, above, x, 4, buffer(size));
  print("no pivot", x, 4);
  below = managed({0., 1., 1., 1., 0., 1., 1., 1.});
  d = managed({2., 3., 4., 5., 2., 3., 4., 5.});
  above = managed({1., 1., 1., 0., 1., 1., 1., 0.});
  x = managed({4., 10., 18., 23., 8., 20., 36., 46.});
  cusparseDgtsv2StridedBatch_bufferSizeExt(handle, 4, below, d, above, x, 2, 4, &size);
  cusparseDgtsv2StridedBatch(handle, 4, below, d, above, x, 2, 4, buffer(size));
  print("strided", x, 8);
  // 4 1 1 0 / 1 5 1 1 / 1 1 6 1 / 0 1 1 7, a batch of one system
  double *below2 = managed({0., 0., 1., 1.}), *above2 = managed({1., 1., 0., 0.});
  below = managed({0., 1., 1., 1.});
  d = managed({4., 5., 6., 7.});
  above = managed({1., 1., 1., 0.});
  x = managed({9., 18., 25., 33.});
  cusparseDgpsvInterleavedBatch_bufferSizeExt(handle, 0, 4, below2, below, d, above, above2, x, 1, &size);
  cusparseDgpsvInterleavedBatch(handle, 0, 4, below2, below, d, above, above2, x, 1, buffer(size));
  print("gpsv", x, 4);
}

void factors() {
  int *offsets = managed({0, 2, 5, 7}), *columns = managed({0, 1, 0, 1, 2, 1, 2});
  double* values = managed({4., 2., 2., 5., 4., 4., 6.});
  cusparseMatDescr_t matrix;
  cusparseCreateMatDescr(&matrix);
  csrilu02Info_t lu;
  csric02Info_t cholesky;
  cusparseCreateCsrilu02Info(&lu);
  cusparseCreateCsric02Info(&cholesky);
  int size = 0, position = 0;
  cusparseDcsrilu02_bufferSize(handle, 3, 7, matrix, values, offsets, columns, lu, &size);
  void* space = buffer(size);
  cusparseDcsrilu02_analysis(handle, 3, 7, matrix, values, offsets, columns, lu, CUSPARSE_SOLVE_POLICY_NO_LEVEL, space);
  cusparseDcsrilu02(handle, 3, 7, matrix, values, offsets, columns, lu, CUSPARSE_SOLVE_POLICY_NO_LEVEL, space);
  print("ilu02", values, 7);
  std::printf("zero pivot: %s\n", cusparseGetErrorName(cusparseXcsrilu02_zeroPivot(handle, lu, &position)));

  offsets = managed({0, 1, 3, 5});
  columns = managed({0, 0, 1, 1, 2});
  values = managed({4., 2., 5., 4., 13.});
  cusparseDcsric02_bufferSize(handle, 3, 5, matrix, values, offsets, columns, cholesky, &size);
  space = buffer(size);
  cusparseDcsric02_analysis(handle, 3, 5, matrix, values, offsets, columns, cholesky, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
                            space);
  cusparseDcsric02(handle, 3, 5, matrix, values, offsets, columns, cholesky, CUSPARSE_SOLVE_POLICY_NO_LEVEL, space);
  print("ic02", values, 5);
}

void order() {
  int *rows = managed({2, 0, 1, 0, 2}), *columns = managed({1, 3, 0, 1, 0}), *from = managed({0, 0, 0, 0, 0});
  size_t size = 0;
  cusparseXcoosort_bufferSizeExt(handle, 3, 4, 5, rows, columns, &size);
  cusparseCreateIdentityPermutation(handle, 5, from);
  cusparseXcoosortByRow(handle, 3, 4, 5, rows, columns, from, buffer(size));
  cudaDeviceSynchronize();
  std::printf("sorted    ");
  for (int k = 0; k < 5; ++k) std::printf(" (%d,%d)<-%d", rows[k], columns[k], from[k]);
  double* dense = managed({1., 0., 0., 2., 3., 0.});
  int *each = managed({0, 0}), total = 0;
  cusparseMatDescr_t matrix;
  cusparseCreateMatDescr(&matrix);
  cusparseDnnz(handle, CUSPARSE_DIRECTION_ROW, 2, 3, matrix, dense, 2, each, &total);
  cudaDeviceSynchronize();
  std::printf("\nnot zero: %d, in rows %d %d\n", total, each[0], each[1]);
}

int main() {
  if (cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS) return 1;
  triangles_and_samples();
  bands();
  factors();
  order();
  cusparseDestroy(handle);
}
