// Inline PTX: one kernel per idiom, as courses and their helper libraries write them. It compiles with nvcc too.
#include <cuda_fp16.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

template <class T>
class Managed {
 public:
  explicit Managed(int n) { cudaMallocManaged(&data_, n * sizeof(T)); }
  ~Managed() { cudaFree(data_); }
  T& operator[](int i) { return data_[i]; }
  operator T*() { return data_; }

 private:
  T* data_ = nullptr;
};

__global__ void special_registers(unsigned* out) {
  unsigned lane, warp, below, x;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
  if (threadIdx.x == 37) out[0] = lane, out[1] = warp, out[2] = below, out[3] = x;
}
TEST(Ptx, SpecialRegisters) {
  Managed<unsigned> out(4);
  special_registers<<<1, 64>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 5u);
  EXPECT_EQ(out[2], 31u);
  EXPECT_EQ(out[3], 0u);
}

__global__ void arithmetic(int* out) {
  int a = 7, b = -3, r;
  unsigned u;
  asm("add.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  out[0] = r;
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(100));
  out[1] = r;
  asm("{\n\t.reg .u32 t1;\n\tmul.lo.u32 t1, %1, %1;\n\tmul.lo.u32 %0, t1, %1;\n\t}" : "=r"(u) : "r"(5u));  // a cube
  out[2] = u;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(u) : "r"(0xffu), "r"(0x0fu), "r"(0x55u));
  out[3] = u;
  asm("prmt.b32 %0, %1, %2, 0x0123;" : "=r"(u) : "r"(0x11223344u), "r"(0u));
  out[4] = u;
  asm("bfe.s32 %0, %1, 4, 8;" : "=r"(r) : "r"(0xff0));
  out[5] = r;
  asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(u) : "r"(5u), "r"(0xffffu));
  out[6] = u;
  asm("shf.l.wrap.b32 %0, %1, %2, 8;" : "=r"(u) : "r"(0x12345678u), "r"(0x9abcdef0u));
  out[7] = u;
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(u) : "r"(0x80000000u), "r"(6u));
  out[8] = u;
  asm("vote.sync.ballot.b32 %0, 1, 0xffffffff;" : "=r"(u));
  out[9] = u;
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(0x01fe03ff), "r"(0x02020202), "r"(10));
  out[10] = r;
  asm("max.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  out[11] = r;
}
TEST(Ptx, IntegerArithmetic) {
  Managed<int> out(12);
  arithmetic<<<1, 1>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const int expected[] = {4,
                          79,
                          125,
                          0xff ^ 0x0f ^ 0x55,
                          0x44332211,
                          -1,
                          0xf5ff,
                          static_cast<int>(0xbcdef012),
                          3,
                          1,
                          2 * (1 - 2 + 3 - 1) + 10,
                          7};
  for (int i = 0; i < 12; ++i) EXPECT_EQ(out[i], expected[i]) << i;
}

__global__ void carry_chain(unsigned* out) {
  asm("add.cc.u32 %0, %3, %6;\n\t"
      "addc.cc.u32 %1, %4, %7;\n\t"
      "addc.u32 %2, %5, %8;"
      : "=r"(out[0]), "=r"(out[1]), "=r"(out[2])
      : "r"(0xffffffffu), "r"(0xffffffffu), "r"(1u), "r"(1u), "r"(0u), "r"(0u));
  asm("sub.cc.u32 %0, %2, %4; subc.u32 %1, %3, %5;" : "=r"(out[3]), "=r"(out[4]) : "r"(0u), "r"(5u), "r"(1u), "r"(2u));
}
TEST(Ptx, CarriesAndBorrows) {
  Managed<unsigned> out(5);
  carry_chain<<<1, 1>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned expected[] = {0, 0, 2, 0xffffffff, 2};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(out[i], expected[i]) << i;
}

