// nvcc small_product.cu -lcublas && ./a.out
// A product of matrices by cuBLAS, which stores matrices by columns; they are filled that way here.
#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(3);
}

// cuBLAS has its own status type.
void check(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s: %s: %s\n", what, cublasGetStatusName(status), cublasGetStatusString(status));
  std::exit(3);
}

// The index of element (row, col) in a matrix of `rows` rows, stored by columns.
int place(int row, int col, int rows) {
  return row + col * rows;
}

void show(const char* name, const std::vector<double>& matrix, int rows, int cols) {
  for (int row = 0; row < rows; ++row) {
    std::printf("%-5s", row == 0 ? name : "");
    for (int col = 0; col < cols; ++col) std::printf(" %3g", matrix[place(row, col, rows)]);
    std::printf("\n");
  }
  std::printf("      in memory:");
  for (const double element : matrix) std::printf(" %g", element);
  std::printf("\n");
}

int main() {
  constexpr int rows = 2, inner = 3, cols = 2;
  std::vector<double> a(rows * inner), b(inner * cols), c(rows * cols);
  for (int i = 0; i < rows * inner; ++i) a[i] = i;  // the columns of a: (0 1), (2 3), (4 5)
  for (int i = 0; i < inner * cols; ++i) b[i] = i;  // the columns of b: (0 1 2), (3 4 5)

  double *d_a, *d_b, *d_c;
  check(cudaMalloc(&d_a, a.size() * sizeof(double)), "cudaMalloc");
  check(cudaMalloc(&d_b, b.size() * sizeof(double)), "cudaMalloc");
  check(cudaMalloc(&d_c, c.size() * sizeof(double)), "cudaMalloc");
  // Copies of n elements of the given size, with stride 1 on both sides.
  check(cublasSetVector(rows * inner, sizeof(double), a.data(), 1, d_a, 1), "cublasSetVector of a");
  check(cublasSetVector(inner * cols, sizeof(double), b.data(), 1, d_b, 1), "cublasSetVector of b");

  // c = alpha a b + beta c. N: neither is transposed. Each matrix is followed by the distance of its columns.
  cublasHandle_t handle;
  check(cublasCreate(&handle), "cublasCreate");
  const double alpha = 1, beta = 0;
  check(
      cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, rows, cols, inner, &alpha, d_a, rows, d_b, inner, &beta, d_c, rows),
      "cublasDgemm");
  check(cublasGetVector(rows * cols, sizeof(double), d_c, 1, c.data(), 1), "cublasGetVector of c");

  show("a", a, rows, inner);
  show("b", b, inner, cols);
  show("a b", c, rows, cols);

  int wrong = 0;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      double sum = 0;
      for (int k = 0; k < inner; ++k) sum += a[place(row, k, rows)] * b[place(k, col, inner)];
      wrong += c[place(row, col, rows)] != sum;
    }
  }
  std::printf("%d of %d elements are wrong\n", wrong, rows * cols);

  check(cublasDestroy(handle), "cublasDestroy");
  for (double* matrix : {d_a, d_b, d_c}) check(cudaFree(matrix), "cudaFree");
  return wrong == 0 ? 0 : 1;
}
