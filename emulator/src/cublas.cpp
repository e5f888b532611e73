// cuBLAS, as far as courses use it. Matrices are stored by columns. Sums of vectors are formed in double precision, so
// they are as exact as the result's type can say; products of matrices add in the order of k, one fused or plain
// multiply-add an element, in the type that computes.
#include <cublas_v2.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "library.hpp"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace cuda_emulator {
namespace {

using Index = std::ptrdiff_t;
using ComplexFloat = std::complex<float>;
using ComplexDouble = std::complex<double>;

// ---- types: a program's cuComplex is computed as std::complex, which lies in memory alike
template <class T>
struct Computed {
  using type = T;
};
template <>
struct Computed<cuComplex> {
  using type = ComplexFloat;
};
template <>
struct Computed<cuDoubleComplex> {
  using type = ComplexDouble;
};
template <>
struct Computed<const cuComplex> {
  using type = const ComplexFloat;
};
template <>
struct Computed<const cuDoubleComplex> {
  using type = const ComplexDouble;
};
template <class T>
auto cast(T* pointer) {
  return reinterpret_cast<typename Computed<T>::type*>(pointer);
}
template <class T>
auto cast(T* const* pointers) {
  return reinterpret_cast<typename Computed<T>::type* const*>(pointers);
}

template <class T>
constexpr bool is_complex = std::is_same_v<T, ComplexFloat> || std::is_same_v<T, ComplexDouble>;
template <class T>
using Wide = std::conditional_t<is_complex<T>, ComplexDouble, double>;
template <class T>
T narrow(Wide<T> x) {
  if constexpr (is_complex<T>) {
    return T(static_cast<typename T::value_type>(x.real()), static_cast<typename T::value_type>(x.imag()));
  } else {
    return static_cast<T>(x);
  }
}
template <class T>
T conjugate(T x) {
  if constexpr (is_complex<T>) {
    return std::conj(x);
  } else {
    return x;
  }
}
// The size by which complex numbers are compared and summed: both parts, not the length.
template <class T>
double size_of(T x) {
  if constexpr (is_complex<T>) {
    return std::fabs(double{x.real()}) + std::fabs(double{x.imag()});
  } else {
    return std::fabs(double{x});
  }
}

// A factor that lies with the host, and is read now, or with the device, and is read when the work runs.
template <class T>
class Factor {
 public:
  Factor(cublasHandle_t handle, const T* pointer) {
    if (handle->pointers == CUBLAS_POINTER_MODE_HOST) {
      value_ = *pointer;
    } else {
      pointer_ = device_pointer(pointer);
    }
  }
  explicit Factor(T value) : value_(value) {}
  T get() const { return pointer_ ? *pointer_ : value_; }

 private:
  T value_{};
  const T* pointer_ = nullptr;
};

// Elements in steps; a negative step starts from the end.
template <class T>
struct Vector {
  T* start;
  Index step;
  Vector(T* x, Index n, Index increment)
      : start(device_pointer(x) + (increment < 0 ? (1 - n) * increment : 0)), step(increment) {}
  T& operator[](Index i) const { return start[i * step]; }
};

cublasStatus_t done(bool ran) {
  return ran ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
template <class Work>
cublasStatus_t run(const char* name, std::size_t blocks, cublasHandle_t handle, Work work) {
  return done(run_library(name, blocks, handle->stream, work));
}

// One block computes a value; with host pointers the caller has it when this returns.
template <class R, class Sum>
cublasStatus_t give(const char* name, cublasHandle_t handle, R* result, Sum sum) {
  if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE) {
    R* const target = device_pointer(result);
    return run(name, 1, handle, [=](std::size_t) { *target = sum(); });
  }
  return run(name, 1, handle, [=](std::size_t) { *result = sum(); });
}

#define CHECK_HANDLE(handle) \
  if (!(handle)) return CUBLAS_STATUS_NOT_INITIALIZED

// What BLAS libraries print of a bad argument, by its place in the list that has no handle.
cublasStatus_t bad_argument(const char* function, int place) {
  std::printf(" ** On entry to %-6s parameter number %d had an illegal value\n", function, place);
  return CUBLAS_STATUS_INVALID_VALUE;
}

// ---- vectors
constexpr Index vector_part = 16384;
std::size_t parts(Index n) {
  return n <= 0 ? 0 : static_cast<std::size_t>((n + vector_part - 1) / vector_part);
}
template <class F>
cublasStatus_t for_each(const char* name, cublasHandle_t handle, Index n, F f) {
  return run(name, parts(n), handle, [=](std::size_t block) {
    const Index begin = static_cast<Index>(block) * vector_part, end = std::min(n, begin + vector_part);
    for (Index i = begin; i < end; ++i) f(i);
  });
}

template <class T, class Better>
cublasStatus_t extreme(const char* name, cublasHandle_t handle, int n, const T* x, int incx, int* result,
                       Better better) {
  CHECK_HANDLE(handle);
  const Vector<const T> v(x, n, incx);
  return give(name, handle, result, [=] {
    if (n < 1 || incx < 1) return 0;
    Index best = 0;
    for (Index i = 1; i < n; ++i) {
      if (better(size_of(v[i]), size_of(v[best]))) best = i;
    }
    return static_cast<int>(best) + 1;
  });
}

template <class T>
cublasStatus_t copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  CHECK_HANDLE(handle);
  const Vector<const T> from(x, n, incx);
  const Vector<T> to(y, n, incy);
  return for_each("cublas copy", handle, n, [=](Index i) { to[i] = from[i]; });
}
template <class T>
cublasStatus_t swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
  CHECK_HANDLE(handle);
  const Vector<T> a(x, n, incx), b(y, n, incy);
  return for_each("cublas swap", handle, n, [=](Index i) { std::swap(a[i], b[i]); });
}
template <class T, class S>
cublasStatus_t scal(cublasHandle_t handle, int n, const S* alpha, T* x, int incx) {
  CHECK_HANDLE(handle);
  const Vector<T> v(x, n, incx);
  const Factor<S> factor(handle, alpha);
  return for_each("cublas scal", handle, n, [=](Index i) { v[i] *= factor.get(); });
}
template <class T>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  CHECK_HANDLE(handle);
  const Vector<const T> a(x, n, incx);
  const Vector<T> b(y, n, incy);
  const Factor<T> factor(handle, alpha);
  return for_each("cublas axpy", handle, n, [=](Index i) {
    if constexpr (is_complex<T>) {
      b[i] += factor.get() * a[i];
    } else {
      b[i] = std::fma(factor.get(), a[i], b[i]);
    }
  });
}
template <class T>
cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result,
                   bool conjugated = false) {
  CHECK_HANDLE(handle);
  const Vector<const T> a(x, n, incx), b(y, n, incy);
  return give("cublas dot", handle, result, [=] {
    Wide<T> sum{};
    for (Index i = 0; i < n; ++i) sum += Wide<T>(conjugated ? conjugate(a[i]) : a[i]) * Wide<T>(b[i]);
    return narrow<T>(sum);
  });
}
template <class T, class R>
cublasStatus_t asum(cublasHandle_t handle, int n, const T* x, int incx, R* result) {
  CHECK_HANDLE(handle);
  const Vector<const T> v(x, n, incx);
  return give("cublas asum", handle, result, [=] {
    double sum = 0;
    for (Index i = 0; i < n && incx > 0; ++i) sum += size_of(v[i]);
    return static_cast<R>(sum);
  });
}
template <class T, class R>
cublasStatus_t nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result) {
  CHECK_HANDLE(handle);
  const Vector<const T> v(x, n, incx);
  return give("cublas nrm2", handle, result, [=] {
    double sum = 0, largest = 0;
    for (Index i = 0; i < n && incx > 0; ++i) largest = std::max(largest, size_of(v[i]));
    if (largest == 0 || !std::isfinite(largest)) return static_cast<R>(largest);
    for (Index i = 0; i < n; ++i) sum += std::norm(Wide<T>(v[i]) / largest);
    return static_cast<R>(largest * std::sqrt(sum));
  });
}
template <class T>
cublasStatus_t rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c, const T* s) {
  CHECK_HANDLE(handle);
  const Vector<T> a(x, n, incx), b(y, n, incy);
  const Factor<T> cosine(handle, c), sine(handle, s);
  return for_each("cublas rot", handle, n, [=](Index i) {
    const T old = a[i];
    a[i] = cosine.get() * old + sine.get() * b[i];
    b[i] = cosine.get() * b[i] - sine.get() * old;
  });
}
template <class T>
cublasStatus_t rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s) {
  CHECK_HANDLE(handle);
  return run("cublas rotg", 1, handle, [=](std::size_t) {
    const T larger = std::fabs(*a) > std::fabs(*b) ? *a : *b;
    const T scale = std::fabs(*a) + std::fabs(*b);
    if (scale == 0) {
      *c = 1;
      *s = *a = *b = 0;
      return;
    }
    const T r = std::copysign(scale * std::hypot(*a / scale, *b / scale), larger);
    *c = *a / r;
    *s = *b / r;
    *b = std::fabs(*a) > std::fabs(*b) ? *s : *c != 0 ? 1 / *c : T{1};
    *a = r;
  });
}

