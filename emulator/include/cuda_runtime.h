// Stands in for the CUDA header of the same name. nvcc includes it in every .cu file by itself, and so does the
// emulator's compile command, which also defines __CUDACC__: a plain .cpp file sees only the host's part.
#pragma once
#define __CUDA_RUNTIME_H__

// Only the standard headers that nvcc includes (tests/brought_headers_test): a program that lacks an #include must not
// compile here. A plain .cpp file gets almost none.
#ifdef __CUDACC__
#include "emulator/device_math.hpp"
#include "emulator/saturation.hpp"
// std::pow of floats, which the compiler would turn into a product whatever flags.txt says.
extern "C" float cuda_emulator_powf(float x, float y) CUDA_EMULATOR_C_NOEXCEPT __asm__("powf");
#define __builtin_powf(x, y) (__builtin_is_constant_evaluated() ? __builtin_powf(x, y) : cuda_emulator_powf(x, y))
// See emulator/device_math.hpp.
extern "C" double j0(double x) CUDA_EMULATOR_C_NOEXCEPT __asm__("cuda_emulator_j0");
extern "C" double j1(double x) CUDA_EMULATOR_C_NOEXCEPT __asm__("cuda_emulator_j1");
extern "C" double y0(double x) CUDA_EMULATOR_C_NOEXCEPT __asm__("cuda_emulator_y0");
extern "C" double y1(double x) CUDA_EMULATOR_C_NOEXCEPT __asm__("cuda_emulator_y1");
#include <cmath>
#undef __builtin_powf
// printf is redirected to the emulator's, which prints for kernels and for the host, by its symbol name: the identifier
// stays free for members and for other functions that a program calls so.
#pragma redefine_extname printf cuda_emulator_printf
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cstdlib>
#include <limits>
#include <new>
#endif
#include <limits.h>
#include <stddef.h>

#include <utility>

#include "emulator/vector_types.hpp"
//
#include "emulator/core.hpp"
#include "emulator/launch.hpp"
#include "emulator/runtime_api.hpp"
//
#include "emulator/launch_api.hpp"
//
#include "emulator/texture.hpp"

#define __host__
#define __device__
#define __global__ CUDA_EMULATOR_KERNEL
#define __constant__
// In a section of their own: their addresses may be passed to kernels, unlike those of the host's other variables.
#define __managed__ __attribute__((section("cuda_emulator_managed")))
#define __grid_constant__
#define __device_builtin__
#define __cudart_builtin__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __launch_bounds__(...)
#define __maxnreg__(...)
// If the translator sees it at a kernel, it also inserts its first statement there.
#define __cluster_dims__(...)

#ifdef __CUDACC__
// The compiler that sources check for: nvcc of the toolkit that the emulator follows.
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
#define __CUDA_ARCH_LIST__ 900
// The value of __CUDA_ARCH__ in device code: the translator replaces it by this name.
#define CUDA_EMULATOR_ARCH 900

// An OS thread runs one block at a time. The tag appears in the symbol, so that the variable's size is found in an
// object (src/platform/shared_variables.hpp).
#define __shared__ \
  static thread_local __attribute__((aligned(16), abi_tag("__shared__"), used)) CUDA_EMULATOR_SHARED_SECTION

#ifdef __USE_FAST_MATH__
#include "emulator/fast_names.hpp"
#endif
#include "emulator/device_functions.hpp"
//
#include "emulator/alignment.hpp"
#include "emulator/atomics.hpp"
#include "emulator/cluster.hpp"
#include "emulator/fused_minimum.hpp"
#include "emulator/launch_bounds.hpp"
#include "emulator/nv_atomics.hpp"
#include "emulator/ptx.hpp"
#include "emulator/simd_functions.hpp"
#include "emulator/warp.hpp"
#ifdef __USE_FAST_MATH__
#include "emulator/fast_math.hpp"
#elif !defined(__x86_64__)
#include "emulator/division.hpp"
#endif

// The text of a warp is ordered by source line.
namespace cuda_emulator {
void call_of_printing(int source_line);
void printing_at(int source_line);  // the translator inserts this before each printf of device code that it sees
// Exists while a kernel calls a function that prints: its text belongs to the line of the call.
struct CallAt {
  explicit CallAt(int source_line) { call_of_printing(source_line); }
  ~CallAt() { call_of_printing(0); }
};
}  // namespace cuda_emulator
#endif
