// cuSOLVER's eigenvalues of Hermitian matrices.
#include "libraries/solver/cusolver_factors.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::solver;

namespace {

// Only one triangle is read, and the real part of the diagonal.
template <class T, class Real>
void hermitian_eigenvalues(Matrix<T> a, Index n, bool lower, bool vectors, Real* w) {
  ComplexDense full(static_cast<std::size_t>(n * n));
  for (Index j = 0; j < n; ++j) {
    for (Index i = j; i < n; ++i) {
      const std::complex<double> element = lower ? a(i, j) : std::conj(a(j, i));
      full[static_cast<std::size_t>(i + j * n)] = i == j ? element.real() : element;
    }
  }
  const Dense values = eigenvalues_of(full, n, vectors);
  for (Index i = 0; i < n; ++i) w[i] = static_cast<Real>(values[static_cast<std::size_t>(i)]);
  for (Index j = 0; j < n && vectors; ++j) {
    for (Index i = 0; i < n; ++i) a(i, j) = static_cast<T>(full[static_cast<std::size_t>(i + j * n)]);
  }
}

}  // namespace

#define HERMITIAN(L, T, Real)                                                                                      \
  cusolverStatus_t cusolverDn##L##heevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t, cublasFillMode_t, \
                                                   int n, const T*, int lda, const Real*, int* size) {             \
    CHECK_HANDLE(handle);                                                                                          \
    CHECK(n >= 0 && lda >= std::max(1, n) && size);                                                                \
    *size = std::max(1, n);                                                                                        \
    return CUSOLVER_STATUS_SUCCESS;                                                                                \
  }                                                                                                                \
  cusolverStatus_t cusolverDn##L##heevd(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill,  \
                                        int n, T* a, int lda, Real* w, T*, int, int* info) {                       \
    CHECK_HANDLE(handle);                                                                                          \
    CHECK(n >= 0 && lda >= std::max(1, n));                                                                        \
    return run("cusolver heevd", handle, [=, a = on_device(a), w = on_device(w), info = on_device(info)] {         \
      hermitian_eigenvalues(Matrix<std::remove_pointer_t<decltype(a)>>{a, lda}, n, fill == CUBLAS_FILL_MODE_LOWER, \
                            mode == CUSOLVER_EIG_MODE_VECTOR, w);                                                  \
      *info = 0;                                                                                                   \
    });                                                                                                            \
  }
HERMITIAN(C, cuComplex, float)
HERMITIAN(Z, cuDoubleComplex, double)
