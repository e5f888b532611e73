// extern "C", static, inline and namespaces: kernels and device functions with every linkage.
#include <cstdio>

extern "C" __global__ void c_kernel(int* p) {
  p[0] = 1;
}
extern "C" {
__device__ int c_function(int x) {
  return x + 1;
}
__global__ void c_block_kernel(int* p) {
  p[1] = c_function(1);
}
}
static __global__ void static_kernel(int* p) {
  p[2] = 3;
}
namespace outer {
namespace inner {
__device__ inline int hidden() {
  return 4;
}
__global__ void kernel(int* p) {
  p[3] = hidden();
}
}  // namespace inner
template <int v>
__global__ void value(int* p) {
  p[4] = v;
}
}  // namespace outer
namespace {
__global__ void anonymous(int* p) {
  p[5] = 6;
}
}  // namespace
inline namespace v2 {
__forceinline__ __device__ int seven() {
  return 7;
}
}  // namespace v2
__noinline__ __device__ static int eight() {
  return 8;
}
inline __host__ __device__ int nine() {
  return 9;
}
__global__ static void mixed(int* p) {
  p[6] = seven();
  p[7] = eight();
  p[8] = nine();
}
struct Holder {
  static __device__ int ten() { return 10; }
  __host__ static void launch(int* p);
};
__global__ void of_holder(int* p) {
  p[9] = Holder::ten();
}
void Holder::launch(int* p) {
  of_holder<<<1, 1>>>(p);
}

extern "C" void run(int* p) {
  using namespace outer;
  c_kernel<<<1, 1>>>(p);
  c_block_kernel<<<1, 1>>>(p);
  static_kernel<<<1, 1>>>(p);
  inner::kernel<<<1, 1>>>(p);
  ::outer::value<5><<<1, 1>>>(p);
  anonymous<<<1, 1>>>(p);
  mixed<<<1, 1>>>(p);
  Holder::launch(p);
}

int main() {
  int *p, host[10];
  cudaMalloc(&p, sizeof host);
  run(p);
  cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost);
  for (int v : host) printf("%d ", v);
  printf("%d\n", nine());
  cudaFree(p);
}
