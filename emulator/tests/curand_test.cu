// cuRAND's device distributions to the last bit: hashes of the numbers that an H200 generates (driver 580.159.04, CUDA
// 13.0).
#include <curand_kernel.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace {

__device__ std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
struct Hash {
  unsigned long long value = 0;
  __device__ void add(unsigned v) { value = mixed(value ^ v); }
  __device__ void add(float v) { value = mixed(value ^ __float_as_uint(v)); }
  __device__ void add(double v) { value = mixed(value ^ static_cast<unsigned long long>(__double_as_longlong(v))); }
};
struct States {
  curandStateXORWOW_t xorwow;
  curandStatePhilox4_32_10_t philox;
  curandStateMRG32k3a_t mrg;
  __device__ explicit States(int seed) {
    curand_init(seed, threadIdx.x, 0, &xorwow);
    curand_init(seed, threadIdx.x, 0, &philox);
    curand_init(seed, threadIdx.x, 0, &mrg);
  }
};

// Each of 128 threads draws from a sequence of its own.
template <class Draw>
__global__ void draw_many(int seed, int count, Draw draw, unsigned long long* sum) {
  States states(seed);
  Hash hash;
  for (int i = 0; i < count; ++i) draw(states, hash);
  atomicAdd(sum, hash.value);
}
template <class Draw>
unsigned long long hash_of(int seed, int count, Draw draw) {
  unsigned long long* sum;
  EXPECT_EQ(cudaMallocManaged(&sum, sizeof *sum), cudaSuccess);
  draw_many<<<1, 128>>>(seed, count, draw, sum);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned long long result = *sum;
  cudaFree(sum);
  return result;
}
#define DRAW(statement) hash_of(99, 300, [] __device__(States& s, Hash& h) { statement; })

TEST(Curand, Normal) {
  EXPECT_EQ(DRAW(h.add(curand_normal(&s.xorwow))), 0x047ef680b9129376);
  EXPECT_EQ(DRAW(h.add(curand_normal(&s.philox))), 0x34df15d125d05769);
  EXPECT_EQ(DRAW(h.add(curand_normal(&s.mrg))), 0xbfbcd78c51fa874b);
  EXPECT_EQ(DRAW(const float4 v = curand_normal4(&s.philox); h.add(v.x); h.add(v.y); h.add(v.z); h.add(v.w)),
            0x3cac5b1e2047475c);
}
TEST(Curand, NormalDouble) {
  EXPECT_EQ(DRAW(h.add(curand_normal_double(&s.xorwow))), 0x2eb073d2f2c26953);
  EXPECT_EQ(DRAW(h.add(curand_normal_double(&s.philox))), 0xf6592ec5089e7433);
  EXPECT_EQ(DRAW(h.add(curand_normal_double(&s.mrg))), 0xcc67523ed3a242d7);
}
TEST(Curand, LogNormal) {
  EXPECT_EQ(DRAW(h.add(curand_log_normal(&s.xorwow, 0.5f, 1.5f))), 0xb5ab839ec6d110fc);
  EXPECT_EQ(DRAW(h.add(curand_log_normal(&s.philox, 0.5f, 1.5f))), 0x65b8d117dfec9287);
  EXPECT_EQ(DRAW(h.add(curand_log_normal_double(&s.mrg, 0.5, 1.5))), 0x4b5ff538b1458f5d);
}
TEST(Curand, Uniform) {
  EXPECT_EQ(DRAW(h.add(curand_uniform(&s.philox))), 0x53fecbac5cb642fe);
  EXPECT_EQ(DRAW(h.add(curand_uniform_double(&s.philox))), 0x2821075a4a20ff0d);
  EXPECT_EQ(DRAW(const double2 v = curand_uniform2_double(&s.philox); h.add(v.x); h.add(v.y)), 0x0549776b2c9b840d);
}

TEST(Curand, Poisson) {
  struct Recorded {
    double lambda;
    unsigned long long xorwow, philox, mrg, four_of_philox;
  };
  constexpr Recorded recorded[] = {
      {0.5, 0x8cf86a26298060c9, 0x1291e611cb31cd2c, 0x1b9690af07d27f12, 0x483858d643f02625},
      {5, 0xe7d2f5ac3675e285, 0x582f36656d64d2cf, 0xb5741fe52b18b0f8, 0xe08e8b4bded6626f},
      {63, 0xcfa364ddf92ec71f, 0xd3d21be493f34b9f, 0x6d96ca65de55fb25, 0x6280c53ce272706b},
      {64, 0xd6d61e94c3e90900, 0x1a93f8cbed757909, 0xbd7f786cd9f0489d, 0x1926a46356b42f45},
      {300, 0xbb9a73db756ef5bc, 0x33e8c722424dad04, 0x9378adf310899f1c, 0x9ee4a84b4143ea1c},
      {3999, 0xccdebd63037e63cf, 0xca27c29b4b6f912e, 0xfebcb68fc3c4572b, 0xa2830b184c99abd8},
      {10000, 0xcc57e0e2bf95d228, 0xf6293b87e38ff00e, 0x85c7b0ee9fe21e5b, 0x98efa1ee0a198879},
  };
  for (const Recorded& r : recorded) {
    const double lambda = r.lambda;
    const auto draw = [=](auto one) { return hash_of(77, 500, one); };
    EXPECT_EQ(draw([=] __device__(States & s, Hash & h) { h.add(curand_poisson(&s.xorwow, lambda)); }), r.xorwow)
        << lambda;
    EXPECT_EQ(draw([=] __device__(States & s, Hash & h) { h.add(curand_poisson(&s.philox, lambda)); }), r.philox)
        << lambda;
    EXPECT_EQ(draw([=] __device__(States & s, Hash & h) { h.add(curand_poisson(&s.mrg, lambda)); }), r.mrg) << lambda;
    const auto four = [=] __device__(States & s, Hash & h) {
      const uint4 v = curand_poisson4(&s.philox, lambda);
      h.add(v.x);
      h.add(v.y);
      h.add(v.z);
      h.add(v.w);
    };
    EXPECT_EQ(hash_of(77, 200, four), r.four_of_philox) << lambda;
  }
}

}  // namespace