// ---- matrices
template <class T>
struct Matrix {
  T* start;
  Index leading;
  Matrix(T* a, Index lda) : start(device_pointer(a)), leading(lda) {}
  T& operator()(Index i, Index j) const { return start[i + j * leading]; }
};
// op(A), element by element.
template <class T>
struct Operand {
  Matrix<const T> a;
  cublasOperation_t op;
  T operator()(Index i, Index j) const {
    if (op == CUBLAS_OP_N) return a(i, j);
    return op == CUBLAS_OP_T ? a(j, i) : conjugate(a(j, i));
  }
};
// A symmetric matrix of which one triangle is given.
template <class T>
struct Symmetric {
  Matrix<const T> a;
  bool lower;
  T operator()(Index i, Index j) const { return (i >= j) == lower ? a(i, j) : a(j, i); }
};
// op(A) of a triangular matrix.
template <class T>
struct Triangle {
  Matrix<const T> a;
  bool stored_lower, unit;
  cublasOperation_t op;
  [[nodiscard]] bool lower() const { return stored_lower == (op == CUBLAS_OP_N); }
  T operator()(Index i, Index j) const {
    if (i == j && unit) return T(1);
    if (i != j && (i > j) != lower()) return T(0);
    return Operand<T>{a, op}(i, j);
  }
};

// y = alpha A x + beta y, a part of the rows a block. Where beta is 0, y is not read.
template <class T, class Element>
cublasStatus_t matrix_vector(const char* name, cublasHandle_t handle, Index rows, Index columns, Factor<T> alpha,
                             Element a, Vector<const T> x, Factor<T> beta, Vector<T> y) {
  constexpr Index rows_a_block = 64;
  return run(name, static_cast<std::size_t>((rows + rows_a_block - 1) / rows_a_block), handle, [=](std::size_t block) {
    const Index begin = static_cast<Index>(block) * rows_a_block, end = std::min(rows, begin + rows_a_block);
    for (Index i = begin; i < end; ++i) {
      Wide<T> sum{};
      for (Index j = 0; j < columns; ++j) sum += Wide<T>(a(i, j)) * Wide<T>(x[j]);
      const T product = narrow<T>(Wide<T>(alpha.get()) * sum);
      y[i] = beta.get() == T(0) ? product : product + beta.get() * y[i];
    }
  });
}

template <class T>
cublasStatus_t gemv(const char* name, cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,
                    const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  CHECK_HANDLE(handle);
  if (m < 0) return bad_argument(name, 2);
  if (n < 0) return bad_argument(name, 3);
  if (lda < std::max(1, m)) return bad_argument(name, 6);
  if (incx == 0) return bad_argument(name, 8);
  if (incy == 0) return bad_argument(name, 11);
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  const Index rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
  return matrix_vector<T>("cublas gemv", handle, rows, columns, Factor<T>(handle, alpha),
                          Operand<T>{Matrix<const T>(a, lda), op}, Vector<const T>(x, columns, incx),
                          Factor<T>(handle, beta), Vector<T>(y, rows, incy));
}
template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* a, int lda,
                    const T* x, int incx, const T* beta, T* y, int incy) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  return matrix_vector<T>("cublas symv", handle, n, n, Factor<T>(handle, alpha),
                          Symmetric<T>{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER},
                          Vector<const T>(x, n, incx), Factor<T>(handle, beta), Vector<T>(y, n, incy));
}

