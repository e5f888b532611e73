// Static memory on the device: declared like a global variable, accessed by the host through its symbol.
//
// The name of a __device__ or __constant__ variable has another meaning on the host than in a kernel: there it is a
// handle for cudaMemcpyToSymbol and similar functions, not the variable. Host code that takes its address or its value
// compiles, and is wrong.
#include "ch06_memory/static_memory/static_memory.h"

#include "ch06_memory/static_memory/variables.h"
#include "common/check.h"

__device__ int common_count = 2;

namespace static_memory {

// ---- A variable is written and read by symbol; a kernel just uses its name.
__global__ void look_from_first_kernel(View* view) {
  *view = {own_count, common_count, &own_count, &common_count};
}

void write_from_first(int own, int common) {
  check(cudaMemcpyToSymbol(own_count, &own, sizeof own));
  check(cudaMemcpyToSymbol(common_count, &common, sizeof common));
}

View look_from_first() {
  View *d_view = nullptr, view{};
  check(cudaMalloc(&d_view, sizeof *d_view));
  look_from_first_kernel<<<1, 1>>>(d_view);
  check(cudaGetLastError());
  check(cudaMemcpy(&view, d_view, sizeof view, cudaMemcpyDeviceToHost));
  check(cudaFree(d_view));
  return view;
}

// ---- Constant memory: 64 KB that the host writes and kernels only read.
__constant__ float c[coefficients] = {1, 0, 0, 0};

__global__ void polynomial_kernel(const float* x, float* y, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = 0;
  for (int k = coefficients - 1; k >= 0; --k) value = value * x[i] + c[k];
  y[i] = value;
}

void set_coefficients(const std::vector<float>& values, int first) {
  // The last two arguments: the offset in bytes from the symbol's start, and the direction.
  check(cudaMemcpyToSymbol(c, values.data(), values.size() * sizeof(float), first * sizeof(float),
                           cudaMemcpyHostToDevice));
}

std::vector<float> get_coefficients() {
  std::vector<float> values(coefficients);
  check(cudaMemcpyFromSymbol(values.data(), c, sizeof c));
  return values;
}

void polynomial(const float* x, float* y, std::size_t n) {
  constexpr int block_size = 256;
  polynomial_kernel<<<blocks_for(n, block_size), block_size>>>(x, y, n);
  check(cudaGetLastError());
}

std::vector<float> polynomial_cpu(const std::vector<float>& x, const std::vector<float>& c) {
  std::vector<float> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t k = c.size(); k-- > 0;) y[i] = y[i] * x[i] + c[k];
  return y;
}

// ---- With its address, a variable is memory like any other: a kernel can take a pointer to it, cudaMemcpy accepts it.
std::vector<Symbol> symbols() {
  std::vector<Symbol> found = {{"own_count", nullptr, 0}, {"common_count", nullptr, 0}, {"c", nullptr, 0}};
  check(cudaGetSymbolAddress(&found[0].address, own_count));
  check(cudaGetSymbolAddress(&found[1].address, common_count));
  check(cudaGetSymbolAddress(&found[2].address, c));
  check(cudaGetSymbolSize(&found[0].bytes, own_count));
  check(cudaGetSymbolSize(&found[1].bytes, common_count));
  check(cudaGetSymbolSize(&found[2].bytes, c));
  return found;
}

}  // namespace static_memory
