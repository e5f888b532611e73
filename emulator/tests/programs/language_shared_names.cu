// Kernels that share their name with the host functions that launch them: overloads, templates, members, namespaces.
#include <cstdio>

constexpr int n = 32;

__global__ void add(const float* a, const float* b, float* c, int count) {
  const int i = threadIdx.x;
  if (i < count) c[i] = a[i] + b[i];
}
void add(const float* a, const float* b, float* c) {
  add<<<1, n>>>(a, b, c, n);
}
int add(float* a) {
  add<<<1, n>>>(a, a, a, 2u);
  return 2;
}

// The kernel's type is deduced, so host functions and kernel are called with the same template argument.
template <int block, class T>
__global__ void reduce(const T* in, T* out, int count) {
  T sum = 0;
  for (int i = 0; i < count && threadIdx.x == 0; ++i) sum += in[i];
  if (threadIdx.x == 0) *out = sum;
}
template <int block>
void reduce(const float* in, float* out) {
  reduce<block><<<1, block>>>(in, out, block);
}
template <int block>
void reduce(const float* in, float* out, long count) {
  reduce<block><<<1, block>>>(in, out, int(count));
}

namespace fields {
struct Field {
  float* data;
};
__global__ void fill(Field f, const float* from, int count) {
  if (threadIdx.x < count) f.data[threadIdx.x] = from ? from[threadIdx.x] : 7;
}
void fill(Field f) {
  fill<<<1, n>>>(f, nullptr, n);
}
void fill(Field f, int count) {
  fill<<<1, n>>>(f, 0, count);
  fill<<<1, n>>>(f, NULL, count);
}
}  // namespace fields

// The kernel is found only through its argument's namespace.
void fill(fields::Field f, const float* from) {
  fill<<<1, n>>>(f, from, n);
}

__global__ void __launch_bounds__(64) scale(float* a, float x) {
  a[threadIdx.x % n] = x;
}
void scale(float* a, int block) {
  scale<<<1, block>>>(a, 3.0f);
  printf("%d threads: %s\n", block, cudaGetErrorName(cudaGetLastError()));
}

__global__ void step(float* a) {
  a[1] += 1;
}
struct Solver {
  float* a;
  void step() {
    ::step<<<1, 1>>>(a);
    void* arguments[] = {&a};
    cudaLaunchKernel((void*)::step, 1, 1, arguments);
  }
  template <class T>
  void scale(T x) {
    ::scale<<<1, n>>>(a, x);
  }
};

#define LAUNCH(kernel, ...) kernel<<<1, n>>>(__VA_ARGS__)

int main() {
  float* a;
  cudaMallocManaged(&a, n * sizeof(float));
  for (int i = 0; i < n; ++i) a[i] = i;
  const auto show = [&](const char* what) {
    cudaDeviceSynchronize();
    printf("%s: %g %g %g\n", what, a[0], a[1], a[n - 1]);
  };
  add(a, a, a);
  show("add");
  printf("%d ", add(a));
  show("add two");
  reduce<n>(a, a);
  show("reduce");
  reduce<n>(a, a + 1, 2L);
  show("reduce two");
  const fields::Field f{a};
  fill(f, a + 1 - 1);
  fill(f);
  show("fill");
  fill(f, 3);
  scale(a, 64);
  show("scale");
  scale(a, 128);
  Solver{a}.step();
  show("step");
  Solver{a}.scale(5.0f);
  show("member");
  LAUNCH(reduce<n>, a, a, n);
  LAUNCH(add, a, a, a, 2);
  show("macro");
  void (*kernel)(float*, float) = scale;
  kernel<<<1, n>>>(a, 6);
  show("pointer");
}