__global__ void predicates(const float* x, int* out, int n) {
  for (int i = 0; i < n; ++i) {
    int bits;
    asm("{\n"
        "  .reg .pred p, q;\n"
        "  setp.lt.f32 p|q, %1, 0f3F800000;\n"
        "  selp.s32 %0, 1, 2, p;\n"
        "  @!p mov.s32 %0, 20;\n"
        "}"
        : "=r"(bits)
        : "f"(x[i]));
    out[i] = bits;
  }
}
TEST(Ptx, Predicates) {
  Managed<float> x(3);
  Managed<int> out(3);
  x[0] = 0.5f, x[1] = 2, x[2] = NAN;
  predicates<<<1, 1>>>(x, out, 3);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 1);
  EXPECT_EQ(out[1], 20);
  EXPECT_EQ(out[2], 20);
}

// All words that compare: eq ne lt le gt ge, the same for unordered numbers, num, nan; unsigned lo ls hi hs.
__global__ void comparisons(float x, unsigned n, unsigned* out) {
  asm("set.eq.u32.f32 %0, %1, %2;" : "=r"(out[0]) : "f"(x), "f"(2.0f));
  asm("set.ne.u32.f32 %0, %1, %2;" : "=r"(out[1]) : "f"(x), "f"(2.0f));
  asm("set.lt.u32.f32 %0, %1, %2;" : "=r"(out[2]) : "f"(x), "f"(2.0f));
  asm("set.le.u32.f32 %0, %1, %2;" : "=r"(out[3]) : "f"(x), "f"(2.0f));
  asm("set.gt.u32.f32 %0, %1, %2;" : "=r"(out[4]) : "f"(x), "f"(2.0f));
  asm("set.ge.u32.f32 %0, %1, %2;" : "=r"(out[5]) : "f"(x), "f"(2.0f));
  asm("set.equ.u32.f32 %0, %1, %2;" : "=r"(out[6]) : "f"(x), "f"(2.0f));
  asm("set.neu.u32.f32 %0, %1, %2;" : "=r"(out[7]) : "f"(x), "f"(2.0f));
  asm("set.ltu.u32.f32 %0, %1, %2;" : "=r"(out[8]) : "f"(x), "f"(2.0f));
  asm("set.leu.u32.f32 %0, %1, %2;" : "=r"(out[9]) : "f"(x), "f"(2.0f));
  asm("set.gtu.u32.f32 %0, %1, %2;" : "=r"(out[10]) : "f"(x), "f"(2.0f));
  asm("set.geu.u32.f32 %0, %1, %2;" : "=r"(out[11]) : "f"(x), "f"(2.0f));
  asm("set.num.u32.f32 %0, %1, %2;" : "=r"(out[12]) : "f"(x), "f"(2.0f));
  asm("set.nan.u32.f32 %0, %1, %2;" : "=r"(out[13]) : "f"(x), "f"(2.0f));
  asm("set.lo.u32.u32 %0, %1, %2;" : "=r"(out[14]) : "r"(n), "r"(2u));
  asm("set.ls.u32.u32 %0, %1, %2;" : "=r"(out[15]) : "r"(n), "r"(2u));
  asm("set.hi.u32.u32 %0, %1, %2;" : "=r"(out[16]) : "r"(n), "r"(2u));
  asm("set.hs.u32.u32 %0, %1, %2;" : "=r"(out[17]) : "r"(n), "r"(2u));
}
TEST(Ptx, AllComparisons) {
  Managed<unsigned> out(18);
  const auto told = [&](float x, unsigned n) {
    comparisons<<<1, 1>>>(x, n, out);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::string text;
    for (int i = 0; i < 18; ++i) text += out[i] == 0 ? '.' : out[i] == 0xffffffff ? 'x' : '?';
    return text;
  };
  EXPECT_EQ(told(1, 1), ".xxx...xxx..x.xx..");
  EXPECT_EQ(told(2, 2), "x..x.xx..x.xx..x.x");
  EXPECT_EQ(told(3, ~0u), ".x..xx.x..xxx...xx");
  EXPECT_EQ(told(NAN, 0), "......xxxxxx.xxx..");
}