// The order in which one unknown after the other can be had.
template <class T, class X>
void solve(const Triangle<T>& a, Index n, X x) {
  for (Index step = 0; step < n; ++step) {
    const Index i = a.lower() ? step : n - 1 - step;
    T value = x(i);
    for (Index k = 0; k < step; ++k) {
      const Index j = a.lower() ? k : n - 1 - k;
      value -= a(i, j) * x(j);
    }
    x(i) = a.unit ? value : value / a(i, i);
  }
}
template <class T>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,
                    int n, const T* a, int lda, T* x, int incx) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Vector<T> v(x, n, incx);
  return run("cublas trsv", 1, handle, [=](std::size_t) { solve(triangle, n, [&](Index i) -> T& { return v[i]; }); });
}
template <class T>
cublasStatus_t trmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,
                    int n, const T* a, int lda, T* x, int incx) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Vector<T> v(x, n, incx);
  return run("cublas trmv", 1, handle, [=](std::size_t) {
    for (Index step = 0; step < n; ++step) {  // an element that is still needed is overwritten last
      const Index i = triangle.lower() ? n - 1 - step : step;
      Wide<T> sum{};
      for (Index j = 0; j < n; ++j) sum += Wide<T>(triangle(i, j)) * Wide<T>(v[j]);
      v[i] = narrow<T>(sum);
    }
  });
}
template <class T>
cublasStatus_t ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy,
                   T* a, int lda, bool conjugated = false) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || lda < std::max(1, m) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const Vector<const T> u(x, m, incx), v(y, n, incy);
  const Matrix<T> matrix(a, lda);
  const Factor<T> factor(handle, alpha);
  return run("cublas ger", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    const T right = factor.get() * (conjugated ? conjugate(v[j]) : v[j]);
    for (Index i = 0; i < m; ++i) matrix(i, j) += u[i] * right;
  });
}
template <class T>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x, int incx, T* a,
                   int lda) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const Vector<const T> v(x, n, incx);
  const Matrix<T> matrix(a, lda);
  const Factor<T> factor(handle, alpha);
  return run("cublas syr", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
    for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) matrix(i, j) += factor.get() * v[i] * v[j];
  });
}

// ---- products of matrices: a block computes a tile of C. The operands' parts are copied side by side first, so that
// the innermost loops run over neighbours whatever op(A) and op(B) are.
constexpr Index tile_rows = 64, tile_columns = 32, tile_depth = 64;

template <class T>
void multiply_tile(const T* a, const T* b, T* c) {  // complex and other types: a[k][row], b[k][column], c[column][row]
  for (Index k = 0; k < tile_depth; ++k) {
    for (Index j = 0; j < tile_columns; ++j) {
      for (Index i = 0; i < tile_rows; ++i) {
        c[j * tile_rows + i] += a[k * tile_rows + i] * b[k * tile_columns + j];
      }
    }
  }
}
// The real types keep 4 columns of a few vectors in registers. Processors with fused multiply-adds use them, as a GPU
// does.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define CUDA_EMULATOR_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define CUDA_EMULATOR_CLONES
#endif
#define CUDA_EMULATOR_MULTIPLY(name, T)                                                           \
  CUDA_EMULATOR_CLONES void name(const T* a, const T* b, T* c) {                                  \
    typedef T Lanes __attribute__((vector_size(32), aligned(sizeof(T))));                         \
    constexpr Index lanes = static_cast<Index>(sizeof(Lanes) / sizeof(T));                        \
    for (Index j = 0; j < tile_columns; j += 4) {                                                 \
      for (Index i = 0; i < tile_rows; i += 2 * lanes) {                                          \
        Lanes sum[4][2];                                                                          \
        _Pragma("GCC unroll 4") for (Index s = 0; s < 4; ++s) {                                   \
          _Pragma("GCC unroll 4") for (Index v = 0; v < 2; ++v) {                                 \
            sum[s][v] = *reinterpret_cast<const Lanes*>(c + (j + s) * tile_rows + i + v * lanes); \
          }                                                                                       \
        }                                                                                         \
        for (Index k = 0; k < tile_depth; ++k) {                                                  \
          const Lanes left0 = *reinterpret_cast<const Lanes*>(a + k * tile_rows + i);             \
          const Lanes left1 = *reinterpret_cast<const Lanes*>(a + k * tile_rows + i + lanes);     \
          const T* const right = b + k * tile_columns + j;                                        \
          _Pragma("GCC unroll 4") for (Index s = 0; s < 4; ++s) {                                 \
            sum[s][0] += left0 * right[s];                                                        \
            sum[s][1] += left1 * right[s];                                                        \
          }                                                                                       \
        }                                                                                         \
        _Pragma("GCC unroll 4") for (Index s = 0; s < 4; ++s) {                                   \
          _Pragma("GCC unroll 4") for (Index v = 0; v < 2; ++v) {                                 \
            *reinterpret_cast<Lanes*>(c + (j + s) * tile_rows + i + v * lanes) = sum[s][v];       \
          }                                                                                       \
        }                                                                                         \
      }                                                                                           \
    }                                                                                             \
  }
CUDA_EMULATOR_MULTIPLY(multiply_tile_float, float)
CUDA_EMULATOR_MULTIPLY(multiply_tile_double, double)
template <>
void multiply_tile(const float* a, const float* b, float* c) {
  multiply_tile_float(a, b, c);
}
template <>
void multiply_tile(const double* a, const double* b, double* c) {
  multiply_tile_double(a, b, c);
}

// store(i, j, sum of a(i, k) b(k, j)) for the elements of C. `count` products in a row: the accessors take the number
// of the product first.
template <class T, class A, class B, class Store>
cublasStatus_t product(const char* name, cublasHandle_t handle, Index m, Index n, Index depth, Index count, A a, B b,
                       Store store) {
  const Index tiles_down = (m + tile_rows - 1) / tile_rows, tiles_across = (n + tile_columns - 1) / tile_columns;
  const Index tiles = tiles_down * tiles_across;
  return run(name, static_cast<std::size_t>(tiles * count), handle, [=](std::size_t block) {
    const Index batch = static_cast<Index>(block) / tiles, tile = static_cast<Index>(block) % tiles;
    const Index i0 = tile % tiles_down * tile_rows, j0 = tile / tiles_down * tile_columns;
    const Index rows = std::min(tile_rows, m - i0), columns = std::min(tile_columns, n - j0);
    alignas(64) T left[tile_depth * tile_rows], right[tile_depth * tile_columns], sum[tile_columns * tile_rows];
    std::fill_n(sum, tile_columns * tile_rows, T(0));
    for (Index k0 = 0; k0 < depth; k0 += tile_depth) {
      const Index deep = std::min(tile_depth, depth - k0);
      if (rows < tile_rows || deep < tile_depth) std::fill_n(left, tile_depth * tile_rows, T(0));
      if (columns < tile_columns || deep < tile_depth) std::fill_n(right, tile_depth * tile_columns, T(0));
      for (Index k = 0; k < deep; ++k) {
        for (Index i = 0; i < rows; ++i) left[k * tile_rows + i] = a(batch, i0 + i, k0 + k);
        for (Index j = 0; j < columns; ++j) right[k * tile_columns + j] = b(batch, k0 + k, j0 + j);
      }
      multiply_tile<T>(left, right, sum);
    }
    for (Index j = 0; j < columns; ++j) {
      for (Index i = 0; i < rows; ++i) store(batch, i0 + i, j0 + j, sum[j * tile_rows + i]);
    }
  });
}

// C of a product: alpha times it plus beta times what was there, which is not read if beta is 0.
template <class T, class C, class S>
void store_scaled(C& c, S sum, T alpha, T beta) {
  const T product = alpha * static_cast<T>(sum);
  c = static_cast<C>(beta == T(0) ? product : product + beta * static_cast<T>(c));
}

