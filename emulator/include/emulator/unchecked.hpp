// What cu++ adds to launches and calls whose status the program discards: if one fails and the program never checks for
// the error, a note at the program's end names it (src/runtime/unchecked.cpp, docs/messages.md).
#pragma once
#include <initializer_list>
#include <type_traits>

#include "emulator/announcements.hpp"
#include "emulator/core.hpp"
#include "emulator/driver_types.hpp"

namespace cuda_emulator {

// ---- cudaFree(p);  ->  cudaFree(p), ::cuda_emulator::unchecked("cudaFree(p)");
struct Unchecked {
  const char *text, *file;
  int line;
};
CUDA_EMULATOR_INLINE Unchecked unchecked(const char* text, const char* file = __builtin_FILE(),
                                         int line = __builtin_LINE()) {
  return {text, file, line};
}
void nobody_looked(cudaError_t error, const Unchecked& call);
// A comma expression, so that calls that return something else, or nothing, are unchanged.
CUDA_EMULATOR_INLINE void operator,(cudaError_t error, const Unchecked& call) {
  if (error != cudaSuccess && !block_state.in_kernel) nobody_looked(error, call);
}

// The same for a library's status, such as cublasStatus_t.
void nobody_looked_at_library(int status, const Unchecked& call);
template <class Status, std::enable_if_t<std::is_enum_v<Status>, int> = 0>
CUDA_EMULATOR_INLINE void operator,(Status status, const Unchecked& call) {
  if (static_cast<int>(status) != 0 && !block_state.in_kernel) nobody_looked_at_library(static_cast<int>(status), call);
}

// ---- error = cudaFree(p);  ->  error = ::cuda_emulator::kept(cudaFree(p), …), if the program never reads error
template <class T>
CUDA_EMULATOR_INLINE T kept(T status, const Unchecked& call) {
  status, call;
  return status;
}

// ---- Launch("k", grid, …)  ->  Launch(launched("k", {"n / 256", "256"}, {{"n", number(n)}}), grid, …)
struct LaunchedAt {
  const char *grid, *block, *file;
  int line;
  LaunchedAt(const char* grid_text = "", const char* block_text = "", const char* in_file = __builtin_FILE(),
             int in_line = __builtin_LINE())
      : grid(grid_text), block(block_text), file(in_file), line(in_line) {}
};
struct NamedNumber {
  const char* name;
  double value;  // NaN: not a number
};
template <class T>
CUDA_EMULATOR_INLINE double number(const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return static_cast<double>(value);
  } else {
    return __builtin_nan("");
  }
}
// Stores the place of the launch until it has begun; returns the name.
const char* launched(const char* kernel, const LaunchedAt& at, std::initializer_list<NamedNumber> numbers = {});

// Tells the microscope of a value that is about to become an unsigned char and is none.
CUDA_EMULATOR_NOTRACE inline void look_at_byte(double value) {
  if (cuda_emulator_byte_wraps) cuda_emulator_byte_wraps(value, __builtin_return_address(0));
}
template <class T>
CUDA_EMULATOR_INLINE T byte_of(T value) {
  if constexpr (std::is_arithmetic_v<T>) {
    if (value >= 256 || value <= -1) look_at_byte(static_cast<double>(value));
  }
  return value;
}

// Tells the microscope of a number of elements that its variable cannot hold.
CUDA_EMULATOR_NOTRACE inline void look_at_count(long long value, long long kept, unsigned bits) {
  if (cuda_emulator_count_wraps) cuda_emulator_count_wraps(value, kept, bits, __builtin_return_address(0));
}
// constexpr, so that a constant remains one.
template <class Narrow, class T>
CUDA_EMULATOR_INLINE constexpr T count_of(T value) {
  if constexpr (std::is_integral_v<T> && std::is_integral_v<Narrow>) {
    const auto kept = static_cast<Narrow>(value);
    if (static_cast<T>(kept) != value && !__builtin_is_constant_evaluated()) {
      look_at_count(static_cast<long long>(value), static_cast<long long>(kept), 8 * sizeof kept);
    }
  }
  return value;
}
}  // namespace cuda_emulator
