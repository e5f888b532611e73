// The standard library's types inside kernels: cuda::std.
#include <cstdio>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

template <class T>
__device__ cuda::std::optional<T> checked_divide(T a, T b) {
  if (b == 0) return cuda::std::nullopt;
  return a / b;
}

template <class T>
__device__ const char* kind() {
  if constexpr (cuda::std::is_same_v<T, cuda::std::int64_t>) return "int64";
  if constexpr (cuda::std::is_floating_point_v<T>) return "floating";
  if constexpr (cuda::std::is_integral_v<T>) return "integer";
  return "other";
}

__device__ int sum(cuda::std::span<const int> values) {
  int total = 0;
  for (int v : values) total += v;
  return total;
}

__global__ void vocabulary(const int* data, int count) {
  cuda::std::array<int, 4> a{3, 1, 4, 1};
  printf("array %d of %d\n", a[2], static_cast<int>(a.size()));
  const cuda::std::tuple<int, float> t = cuda::std::make_tuple(7, 2.5f);
  printf("tuple %d %.1f\n", cuda::std::get<0>(t), cuda::std::get<1>(t));
  const auto [low, high] = cuda::std::make_pair(1, 9);
  printf("pair %d %d\n", low, high);
  const cuda::std::complex<float> z(1.0f, 2.0f), w = z * z;
  printf("complex %.1f %.1f\n", w.real(), w.imag());
  printf("limits %d %g %u\n", cuda::std::numeric_limits<int>::max(), cuda::std::numeric_limits<float>::epsilon(),
         cuda::std::numeric_limits<unsigned>::max());
  printf("optional %d %d\n", checked_divide(17, 5).value_or(-1), checked_divide(17, 0).value_or(-1));
  printf("kinds %s %s %s\n", kind<double>(), kind<short>(), kind<cuda::std::int64_t>());
  printf("bits %d %d %d %u\n", cuda::std::popcount(0xf0f0u), cuda::std::countl_zero(1u), cuda::std::countr_zero(48u),
         cuda::std::bit_ceil(37u));
  printf("span %d, its end %d\n", sum({data, static_cast<size_t>(count)}),
         sum(cuda::std::span<const int>(data, count).subspan(count - 2)));
  int x = 5, y = 6;
  cuda::std::swap(x, y);
  printf("swap %d %d, ceil_div %d, maximum %d\n", x, y, cuda::ceil_div(1000, 256), cuda::maximum<int>()(3, 8));
}

int main() {
  int* data;
  cudaMallocManaged(&data, 5 * sizeof(int));
  for (int i = 0; i < 5; ++i) data[i] = i * i;
  vocabulary<<<1, 1>>>(data, 5);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(data);
}