// Where each product of a batch finds its matrices: steps of one array, or an array of pointers on the device.
template <class T>
struct Batch {
  T* start = nullptr;
  Index stride = 0;
  T* const* pointers = nullptr;
  T* at(Index i) const { return pointers ? pointers[i] : start + i * stride; }
};
struct AnyBatch {  // of matrices whose type is told by number
  void* start = nullptr;
  Index stride = 0;
  void* const* pointers = nullptr;
};
template <class T>
Batch<T> strided(T* start, Index stride = 0) {
  return {device_pointer(start), stride, nullptr};
}
template <class T>
Batch<T> listed(T* const* pointers) {
  return {nullptr, 0, device_pointer(pointers)};
}

struct Shape {
  cublasOperation_t opa, opb;
  Index m, n, k, lda, ldb, ldc, count;
};
cublasStatus_t check(const char* name, const Shape& s) {
  if (s.m < 0) return bad_argument(name, 3);
  if (s.n < 0) return bad_argument(name, 4);
  if (s.k < 0) return bad_argument(name, 5);
  if (s.lda < std::max<Index>(1, s.opa == CUBLAS_OP_N ? s.m : s.k)) return bad_argument(name, 8);
  if (s.ldb < std::max<Index>(1, s.opb == CUBLAS_OP_N ? s.k : s.n)) return bad_argument(name, 10);
  if (s.ldc < std::max<Index>(1, s.m)) return bad_argument(name, 13);
  return CUBLAS_STATUS_SUCCESS;
}

// In: what A and B hold. Sum: what the products are added up in. T: alpha and beta. C: what the result is.
template <class In, class Sum, class T, class C>
cublasStatus_t gemm(const char* name, cublasHandle_t handle, const Shape& s, Factor<T> alpha, Batch<const In> a,
                    Batch<const In> b, Factor<T> beta, Batch<C> c) {
  if (const cublasStatus_t bad = check(name, s)) return bad;
  if (s.m == 0 || s.n == 0) return CUBLAS_STATUS_SUCCESS;
  const auto element = [](const In* matrix, Index leading, cublasOperation_t op, Index i, Index j) {
    const Sum x = static_cast<Sum>(op == CUBLAS_OP_N ? matrix[i + j * leading] : matrix[j + i * leading]);
    return op == CUBLAS_OP_C ? conjugate(x) : x;
  };
  return product<Sum>(
      name, handle, s.m, s.n, s.k, s.count,
      [=](Index batch, Index i, Index k) { return element(a.at(batch), s.lda, s.opa, i, k); },
      [=](Index batch, Index k, Index j) { return element(b.at(batch), s.ldb, s.opb, k, j); },
      [=](Index batch, Index i, Index j, Sum sum) {
        store_scaled<T>(c.at(batch)[i + j * s.ldc], sum, alpha.get(), beta.get());
      });
}

template <class T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T* alpha,
                    const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m) || ldc < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Symmetric<T> symmetric{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER};
  const Matrix<const T> other(b, ldb);
  const Matrix<T> result(c, ldc);
  const Factor<T> scale(handle, alpha), keep(handle, beta);
  return product<T>(
      "cublas symm", handle, m, n, left ? m : n, 1,
      [=](Index, Index i, Index k) { return left ? symmetric(i, k) : other(i, k); },
      [=](Index, Index k, Index j) { return left ? other(k, j) : symmetric(k, j); },
      [=](Index, Index i, Index j, T sum) { store_scaled<T>(result(i, j), sum, scale.get(), keep.get()); });
}
template <class T>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const T* alpha,
                    const T* a, int lda, const T* beta, T* c, int ldc) {
  CHECK_HANDLE(handle);
  if (n < 0 || k < 0 || lda < std::max(1, op == CUBLAS_OP_N ? n : k) || ldc < std::max(1, n)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Operand<T> matrix{Matrix<const T>(a, lda), op == CUBLAS_OP_N ? CUBLAS_OP_N : CUBLAS_OP_T};
  const Matrix<T> result(c, ldc);
  const Factor<T> scale(handle, alpha), keep(handle, beta);
  const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
  return product<T>(
      "cublas syrk", handle, n, n, k, 1, [=](Index, Index i, Index p) { return matrix(i, p); },
      [=](Index, Index p, Index j) { return matrix(j, p); },
      [=](Index, Index i, Index j, T sum) {
        if (i == j || (i > j) == lower) store_scaled<T>(result(i, j), sum, scale.get(), keep.get());
      });
}
template <class T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                    cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, const T* b, int ldb,
                    T* c, int ldc) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m) || ldc < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Matrix<const T> other(b, ldb);
  const Matrix<T> result(c, ldc);
  const Factor<T> scale(handle, alpha);
  // C may be B: a column (or a row, from the right) is read whole before it is written.
  const Index count = left ? n : m, length = left ? m : n;
  return run("cublas trmm", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index line = static_cast<Index>(block);
    std::vector<T> old(static_cast<std::size_t>(length));
    for (Index i = 0; i < length; ++i) old[static_cast<std::size_t>(i)] = left ? other(i, line) : other(line, i);
    for (Index i = 0; i < length; ++i) {
      T sum{};
      for (Index k = 0; k < length; ++k) {
        sum += (left ? triangle(i, k) : triangle(k, i)) * old[static_cast<std::size_t>(k)];
      }
      (left ? result(i, line) : result(line, i)) = scale.get() * sum;
    }
  });
}
template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                    cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m)) return CUBLAS_STATUS_INVALID_VALUE;
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Matrix<T> x(b, ldb);
  const Factor<T> scale(handle, alpha);
  const Index count = left ? n : m, length = left ? m : n;
  return run("cublas trsm", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index line = static_cast<Index>(block);
    const auto unknown = [&](Index i) -> T& { return left ? x(i, line) : x(line, i); };
    for (Index i = 0; i < length; ++i) unknown(i) *= scale.get();
    if (left) {
      solve(triangle, length, unknown);
      return;
    }
    // x op(A) = b is the transposed system: its triangle is the other one.
    const bool lower = !triangle.lower();
    for (Index step = 0; step < length; ++step) {
      const Index i = lower ? step : length - 1 - step;
      T value = unknown(i);
      for (Index k = 0; k < step; ++k) {
        const Index j = lower ? k : length - 1 - k;
        value -= triangle(j, i) * unknown(j);
      }
      unknown(i) = triangle.unit ? value : value / triangle(i, i);
    }
  });
}
template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const T* alpha,
                    const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || lda < std::max(1, opa == CUBLAS_OP_N ? m : n) ||
      ldb < std::max(1, opb == CUBLAS_OP_N ? m : n) || ldc < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Operand<T> left{Matrix<const T>(a, lda), opa}, right{Matrix<const T>(b, ldb), opb};
  const Matrix<T> result(c, ldc);
  const Factor<T> by_a(handle, alpha), by_b(handle, beta);
  return run("cublas geam", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    const T p = by_a.get(), q = by_b.get();  // a matrix whose factor is 0 is not read
    for (Index i = 0; i < m; ++i) {
      result(i, j) = (p == T(0) ? T(0) : p * left(i, j)) + (q == T(0) ? T(0) : q * right(i, j));
    }
  });
}
template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x,
                    int incx, T* c, int ldc) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || lda < std::max(1, m) || ldc < std::max(1, m)) return CUBLAS_STATUS_INVALID_VALUE;
  const Matrix<const T> matrix(a, lda);
  const Matrix<T> result(c, ldc);
  const Vector<const T> v(x, side == CUBLAS_SIDE_LEFT ? m : n, incx);
  return run("cublas dgmm", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    for (Index i = 0; i < m; ++i) result(i, j) = matrix(i, j) * v[side == CUBLAS_SIDE_LEFT ? i : j];
  });
}

