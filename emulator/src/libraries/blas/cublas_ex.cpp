// cuBLAS: vectors and matrices whose type is an argument, rotations of complex and of scaled vectors.
#include "libraries/blas/cublas_vectors.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::blas;

namespace {
// work(element, scalar): the type of the vectors' elements, and the type of factors and results.
template <class Work>
cublasStatus_t by_type(cudaDataType elements, cudaDataType scalars, Work work) {
  const bool single = scalars == CUDA_R_32F;
  if (elements == CUDA_R_32F && single) return work(float{}, float{});
  if (elements == CUDA_R_64F && scalars == CUDA_R_64F) return work(double{}, double{});
  if (elements == CUDA_C_32F && scalars == CUDA_C_32F) return work(ComplexFloat{}, ComplexFloat{});
  if (elements == CUDA_C_64F && scalars == CUDA_C_64F) return work(ComplexDouble{}, ComplexDouble{});
  if (elements == CUDA_R_16F && single) return work(__half{}, float{});
  if (elements == CUDA_R_16F && scalars == CUDA_R_16F) return work(__half{}, __half{});
  if (elements == CUDA_R_16BF && single) return work(__nv_bfloat16{}, float{});
  if (elements == CUDA_R_16BF && scalars == CUDA_R_16BF) return work(__nv_bfloat16{}, __nv_bfloat16{});
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
// Halves are computed as floats.
template <class T>
using Carrier = std::conditional_t<std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>, float, T>;

cublasStatus_t dot_ex(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, const void* y,
                      cudaDataType type_y, int incy, void* result, cudaDataType type_result, bool conjugated) {
  CHECK_HANDLE(handle);
  if (type_x != type_y) return CUBLAS_STATUS_NOT_SUPPORTED;
  return by_type(type_x, type_result, [&](auto element, auto scalar) {
    using T = decltype(element);
    using R = decltype(scalar);
    using C = Carrier<T>;
    const Vector<const T> a(static_cast<const T*>(x), n, incx), b(static_cast<const T*>(y), n, incy);
    return give("cublas dot", handle, static_cast<R*>(result), [=] {
      Wide<C> sum{};
      for (Index i = 0; i < n; ++i) {
        const C left = static_cast<C>(a[i]), right = static_cast<C>(b[i]);
        sum += Wide<C>(conjugated ? conjugate(left) : left) * Wide<C>(right);
      }
      return static_cast<R>(narrow<C>(sum));
    });
  });
}
template <class T, class R, class S>
cublasStatus_t rot_of(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const R* c, const S* s) {
  CHECK_HANDLE(handle);
  using C = Carrier<T>;
  const Vector<T> a(x, n, incx), b(y, n, incy);
  const Factor<R> cosine(handle, c);
  const Factor<S> sine(handle, s);
  return for_each("cublas rot", handle, n, [=](Index i) {
    const C left = static_cast<C>(a[i]), right = static_cast<C>(b[i]), by = static_cast<C>(sine.get());
    const auto along = static_cast<Carrier<R>>(cosine.get());
    a[i] = static_cast<T>(along * left + by * right);
    b[i] = static_cast<T>(along * right - conjugate(by) * left);
  });
}
template <class T, class R>
cublasStatus_t rotg_of(cublasHandle_t handle, T* a, T* b, R* c, T* s) {
  CHECK_HANDLE(handle);
  return run("cublas rotg", 1, handle, [=](std::size_t) {
    const R length = std::abs(*a);
    if (length == 0) {
      *c = 0;
      *s = T(1);
      *a = *b;
      return;
    }
    const R scale = length + std::abs(*b);
    const R norm = scale * std::sqrt(std::norm(*a / scale) + std::norm(*b / scale));
    const T direction = *a / length;
    *c = length / norm;
    *s = direction * std::conj(*b) / norm;
    *a = direction * norm;
  });
}
// The two by two matrix that `parameters` describes; -2 is the identity.
template <class T>
cublasStatus_t rotm_of(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* parameters) {
  CHECK_HANDLE(handle);
  const Vector<T> a(x, n, incx), b(y, n, incy);
  const bool on_host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
  struct Five {
    T values[5];
  } copied{};
  if (on_host) std::copy_n(parameters, 5, copied.values);
  const T* const there = on_host ? nullptr : device_pointer(parameters);
  return for_each("cublas rotm", handle, n, [=](Index i) {
    const T* const p = there ? there : copied.values;
    const T flag = p[0];
    if (flag == T(-2)) return;
    const T h11 = flag == T(0) ? T(1) : p[1], h21 = flag == T(1) ? T(-1) : p[2];
    const T h12 = flag == T(1) ? T(1) : p[3], h22 = flag == T(0) ? T(1) : p[4];
    const T old = a[i];
    a[i] = h11 * old + h12 * b[i];
    b[i] = h21 * old + h22 * b[i];
  });
}
template <class T>
cublasStatus_t rotmg_of(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* parameters) {
  CHECK_HANDLE(handle);
  return run("cublas rotmg", 1, handle, [=](std::size_t) {
    constexpr T big = 4096, square = big * big;
    T flag, h11 = 0, h12 = 0, h21 = 0, h22 = 0;
    const T p2 = *d2 * *y1, p1 = *d1 * *x1, q2 = p2 * *y1, q1 = p1 * *x1;
    const auto clear = [&] {
      flag = -1;
      h11 = h12 = h21 = h22 = *d1 = *d2 = *x1 = 0;
    };
    if (*d1 < 0) {
      clear();
    } else if (p2 == 0) {
      parameters[0] = -2;
      return;
    } else if (std::fabs(q1) > std::fabs(q2)) {
      h21 = -*y1 / *x1;
      h12 = p2 / p1;
      const T u = 1 - h12 * h21;
      flag = 0;
      if (u > 0) {
        *d1 /= u;
        *d2 /= u;
        *x1 *= u;
      } else {
        clear();
      }
    } else if (q2 < 0) {
      clear();
    } else {
      flag = 1;
      h11 = p1 / p2;
      h22 = *x1 / *y1;
      const T u = 1 + h11 * h22, old = *d2 / u;
      *d2 = *d1 / u;
      *d1 = old;
      *x1 = *y1 * u;
    }
    const auto spell_out = [&] {
      if (flag == 0) h11 = h22 = 1;
      if (flag == 1) {
        h21 = -1;
        h12 = 1;
      }
      flag = -1;
    };
    while (*d1 != 0 && (*d1 <= 1 / square || *d1 >= square)) {
      spell_out();
      const T by = *d1 <= 1 / square ? 1 / big : big;
      *d1 /= by * by;
      *x1 *= by;
      h11 *= by;
      h12 *= by;
    }
    while (*d2 != 0 && (std::fabs(*d2) <= 1 / square || std::fabs(*d2) >= square)) {
      spell_out();
      const T by = std::fabs(*d2) <= 1 / square ? 1 / big : big;
      *d2 /= by * by;
      h21 *= by;
      h22 *= by;
    }
    parameters[0] = flag;
    if (flag != 0) parameters[1] = h11;
    if (flag <= 0) parameters[2] = h21;
    if (flag <= 0) parameters[3] = h12;
    if (flag != 0) parameters[4] = h22;
  });
}
}  // namespace

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType type_alpha, const void* x,
                            cudaDataType type_x, int incx, void* y, cudaDataType type_y, int incy, cudaDataType) {
  CHECK_HANDLE(handle);
  if (type_x != type_y) return CUBLAS_STATUS_NOT_SUPPORTED;
  return by_type(type_x, type_alpha, [&](auto element, auto scalar) {
    using T = decltype(element);
    using S = decltype(scalar);
    if constexpr (std::is_same_v<T, S> && std::is_same_v<T, Carrier<T>>) {
      return axpy(handle, n, static_cast<const T*>(alpha), static_cast<const T*>(x), incx, static_cast<T*>(y), incy);
    } else {
      const Vector<const T> a(static_cast<const T*>(x), n, incx);
      const Vector<T> b(static_cast<T*>(y), n, incy);
      const Factor<S> factor(handle, static_cast<const S*>(alpha));
      return for_each("cublas axpy", handle, n, [=](Index i) {
        b[i] = static_cast<T>(
            std::fma(static_cast<float>(factor.get()), static_cast<float>(a[i]), static_cast<float>(b[i])));
      });
    }
  });
}
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, const void* y,
                           cudaDataType type_y, int incy, void* result, cudaDataType type_result, cudaDataType) {
  return dot_ex(handle, n, x, type_x, incx, y, type_y, incy, result, type_result, false);
}
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, const void* y,
                            cudaDataType type_y, int incy, void* result, cudaDataType type_result, cudaDataType) {
  return dot_ex(handle, n, x, type_x, incx, y, type_y, incy, result, type_result, true);
}
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, void* result,
                            cudaDataType type_result, cudaDataType) {
  CHECK_HANDLE(handle);
  if (type_x == CUDA_C_32F && type_result == CUDA_R_32F) {
    return nrm2(handle, n, static_cast<const ComplexFloat*>(x), incx, static_cast<float*>(result));
  }
  if (type_x == CUDA_C_64F && type_result == CUDA_R_64F) {
    return nrm2(handle, n, static_cast<const ComplexDouble*>(x), incx, static_cast<double*>(result));
  }
  return by_type(type_x, type_result, [&](auto element, auto scalar) {
    using T = decltype(element);
    using R = decltype(scalar);
    if constexpr (is_complex<T>) {
      return CUBLAS_STATUS_NOT_SUPPORTED;
    } else if constexpr (std::is_same_v<T, Carrier<T>>) {
      return nrm2(handle, n, static_cast<const T*>(x), incx, static_cast<R*>(result));
    } else {
      const Vector<const T> v(static_cast<const T*>(x), n, incx);
      return give("cublas nrm2", handle, static_cast<R*>(result), [=] {
        double sum = 0;
        for (Index i = 0; i < n && incx > 0; ++i) sum += std::pow(double{static_cast<float>(v[i])}, 2);
        return static_cast<R>(static_cast<float>(std::sqrt(sum)));
      });
    }
  });
}
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType type_alpha, void* x,
                            cudaDataType type_x, int incx, cudaDataType) {
  CHECK_HANDLE(handle);
  return by_type(type_x, type_alpha, [&](auto element, auto scalar) {
    using T = decltype(element);
    using S = decltype(scalar);
    const Vector<T> v(static_cast<T*>(x), n, incx);
    const Factor<S> factor(handle, static_cast<const S*>(alpha));
    return for_each("cublas scal", handle, n, [=](Index i) {
      using C = Carrier<T>;
      v[i] = static_cast<T>(static_cast<C>(factor.get()) * static_cast<C>(v[i]));
    });
  });
}
cublasStatus_t cublasRotEx(cublasHandle_t handle, int n, void* x, cudaDataType type_x, int incx, void* y,
                           cudaDataType type_y, int incy, const void* c, const void* s, cudaDataType type_cs,
                           cudaDataType) {
  CHECK_HANDLE(handle);
  if (type_x != type_y) return CUBLAS_STATUS_NOT_SUPPORTED;
  const auto turn = [&](auto element, auto part) {
    using T = decltype(element);
    using R = decltype(part);
    return rot_of(handle, n, static_cast<T*>(x), incx, static_cast<T*>(y), incy, static_cast<const R*>(c),
                  static_cast<const R*>(s));
  };
  if (type_x == CUDA_C_32F && type_cs == CUDA_R_32F) return turn(ComplexFloat{}, float{});
  if (type_x == CUDA_C_64F && type_cs == CUDA_R_64F) return turn(ComplexDouble{}, double{});
  if (type_x == CUDA_C_32F && type_cs == CUDA_C_32F) {
    return rot_of(handle, n, static_cast<ComplexFloat*>(x), incx, static_cast<ComplexFloat*>(y), incy,
                  static_cast<const float*>(c), static_cast<const ComplexFloat*>(s));
  }
  if (type_x == CUDA_C_64F && type_cs == CUDA_C_64F) {
    return rot_of(handle, n, static_cast<ComplexDouble*>(x), incx, static_cast<ComplexDouble*>(y), incy,
                  static_cast<const double*>(c), static_cast<const ComplexDouble*>(s));
  }
  return by_type(type_x, type_cs, [&](auto element, auto scalar) { return turn(element, scalar); });
}

