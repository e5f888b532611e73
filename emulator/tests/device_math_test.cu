// The mathematics of kernels is the device's: hashes of results for many arguments, as an H200 computes them (driver
// 580.159.04, nvcc 13.0). Calls in host code still use the C library.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

namespace {

// ---- arguments: bit patterns from the types' whole ranges ----

__host__ __device__ std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
// Exponents: any, those of numbers from about 2^-16 to 2^8, or from 2^-6 to 2^3 (doubles: 2^-32 to 2^10, 2^-5 to 2^3).
enum class Spread { all, wide, narrow };

__device__ float a_float(std::uint32_t bits, Spread spread) {
  const std::uint32_t e = bits >> 23 & 0xff;
  const std::uint32_t exponent = spread == Spread::all ? e : spread == Spread::wide ? 111 + e % 25 : 121 + e % 10;
  return __uint_as_float((bits & 0x807fffff) | exponent << 23);
}
__device__ double a_double(std::uint64_t bits, Spread spread) {
  const std::uint64_t e = bits >> 52 & 0x7ff;
  const std::uint64_t exponent = spread == Spread::all ? e : spread == Spread::wide ? 991 + e % 43 : 1018 + e % 9;
  return __longlong_as_double(static_cast<long long>((bits & 0x800fffffffffffff) | exponent << 52));
}
// The domain consists of 256 chunks: a quarter all numbers, a quarter wide, the rest narrow, the last quarter positive.
constexpr int log2_floats = 20, log2_others = 18;

__device__ Spread spread_of(unsigned chunk) {
  return chunk < 64 ? Spread::all : chunk < 128 ? Spread::wide : Spread::narrow;
}
template <class T>
struct Arguments {
  T x, y, z, w;
};
template <class T>
__device__ Arguments<T> arguments(std::uint64_t i, unsigned chunk);
template <>
__device__ Arguments<float> arguments<float>(std::uint64_t i, unsigned chunk) {
  const std::uint64_t a = mixed(2 * i + 1), b = mixed(2 * i + 2);
  const Spread spread = spread_of(chunk);
  const float x = a_float(static_cast<std::uint32_t>(a), spread);
  return {chunk < 192 ? x : fabsf(x), a_float(static_cast<std::uint32_t>(a >> 32), spread),
          a_float(static_cast<std::uint32_t>(b), spread), a_float(static_cast<std::uint32_t>(b >> 32), spread)};
}
template <>
__device__ Arguments<double> arguments<double>(std::uint64_t i, unsigned chunk) {
  const Spread spread = spread_of(chunk);
  const double x = a_double(mixed(4 * i + 1), spread);
  return {chunk < 192 ? x : fabs(x), a_double(mixed(4 * i + 2), spread), a_double(mixed(4 * i + 3), spread),
          a_double(mixed(4 * i + 4), spread)};
}

__device__ float call(float (*f)(float), std::uint64_t i, unsigned) {  // of about every 4096th float
  constexpr int skipped = 32 - log2_floats;
  const auto low = static_cast<std::uint32_t>(mixed(i)) & ((1u << skipped) - 1);
  return f(__uint_as_float(static_cast<std::uint32_t>(i << skipped) | low));
}
template <class T>
__device__ T call(T (*f)(T), std::uint64_t i, unsigned chunk) {
  return f(arguments<T>(i, chunk).x);
}
template <class T>
__device__ T call(T (*f)(T, T), std::uint64_t i, unsigned chunk) {
  const auto a = arguments<T>(i, chunk);
  return f(a.x, a.y);
}
template <class T>
__device__ T call(T (*f)(T, T, T), std::uint64_t i, unsigned chunk) {
  const auto a = arguments<T>(i, chunk);
  return f(a.x, a.y, a.z);
}
template <class T>
__device__ T call(T (*f)(T, T, T, T), std::uint64_t i, unsigned chunk) {
  const auto a = arguments<T>(i, chunk);
  return f(a.x, a.y, a.z, a.w);
}

// ---- hashes: all NaNs count as the same ----

__device__ std::uint64_t bits(float v) {
  return v != v ? 0x7fffffff : __float_as_uint(v);
}
__device__ std::uint64_t bits(double v) {
  return v != v ? 0x7fffffffffffffff : static_cast<std::uint64_t>(__double_as_longlong(v));
}
template <class F>
__global__ void hash_chunks(F f, int log2_count, unsigned long long* hashes) {
  unsigned long long sum = 0;
  const std::uint64_t chunk_size = 1ull << (log2_count - 8);
  for (std::uint64_t k = threadIdx.x; k < chunk_size; k += blockDim.x) {
    const std::uint64_t i = blockIdx.x * chunk_size + k;
    sum += mixed(bits(call(f, i, blockIdx.x)) + i * 0xd1342543de82ef95u);
  }
  atomicAdd(hashes + blockIdx.x, sum);
}
template <class F>
std::uint32_t hash(F f) {
  unsigned long long* hashes;
  EXPECT_EQ(cudaMallocManaged(&hashes, 256 * sizeof *hashes), cudaSuccess);
  hash_chunks<<<256, 32>>>(f, std::is_same_v<F, float (*)(float)> ? log2_floats : log2_others, hashes);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::uint32_t all = 0;
  for (int c = 0; c < 256; ++c) all = all * 0x9e3779b1u + static_cast<std::uint32_t>(hashes[c] ^ hashes[c] >> 32);
  cudaFree(hashes);
  return all;
}
template <class F>
struct Recorded {
  const char* name;
  F* function;
  std::uint32_t hash;
};
template <class F, std::size_t n>
void compare(const Recorded<F> (&functions)[n]) {
  for (const auto& f : functions) EXPECT_EQ(hash(f.function), f.hash) << f.name;
}

__device__ float2 sincosf_of(float x) {
  float2 both;
  sincosf(x, &both.x, &both.y);
  return both;
}
__device__ float2 sincospif_of(float x) {
  float2 both;
  sincospif(x, &both.x, &both.y);
  return both;
}
__device__ double2 sincos_of(double x) {
  double2 both;
  sincos(x, &both.x, &both.y);
  return both;
}
__device__ double2 sincospi_of(double x) {
  double2 both;
  sincospi(x, &both.x, &both.y);
  return both;
}

TEST(DeviceMath, FloatsOfOne) {
  compare<float(float)>({{"expf", ::expf, 0x739468d2},
                         {"exp2f", ::exp2f, 0x168ad6ea},
                         {"exp10f", ::exp10f, 0xd148a8cd},
                         {"expm1f", ::expm1f, 0xea5efcc4},
                         {"logf", ::logf, 0x3bdd8d64},
                         {"log2f", ::log2f, 0xd18fc889},
                         {"log10f", ::log10f, 0xb161aa8b},
                         {"log1pf", ::log1pf, 0x55117180},
                         {"sinf", ::sinf, 0x40be4e38},
                         {"cosf", ::cosf, 0xd4f69832},
                         {"tanf", ::tanf, 0x7b2bc926},
                         {"sinpif", ::sinpif, 0x76f93d55},
                         {"cospif", ::cospif, 0x378aecdf},
                         {"asinf", ::asinf, 0x26b80e08},
                         {"acosf", ::acosf, 0xe624b5ea},
                         {"atanf", ::atanf, 0xdba88d86},
                         {"sinhf", ::sinhf, 0xb3f80557},
                         {"coshf", ::coshf, 0x8cb0289e},
                         {"tanhf", ::tanhf, 0xdc9cc74e},
                         {"asinhf", ::asinhf, 0x0c8ef6ab},
                         {"acoshf", ::acoshf, 0x39d19f43},
                         {"atanhf", ::atanhf, 0x1883fb76},
                         {"erff", ::erff, 0x914f7131},
                         {"erfcf", ::erfcf, 0x9b1a6b0c},
                         {"erfinvf", ::erfinvf, 0xef35cdde},
                         {"erfcinvf", ::erfcinvf, 0x1a04a75c},
                         {"erfcxf", ::erfcxf, 0x5616ed05},
                         {"normcdff", ::normcdff, 0x72f05ffc},
                         {"normcdfinvf", ::normcdfinvf, 0xe958155c},
                         {"lgammaf", ::lgammaf, 0x1dc95efe},
                         {"tgammaf", ::tgammaf, 0xd6b95c72},
                         {"sqrtf", ::sqrtf, 0xf4df513e},
                         {"rsqrtf", ::rsqrtf, 0xba868078},
                         {"cbrtf", ::cbrtf, 0x32f88f80},
                         {"rcbrtf", ::rcbrtf, 0x7eb97d8c},
                         {"logbf", ::logbf, 0x23af9515},
                         {"j0f", ::j0f, 0x9d7ae39a},
                         {"j1f", ::j1f, 0xed0ca3b0},
                         {"y0f", ::y0f, 0x125e8860},
                         {"y1f", ::y1f, 0xb87f86cb},
                         {"cyl_bessel_i0f", ::cyl_bessel_i0f, 0x0759b0f1},
                         {"cyl_bessel_i1f", ::cyl_bessel_i1f, 0x62aab8c1},
                         {"sincosf_s", [](float x) { return sincosf_of(x).x; }, 0x40be4e38},
                         {"sincosf_c", [](float x) { return sincosf_of(x).y; }, 0xd4f69832},
                         {"sincospif_s", [](float x) { return sincospif_of(x).x; }, 0x76f93d55},
                         {"sincospif_c", [](float x) { return sincospif_of(x).y; }, 0x378aecdf},
                         {"powf_2", [](float x) { return powf(x, 2.0f); }, 0x362a7eaa},
                         {"powf_half", [](float x) { return powf(x, 0.5f); }, 0x668b6d4b},
                         {"powf_m1", [](float x) { return powf(x, -1.0f); }, 0x041949e5}});
}

TEST(DeviceMath, FloatsOfTwo) {
  compare<float(float, float)>({{"powf", ::powf, 0xa7de88e4},
                                {"atan2f", ::atan2f, 0x08e1875e},
                                {"hypotf", ::hypotf, 0x68241dfc},
                                {"rhypotf", ::rhypotf, 0x89dfe00f},
                                {"fmodf", ::fmodf, 0x95a3ac54},
                                {"remainderf", ::remainderf, 0x0bf287cc}});
}

TEST(DeviceMath, FloatsOfThree) {
  compare<float(float, float, float)>({{"norm3df", ::norm3df, 0x8c90c936}, {"rnorm3df", ::rnorm3df, 0xaa602436}});
}

TEST(DeviceMath, FloatsOfFour) {
  compare<float(float, float, float, float)>(
      {{"norm4df", ::norm4df, 0xa7df12d6}, {"rnorm4df", ::rnorm4df, 0xd0484e6b}});
}

TEST(DeviceMath, DoublesOfOne) {
  compare<double(double)>({{"exp", ::exp, 0x03824a23},
                           {"exp2", ::exp2, 0xf9aab1fa},
                           {"exp10", ::exp10, 0xa3480d53},
                           {"expm1", ::expm1, 0x0c1e5464},
                           {"log", ::log, 0xb6125aec},
                           {"log2", ::log2, 0x0d8982ad},
                           {"log10", ::log10, 0x71e4e6eb},
                           {"log1p", ::log1p, 0x6854260b},
                           {"sin", ::sin, 0xf4beb620},
                           {"cos", ::cos, 0x648f98a2},
                           {"tan", ::tan, 0x54cd12c8},
                           {"sinpi", ::sinpi, 0xe295a0e3},
                           {"cospi", ::cospi, 0xb1c8dfa7},
                           {"asin", ::asin, 0xb87ad8a9},
                           {"acos", ::acos, 0x073c6f68},
                           {"atan", ::atan, 0x54de4ea0},
                           {"sinh", ::sinh, 0x6d3ba4b3},
                           {"cosh", ::cosh, 0xde002c14},
                           {"tanh", ::tanh, 0x9b11bbc2},
                           {"asinh", ::asinh, 0x3d77be2b},
                           {"acosh", ::acosh, 0x20d1a4b8},
                           {"atanh", ::atanh, 0x3d40be03},
                           {"erf", ::erf, 0x8fd5d888},
                           {"erfc", ::erfc, 0x15ee9193},
                           {"erfinv", ::erfinv, 0xa46f717d},
                           {"erfcinv", ::erfcinv, 0x2c71407e},
                           {"erfcx", ::erfcx, 0xfbde3d61},
                           {"normcdf", ::normcdf, 0x2b911465},
                           {"normcdfinv", ::normcdfinv, 0x5a0e46df},
                           {"lgamma", ::lgamma, 0x403e9c6f},
                           {"tgamma", ::tgamma, 0xf524855a},
                           {"sqrt", ::sqrt, 0xa68c9282},
                           {"rsqrt", ::rsqrt, 0x4dd55236},
                           {"cbrt", ::cbrt, 0x4235a277},
                           {"rcbrt", ::rcbrt, 0x42913c26},
                           {"j0", ::j0, 0x5749df05},
                           {"j1", ::j1, 0x8a6857b3},
                           {"y0", ::y0, 0x5efa3269},
                           {"y1", ::y1, 0x521b28de},
                           {"cyl_bessel_i0", ::cyl_bessel_i0, 0x9bdd0b1c},
                           {"cyl_bessel_i1", ::cyl_bessel_i1, 0xcab392bf},
                           {"sincos_s", [](double x) { return sincos_of(x).x; }, 0xf4beb620},
                           {"sincos_c", [](double x) { return sincos_of(x).y; }, 0x648f98a2},
                           {"sincospi_s", [](double x) { return sincospi_of(x).x; }, 0xe295a0e3},
                           {"sincospi_c", [](double x) { return sincospi_of(x).y; }, 0xb1c8dfa7},
                           {"pow_2", [](double x) { return pow(x, 2.0); }, 0x37f8068c},
                           {"pow_half", [](double x) { return pow(x, 0.5); }, 0xae1bbc50},
                           {"pow_int_2", [](double x) { return pow(x, 2); }, 0x37f8068c}});
}

TEST(DeviceMath, DoublesOfTwo) {
  compare<double(double, double)>({{"pow", ::pow, 0xc9710542},
                                   {"atan2", ::atan2, 0x3b17536f},
                                   {"hypot", ::hypot, 0x92947d22},
                                   {"rhypot", ::rhypot, 0x4633bcd0},
                                   {"fmod", ::fmod, 0xdb04caaa},
                                   {"remainder", ::remainder, 0x0782abbc}});
}

TEST(DeviceMath, DoublesOfThree) {
  compare<double(double, double, double)>({{"norm3d", ::norm3d, 0xc8ec9e89}, {"rnorm3d", ::rnorm3d, 0x2a7ad6dd}});
}

TEST(DeviceMath, DoublesOfFour) {
  compare<double(double, double, double, double)>({{"norm4d", ::norm4d, 0x4dd573d3}});
}

// ---- halves: all of them ----

template <class T>
__global__ void evaluate_all(T (*f)(T), unsigned short* numbers) {  // in place
  T* const x = reinterpret_cast<T*>(numbers) + blockIdx.x * blockDim.x + threadIdx.x;
  *x = f(*x);
}
template <class T>
void compare_halves(const Recorded<T(T)>* functions, std::size_t count) {
  unsigned short* numbers;
  ASSERT_EQ(cudaMallocManaged(&numbers, 65536 * sizeof *numbers), cudaSuccess);
  for (std::size_t k = 0; k < count; ++k) {
    for (int i = 0; i < 65536; ++i) numbers[i] = static_cast<unsigned short>(i);
    evaluate_all<<<256, 256>>>(functions[k].function, numbers);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::uint32_t all = 0;
    for (int i = 0; i < 65536; ++i) all = all * 0x9e3779b1u + numbers[i];
    EXPECT_EQ(all, functions[k].hash) << functions[k].name;
  }
  cudaFree(numbers);
}

TEST(DeviceMath, Halves) {
  const Recorded<__half(__half)> functions[] = {
      {"hexp", hexp, 0xa2bf795d},     {"hexp2", hexp2, 0x2c870f5a}, {"hexp10", hexp10, 0xf7486f23},
      {"hlog", hlog, 0x08e01078},     {"hlog2", hlog2, 0xbbcbaaa4}, {"hlog10", hlog10, 0x1a0e8573},
      {"hsin", hsin, 0x65d06c42},     {"hcos", hcos, 0x75ea13ae},   {"hsqrt", hsqrt, 0xcaa21db3},
      {"hrsqrt", hrsqrt, 0xd46882a0}, {"hrcp", hrcp, 0xee5a6532}};
  compare_halves(functions, std::size(functions));
}
TEST(DeviceMath, BrainFloats) {
  const Recorded<__nv_bfloat16(__nv_bfloat16)> functions[] = {
      {"hexp", hexp, 0x59786c1a},     {"hexp2", hexp2, 0x70c134ac}, {"hexp10", hexp10, 0x184f46b8},
      {"hlog", hlog, 0xe4d1eb82},     {"hlog2", hlog2, 0xa9fc5e12}, {"hlog10", hlog10, 0x05045548},
      {"hsin", hsin, 0x1c422b9a},     {"hcos", hcos, 0x94b6c6f0},   {"hsqrt", hsqrt, 0x767412c1},
      {"hrsqrt", hrsqrt, 0x8db544ed}, {"hrcp", hrcp, 0x066e57de}};
  compare_halves(functions, std::size(functions));
}

// ---- which of the two functions a call uses ----

constexpr float seven_tenths = 0.77f;
constexpr float on_host = 0x1.4b3a56p-1f, on_device = 0x1.4b3a54p-1f;  // its tanhf

__host__ __device__ float both(float x) {
  return tanhf(x);
}
template <class T>
__host__ __device__ T of_template(T x) {
  return std::tanh(x);
}
namespace dual {
struct Number {
  float value, slope;
};
__host__ __device__ Number tanh(Number x) {
  return {-x.value, x.slope};
}
}  // namespace dual

__global__ void call_in_all_forms(float x, float* results) {
  float (*pointer)(float) = tanhf;
  const auto lambda = [](float v) { return ::tanh(v); };
  results[0] = tanhf(x);
  results[1] = ::tanhf(x);
  results[2] = tanh(x);
  results[3] = std::tanh(x);
  results[4] = pointer(x);
  results[5] = lambda(x);
  results[6] = both(x);
  results[7] = of_template(x);
  results[8] = tanh(dual::Number{x, 1}).value;
}

TEST(DeviceMath, IsTheKernels) {
  float* results;
  ASSERT_EQ(cudaMallocManaged(&results, 9 * sizeof(float)), cudaSuccess);
  volatile float x = seven_tenths;  // else the compiler computes the host's itself
  call_in_all_forms<<<1, 1>>>(x, results);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(results[i], on_device) << "form " << i;
  EXPECT_EQ(results[8], -seven_tenths);
  cudaFree(results);
  float (*pointer)(float) = tanhf;
  EXPECT_EQ(tanhf(x), on_host);
  EXPECT_EQ(std::tanh(x), on_host);
  EXPECT_EQ(pointer(x), on_host);
  EXPECT_EQ(both(x), on_host);
  EXPECT_EQ(of_template<float>(x), on_host);
}

__global__ void square_and_add(float x, float sum, float* result) {
  *result = pow(x, 2.0f) + sum;
}

__global__ void keep_signs(double* results) {
  results[0] = sin(-0.0 * threadIdx.x);
  results[1] = tan(-0.0 * threadIdx.x);
  results[2] = sinf(-0.0f * threadIdx.x);
  results[3] = sinpi(-0.0 * threadIdx.x);
}

TEST(DeviceMath, KeepsTheSignOfZero) {
  double* results;
  ASSERT_EQ(cudaMallocManaged(&results, 4 * sizeof(double)), cudaSuccess);
  keep_signs<<<1, 1>>>(results);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(results[i] == 0 && std::signbit(results[i])) << i;
  cudaFree(results);
}

// A product would be rounded once with the sum.
TEST(DeviceMath, PowersAreNoProducts) {
  float* result;
  ASSERT_EQ(cudaMallocManaged(&result, sizeof(float)), cudaSuccess);
  const float x = 1.1f, sum = 0.3f, square = 0x1.35c29p+0f;
  square_and_add<<<1, 1>>>(x, sum, result);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*result, square + sum);
  EXPECT_NE(*result, std::fma(x, x, sum));
  cudaFree(result);
}

}  // namespace