__global__ void real_numbers(float* out, double* wide) {
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(out[0]) : "f"(2.0f), "f"(3.0f), "f"(0.5f));
  asm("add.rz.f32 %0, %1, %2;" : "=f"(out[1]) : "f"(1.0f), "f"(1.1e-7f));
  asm("add.rp.f32 %0, %1, %2;" : "=f"(out[2]) : "f"(1.0f), "f"(1e-9f));
  asm("ex2.approx.f32 %0, %1;" : "=f"(out[3]) : "f"(3.0f));
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(out[4]) : "f"(4.0f));
  asm("mul.f64 %0, %1, %2;" : "=d"(wide[0]) : "d"(1.5), "d"(1.5));
  int whole;
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(whole) : "f"(-2.75f));
  out[5] = static_cast<float>(whole);
  asm("cvt.rni.f32.f32 %0, %1;" : "=f"(out[6]) : "f"(2.5f));
  unsigned tf32;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(tf32) : "f"(1.0f + 1.0f / 2048));
  memcpy(&out[7], &tf32, sizeof tf32);
}
TEST(Ptx, RealNumbers) {
  Managed<float> out(8);
  Managed<double> wide(1);
  real_numbers<<<1, 1>>>(out, wide);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 6.5f);
  EXPECT_EQ(out[1], 1.0f);
  EXPECT_EQ(out[2], std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(out[3], 8.0f);
  EXPECT_EQ(out[4], 0.25f);
  EXPECT_EQ(wide[0], 2.25);
  EXPECT_EQ(out[5], -2.0f);
  EXPECT_EQ(out[6], 2.0f);
  EXPECT_EQ(out[7], 1.0f + 1.0f / 1024);
}

__device__ __forceinline__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__global__ void memory(const float4* in, float4* out, unsigned* counter) {
  __shared__ float4 tile[32];
  const float4* from = in + threadIdx.x;
  float4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(from));
  asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(&tile[threadIdx.x])), "f"(v.w), "f"(v.z),
               "f"(v.y), "f"(v.x));
  asm volatile("bar.sync 0;");
  float first;
  asm volatile("ld.shared.f32 %0, [%1 + 4];" : "=f"(first) : "r"(shared_address(&tile[31 - threadIdx.x])));
  v.x = first;
  asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + threadIdx.x), "f"(v.x), "f"(v.y), "f"(v.z),
               "f"(v.w));
  unsigned old;
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(counter), "r"(2u) : "memory");
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(counter + 1), "r"(threadIdx.x));
  if (threadIdx.x == 3) counter[2] = old;
}
TEST(Ptx, Memory) {
  Managed<float4> in(32), out(32);
  Managed<unsigned> counter(3);
  for (int i = 0; i < 32; ++i) in[i] = make_float4(4.0f * i, 4.0f * i + 1, 4.0f * i + 2, 4.0f * i + 3);
  memory<<<1, 32>>>(in, out, counter);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[5].x, 4 * 26 + 2);
  EXPECT_EQ(out[5].w, 23);
  EXPECT_EQ(counter[0], 64u);
  EXPECT_EQ(counter[1], 31u);
  EXPECT_EQ(counter[2] % 2, 0u);
}

__global__ void asynchronous(const int* in, int* out) {
  __shared__ __align__(16) int stage[2][4 * 32];
  const unsigned t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    const unsigned target = shared_address(&stage[s][4 * t]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(target), "l"(in + 128 * s + 4 * t), "n"(16));
    asm volatile("cp.async.commit_group;\n" ::);
  }
  asm volatile("cp.async.wait_group %0;\n" ::"n"(1));
  __syncthreads();
  out[t] = stage[0][127 - t];
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[32 + t] = stage[1][127 - t];
}
TEST(Ptx, AsynchronousCopies) {
  Managed<int> in(256), out(64);
  for (int i = 0; i < 256; ++i) in[i] = i;
  asynchronous<<<1, 32>>>(in, out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 127);
  EXPECT_EQ(out[32], 255);
}

