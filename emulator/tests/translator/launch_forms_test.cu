// Every spelling of a launch and of dynamic shared memory that nvcc accepts, run. If the translator misses one it
// is a compile error; if it misreads one, a wrong number.
#include "launch_forms.cuh"

// The spelling is the subject:
// clang-format off
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nested/outer.h"

namespace {

struct Managed {
  int* data = nullptr;
  Managed() {
    cudaMallocManaged(&data, 64 * sizeof(int));
    for (int i = 0; i < 64; ++i) data[i] = 0;
  }
  ~Managed() { cudaFree(data); }
  Managed(const Managed&) = delete;
  operator int*() const { return data; }

  std::vector<int> first(int n) const {
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    return std::vector<int>(data, data + n);
  }
};
using Ints = std::vector<int>;

}  // namespace

__global__ void plain(int* p, int value) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
template <int value>
__global__ void constant(int* p) {
  p[threadIdx.x] = value;
}
template <typename T>
__global__ void deduced(T* p, T value) {
  p[threadIdx.x] += value;
}
template <typename T, int n = 5>
__global__ void partly(T* p, T value) {
  p[threadIdx.x] = value * n;
}
template <typename... Ts>
__global__ void variadic(int* p, Ts... values) {
  p[threadIdx.x] = (0 + ... + values);
}
namespace outer::inner {
template <class T, int n>
__global__ void named(T* p, T value) {
  p[threadIdx.x] = value + n;
}
}  // namespace outer::inner
extern "C" __global__ void with_c_linkage(int* p) {
  p[threadIdx.x] = 11;
}
__global__ void __launch_bounds__(64) bounded(int* p) {
  p[threadIdx.x] = 12;
}
__global__ __launch_bounds__(64, 2) void bounded_first(int* p);
__global__ void bounded_first(int* p) {
  p[threadIdx.x] = 13;
}

TEST(LaunchForms, Plain) {
  Managed p;
  plain<<<1, 2>>>(p, 3);
  EXPECT_EQ(p.first(3), (Ints{3, 3, 0}));
  plain<<<dim3(2, 1), dim3{2, 1, 1}, 0, nullptr>>>(p, 4);
  EXPECT_EQ(p.first(5), (Ints{4, 4, 4, 4, 0}));
  plain <<< 1, 1 >>> (p, 5);
  EXPECT_EQ(p.first(2), (Ints{5, 4}));
}

TEST(LaunchForms, SeveralLinesAndComments) {
  Managed p;
  const int first = __LINE__;
  plain  // the kernel <<<
      <<<1 /* >>> block */,
         2  // threads >>>(
         >>>
      (p,
       // the value
       6);
  EXPECT_EQ(__LINE__ - first, 8);
  EXPECT_EQ(p.first(3), (Ints{6, 6, 0}));
}

TEST(LaunchForms, Templates) {
  Managed p;
  constant<7><<<1, 2>>>(p);
  EXPECT_EQ(p.first(2), (Ints{7, 7}));
  constant<(3 > 2 ? 8 : 9)><<<1, 2>>>(p);
  EXPECT_EQ(p.first(2), (Ints{8, 8}));
  constant<sizeof(std::vector<std::vector<int>>) >= 1><<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{1}));
  deduced<<<1, 1>>>(p.data, 10);
  EXPECT_EQ(p.first(1), (Ints{11}));
  partly<int><<<1, 1>>>(p.data, 2);
  EXPECT_EQ(p.first(1), (Ints{10}));
  partly<int, 3><<<1, 1>>>(p.data, 2);
  EXPECT_EQ(p.first(1), (Ints{6}));
  variadic<<<1, 1>>>(p.data, 1, 2, 3);
  EXPECT_EQ(p.first(1), (Ints{6}));
  outer::inner::named<int, 4><<<1, 1>>>(p, 1);
  EXPECT_EQ(p.first(1), (Ints{5}));
  ::outer::inner::named<int, 4><<<1, 1>>>(p, 2);
  EXPECT_EQ(p.first(1), (Ints{6}));
}

TEST(LaunchForms, DeclarationsInEveryOrder) {
  Managed p;
  with_c_linkage<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{11}));
  bounded<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{12}));
  bounded_first<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{13}));
}

template <typename... T>
constexpr int count_of = sizeof...(T);
template <typename T>
constexpr int size_in_ints() {
  return static_cast<int>((sizeof(T) + sizeof(int) - 1) / sizeof(int));
}
template <typename T>
struct Wrap {
  T value;
};

