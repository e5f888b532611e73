// cuBLAS, the functions that courses use, and products of mixed precision.
#include <cublas_v2.h>

#include <complex>
#include <cstdint>
#include <cstring>

#include "libraries/blas/cublas_matrices.hpp"
#include "libraries/blas/cublas_products.hpp"
#include "libraries/blas/cublas_small_systems.hpp"
#include "libraries/blas/cublas_types.hpp"
#include "libraries/blas/cublas_vectors.hpp"

namespace cuda_emulator::blas {
namespace {

// ---- mixed precision

// A float as tensor cores read it for TF32: its upper 11 significant bits, rounded to nearest as in cuBLAS's products
// on an H200 (truncation would shift sums of positive numbers further than was measured there).
struct Tf32 {
  float value;
  explicit operator float() const {
    if (value != value) return value;
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    bits = (bits + 0x1000) & 0xffffe000;
    float rounded;
    std::memcpy(&rounded, &bits, sizeof rounded);
    return rounded;
  }
};

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
      if (types.a == CUDA_R_32F && types.c == CUDA_R_32F && types.compute == CUBLAS_COMPUTE_32F_FAST_TF32) {
        return with(Tf32{}, float{}, float{}, float{});
      }
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
// ---- copies between host and device, element by element if there are increments
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
}  // namespace cuda_emulator::blas

using namespace cuda_emulator;
using namespace cuda_emulator::blas;

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  CHECK_HANDLE(handle);
  tell_that_host_waits(nullptr);  // it frees memory, and so waits for the device
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
    return blas::swap(handle, n, cast(x), incx, cast(y), incy);                                                        \
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
