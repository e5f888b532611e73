// Systems of equations. Each method queries the size of the workspace, factorises, checks devInfo, and solves.
#include "ch18_cusolver/linear_solve/linear_solve.h"

#include <algorithm>

#include "common/check.h"

namespace linear_solve {

constexpr int block_size = 256;
constexpr cublasFillMode_t triangle = CUBLAS_FILL_MODE_LOWER;

Memory::Memory(Shape shape)
    : a(std::size_t(shape.rows) * shape.cols),
      b(shape.rows),
      tau(shape.cols),
      a_single(a.size()),
      b_single(shape.rows),
      pivots(shape.cols),
      info(1) {}

namespace {

cudaStream_t stream_of(const Handles& handles) {
  cudaStream_t stream = nullptr;
  check(cusolverDnGetStream(handles.solver, &stream));
  return stream;
}

template <typename T>
void copy(const Handles& handles, T* to, const T* from, std::size_t n) {
  check(cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice, stream_of(handles)));
}

template <typename T>
void reserve(DeviceBuffer<T>& work, int size) {
  if (work.size() < std::size_t(size)) work = DeviceBuffer<T>(size);
}

// devInfo of the call before; the host waits for it.
int info_of(const Handles& handles, const Memory& memory) {
  int info = 0;
  check(cudaMemcpyAsync(&info, memory.info.data(), sizeof info, cudaMemcpyDeviceToHost, stream_of(handles)));
  check(cudaStreamSynchronize(stream_of(handles)));
  return info;
}

// ---- Rung 1. P A = L U with exchanges of rows: for every square matrix that is not singular. 2/3 n^3 operations.
void lu(const Handles& handles, const double* a, const double* b, double* x, Shape shape, Memory& m) {
  const int n = shape.cols;
  copy(handles, m.a.data(), a, m.a.size());
  copy(handles, x, b, n);
  int size = 0;
  check(cusolverDnDgetrf_bufferSize(handles.solver, shape.rows, n, m.a.data(), shape.rows, &size));
  reserve(m.work, size);
  check(cusolverDnDgetrf(handles.solver, shape.rows, n, m.a.data(), shape.rows, m.work.data(), m.pivots.data(),
                         m.info.data()));
  check_info(info_of(handles, m), "cusolverDnDgetrf", "the matrix is singular: a pivot is 0");
  check(cusolverDnDgetrs(handles.solver, CUBLAS_OP_N, n, 1, m.a.data(), n, m.pivots.data(), x, n, m.info.data()));
  check_info(info_of(handles, m), "cusolverDnDgetrs", "");
}

// ---- Rung 2. A = L L': half of the operations of rung 1 and no exchanges, for symmetric matrices whose eigenvalues
// are positive. A square root of a number that is not positive shows that one is not.
void cholesky(const Handles& handles, const double* a, const double* b, double* x, Shape shape, Memory& m) {
  const int n = shape.cols;
  copy(handles, m.a.data(), a, m.a.size());
  copy(handles, x, b, n);
  int size = 0;
  check(cusolverDnDpotrf_bufferSize(handles.solver, triangle, n, m.a.data(), n, &size));
  reserve(m.work, size);
  check(cusolverDnDpotrf(handles.solver, triangle, n, m.a.data(), n, m.work.data(), size, m.info.data()));
  check_info(info_of(handles, m), "cusolverDnDpotrf",
             "the matrix is not positive definite: a leading minor is not positive");
  check(cusolverDnDpotrs(handles.solver, triangle, n, 1, m.a.data(), n, x, n, m.info.data()));
  check_info(info_of(handles, m), "cusolverDnDpotrs", "");
}

// ---- Rung 3. A = Q R by reflections: twice the operations of rung 1; it also takes more rows than columns. |A x - b|
// is smallest where R x is the first part of Q' b. R is a triangle: cuBLAS solves that.
void qr(const Handles& handles, const double* a, const double* b, double* x, Shape shape, Memory& m) {
  const int rows = shape.rows, cols = shape.cols;
  copy(handles, m.a.data(), a, m.a.size());
  copy(handles, m.b.data(), b, rows);
  int size = 0, size_of_product = 0;
  check(cusolverDnDgeqrf_bufferSize(handles.solver, rows, cols, m.a.data(), rows, &size));
  check(cusolverDnDormqr_bufferSize(handles.solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, rows, 1, cols, m.a.data(), rows,
                                    m.tau.data(), m.b.data(), rows, &size_of_product));
  size = std::max(size, size_of_product);
  reserve(m.work, size);
  check(
      cusolverDnDgeqrf(handles.solver, rows, cols, m.a.data(), rows, m.tau.data(), m.work.data(), size, m.info.data()));
  check_info(info_of(handles, m), "cusolverDnDgeqrf", "");
  check(cusolverDnDormqr(handles.solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, rows, 1, cols, m.a.data(), rows, m.tau.data(),
                         m.b.data(), rows, m.work.data(), size, m.info.data()));
  check_info(info_of(handles, m), "cusolverDnDormqr", "");
  const double one = 1;
  check(cublasDtrsm(handles.blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, cols, 1,
                    &one, m.a.data(), rows, m.b.data(), rows));
  copy(handles, x, m.b.data(), cols);
  check(cudaStreamSynchronize(stream_of(handles)));
}

// ---- Rung 4. Same as rung 1, except that it factorises in single precision, and then corrects x: the residual r = b -
// A x in double, the correction d of A d = r in single. Each step adds as many digits as the first solution had, if it
// had any.
__global__ void narrow_kernel(const double* from, float* to, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) to[i] = static_cast<float>(from[i]);
}