__global__ void warp(int* out) {
  const int lane = threadIdx.x;
  int down, sum;
  unsigned same;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(down) : "r"(lane * 10), "r"(4));
  asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(lane));
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(lane / 8));
  int inside, value;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0x0, -1; selp.s32 %1, 1, 0, p; }"
               : "=r"(value), "=r"(inside)
               : "r"(lane));
  if (lane == 30) out[0] = down;
  if (lane == 3) out[1] = down, out[2] = sum, out[3] = same, out[6] = value;
  if (lane == 0) out[4] = inside, out[5] = value;
}
TEST(Ptx, WarpFunctions) {
  Managed<int> out(7);
  warp<<<1, 32>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const int expected[] = {300, 70, 496, 0xff, 0, 0, 2};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(out[i], expected[i]) << i;
}

// C = A B with one warp: the fragments come through ldmatrix.
#define LDMATRIX_X4(r0, r1, r2, r3, address)                                        \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n" \
               : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)                             \
               : "r"(address))
#define LDMATRIX_X2_TRANS(r0, r1, address) \
  asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(r0), "=r"(r1) : "r"(address))
__global__ void tensor_core(const __half* a, const __half* b, float* c) {
  __shared__ __align__(16) __half sa[16 * 16], sb[16 * 8];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 256; i += 32) sa[i] = a[i];
  for (unsigned i = t; i < 128; i += 32) sb[i] = b[i];
  __syncthreads();
  unsigned ra[4], rb[2];
  float d[4] = {0, 0, 0, 0};
  LDMATRIX_X4(ra[0], ra[1], ra[2], ra[3], shared_address(&sa[t % 16 * 16 + t / 16 * 8]));
  LDMATRIX_X2_TRANS(rb[0], rb[1], shared_address(&sb[t % 16 * 8]));
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, "
      "%3};\n"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  for (unsigned i = 0; i < 4; ++i) c[(t / 4 + i / 2 * 8) * 8 + t % 4 * 2 + i % 2] = d[i];
}
TEST(Ptx, TensorCore) {
  Managed<__half> a(256), b(128);
  Managed<float> c(128);
  for (int i = 0; i < 256; ++i) a[i] = __float2half(static_cast<float>(i % 7 - 3));
  for (int i = 0; i < 128; ++i) b[i] = __float2half(static_cast<float>(i % 5 - 2));
  tensor_core<<<1, 32>>>(a, b, c);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 8; ++j) {
      float sum = 0;
      for (int k = 0; k < 16; ++k) sum += __half2float(a[i * 16 + k]) * __half2float(b[k * 8 + j]);
      EXPECT_EQ(c[i * 8 + j], sum) << i << ' ' << j;
    }
  }
}

__global__ void arrival(const int* in, int* out) {
  __shared__ __align__(128) int buffer[64];
  __shared__ __align__(8) uint64_t barrier;
  const unsigned at = shared_address(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(1));
    asm volatile("fence.proxy.async;");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(256));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     shared_address(buffer)),
                 "l"(in), "r"(256), "r"(at)
                 : "memory");
  }
  asm volatile(
      "{\n"
      ".reg .pred P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra LAB_WAIT;\n"
      "DONE:\n"
      "}" ::"r"(at),
      "r"(0));
  out[threadIdx.x] = buffer[63 - threadIdx.x];
}
TEST(Ptx, BulkCopyAndItsBarrier) {
  Managed<int> in(64), out(64);
  for (int i = 0; i < 64; ++i) in[i] = i;
  arrival<<<1, 64>>>(in, out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 63);
}

__global__ void halves(unsigned* out) {
  const unsigned pair = 0x40003c00;  // 2, 1
  asm("add.f16x2 %0, %1, %2;" : "=r"(out[0]) : "r"(pair), "r"(pair));
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(out[1]) : "r"(pair), "r"(pair), "r"(pair));
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out[2]) : "f"(2.0f), "f"(1.0f));
  unsigned short low, high;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(low), "=h"(high) : "r"(pair));
  asm("mov.b32 %0, {%1, %2};" : "=r"(out[3]) : "h"(high), "h"(low));
}
TEST(Ptx, HalvesAndPieces) {
  Managed<unsigned> out(4);
  halves<<<1, 1>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 0x44004000u);
  EXPECT_EQ(out[1], 0x46004000u);
  EXPECT_EQ(out[2], 0x40003c00u);
  EXPECT_EQ(out[3], 0x3c004000u);
}