// ---- small systems, a matrix a block. The pivots count from 1.
template <class T>
int factorise(T* a, Index n, Index lda, int* pivots) {
  int info = 0;
  for (Index k = 0; k < n; ++k) {
    Index pivot = k;
    if (pivots) {
      for (Index i = k + 1; i < n; ++i) {
        if (size_of(a[i + k * lda]) > size_of(a[pivot + k * lda])) pivot = i;
      }
      pivots[k] = static_cast<int>(pivot) + 1;
      for (Index j = 0; j < n && pivot != k; ++j) std::swap(a[k + j * lda], a[pivot + j * lda]);
    }
    if (a[k + k * lda] == T(0)) {
      if (info == 0) info = static_cast<int>(k) + 1;
      continue;
    }
    for (Index i = k + 1; i < n; ++i) a[i + k * lda] /= a[k + k * lda];
    for (Index j = k + 1; j < n; ++j) {
      for (Index i = k + 1; i < n; ++i) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
    }
  }
  return info;
}
// Solves op(A) x = b in place, A as factorise left it.
template <class T>
void solve_factorised(const T* a, Index n, Index lda, const int* pivots, cublasOperation_t op, T* x) {
  const Matrix<const T> matrix(a, lda);
  const auto at = [&](Index i) -> T& { return x[i]; };
  const auto permute = [&](bool forward) {
    for (Index step = 0; step < n && pivots; ++step) {
      const Index k = forward ? step : n - 1 - step;
      std::swap(x[k], x[pivots[k] - 1]);
    }
  };
  const Triangle<T> lower{matrix, true, true, op}, upper{matrix, false, false, op};
  if (op == CUBLAS_OP_N) {
    permute(true);
    solve(lower, n, at);
    solve(upper, n, at);
  } else {
    solve(upper, n, at);
    solve(lower, n, at);
    permute(false);
  }
}
template <class T>
void invert(const T* a, Index n, Index lda, const int* pivots, T* inverse, Index ldi) {
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) inverse[i + j * ldi] = T(i == j ? 1 : 0);
    solve_factorised(a, n, lda, pivots, CUBLAS_OP_N, inverse + j * ldi);
  }
}
template <class T>
int singular_at(const T* a, Index n, Index lda) {
  for (Index k = 0; k < n; ++k) {
    if (a[k + k * lda] == T(0)) return static_cast<int>(k) + 1;
  }
  return 0;
}

template <class T>
cublasStatus_t getrf(cublasHandle_t handle, int n, T* const* a, int lda, int* pivots, int* info, int count) {
  CHECK_HANDLE(handle);
  if (n < 0 || count < 0 || lda < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  const Batch<T> matrices = listed(a);
  pivots = device_pointer(pivots);
  info = device_pointer(info);
  return run("cublas getrf", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index i = static_cast<Index>(block);
    info[i] = factorise(matrices.at(i), n, lda, pivots ? pivots + i * n : nullptr);
  });
}
template <class T>
cublasStatus_t getrs(cublasHandle_t handle, cublasOperation_t op, int n, int columns, const T* const* a, int lda,
                     const int* pivots, T* const* b, int ldb, int* info, int count) {
  CHECK_HANDLE(handle);
  *info = 0;  // it lies with the host, and speaks of the arguments
  if (n < 0 || columns < 0 || count < 0 || lda < std::max(1, n) || ldb < std::max(1, n)) {
    *info = -1;
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Batch<const T> matrices = listed(a);
  const Batch<T> sides = listed(b);
  pivots = device_pointer(pivots);
  return run("cublas getrs", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index i = static_cast<Index>(block);
    for (Index j = 0; j < columns; ++j) {
      solve_factorised(matrices.at(i), n, lda, pivots ? pivots + i * n : nullptr, op, sides.at(i) + j * ldb);
    }
  });
}
template <class T>
cublasStatus_t getri(cublasHandle_t handle, int n, const T* const* a, int lda, const int* pivots, T* const* c, int ldc,
                     int* info, int count) {
  CHECK_HANDLE(handle);
  if (n < 0 || count < 0 || lda < std::max(1, n) || ldc < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  const Batch<const T> matrices = listed(a);
  const Batch<T> inverses = listed(c);
  pivots = device_pointer(pivots);
  info = device_pointer(info);
  return run("cublas getri", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index i = static_cast<Index>(block);
    info[i] = singular_at(matrices.at(i), n, lda);
    if (info[i] == 0) invert(matrices.at(i), n, lda, pivots ? pivots + i * n : nullptr, inverses.at(i), ldc);
  });
}
template <class T>
cublasStatus_t matinv(cublasHandle_t handle, int n, const T* const* a, int lda, T* const* b, int ldb, int* info,
                      int count) {
  CHECK_HANDLE(handle);
  if (n < 0 || n > 32 || count < 0 || lda < std::max(1, n) || ldb < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  const Batch<const T> matrices = listed(a);
  const Batch<T> inverses = listed(b);
  info = device_pointer(info);
  return run("cublas matinv", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index which = static_cast<Index>(block);
    T copied[32 * 32];
    int pivots[32];
    for (Index j = 0; j < n; ++j) std::copy_n(matrices.at(which) + j * lda, n, copied + j * n);
    info[which] = factorise(copied, n, n, pivots);
    if (info[which] == 0) invert<T>(copied, n, n, pivots, inverses.at(which), ldb);
  });
}