__global__ void add_kernel(const float* correction, double* x, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) x[i] += correction[i];
}

void narrow(const Handles& handles, const double* from, float* to, std::size_t n) {
  narrow_kernel<<<blocks_for(n, block_size), block_size, 0, stream_of(handles)>>>(from, to, n);
  check(cudaGetLastError());
}

// m.b = b - A x. Returns the largest absolute value in it.
double residual(const Handles& handles, const double* a, const double* b, const double* x, int n, Memory& m) {
  const double minus = -1, one = 1;
  int place = 0;
  double largest = 0;
  copy(handles, m.b.data(), b, n);
  check(cublasDgemv(handles.blas, CUBLAS_OP_N, n, n, &minus, a, n, x, 1, &one, m.b.data(), 1));
  check(cublasIdamax(handles.blas, n, m.b.data(), 1, &place));  // waits, and counts from 1
  const cudaStream_t stream = stream_of(handles);
  check(cudaMemcpyAsync(&largest, m.b.data() + place - 1, sizeof largest, cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  return std::abs(largest);
}

void refined(const Handles& handles, const double* a, const double* b, double* x, Shape shape, Memory& m) {
  refine(handles, a, b, x, shape, m);
}

}  // namespace

std::vector<double> refine(const Handles& handles, const double* a, const double* b, double* x, Shape shape,
                           Memory& m) {
  const int n = shape.cols, blocks = blocks_for(n, block_size);
  narrow(handles, a, m.a_single.data(), m.a_single.size());
  int size = 0;
  check(cusolverDnSgetrf_bufferSize(handles.solver, shape.rows, n, m.a_single.data(), shape.rows, &size));
  reserve(m.work_single, size);
  check(cusolverDnSgetrf(handles.solver, shape.rows, n, m.a_single.data(), shape.rows, m.work_single.data(),
                         m.pivots.data(), m.info.data()));
  check_info(info_of(handles, m), "cusolverDnSgetrf", "the matrix is singular in single precision: a pivot is 0");

  check(cudaMemsetAsync(x, 0, n * sizeof(double), stream_of(handles)));
  std::vector<double> left = {residual(handles, a, b, x, n, m)};
  for (int step = 0; step < refinement_steps; ++step) {
    narrow(handles, m.b.data(), m.b_single.data(), n);
    check(cusolverDnSgetrs(handles.solver, CUBLAS_OP_N, n, 1, m.a_single.data(), n, m.pivots.data(), m.b_single.data(),
                           n, m.info.data()));
    add_kernel<<<blocks, block_size, 0, stream_of(handles)>>>(m.b_single.data(), x, n);
    check(cudaGetLastError());
    left.push_back(residual(handles, a, b, x, n, m));
  }
  return left;
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"lu", lu},
      {"cholesky", cholesky},
      {"qr", qr},
      {"refined", refined},
  };
  return rungs;
}

}  // namespace linear_solve