__global__ void named(int* out) {  // two halves of the block meet at barriers of their own
  __shared__ int box[2];
  const int half = threadIdx.x / 64;
  if (threadIdx.x % 64 == 63) box[half] = half + 5;
  asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
  out[threadIdx.x] = box[half];
}
TEST(Ptx, NamedBarriers) {
  Managed<int> out(128);
  named<<<1, 128>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 5);
  EXPECT_EQ(out[64], 6);
}

__global__ void eight_bits(unsigned* out) {
  unsigned short pair, positive, wide;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(1000.0f), "f"(1.5f));
  asm("cvt.rn.satfinite.relu.e4m3x2.f32 %0, %1, %2;" : "=h"(positive) : "f"(1000.0f), "f"(-2.0f));
  asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(wide) : "r"(0x3c00c000));
  out[0] = pair, out[1] = positive, out[2] = wide;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(out[3]) : "h"((unsigned short)0x383c));
}
TEST(Ptx, EightBitFloats) {
  Managed<unsigned> out(4);
  eight_bits<<<1, 1>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out[0], 0x7e3cu);
  EXPECT_EQ(out[1], 0x7e00u);
  EXPECT_EQ(out[2], 0x3cc0u);
  EXPECT_EQ(out[3], 0x3c003e00u);
}

// Consecutive elements of an array as operands: of a variable, through a pointer, of a class that stores them
// backwards.
template <class T, int n>
struct Backwards {
  __device__ T& operator[](int i) { return elements[n - 1 - i]; }
  T elements[n];
};
__global__ void arrays(float* floats, unsigned short* halves) {
  float x[10];
  for (int i = 0; i < 10; ++i) x[i] = i;
  asm("add.f32 %0, %0, %8; add.f32 %1, %1, %0; add.f32 %7, %7, 0f3f800000;"
      : "+f"(x[2]), "+f"(x[3]), "+f"(x[4]), "+f"(x[5]), "+f"(x[6]), "+f"(x[7]), "+f"(x[8]), "+f"(x[9])
      : "f"(0.5f));
  for (int i = 0; i < 10; ++i) floats[i] = x[i];
  struct {
    Backwards<unsigned short, 9> y;
  } last;
  for (int i = 0; i < 9; ++i) last.y[i] = 0xffff;
  asm("{ .reg .u16 t; mov.u16 t, %8; add.u16 %0, t, 1; mov.u16 %1, 7; mov.u16 %2, 8; mov.u16 %3, 9; mov.u16 %4, 10;"
      "mov.u16 %5, 11; mov.u16 %6, 12; mov.u16 %7, 13; }"
      : "=h"(last.y[0]), "=h"(last.y[1]), "=h"(last.y[2]), "=h"(last.y[3]), "=h"(last.y[4]), "=h"(last.y[5]),
        "=h"(last.y[6]), "=h"(last.y[7])
      : "h"(last.y[8]));
  for (int i = 0; i < 9; ++i) halves[i] = last.y.elements[i];
  asm("add.f32 %0, %0, %0; mov.f32 %7, %1;"
      : "+f"(floats[11]), "+f"(floats[12]), "+f"(floats[13]), "+f"(floats[14]), "+f"(floats[15]), "+f"(floats[16]),
        "+f"(floats[17]), "+f"(floats[18]));
}
TEST(Ptx, ElementsOfArrays) {
  Managed<float> floats(20);
  Managed<unsigned short> halves(9);
  for (int i = 10; i < 20; ++i) floats[i] = i;
  arrays<<<1, 1>>>(floats, halves);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const float expected[10] = {0, 1, 2.5f, 5.5f, 4, 5, 6, 7, 8, 10};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(floats[i], expected[i]) << i;
  for (int i = 0; i < 7; ++i) EXPECT_EQ(halves[1 + i], 13 - i) << i;
  EXPECT_EQ(halves[0], 0xffff);
  EXPECT_EQ(halves[8], 0);
  EXPECT_EQ(floats[11], 22);
  EXPECT_EQ(floats[18], 12);
}

}  // namespace