// ---- mixed precision
struct MixedTypes {
  cudaDataType a, b, c;
  cublasComputeType_t compute;
};
template <class In, class Sum, class T, class C>
cublasStatus_t gemm_of(cublasHandle_t handle, const Shape& s, Factor<T> alpha, const AnyBatch& a, const AnyBatch& b,
                       Factor<T> beta, const AnyBatch& c) {
  const auto typed = [](auto* null, const auto& batch) {
    using P = decltype(null);
    return Batch<std::remove_pointer_t<P>>{static_cast<P>(batch.start), batch.stride,
                                           reinterpret_cast<P const*>(batch.pointers)};
  };
  return gemm<In, Sum, T, C>("GemmEx", handle, s, alpha, typed(static_cast<const In*>(nullptr), a),
                             typed(static_cast<const In*>(nullptr), b), beta, typed(static_cast<C*>(nullptr), c));
}
template <class T>
Factor<float> as_float(cublasHandle_t handle, const void* factor) {
  if (handle->pointers == CUBLAS_POINTER_MODE_HOST)
    return Factor<float>(static_cast<float>(*static_cast<const T*>(factor)));
  const T* const on_device = static_cast<const T*>(factor);
  T value{};
  cudaMemcpy(&value, on_device, sizeof value, cudaMemcpyDefault);
  return Factor<float>(static_cast<float>(value));
}

cublasStatus_t gemm_mixed(cublasHandle_t handle, const Shape& s, const MixedTypes& types, const void* alpha,
                          const AnyBatch& a, const AnyBatch& b, const void* beta, const AnyBatch& c) {
  CHECK_HANDLE(handle);
  if (types.a != types.b) return CUBLAS_STATUS_NOT_SUPPORTED;
  const auto with = [&](auto in, auto sum, auto scalar, auto out) {
    using T = decltype(scalar);
    const Factor<T> by(handle, static_cast<const T*>(alpha)), keep(handle, static_cast<const T*>(beta));
    return gemm_of<decltype(in), decltype(sum), T, decltype(out)>(handle, s, by, a, b, keep, c);
  };
  const bool half_result = types.c == CUDA_R_16F, bfloat_result = types.c == CUDA_R_16BF;
  switch (types.compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      if (types.a != CUDA_R_16F || !half_result) break;
      return gemm_of<__half, float, float, __half>(handle, s, as_float<__half>(handle, alpha), a, b,
                                                   as_float<__half>(handle, beta), c);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
      if (types.a == CUDA_R_64F && types.c == CUDA_R_64F) return with(double{}, double{}, double{}, double{});
      if (types.a == CUDA_C_64F && types.c == CUDA_C_64F) {
        return with(ComplexDouble{}, ComplexDouble{}, ComplexDouble{}, ComplexDouble{});
      }
      break;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:  // sums of 8-bit products are exact in double
      if (types.a == CUDA_R_8I && types.c == CUDA_R_32I) {
        return with(static_cast<signed char>(0), double{}, int{}, int{});
      }
      break;
    default:
      if (types.a == CUDA_R_32F && types.c == CUDA_R_32F) return with(float{}, float{}, float{}, float{});
      if (types.a == CUDA_R_16F && half_result) return with(__half{}, float{}, float{}, __half{});
      if (types.a == CUDA_R_16F && types.c == CUDA_R_32F) return with(__half{}, float{}, float{}, float{});
      if (types.a == CUDA_R_16BF && bfloat_result) return with(__nv_bfloat16{}, float{}, float{}, __nv_bfloat16{});
      if (types.a == CUDA_R_16BF && types.c == CUDA_R_32F) return with(__nv_bfloat16{}, float{}, float{}, float{});
      if (types.a == CUDA_R_8I && types.c == CUDA_R_32F)
        return with(static_cast<signed char>(0), float{}, float{}, float{});
      if (types.a == CUDA_C_32F && types.c == CUDA_C_32F) {
        return with(ComplexFloat{}, ComplexFloat{}, ComplexFloat{}, ComplexFloat{});
      }
  }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
// ---- copies between host and device, element by element where there are steps
cublasStatus_t copy_matrix(Index rows, Index columns, Index size, const void* from, Index from_step, void* to,
                           Index to_step, cudaMemcpyKind kind, cudaStream_t stream, bool waits) {
  if (rows < 0 || columns < 0 || size <= 0 || from_step <= 0 || to_step <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  const auto bytes = [size](Index n) { return static_cast<std::size_t>(n * size); };
  const cudaError_t error = waits ? cudaMemcpy2D(to, bytes(to_step), from, bytes(from_step), bytes(rows),
                                                 static_cast<std::size_t>(columns), kind)
                                  : cudaMemcpy2DAsync(to, bytes(to_step), from, bytes(from_step), bytes(rows),
                                                      static_cast<std::size_t>(columns), kind, stream);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  CHECK_HANDLE(handle);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  CHECK_HANDLE(handle);
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  *value = type == MAJOR_VERSION ? CUBLAS_VER_MAJOR : type == MINOR_VERSION ? CUBLAS_VER_MINOR : CUBLAS_VER_PATCH;
  return CUBLAS_STATUS_SUCCESS;
}
#define CUBLAS_EMULATOR_SETTING(name, Type, member)                    \
  cublasStatus_t cublasSet##name(cublasHandle_t handle, Type value) {  \
    CHECK_HANDLE(handle);                                              \
    handle->member = value;                                            \
    return CUBLAS_STATUS_SUCCESS;                                      \
  }                                                                    \
  cublasStatus_t cublasGet##name(cublasHandle_t handle, Type* value) { \
    CHECK_HANDLE(handle);                                              \
    *value = handle->member;                                           \
    return CUBLAS_STATUS_SUCCESS;                                      \
  }
CUBLAS_EMULATOR_SETTING(Stream, cudaStream_t, stream)
CUBLAS_EMULATOR_SETTING(PointerMode, cublasPointerMode_t, pointers)
CUBLAS_EMULATOR_SETTING(AtomicsMode, cublasAtomicsMode_t, atomics)
CUBLAS_EMULATOR_SETTING(MathMode, cublasMath_t, math)
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, size_t) {
  CHECK_HANDLE(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLoggerConfigure(int, int, int, const char*) {
  return CUBLAS_STATUS_SUCCESS;
}

const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define CUBLAS_EMULATOR_STATUS(name) \
  case name:                         \
    return #name;
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_SUCCESS)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_NOT_INITIALIZED)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_ALLOC_FAILED)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_INVALID_VALUE)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_ARCH_MISMATCH)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_MAPPING_ERROR)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_EXECUTION_FAILED)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_INTERNAL_ERROR)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_NOT_SUPPORTED)
    CUBLAS_EMULATOR_STATUS(CUBLAS_STATUS_LICENSE_ERROR)
  }
  return "unknown status";
}
const char* cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS:
      return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return "the library was not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "the resource allocation failed";
    case CUBLAS_STATUS_INVALID_VALUE:
      return "an unsupported value or parameter was passed to the function";
    case CUBLAS_STATUS_ARCH_MISMATCH:
      return "the function requires a feature absent from the device architecture";
    case CUBLAS_STATUS_MAPPING_ERROR:
      return "an access to GPU memory space failed";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "the GPU program failed to execute";
    case CUBLAS_STATUS_INTERNAL_ERROR:
      return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "the functionality requested is not supported";
    case CUBLAS_STATUS_LICENSE_ERROR:
      return "the functionality requested requires some license and an error was detected when trying to check the "
             "current licensing";
  }
  return "unknown status";
}

