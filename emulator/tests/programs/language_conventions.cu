// What helper headers rely on: predefined macros, qualifiers in every position, launches in macros, templates, default
// arguments and extern "C" functions.
#include <cstdio>
#include <string>
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDACC__) || !defined(__NVCC__) || \
    !defined(CUDART_VERSION)
#error "the guards and macros of the runtime"
#endif
#include <cuda.h>
#if !defined(CUDA_VERSION) || CUDA_VERSION != CUDART_VERSION
#error "versions"
#endif
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 11 && defined(__CUDACC_VER_MINOR__) && \
    defined(__CUDACC_VER_BUILD__)
#else
#error "compiler version"
#endif
inline __device__ float a1(float x) {
  return x;
}
__device__ inline float a2(float x) {
  return x;
}
static __device__ float a3(float x) {
  return x;
}
__device__ static float a4(float x) {
  return x;
}
template <class T>
__device__ inline T a5(T x) {
  return x;
}
template <class T>
inline __host__ __device__ T a6(T x) {
  return x;
}
extern "C" __device__ float a7(float x) {
  return x;
}
__forceinline__ __device__ float a8(float x) {
  return x;
}
__device__ __forceinline__ static float a9(float x) {
  return x;
}
static inline __device__ __host__ float a10(float x) {
  return x;
}
float __device__ a11(float x) {
  return x;
}
void __global__ k1(float* x) {
  *x = a1(1) + a2(1) + a3(1) + a4(1) + a5(1.f) + a6(1.f) + a7(1) + a8(1) + a9(1) + a10(1) + a11(1);
}
__global__ static void k2(float* x) {
  *x += 1;
}
static __global__ void k3(float* x) {
  *x += 1;
}
template <int N>
__global__ void __launch_bounds__(N) k4(float* x) {
  if (threadIdx.x == 0) *x += N;
}
__launch_bounds__(32) __global__ void k5(float* x) {
  *x += 1;
}
extern "C" __global__ void k6(float* x) {
  *x += 1;
}
__global__ __launch_bounds__(32, 1) void k7(float* __restrict__ x) {
  *x += 1;
}
namespace detail {
template <typename T, int N = 2>
struct Launcher {
  static void go(T* x) { k4<N * 16><<<dim3(1), dim3(N)>>>(x); }
};
}  // namespace detail
#define RUN(kernel, ...)           \
  do {                             \
    kernel<<<1, 1>>>(__VA_ARGS__); \
    cudaDeviceSynchronize();       \
  } while (0)
#define CONFIG <<<1, 1>>>
static float* pointer() {
  static float* p = nullptr;
  if (!p) cudaMalloc(&p, 4);
  return p;
}
int start(float* p = pointer(), cudaError_t e = (k2<<<1, 1>>>(pointer()), cudaGetLastError())) {
  return e;
}
extern "C" int c_launch(float* x) {
  k6<<<1, 1, 0, 0>>>(x);
  return 0;
}
struct Launchable {
  float* x;
  Launchable(float* p) : x(p) { k3<<<1, 1>>>(x); }
  ~Launchable() { k3<<<1, 1>>>(x); }
};
auto lambda = [](float* x) { k7<<<1, 1>>>(x); };
#ifdef __cplusplus
extern "C" {
#endif
void c_block(float* x) {
  k5<<<1, 1>>>(x);
}
#ifdef __cplusplus
}
#endif
template <class K, class... A>
void generic(K kernel, A... a) {
  kernel<<<1, 1>>>(a...);
}
int main() {
  float* x = pointer();
  RUN(k1, x);
  k2 CONFIG(x);
  detail::Launcher<float>::go(x);
  start();
  c_launch(x);
  { Launchable l(x); }
  lambda(x);
  c_block(x);
  generic(k2, x);
  generic(k4<8>, x);
  void (*f)(float*) = k2;
  f<<<1, 1>>>(x);
  (*f)<<<1, 1>>>(x);
  for (int i = 0; i < 2; i++) k2<<<1, 1>>>(x), k2<<<1, 1>>>(x);
  if (x)
    k2<<<1, 1>>>(x);
  else
    k3<<<1, 1>>>(x);
  true ? (k2<<<1, 1>>>(x)) : (void)0;
  float h;
  cudaMemcpy(&h, x, 4, cudaMemcpyDeviceToHost);
  printf("%g %s\n", h, cudaGetErrorString(cudaGetLastError()));
}
