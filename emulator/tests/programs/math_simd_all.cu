// Every intrinsic on the two halves or four bytes of a word, on pairs of awkward words, each with a checksum.
#include <cstdio>

__device__ unsigned word(int i) {
  const unsigned list[] = {0,          1,          0xffffffff, 0x7fff8000, 0x80007fff, 0x80ff7f01, 0x12345678,
                           0xfedcba98, 0x00ff00ff, 0xff00ff00, 0x7f7f7f7f, 0x80808080, 0x01020304, 0xdeadbeef};
  return list[i];
}
#define TWO(f)                                                                                            \
  {                                                                                                       \
    unsigned hash = 1;                                                                                    \
    _Pragma("unroll 1") for (int i = 0; i < 14; ++i) {                                                    \
      _Pragma("unroll 1") for (int j = 0; j < 14; ++j) hash = hash * 1664525u + f(word(i), word(j)) + 11; \
    }                                                                                                     \
    printf("%s %08x\n", #f, hash);                                                                        \
  }
#define ONE(f)                                                                                 \
  {                                                                                            \
    unsigned hash = 1;                                                                         \
    _Pragma("unroll 1") for (int i = 0; i < 14; ++i) hash = hash * 1664525u + f(word(i)) + 11; \
    printf("%s %08x\n", #f, hash);                                                             \
  }

// clang-format off
__global__ void all_of_two() {
  TWO(__vadd2) TWO(__vsub2) TWO(__vaddss2) TWO(__vaddus2) TWO(__vsubss2) TWO(__vsubus2) TWO(__vavgs2) TWO(__vavgu2)
  TWO(__vhaddu2) TWO(__vabsdiffs2) TWO(__vabsdiffu2) TWO(__vmins2) TWO(__vminu2) TWO(__vmaxs2) TWO(__vmaxu2)
  TWO(__vcmpeq2) TWO(__vcmpne2) TWO(__vseteq2) TWO(__vsetne2) TWO(__vsads2) TWO(__vsadu2) TWO(__vcmplts2)
  TWO(__vcmpltu2) TWO(__vcmples2) TWO(__vcmpleu2) TWO(__vcmpgts2) TWO(__vcmpgtu2) TWO(__vcmpges2) TWO(__vcmpgeu2)
  TWO(__vsetlts2) TWO(__vsetltu2) TWO(__vsetles2) TWO(__vsetleu2) TWO(__vsetgts2) TWO(__vsetgtu2) TWO(__vsetges2)
  TWO(__vsetgeu2) ONE(__vabs2) ONE(__vabsss2) ONE(__vneg2) ONE(__vnegss2)
}

__global__ void all_of_four() {
  TWO(__vadd4) TWO(__vsub4) TWO(__vaddss4) TWO(__vaddus4) TWO(__vsubss4) TWO(__vsubus4) TWO(__vavgs4) TWO(__vavgu4)
  TWO(__vhaddu4) TWO(__vabsdiffs4) TWO(__vabsdiffu4) TWO(__vmins4) TWO(__vminu4) TWO(__vmaxs4) TWO(__vmaxu4)
  TWO(__vcmpeq4) TWO(__vcmpne4) TWO(__vseteq4) TWO(__vsetne4) TWO(__vsads4) TWO(__vsadu4) TWO(__vcmplts4)
  TWO(__vcmpltu4) TWO(__vcmples4) TWO(__vcmpleu4) TWO(__vcmpgts4) TWO(__vcmpgtu4) TWO(__vcmpges4) TWO(__vcmpgeu4)
  TWO(__vsetlts4) TWO(__vsetltu4) TWO(__vsetles4) TWO(__vsetleu4) TWO(__vsetgts4) TWO(__vsetgtu4) TWO(__vsetges4)
  TWO(__vsetgeu4) ONE(__vabs4) ONE(__vabsss4) ONE(__vneg4) ONE(__vnegss4)
}
// clang-format on

int main() {
  all_of_two<<<1, 1>>>();
  all_of_four<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