TEST(LaunchForms, Configurations) {
  Managed p;
  const int n = 1'000;
  plain<<<n >> 9, (n >> 8) - 1>>>(p, 1);
  EXPECT_EQ(p.first(3), (Ints{1, 1, 0}));
  plain<<<1 << 1, 1 << 1, (1 << 4)>>>(p, 2);
  EXPECT_EQ(p.first(5), (Ints{2, 2, 2, 2, 0}));
  plain<<<1, size_in_ints<Wrap<Wrap<int>>>()>>>(p, 3);  // the first >>> closes templates
  EXPECT_EQ(p.first(2), (Ints{3, 2}));
  plain<<<1, count_of<int, Wrap<Wrap<int>>> >>>(p, 4);  // templates close right before the launch does
  EXPECT_EQ(p.first(3), (Ints{4, 4, 2}));
  plain<<<1, n < 5 ? 3 : 1>>>(p, 5);  // a comparison, not a template
  EXPECT_EQ(p.first(2), (Ints{5, 4}));
  const dim3 sizes[] = {{2, 1, 1}, {3, 1, 1}};
  plain<<<1, sizes[n > 5]>>>(p, 6);
  EXPECT_EQ(p.first(4), (Ints{6, 6, 6, 2}));
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  plain<<<1, 1, sizeof(int) * 4, stream>>>(p, 7);
  EXPECT_EQ(p.first(1), (Ints{7}));
  cudaStreamDestroy(stream);
  plain<<<1,
#ifdef A_MACRO_THAT_NOBODY_DEFINES
          64
#else
          2
#endif
          >>>(p, 8);
  EXPECT_EQ(p.first(3), (Ints{8, 8, 6}));
}

typedef void (*IntKernel)(int*);
IntKernel pick(int i) {
  return i ? constant<1> : constant<2>;
}
struct Table {
  IntKernel kernel = constant<3>;
  void run(int* p) { this->kernel<<<1, 1>>>(p); }
};

TEST(LaunchForms, FunctionPointers) {
  Managed p;
  IntKernel kernel = constant<4>;
  kernel<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{4}));
  (*kernel)<<<1, 1>>>(p);
  IntKernel table[] = {constant<5>, constant<6>};
  for (int i = 0; i < 2; ++i) {
    table[i]<<<1, 1>>>(p);
    EXPECT_EQ(p.first(1), (Ints{5 + i}));
  }
  pick(1)<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{1}));
  Table t;
  t.kernel<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{3}));
  t.kernel = constant<8>;
  t.run(p);
  EXPECT_EQ(p.first(1), (Ints{8}));
  Table* pointer = &t;
  pointer->kernel = constant<9>;
  pointer->kernel<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{9}));
  if (p.data)
    kernel<<<1, 1>>>(p);
  else
    constant<1><<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{4}));
}

#define LAUNCH(kernel, ...) kernel<<<1, 2>>>(__VA_ARGS__)
#define LAUNCH_NAMED(suffix, ...) with_##suffix<<<1, 1>>>(__VA_ARGS__)
#define LAUNCH_LINES(kernel, value) \
  do {                              \
    kernel<<<1,                     \
             2>>>(p, value);        \
  } while (0)
#define ON_GRID(grid, block) <<<grid, block>>>
#define ON_ONE_BLOCK <<<1, 2>>>
#define EVALUATE(...) __VA_ARGS__
#define CHECKED(...)                            \
  do {                                          \
    __VA_ARGS__;                                \
    EXPECT_EQ(cudaGetLastError(), cudaSuccess); \
  } while (0)

TEST(LaunchForms, Macros) {
  Managed p;
  LAUNCH(plain, p, 1);
  EXPECT_EQ(p.first(3), (Ints{1, 1, 0}));
  LAUNCH((outer::inner::named<int, 1>), p, 1);
  EXPECT_EQ(p.first(2), (Ints{2, 2}));
  LAUNCH(deduced, p.data, 1);
  EXPECT_EQ(p.first(2), (Ints{3, 3}));
  LAUNCH_NAMED(c_linkage, p);
  EXPECT_EQ(p.first(2), (Ints{11, 3}));
  LAUNCH_LINES(plain, 4);
  EXPECT_EQ(p.first(2), (Ints{4, 4}));
  EVALUATE(plain<<<1, 2>>>(p, 5));
  EXPECT_EQ(p.first(2), (Ints{5, 5}));
  CHECKED(partly<int, 2><<<1, 2>>>(p.data, 3));
  EXPECT_EQ(p.first(2), (Ints{6, 6}));
  plain ON_GRID(1, 1)(p, 8);
  EXPECT_EQ(p.first(2), (Ints{8, 6}));
  plain ON_ONE_BLOCK(p, 9);
  EXPECT_EQ(p.first(2), (Ints{9, 9}));
  LAUNCH_ONE_BLOCK(plain, 2, p, from_plain_header);
  EXPECT_EQ(p.first(2), (Ints{7, 7}));
}

