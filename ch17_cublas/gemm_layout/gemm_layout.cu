// The product of matrices by cuBLAS: which arguments fit which storage. cuBLAS takes every matrix column after column,
// as Fortran does. What C++ stores row after row looks to it like the transposed matrix: rows and columns have changed
// places, and not one element has moved.
#include "ch17_cublas/gemm_layout/gemm_layout.h"

namespace gemm_layout {

// cuBLAS has a function per type, S for float and D for double. This is c = op(a) op(b), where c has m rows and n
// columns, and op(a) has k columns. Behind each matrix stands its leading dimension.
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                    const float* a, int lda, const float* b, int ldb, float* c, int ldc) {
  const float one = 1, zero = 0;  // c = one op(a) op(b) + zero c; with 0 what c holds is not read
  return cublasSgemm(handle, op_a, op_b, m, n, k, &one, a, lda, b, ldb, &zero, c, ldc);
}
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                    const double* a, int lda, const double* b, int ldb, double* c, int ldc) {
  const double one = 1, zero = 0;
  return cublasDgemm(handle, op_a, op_b, m, n, k, &one, a, lda, b, ldb, &zero, c, ldc);
}

constexpr cublasOperation_t as_it_is = CUBLAS_OP_N, transposed = CUBLAS_OP_T;

// ---- Rung 1. The way the documentation has it: all three column after column.
template <typename Real>
void by_columns(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
                cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, as_it_is, as_it_is, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

// ---- Rung 2. All three row after row. cuBLAS sees a', b' and c', the transposed matrices. Since (a b)' = b' a', it
// gets b as its first matrix and a as its second one, and the sides of c' for those of c. Nothing is transposed.
template <typename Real>
void by_rows(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
             cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, as_it_is, as_it_is, c.cols, c.rows, a.cols, b.data, b.leading, a.data, a.leading, c.data,
             c.leading));
}

// ---- Rung 3. a and b row after row, c column after column: cuBLAS sees a' and b', and is asked to transpose both. No
// transposed matrix is stored anywhere: the kernel reads its tiles in another order.
template <typename Real>
void rows_in(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
             cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, transposed, transposed, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

// ---- Rung 4. Same as rung 3, except that b is stored column after column. This is also the product x' y of two
// matrices that are both stored by columns.
template <typename Real>
void a_by_rows(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
               cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, transposed, as_it_is, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

// ---- Rung 5. Same as rung 3, except that a is stored column after column: the product x y'.
template <typename Real>
void b_by_rows(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
               cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, as_it_is, transposed, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

template void by_columns(const CublasHandle&, Matrix<const float>, Matrix<const float>, Matrix<float>, cudaStream_t);
template void by_rows(const CublasHandle&, Matrix<const float>, Matrix<const float>, Matrix<float>, cudaStream_t);
template void rows_in(const CublasHandle&, Matrix<const float>, Matrix<const float>, Matrix<float>, cudaStream_t);
template void a_by_rows(const CublasHandle&, Matrix<const float>, Matrix<const float>, Matrix<float>, cudaStream_t);
template void b_by_rows(const CublasHandle&, Matrix<const float>, Matrix<const float>, Matrix<float>, cudaStream_t);
template void by_columns(const CublasHandle&, Matrix<const double>, Matrix<const double>, Matrix<double>, cudaStream_t);
template void by_rows(const CublasHandle&, Matrix<const double>, Matrix<const double>, Matrix<double>, cudaStream_t);
template void rows_in(const CublasHandle&, Matrix<const double>, Matrix<const double>, Matrix<double>, cudaStream_t);
template void a_by_rows(const CublasHandle&, Matrix<const double>, Matrix<const double>, Matrix<double>, cudaStream_t);
template void b_by_rows(const CublasHandle&, Matrix<const double>, Matrix<const double>, Matrix<double>, cudaStream_t);

// What cuBLAS notices. It does not notice that a matrix is stored in the other order, or a leading dimension that is
// large enough but not the right one.
const std::vector<Mistake>& mistakes() {
  static const std::vector<Mistake> list = {
      {"a leading dimension smaller than the column",
       [](cublasHandle_t handle, const double* a, const double* b, double* c) {
         return gemm(handle, as_it_is, as_it_is, 2, 2, 2, a, 1, b, 2, c, 2);
       }},
      {"a negative side", [](cublasHandle_t handle, const double* a, const double* b,
                             double* c) { return gemm(handle, as_it_is, as_it_is, 2, -2, 2, a, 2, b, 2, c, 2); }},
      {"no handle", [](cublasHandle_t, const double* a, const double* b,
                       double* c) { return gemm(nullptr, as_it_is, as_it_is, 2, 2, 2, a, 2, b, 2, c, 2); }},
      {"sums in float of doubles",
       [](cublasHandle_t handle, const double* a, const double* b, double* c) {
         const float one = 1, zero = 0;
         return cublasGemmEx(handle, as_it_is, as_it_is, 2, 2, 2, &one, a, CUDA_R_64F, 2, b, CUDA_R_64F, 2, &zero, c,
                             CUDA_R_64F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
       }},
      {"b stored in the other order",
       [](cublasHandle_t handle, const double* a, const double* b, double* c) {
         return gemm(handle, as_it_is, as_it_is, 2, 2, 2, a, 2, b, 2, c, 2);
       }},
  };
  return list;
}

}  // namespace gemm_layout