#define RANK_K(name, plain, R)                                                                             \
  cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                      const R* alpha, const void* a, cudaDataType type_a, int lda, const R* beta, void* c, \
                      cudaDataType type_c, int ldc) {                                                      \
    CHECK_HANDLE(handle);                                                                                  \
    if (type_a != CUDA_C_32F || type_c != CUDA_C_32F) return CUBLAS_STATUS_NOT_SUPPORTED;                  \
    return plain(handle, fill, op, n, k, alpha, static_cast<const cuComplex*>(a), lda, beta,               \
                 static_cast<cuComplex*>(c), ldc);                                                         \
  }
RANK_K(cublasCsyrkEx, cublasCsyrk, cuComplex)
RANK_K(cublasCsyrk3mEx, cublasCsyrk, cuComplex)
RANK_K(cublasCherkEx, cublasCherk, float)
RANK_K(cublasCherk3mEx, cublasCherk, float)

#define COMPLEX_ROTATIONS(L, real_name, T, R)                                                                      \
  cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const R* c,          \
                                const T* s) {                                                                      \
    return rot_of(handle, n, cast(x), incx, cast(y), incy, c, cast(s));                                            \
  }                                                                                                                \
  cublasStatus_t real_name(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const R* c, const R* s) { \
    return rot_of(handle, n, cast(x), incx, cast(y), incy, c, s);                                                  \
  }                                                                                                                \
  cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T* a, T* b, R* c, T* s) {                                  \
    return rotg_of(handle, cast(a), cast(b), c, cast(s));                                                          \
  }
COMPLEX_ROTATIONS(C, cublasCsrot, cuComplex, float)
COMPLEX_ROTATIONS(Z, cublasZdrot, cuDoubleComplex, double)

#define SCALED_ROTATIONS(L, T)                                                                                        \
  cublasStatus_t cublas##L##rotm(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* parameters) { \
    return rotm_of(handle, n, x, incx, y, incy, parameters);                                                          \
  }                                                                                                                   \
  cublasStatus_t cublas##L##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* parameters) {           \
    return rotmg_of(handle, d1, d2, x1, y1, parameters);                                                              \
  }
SCALED_ROTATIONS(S, float)
SCALED_ROTATIONS(D, double)