// A vector is a matrix of one row whose columns are incx elements apart.
cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return copy_matrix(1, n, size, x, incx, y, incy, cudaMemcpyHostToDevice, nullptr, true);
}
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return copy_matrix(1, n, size, x, incx, y, incy, cudaMemcpyDeviceToHost, nullptr, true);
}
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream) {
  return copy_matrix(1, n, size, x, incx, y, incy, cudaMemcpyHostToDevice, stream, false);
}
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream) {
  return copy_matrix(1, n, size, x, incx, y, incy, cudaMemcpyDeviceToHost, stream, false);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyHostToDevice, nullptr, true);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyDeviceToHost, nullptr, true);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyHostToDevice, stream, false);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return copy_matrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyDeviceToHost, stream, false);
}

// ---- the functions of each type
#define CUBLAS_EMULATOR_TYPE(L, l, T)                                                                                  \
  cublasStatus_t cublasI##l##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result) {                   \
    return extreme("cublas amax", handle, n, cast(x), incx, result, [](double a, double b) { return a > b; });         \
  }                                                                                                                    \
  cublasStatus_t cublasI##l##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result) {                   \
    return extreme("cublas amin", handle, n, cast(x), incx, result, [](double a, double b) { return a < b; });         \
  }                                                                                                                    \
  cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {                 \
    return copy(handle, n, cast(x), incx, cast(y), incy);                                                              \
  }                                                                                                                    \
  cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {                       \
    return cuda_emulator::swap(handle, n, cast(x), incx, cast(y), incy);                                               \
  }                                                                                                                    \
  cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {                       \
    return scal(handle, n, cast(alpha), cast(x), incx);                                                                \
  }                                                                                                                    \
  cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) { \
    return axpy(handle, n, cast(alpha), cast(x), incx, cast(y), incy);                                                 \
  }                                                                                                                    \
  cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,            \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {           \
    return gemv(#L "GEMV", handle, op, m, n, cast(alpha), cast(a), lda, cast(x), incx, cast(beta), cast(y), incy);     \
  }                                                                                                                    \
  cublasStatus_t cublas##L##trmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx) {              \
    return trmv(handle, fill, op, diagonal, n, cast(a), lda, cast(x), incx);                                           \
  }                                                                                                                    \
  cublasStatus_t cublas##L##trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx) {              \
    return trsv(handle, fill, op, diagonal, n, cast(a), lda, cast(x), incx);                                           \
  }                                                                                                                    \
  cublasStatus_t cublas##L##symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* a,      \
                                 int lda, const T* x, int incx, const T* beta, T* y, int incy) {                       \
    return symv(handle, fill, n, cast(alpha), cast(a), lda, cast(x), incx, cast(beta), cast(y), incy);                 \
  }                                                                                                                    \
  cublasStatus_t cublas##L##syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x,       \
                                int incx, T* a, int lda) {                                                             \
    return syr(handle, fill, n, cast(alpha), cast(x), incx, cast(a), lda);                                             \
  }                                                                                                                    \
  cublasStatus_t cublas##L##gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,    \
                                 int k, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, \
                                 int ldc) {                                                                            \
    using C = Computed<T>::type;                                                                                       \
    CHECK_HANDLE(handle);                                                                                              \
    return gemm<C, C, C, C>(#L "GEMM", handle, {opa, opb, m, n, k, lda, ldb, ldc, 1}, Factor<C>(handle, cast(alpha)),  \
                            strided(cast(a)), strided(cast(b)), Factor<C>(handle, cast(beta)), strided(cast(c)));      \
  }                                                                                                                    \
  cublasStatus_t cublas##L##gemmBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,    \
                                        int n, int k, const T* alpha, const T* const a[], int lda, const T* const b[], \
                                        int ldb, const T* beta, T* const c[], int ldc, int count) {                    \
    using C = Computed<T>::type;                                                                                       \
    CHECK_HANDLE(handle);                                                                                              \
    return gemm<C, C, C, C>(#L "GEMM", handle, {opa, opb, m, n, k, lda, ldb, ldc, count},                              \
                            Factor<C>(handle, cast(alpha)), listed(cast(a)), listed(cast(b)),                          \
                            Factor<C>(handle, cast(beta)), listed(cast(c)));                                           \
  }                                                                                                                    \
  cublasStatus_t cublas##L##gemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,    \
                                               int m, int n, int k, const T* alpha, const T* a, int lda,               \
                                               long long stride_a, const T* b, int ldb, long long stride_b,            \
                                               const T* beta, T* c, int ldc, long long stride_c, int count) {          \
    using C = Computed<T>::type;                                                                                       \
    CHECK_HANDLE(handle);                                                                                              \
    return gemm<C, C, C, C>(#L "GEMM", handle, {opa, opb, m, n, k, lda, ldb, ldc, count},                              \
                            Factor<C>(handle, cast(alpha)), strided(cast(a), stride_a), strided(cast(b), stride_b),    \
                            Factor<C>(handle, cast(beta)), strided(cast(c), stride_c));                                \
  }                                                                                                                    \
  cublasStatus_t cublas##L##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,    \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,        \
                                 int ldc) {                                                                            \
    return symm(handle, side, fill, m, n, cast(alpha), cast(a), lda, cast(b), ldb, cast(beta), cast(c), ldc);          \
  }                                                                                                                    \
  cublasStatus_t cublas##L##syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,     \
                                 const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc) {                  \
    return syrk(handle, fill, op, n, k, cast(alpha), cast(a), lda, cast(beta), cast(c), ldc);                          \
  }                                                                                                                    \
  cublasStatus_t cublas##L##trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,                  \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha,        \
                                 const T* a, int lda, const T* b, int ldb, T* c, int ldc) {                            \
    return trmm(handle, side, fill, op, diagonal, m, n, cast(alpha), cast(a), lda, cast(b), ldb, cast(c), ldc);        \
  }                                                                                                                    \
  cublasStatus_t cublas##L##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,                  \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha,        \
                                 const T* a, int lda, T* b, int ldb) {                                                 \
    return trsm(handle, side, fill, op, diagonal, m, n, cast(alpha), cast(a), lda, cast(b), ldb);                      \
  }                                                                                                                    \
  cublasStatus_t cublas##L##geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,    \
                                 const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c,        \
                                 int ldc) {                                                                            \
    return geam(handle, opa, opb, m, n, cast(alpha), cast(a), lda, cast(beta), cast(b), ldb, cast(c), ldc);            \
  }                                                                                                                    \
  cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda,      \
                                 const T* x, int incx, T* c, int ldc) {                                                \
    return dgmm(handle, side, m, n, cast(a), lda, cast(x), incx, cast(c), ldc);                                        \
  }                                                                                                                    \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T* const a[], int lda, int* pivots, int* info,  \
                                         int count) {                                                                  \
    return getrf(handle, n, cast(a), lda, pivots, info, count);                                                        \
  }                                                                                                                    \
  cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t op, int n, int columns,              \
                                         const T* const a[], int lda, const int* pivots, T* const b[], int ldb,        \
                                         int* info, int count) {                                                       \
    return getrs(handle, op, n, columns, cast(a), lda, pivots, cast(b), ldb, info, count);                             \
  }                                                                                                                    \
  cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T* const a[], int lda, const int* pivots, \
                                         T* const c[], int ldc, int* info, int count) {                                \
    return getri(handle, n, cast(a), lda, pivots, cast(c), ldc, info, count);                                          \
  }                                                                                                                    \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T* const a[], int lda, T* const b[],     \
                                          int ldb, int* info, int count) {                                             \
    return matinv(handle, n, cast(a), lda, cast(b), ldb, info, count);                                                 \
  }
