// options: --extended-lambda
// __CUDA_ARCH__ in functions of every kind: kernels take the device's branch, host code takes the other.
#include <cstdio>

#define HD __host__ __device__
#define HD_INLINE HD __forceinline__

HD const char* plain() {
#ifdef __CUDA_ARCH__
  return "device";
#else
  return "host";
#endif
}

// No branch returns: the code of the other branch must not run.
HD void count(int* device, int* host) {
#ifdef __CUDA_ARCH__
  ++*device;
#else
  ++*host;
#endif
}

struct Functor {
  int base;
  HD Functor(int b) : base{b}, extra{0} {
#ifdef __CUDA_ARCH__
    extra = 1;
#endif
  }
  __host__ __device__ int operator()(int x) const {
#ifdef __CUDA_ARCH__
    return base + x + 1000;
#else
    return base + x + 2000;
#endif
  }
  HD operator int() const {
#ifdef __CUDA_ARCH__
    return 10 + extra;
#else
    return 20 + extra;
#endif
  }
  HD int after() const {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
  }
  int extra;
};
HD Functor operator+(Functor a, int b) {
#ifdef __CUDA_ARCH__
  return Functor(a.base + b);
#else
  return Functor(a.base - b);
#endif
}

template <class T>
struct Box {
  T value;
  HD_INLINE T get() const {
#if defined(__CUDA_ARCH__)
    return value * 2;
#else
    return value * 3;
#endif
  }
  template <class U>
  __host__ __device__ U as() const;
  __host__ __device__ T& operator[](int i);
  __device__ static int only() {
#ifdef __CUDA_ARCH__
    return __CUDA_ARCH__ >= 500;
#else
    return 0;
#endif
  }
  T other = 5;
};
template <class T>
template <class U>
__host__ __device__ U Box<T>::as() const {
#ifdef __CUDA_ARCH__
  return U(value);
#else
  return -U(value);
#endif
}
template <class T>
__host__ __device__ T& Box<T>::operator[](int) {
#ifdef __CUDA_ARCH__
  return other;
#else
  return value;
#endif
}

constexpr HD int constant(int x) {
#ifdef __CUDA_ARCH__
  return x + 1;
#else
  return x + 2;
#endif
}

HD int jumps(int n) {
  int sum = 0;
again:
#ifdef __CUDA_ARCH__
  sum += n;
#else
  sum += 10 * n;
#endif
  if (--n > 0) goto again;
  return sum;
}

// The definition has the same specifiers as its declaration.
struct Declared {
  __host__ __device__ int side();
};
int Declared::side() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
template <class F>
__global__ void call(F f, int* result) {
  result[0] = f(5);
}

__global__ void look(int* r) {
  const bool device = plain()[0] == 'd';
  Functor f(100);
  Box<int> box{7};
  Declared d;
  int counts[2] = {0, 0};
  count(&counts[0], &counts[1]);
  const auto inner = [] {
#ifdef __CUDA_ARCH__
    return 3;
#else
    return 4;
#endif
  };
  const int all[] = {device, counts[0],       counts[1],  f(1),         int(f),   f.after(), (f + 1)(0), box.get(),
                     box[0], box.as<short>(), box.only(), constant(10), jumps(3), d.side(),  inner(),    f.extra};
  for (int i = 0; i < 16; ++i) r[i] = all[i];
}

void show(const char* where, const int* r, int n) {
  printf("%s:", where);
  for (int i = 0; i < n; ++i) printf(" %d", r[i]);
  printf("\n");
}

int main() {
  int* r;
  cudaMallocManaged(&r, 32 * sizeof(int));
  look<<<1, 1>>>(r);
  cudaDeviceSynchronize();
  show("kernel", r, 16);

  Functor f(100);
  Box<int> box{7};
  int counts[2] = {0, 0};
  count(&counts[0], &counts[1]);
  constexpr int folded = constant(10);
  const int all[] = {plain()[0] == 'd', counts[0],  counts[1], f(1),   int(f),
                     f.after(),         (f + 1)(0), box.get(), box[0], box.as<short>(),
                     constant(10),      jumps(3),   f.extra,   folded, Declared().side()};
  show("host", all, 15);

  const auto lambda = [] HD(int x) {
#ifdef __CUDA_ARCH__
    return x + 1;
#else
    return x + 2;
#endif
  };
  call<<<1, 1>>>(lambda, r);
  call<<<1, 1>>>(
      [=] __device__(int x) mutable -> int {
#ifdef __CUDA_ARCH__
        return x + 3;
#else
        return x + 4;
#endif
      },
      r + 1);
  call<<<1, 1>>>(Functor(0), r + 2);
  cudaDeviceSynchronize();
  r[3] = lambda(5);
  show("lambdas", r, 4);
}