template <typename T>
struct Runner {
  static void run(T* p, T value) { outer::inner::named<T, (2 > 1 ? 4 : 5)><<<1, dim3(2)>>>(p, T(value)); }
  template <int n>
  void twice(T* p) {
    for (int i = 0; i < 2; ++i) constant<n><<<1, 2>>>(p);
  }
};
void with_default(
    int* p, void (*then)(int*) = [](int* q) { plain<<<1, 1>>>(q, 20); }) {
  then(p);
}

TEST(LaunchForms, InsideTemplatesLambdasAndDefaults) {
  Managed p;
  Runner<int>::run(p, 1);
  EXPECT_EQ(p.first(2), (Ints{5, 5}));
  Runner<int>().twice<6>(p);
  EXPECT_EQ(p.first(2), (Ints{6, 6}));
  const auto launch = [&](auto value) { plain<<<1, 2>>>(p, value); };
  launch(7);
  EXPECT_EQ(p.first(2), (Ints{7, 7}));
  with_default(p);
  EXPECT_EQ(p.first(2), (Ints{20, 7}));
}

struct Pair {
  int a, b;
};
__global__ void convert(float* none, Pair pair, double x, int* out) {
  if (!none) out[threadIdx.x] = pair.a + pair.b + static_cast<int>(x * 2);
}
__global__ void defaults(int* out, int a = 5, float b = 2.5f) {
  *out = a + static_cast<int>(b * 2);
}
__global__ void overloaded(int* out, int) {
  *out = 1;
}
__global__ void overloaded(int* out, double) {
  *out = 2;
}

TEST(LaunchForms, ArgumentsConvertAsInACall) {
  Managed p;
  convert<<<1, 2>>>(NULL, {1, 2}, 3, p);
  EXPECT_EQ(p.first(2), (Ints{9, 9}));
  convert<<<1, 2>>>(0, Pair{2, 2}, 'a', p);
  EXPECT_EQ(p.first(2), (Ints{198, 198}));
  convert<<<1, 1>>>(nullptr, {}, 1.5f, p);
  EXPECT_EQ(p.first(1), (Ints{3}));
  defaults<<<1, 1>>>(p);
  EXPECT_EQ(p.first(1), (Ints{10}));
  defaults<<<1, 1>>>(p, 1);
  EXPECT_EQ(p.first(1), (Ints{6}));
  overloaded<<<1, 1>>>(p.data, 1);
  EXPECT_EQ(p.first(1), (Ints{1}));
  overloaded<<<1, 1>>>(p.data, 1.0);
  EXPECT_EQ(p.first(1), (Ints{2}));
  int value = 3;
  plain<<<1, 1>>>(p, value++);  // once, not once a thread
  EXPECT_EQ(value, 4);
}

TEST(LaunchForms, OnlyLaunchesAreRewritten) {
  const char* text = "plain<<<1, 2>>>(p)";
  EXPECT_EQ(std::string(text).size(), 18u);
  const char* raw = R"x(")" plain<<<1, 1>>>(p); // )x";
  EXPECT_EQ(std::string(raw).substr(0, 4), "\")\" ");
  EXPECT_EQ(std::string("don't <<<").size() + sizeof('"'), 10u);
  /* plain<<<1, 1>>>(p) */  // plain<<<1, 1>>>(p)
  int a = 1, b = 3;
  EXPECT_EQ(a << b, 8);
  EXPECT_EQ(a << b >> 1, 4);
  EXPECT_EQ(size_in_ints<Wrap<Wrap<Wrap<int>>>>(), 1);
  a <<= 2;
  EXPECT_EQ(a, 4);
}

// ---- Dynamic shared memory
extern __shared__ float at_file_scope[];
struct Point {
  float x, y;
};

