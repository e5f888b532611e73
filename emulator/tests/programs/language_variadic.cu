// Variadic templates: kernels with any number of arguments, packs in device code, if constexpr and fold expressions.
#include <cstdio>
#include <type_traits>

template <typename... T>
__host__ __device__ auto sum(T... values) {
  return (values + ... + 0);
}
template <typename First, typename... Rest>
__device__ int count_negative(First first, Rest... rest) {
  const int mine = first < 0 ? 1 : 0;
  if constexpr (sizeof...(Rest) > 0) {
    return mine + count_negative(rest...);
  } else {
    return mine;
  }
}
template <typename... T>
__global__ void all(int* out, T... values) {
  out[0] = sum(values...);
  out[1] = count_negative(values...);
  out[2] = sizeof...(values);
}
template <int... sizes>
struct Product;
template <>
struct Product<> {
  static constexpr int value = 1;
};
template <int first, int... rest>
struct Product<first, rest...> {
  static constexpr int value = first * Product<rest...>::value;
};
template <int... sizes>
__global__ void volume(int* out) {
  __shared__ int cells[Product<sizes...>::value];
  if (threadIdx.x == 0) cells[0] = sizeof cells / sizeof cells[0];
  __syncthreads();
  *out = cells[0];
}
template <typename T>
__global__ void kind(int* out) {
  if constexpr (std::is_floating_point<T>::value) {
    *out = sizeof(T) == 8 ? 2 : 1;
  } else {
    *out = -static_cast<int>(sizeof(T));
  }
}
template <typename Kernel, typename... A>
void launch(Kernel kernel, int threads, A... arguments) {
  kernel<<<1, threads>>>(arguments...);
  cudaDeviceSynchronize();
}

int main() {
  int* out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  launch(all<int, int, int>, 1, out, 4, -5, 6);
  printf("%d %d %d\n", out[0], out[1], out[2]);
  launch(all<int, short, char, long>, 1, out, -1, (short)-2, (char)3, 40L);
  printf("%d %d %d\n", out[0], out[1], out[2]);
  launch(volume<2, 3, 4>, 32, out);
  printf("%d", *out);
  launch(kind<float>, 1, out);
  printf(" %d", *out);
  launch(kind<double>, 1, out);
  printf(" %d", *out);
  kind<short><<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf(" %d\n%d\n", *out, sum(1, 2, 3, 4));
  cudaFree(out);
}
