// Variables with the lifetime of the program, in device memory and in constant memory: which code sees them, and how
// the host accesses them.
#pragma once

#include <cstddef>
#include <vector>

namespace static_memory {

// The values that a kernel of a unit reads, and their addresses in device memory.
struct View {
  int own, common;
  const void *own_address, *common_address;
};

// The values that the host writes through the symbols of a unit.
struct Unit {
  const char* name;
  void (*write)(int own, int common);
  View (*look)();
};

void write_from_first(int own, int common);
View look_from_first();
void write_from_second(int own, int common);
View look_from_second();

inline constexpr Unit units[] = {
    {"static_memory.cu", write_from_first, look_from_first},
    {"second_unit.cu", write_from_second, look_from_second},
};

// The address and size that the runtime gives for the symbols of the first unit.
struct Symbol {
  const char* name;
  void* address;
  std::size_t bytes;
};
std::vector<Symbol> symbols();

// A polynomial whose coefficients are in constant memory: y[i] = c[0] + c[1] x[i] + c[2] x[i]^2 + ...
inline constexpr int coefficients = 4;
std::vector<float> polynomial_cpu(const std::vector<float>& x, const std::vector<float>& c);

// Replaces the coefficients from number first on. c holds at most coefficients - first values in host memory.
void set_coefficients(const std::vector<float>& c, int first);
std::vector<float> get_coefficients();
// x and y point to n values of device memory each; x is not changed, n may be 0. It does not wait for the device.
void polynomial(const float* x, float* y, std::size_t n);

}  // namespace static_memory
