// Host constexpr functions in kernels: std::max, std::array, numeric limits and the program's own.
// options: --expt-relaxed-constexpr -std=c++20
#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <utility>

constexpr int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}
struct Fraction {
  int top, bottom;
  constexpr double value() const { return double(top) / bottom; }
};
template <typename T>
__global__ void use(T* out) {
  const std::array<T, 4> values = {3, 1, 4, 1};
  T largest = std::numeric_limits<T>::lowest();
  for (std::size_t i = 0; i < values.size(); ++i) largest = std::max(largest, values[i]);
  out[0] = largest;
  out[1] = std::min(values[0], values[2]);
  out[2] = factorial(5);
  const std::pair<T, T> pair(7, 8);
  out[3] = pair.second - pair.first;
  out[4] = Fraction{3, 4}.value() * 100;
  out[5] = std::clamp(T(11), T(0), T(9));
}

int main() {
  int* i;
  double* d;
  cudaMallocManaged(&i, 6 * sizeof(int));
  cudaMallocManaged(&d, 6 * sizeof(double));
  use<<<1, 1>>>(i);
  use<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  for (int k = 0; k < 6; ++k) printf("%d %g\n", i[k], d[k]);
  static_assert(factorial(4) == 24);
}