__global__ void dynamic_int(int* p) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void dynamic_other_order(int* p) {
  __shared__ extern volatile int tile2[];
  tile2[threadIdx.x] = 10 * threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = tile2[blockDim.x - 1 - threadIdx.x];
}
__global__ void dynamic_several(int* p) {
  extern __shared__ __align__(8) Point points[];
  extern __shared__ unsigned char bytes[];
  points[threadIdx.x] = {static_cast<float>(threadIdx.x), 1.0f};
  __syncthreads();
  p[threadIdx.x] = static_cast<int>(points[threadIdx.x].x) + (bytes == reinterpret_cast<unsigned char*>(&points)) * 100;
}
__global__ void dynamic_rows(int* p) {
  extern __shared__ int rows[][4];
  rows[threadIdx.x / 4][threadIdx.x % 4] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = rows[1][3 - threadIdx.x % 4];
}
__global__ void dynamic_file_scope(int* p) {
  at_file_scope[threadIdx.x] = threadIdx.x + 0.5f;
  __syncthreads();
  p[threadIdx.x] = static_cast<int>(at_file_scope[threadIdx.x] * 2);
}
__global__ void static_shared(int* p) {
  static __shared__ int tile[32];
  __shared__ volatile int one;
  if (threadIdx.x == 0) one = 1;
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = tile[threadIdx.x] + one;
}
template <int n>
__device__ __noinline__ int sum_of_block() {
  __shared__ int tile[n];
  tile[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += tile[i];
  return sum;
}
__global__ void shared_in_template(int* p) {
  p[blockIdx.x] = sum_of_block<4>() + sum_of_block<2 + 2>() * 0;
}

TEST(SharedMemory, DynamicInEveryForm) {
  Managed p;
  dynamic_int<<<1, 4, 4 * sizeof(int)>>>(p);
  EXPECT_EQ(p.first(4), (Ints{3, 2, 1, 0}));
  dynamic_other_order<<<1, 4, 4 * sizeof(int)>>>(p);
  EXPECT_EQ(p.first(4), (Ints{30, 20, 10, 0}));
  dynamic_several<<<1, 3, 3 * sizeof(Point)>>>(p);
  EXPECT_EQ(p.first(3), (Ints{100, 101, 102}));
  dynamic_rows<<<1, 8, 8 * sizeof(int)>>>(p);
  EXPECT_EQ(p.first(8), (Ints{7, 6, 5, 4, 7, 6, 5, 4}));
  dynamic_file_scope<<<1, 2, 64>>>(p);
  EXPECT_EQ(p.first(2), (Ints{1, 3}));
  from_header::fill_four(p, 9);
  EXPECT_EQ(p.first(4), (Ints{9, 9, 9, 9}));
  p.data[0] = 1;
  from_header::reverse<int><<<1, 4, 4 * sizeof(int)>>>(p);
  EXPECT_EQ(p.first(4), (Ints{9, 9, 9, 1}));
}

TEST(SharedMemory, StaticInEveryForm) {
  Managed p;
  static_shared<<<1, 3>>>(p);
  EXPECT_EQ(p.first(3), (Ints{1, 2, 3}));
  shared_in_template<<<3, 4>>>(p);
  EXPECT_EQ(p.first(3), (Ints{10, 10, 10}));
}

// ---- Spinning threads
__device__ volatile int flags[4];
__device__ int lock, guarded;

__global__ void wait_for_the_neighbour() {
  if (threadIdx.x > 0) {
    while (flags[threadIdx.x - 1] == 0)
      ;
  }
  flags[threadIdx.x] = 1;
}
__global__ void take_turns() {
  bool done = false;
  do {
    if (atomicCAS(&lock, 0, 1) == 0) {
      guarded += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  } while (!done);
}
__global__ void wait_from_last_to_first() {
  if (threadIdx.x < 3) {
    do {
    } while (flags[threadIdx.x + 1] != 2);
  }
  flags[threadIdx.x] = 2;
}

TEST(Spinning, WaitsForOthersOfTheBlock) {
  wait_for_the_neighbour<<<1, 4>>>();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  wait_from_last_to_first<<<1, 4>>>();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  take_turns<<<4, 32>>>();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int total = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&total, guarded, sizeof total), cudaSuccess);
  EXPECT_EQ(total, 128);
}

// ---- Kernels by address
TEST(KernelAddress, SurvivesTheCastToVoid) {
  Managed p;
  int* data = p;
  int value = 21;
  void* arguments[] = {&data, &value};
  ASSERT_EQ(cudaLaunchKernel((void*)plain, dim3(1), dim3(2), arguments, 0, 0), cudaSuccess);
  EXPECT_EQ(p.first(3), (Ints{21, 21, 0}));
  value = 22;
  const void* address = reinterpret_cast<const void*>(&plain);
  ASSERT_EQ(cudaLaunchKernel(address, dim3(1), dim3(2), arguments, 0, 0), cudaSuccess);
  EXPECT_EQ(p.first(3), (Ints{22, 22, 0}));
  ASSERT_EQ(cudaLaunchKernel((const void*)outer::inner::named<int, 5>, dim3(1), dim3(2), arguments, 0, 0), cudaSuccess);
  EXPECT_EQ(p.first(3), (Ints{27, 27, 0}));
}