CUBLAS_EMULATOR_TYPE(S, s, float)
CUBLAS_EMULATOR_TYPE(D, d, double)
CUBLAS_EMULATOR_TYPE(C, c, cuComplex)
CUBLAS_EMULATOR_TYPE(Z, z, cuDoubleComplex)

#define CUBLAS_EMULATOR_SUMS(asum_name, nrm2_name, T, R)                                    \
  cublasStatus_t asum_name(cublasHandle_t handle, int n, const T* x, int incx, R* result) { \
    return asum(handle, n, cast(x), incx, result);                                          \
  }                                                                                         \
  cublasStatus_t nrm2_name(cublasHandle_t handle, int n, const T* x, int incx, R* result) { \
    return nrm2(handle, n, cast(x), incx, result);                                          \
  }
CUBLAS_EMULATOR_SUMS(cublasSasum, cublasSnrm2, float, float)
CUBLAS_EMULATOR_SUMS(cublasDasum, cublasDnrm2, double, double)
CUBLAS_EMULATOR_SUMS(cublasScasum, cublasScnrm2, cuComplex, float)
CUBLAS_EMULATOR_SUMS(cublasDzasum, cublasDznrm2, cuDoubleComplex, double)

#define CUBLAS_EMULATOR_DOT(dot_name, ger_name, T, conjugated)                                                   \
  cublasStatus_t dot_name(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) { \
    return dot(handle, n, cast(x), incx, cast(y), incy, cast(result), conjugated);                               \
  }                                                                                                              \
  cublasStatus_t ger_name(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, \
                          int incy, T* a, int lda) {                                                             \
    return ger(handle, m, n, cast(alpha), cast(x), incx, cast(y), incy, cast(a), lda, conjugated);               \
  }
CUBLAS_EMULATOR_DOT(cublasSdot, cublasSger, float, false)
CUBLAS_EMULATOR_DOT(cublasDdot, cublasDger, double, false)
CUBLAS_EMULATOR_DOT(cublasCdotu, cublasCgeru, cuComplex, false)
CUBLAS_EMULATOR_DOT(cublasCdotc, cublasCgerc, cuComplex, true)
CUBLAS_EMULATOR_DOT(cublasZdotu, cublasZgeru, cuDoubleComplex, false)
CUBLAS_EMULATOR_DOT(cublasZdotc, cublasZgerc, cuDoubleComplex, true)

cublasStatus_t cublasCsscal(cublasHandle_t handle, int n, const float* alpha, cuComplex* x, int incx) {
  return scal(handle, n, alpha, cast(x), incx);
}
cublasStatus_t cublasZdscal(cublasHandle_t handle, int n, const double* alpha, cuDoubleComplex* x, int incx) {
  return scal(handle, n, alpha, cast(x), incx);
}
cublasStatus_t cublasSrot(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy, const float* c,
                          const float* s) {
  return rot(handle, n, x, incx, y, incy, c, s);
}
cublasStatus_t cublasDrot(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy, const double* c,
                          const double* s) {
  return rot(handle, n, x, incx, y, incy, c, s);
}
cublasStatus_t cublasSrotg(cublasHandle_t handle, float* a, float* b, float* c, float* s) {
  return rotg(handle, a, b, c, s);
}
cublasStatus_t cublasDrotg(cublasHandle_t handle, double* a, double* b, double* c, double* s) {
  return rotg(handle, a, b, c, s);
}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                           const __half* alpha, const __half* a, int lda, const __half* b, int ldb, const __half* beta,
                           __half* c, int ldc) {
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, beta, c, CUDA_R_16F,
                      ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                         int n, int k, const __half* alpha, const __half* a, int lda,
                                         long long stride_a, const __half* b, int ldb, long long stride_b,
                                         const __half* beta, __half* c, int ldc, long long stride_c, int count) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, CUDA_R_16F, lda, stride_a, b, CUDA_R_16F, ldb,
                                    stride_b, beta, c, CUDA_R_16F, ldc, stride_c, count, CUBLAS_COMPUTE_16F,
                                    CUBLAS_GEMM_DEFAULT);
}
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                             const float* alpha, const void* a, cudaDataType type_a, int lda, const void* b,
                             cudaDataType type_b, int ldb, const float* beta, void* c, cudaDataType type_c, int ldc) {
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc,
                      CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b,
                            cudaDataType type_b, int ldb, const void* beta, void* c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, type_a, lda, 0, b, type_b, ldb, 0, beta, c,
                                    type_c, ldc, 0, 1, compute, algorithm);
}
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                          int n, int k, const void* alpha, const void* a, cudaDataType type_a, int lda,
                                          long long stride_a, const void* b, cudaDataType type_b, int ldb,
                                          long long stride_b, const void* beta, void* c, cudaDataType type_c, int ldc,
                                          long long stride_c, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t) {
  CHECK_HANDLE(handle);
  return gemm_mixed(handle, {opa, opb, m, n, k, lda, ldb, ldc, count}, {type_a, type_b, type_c, compute}, alpha,
                    {device_view(a), stride_a}, {device_view(b), stride_b}, beta, {device_view(c), stride_c});
}
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                   int k, const void* alpha, const void* const a[], cudaDataType type_a, int lda,
                                   const void* const b[], cudaDataType type_b, int ldb, const void* beta,
                                   void* const c[], cudaDataType type_c, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t) {
  CHECK_HANDLE(handle);
  return gemm_mixed(handle, {opa, opb, m, n, k, lda, ldb, ldc, count}, {type_a, type_b, type_c, compute}, alpha,
                    {nullptr, 0, static_cast<void* const*>(device_view(a))},
                    {nullptr, 0, static_cast<void* const*>(device_view(b))}, beta,
                    {nullptr, 0, static_cast<void* const*>(device_view(c))});
}
