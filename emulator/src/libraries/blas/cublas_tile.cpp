// The innermost loops of a product of matrices, for the real types: they keep 4 columns of a few vectors in registers.
// Processors with fused multiply-adds use them, as a GPU does.
#include "libraries/blas/cublas_tile.hpp"

namespace cuda_emulator::blas {
namespace {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#define CUDA_EMULATOR_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#elif defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)  // g++ 11 cannot look for that one at run time
#define CUDA_EMULATOR_CLONES __attribute__((target_clones("fma", "default")))
#else
#define CUDA_EMULATOR_CLONES
#endif
#define CUDA_EMULATOR_MULTIPLY(name, T)                                                           \
  CUDA_EMULATOR_CLONES void name(const T* a, const T* b, T* c) {                                  \
    typedef T Lanes __attribute__((vector_size(32), aligned(sizeof(T))));                         \
    constexpr std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(sizeof(Lanes) / sizeof(T));      \
    for (std::ptrdiff_t j = 0; j < tile_columns; j += 4) {                                        \
      for (std::ptrdiff_t i = 0; i < tile_rows; i += 2 * lanes) {                                 \
        Lanes sum[4][2];                                                                          \
        _Pragma("GCC unroll 4") for (std::ptrdiff_t s = 0; s < 4; ++s) {                          \
          _Pragma("GCC unroll 4") for (std::ptrdiff_t v = 0; v < 2; ++v) {                        \
            sum[s][v] = *reinterpret_cast<const Lanes*>(c + (j + s) * tile_rows + i + v * lanes); \
          }                                                                                       \
        }                                                                                         \
        for (std::ptrdiff_t k = 0; k < tile_depth; ++k) {                                         \
          const Lanes left0 = *reinterpret_cast<const Lanes*>(a + k * tile_rows + i);             \
          const Lanes left1 = *reinterpret_cast<const Lanes*>(a + k * tile_rows + i + lanes);     \
          const T* const right = b + k * tile_columns + j;                                        \
          _Pragma("GCC unroll 4") for (std::ptrdiff_t s = 0; s < 4; ++s) {                        \
            sum[s][0] += left0 * right[s];                                                        \
            sum[s][1] += left1 * right[s];                                                        \
          }                                                                                       \
        }                                                                                         \
        _Pragma("GCC unroll 4") for (std::ptrdiff_t s = 0; s < 4; ++s) {                          \
          _Pragma("GCC unroll 4") for (std::ptrdiff_t v = 0; v < 2; ++v) {                        \
            *reinterpret_cast<Lanes*>(c + (j + s) * tile_rows + i + v * lanes) = sum[s][v];       \
          }                                                                                       \
        }                                                                                         \
      }                                                                                           \
    }                                                                                             \
  }
CUDA_EMULATOR_MULTIPLY(multiply_tile_float, float)
CUDA_EMULATOR_MULTIPLY(multiply_tile_double, double)

}  // namespace

template <>
void multiply_tile(const float* a, const float* b, float* c) {
  multiply_tile_float(a, b, c);
}
template <>
void multiply_tile(const double* a, const double* b, double* c) {
  multiply_tile_double(a, b, c);
}

}  // namespace cuda_emulator::blas
