// cuSOLVER's eigenvalues of symmetric matrices. Each method is two calls: the size of the workspace, and the work.
#include "ch18_cusolver/eigenvalues/eigenvalues.h"

#include "common/check.h"
#include "common/warp.cuh"

namespace eigenvalues {
namespace {

constexpr cusolverEigMode_t mode = CUSOLVER_EIG_MODE_VECTOR;

template <typename Real>
inline constexpr bool is_single = sizeof(Real) == sizeof(float);

// ---- Rung 1. Reflections make the matrix tridiagonal, and the tridiagonal one is divided into halves until they are
// trivial (Cuppen, 1981). About 9 n^3 operations, most of them in products of matrices.
template <typename Real>
int divide_and_conquer_size(const CusolverHandle& handle, const Task<Real>& t) {
  int size = 0;
  if constexpr (is_single<Real>) {
    check(cusolverDnSsyevd_bufferSize(handle, mode, t.fill, t.n, t.a, t.n, t.w, &size));
  } else {
    check(cusolverDnDsyevd_bufferSize(handle, mode, t.fill, t.n, t.a, t.n, t.w, &size));
  }
  return size;
}

template <typename Real>
void divide_and_conquer(const CusolverHandle& handle, const Task<Real>& t, Real* work, int size) {
  for (int i = 0; i < t.count; ++i) {
    Real *a = t.a + std::size_t(i) * t.n * t.n, *w = t.w + std::size_t(i) * t.n;
    if constexpr (is_single<Real>) {
      check(cusolverDnSsyevd(handle, mode, t.fill, t.n, a, t.n, w, work, size, t.info + i));
    } else {
      check(cusolverDnDsyevd(handle, mode, t.fill, t.n, a, t.n, w, work, size, t.info + i));
    }
  }
}

// ---- Rung 2. Rotations in planes, each of which makes a pair of elements 0, until all off-diagonal elements are small
// (Jacobi, 1846). More operations, but rotations of different planes are independent of each other, and small
// eigenvalues are more accurate.
template <typename Real>
int jacobi_size(const CusolverHandle& handle, const Task<Real>& t) {
  const JacobiParams params(most_sweeps);
  int size = 0;
  if constexpr (is_single<Real>) {
    check(cusolverDnSsyevj_bufferSize(handle, mode, t.fill, t.n, t.a, t.n, t.w, &size, params));
  } else {
    check(cusolverDnDsyevj_bufferSize(handle, mode, t.fill, t.n, t.a, t.n, t.w, &size, params));
  }
  return size;
}

template <typename Real>
void jacobi(const CusolverHandle& handle, const Task<Real>& t, Real* work, int size) {
  const JacobiParams params(most_sweeps);
  for (int i = 0; i < t.count; ++i) {
    Real *a = t.a + std::size_t(i) * t.n * t.n, *w = t.w + std::size_t(i) * t.n;
    if constexpr (is_single<Real>) {
      check(cusolverDnSsyevj(handle, mode, t.fill, t.n, a, t.n, w, work, size, t.info + i, params));
    } else {
      check(cusolverDnDsyevj(handle, mode, t.fill, t.n, a, t.n, w, work, size, t.info + i, params));
    }
  }
}

// ---- Rung 3. Same as rung 2, except that one call solves all matrices: a small one cannot fill the device.
template <typename Real>
int jacobi_batched_size(const CusolverHandle& handle, const Task<Real>& t) {
  const JacobiParams params(most_sweeps);
  int size = 0;
  if constexpr (is_single<Real>) {
    check(cusolverDnSsyevjBatched_bufferSize(handle, mode, t.fill, t.n, t.a, t.n, t.w, &size, params, t.count));
  } else {
    check(cusolverDnDsyevjBatched_bufferSize(handle, mode, t.fill, t.n, t.a, t.n, t.w, &size, params, t.count));
  }
  return size;
}

template <typename Real>
void jacobi_batched(const CusolverHandle& handle, const Task<Real>& t, Real* work, int size) {
  const JacobiParams params(most_sweeps);
  if constexpr (is_single<Real>) {
    check(cusolverDnSsyevjBatched(handle, mode, t.fill, t.n, t.a, t.n, t.w, work, size, t.info, params, t.count));
  } else {
    check(cusolverDnDsyevjBatched(handle, mode, t.fill, t.n, t.a, t.n, t.w, work, size, t.info, params, t.count));
  }
}

}  // namespace

void require_success(const std::vector<int>& info, const char* routine) {
  for (const int i : info) check_info(i, routine, "the method has not converged");
}

// ---- The quality of a result: one element of A V - V diag(w) and one of V' V - I per thread.
constexpr int block_size = 256;

template <typename Real>
__global__ void quality_kernel(const Real* a, const Real* v, const Real* w, int n, double* sums) {
  const std::size_t place = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  double residual = 0, product = 0, size = 0;
  if (place < std::size_t(n) * n) {
    const std::size_t row = place % n, col = place / n;
    for (int k = 0; k < n; ++k) {
      residual += double{a[row + std::size_t(k) * n]} * double{v[k + col * n]};
      product += double{v[k + row * n]} * double{v[k + col * n]};
    }
    residual -= double{v[place]} * double{w[col]};
    product -= row == col ? 1 : 0;
    size = a[place];
  }
  const double mine[] = {residual * residual, product * product, size * size};
  for (int i = 0; i < 3; ++i) {
    const double sum = fold_block<ByShuffles, block_size>(mine[i]);
    if (threadIdx.x == 0) atomicAdd(&sums[i], sum);
    __syncthreads();  // the fold's shared memory is reused
  }
}

template <typename Real>
Quality quality_of(const Real* a, const Real* v, const Real* w, int n) {
  DeviceBuffer<double> d_sums(std::vector<double>(3, 0.0));
  quality_kernel<<<blocks_for(std::size_t(n) * n, block_size), block_size>>>(a, v, w, n, d_sums.data());
  check(cudaGetLastError());
  const std::vector<double> sums = d_sums.to_host();
  const double unit = n * static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2;
  return {std::sqrt(sums[0]) / (sums[2] > 0 ? std::sqrt(sums[2]) : 1) / unit, std::sqrt(sums[1]) / unit};
}

template Quality quality_of(const float*, const float*, const float*, int);
template Quality quality_of(const double*, const double*, const double*, int);

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"divide_and_conquer", false, divide_and_conquer_size<Real>, divide_and_conquer<Real>, tridiagonal_bound},
      {"jacobi", false, jacobi_size<Real>, jacobi<Real>, jacobi_bound},
      {"jacobi_batched", true, jacobi_batched_size<Real>, jacobi_batched<Real>, jacobi_bound},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace eigenvalues
