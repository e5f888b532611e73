// The product of matrices by cuBLAS: which arguments fit which storage order. cuBLAS stores every matrix by columns, as
// Fortran does. A matrix that C++ stores by rows is the transposed matrix to cuBLAS: rows and columns are exchanged,
// but no element has moved.
#include "ch17_cublas/gemm_layout/gemm_layout.h"

namespace gemm_layout {
namespace {

// cuBLAS has a function per type, S for float and D for double. This is c = op(a) op(b), where c has m rows and n
// columns, and op(a) has k columns. Each matrix is followed by its leading dimension.
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                    const float* a, int lda, const float* b, int ldb, float* c, int ldc) {
  const float one = 1, zero = 0;  // c = one op(a) op(b) + zero c; with 0, c is not read
  return cublasSgemm(handle, op_a, op_b, m, n, k, &one, a, lda, b, ldb, &zero, c, ldc);
}
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                    const double* a, int lda, const double* b, int ldb, double* c, int ldc) {
  const double one = 1, zero = 0;
  return cublasDgemm(handle, op_a, op_b, m, n, k, &one, a, lda, b, ldb, &zero, c, ldc);
}

constexpr cublasOperation_t as_it_is = CUBLAS_OP_N, transposed = CUBLAS_OP_T;

// ---- Rung 1. As in the documentation: all three matrices by columns.
template <typename Real>
void by_columns(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
                cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, as_it_is, as_it_is, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

// ---- Rung 2. All three by rows. cuBLAS sees a', b' and c', the transposed matrices. Since (a b)' = b' a', it gets b
// as its first matrix and a as its second one, and the sides of c' for those of c. Nothing is transposed.
template <typename Real>
void by_rows(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
             cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, as_it_is, as_it_is, c.cols, c.rows, a.cols, b.data, b.leading, a.data, a.leading, c.data,
             c.leading));
}

// ---- Rung 3. a and b by rows, c by columns: cuBLAS sees a' and b', and the call transposes both. No transposed matrix
// is stored anywhere: the kernel reads its tiles in another order.
template <typename Real>
void rows_in(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
             cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, transposed, transposed, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

// ---- Rung 4. Same as rung 3, except that b is stored by columns. This is also the product x' y of two matrices that
// are both stored by columns.
template <typename Real>
void a_by_rows(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
               cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, transposed, as_it_is, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

// ---- Rung 5. Same as rung 3, except that a is stored by columns: the product x y'.
template <typename Real>
void b_by_rows(const CublasHandle& handle, Matrix<const Real> a, Matrix<const Real> b, Matrix<Real> c,
               cudaStream_t stream) {
  check(cublasSetStream(handle, stream));
  check(gemm(handle, as_it_is, transposed, c.rows, c.cols, a.cols, a.data, a.leading, b.data, b.leading, c.data,
             c.leading));
}

}  // namespace

// Mistakes that cuBLAS detects. It does not detect that a matrix is stored in the other order, or a leading dimension
// that is large enough but wrong.
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

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"by_columns", by_columns<Real>, Order::columns, Order::columns, Order::columns, "N N, m n k, a b c"},
      {"by_rows", by_rows<Real>, Order::rows, Order::rows, Order::rows, "N N, n m k, b a c"},
      {"rows_in", rows_in<Real>, Order::rows, Order::rows, Order::columns, "T T, m n k, a b c"},
      {"a_by_rows", a_by_rows<Real>, Order::rows, Order::columns, Order::columns, "T N, m n k, a b c"},
      {"b_by_rows", b_by_rows<Real>, Order::columns, Order::rows, Order::columns, "N T, m n k, a b c"},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace gemm_layout
