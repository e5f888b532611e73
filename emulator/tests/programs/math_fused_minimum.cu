// Minima and maxima: with an addition, of three numbers, clamped at zero, with a predicate. Each has a checksum over
// awkward words. Then a row of the alignment of two sequences uses them.
#include <cstdio>
#include <cstring>

__device__ __noinline__ unsigned word(int i) {
  const unsigned list[] = {0,          1,          0xffffffff, 0x7fff8000, 0x80007fff, 0x80000000,
                           0x12345678, 0xfedcba98, 0x00ff00ff, 0xff00ff00, 0x7fffffff, 0xdeadbeef};
  return list[i];
}
#define THREE(f)                                                                       \
  {                                                                                    \
    unsigned hash = 1;                                                                 \
    _Pragma("unroll 1") for (int i = 0; i < 1728; ++i) {                               \
      hash = hash * 1664525u + f(word(i % 12), word(i / 12 % 12), word(i / 144)) + 11; \
    }                                                                                  \
    printf("%s %08x\n", #f, hash);                                                     \
  }
#define TWO(f)                                                     \
  {                                                                \
    unsigned hash = 1;                                             \
    _Pragma("unroll 1") for (int i = 0; i < 144; ++i) {            \
      hash = hash * 1664525u + f(word(i % 12), word(i / 12)) + 11; \
    }                                                              \
    printf("%s %08x\n", #f, hash);                                 \
  }
#define FLAG(f)                                                               \
  {                                                                           \
    unsigned hash = 1;                                                        \
    bool first = false;                                                       \
    _Pragma("unroll 1") for (int i = 0; i < 144; ++i) {                       \
      hash = hash * 1664525u + f(word(i % 12), word(i / 12), &first) + first; \
    }                                                                         \
    printf("%s %08x\n", #f, hash);                                            \
  }
#define FLAGS(f)                                                           \
  {                                                                        \
    unsigned hash = 1;                                                     \
    bool high = false, low = false;                                        \
    _Pragma("unroll 1") for (int i = 0; i < 144; ++i) {                    \
      hash = hash * 1664525u + f(word(i % 12), word(i / 12), &high, &low); \
      hash += high * 7 + low;                                              \
    }                                                                      \
    printf("%s %08x\n", #f, hash);                                         \
  }

__global__ void of_three(){
    THREE(__viaddmax_s32) THREE(__viaddmax_s32_relu) THREE(__viaddmax_u32) THREE(__viaddmax_s16x2)
        THREE(__viaddmax_s16x2_relu) THREE(__viaddmax_u16x2) THREE(__viaddmin_s32) THREE(__viaddmin_s32_relu)
            THREE(__viaddmin_u32) THREE(__viaddmin_s16x2) THREE(__viaddmin_s16x2_relu) THREE(__viaddmin_u16x2)
                THREE(__vimax3_s32) THREE(__vimax3_s32_relu) THREE(__vimax3_u32) THREE(__vimax3_s16x2)
                    THREE(__vimax3_s16x2_relu) THREE(__vimax3_u16x2) THREE(__vimin3_s32) THREE(__vimin3_s32_relu)
                        THREE(__vimin3_u32) THREE(__vimin3_s16x2) THREE(__vimin3_s16x2_relu)
                            THREE(__vimin3_u16x2)} __global__
    void of_two(){TWO(__vimax_s32_relu) TWO(__vimax_s16x2_relu) TWO(__vimin_s32_relu) TWO(__vimin_s16x2_relu)
                      FLAG(__vibmax_s32) FLAG(__vibmax_u32) FLAG(__vibmin_s32) FLAG(__vibmin_u32) FLAGS(__vibmax_s16x2)
                          FLAGS(__vibmax_u16x2) FLAGS(__vibmin_s16x2) FLAGS(__vibmin_u16x2)}
// Local alignment: each cell is the best of a match, a gap in either sequence, or a new start.
__global__ void align(const char* a, int n, const char* b, int m, int* best) {
  int row[32] = {};
  *best = 0;
  for (int i = 0; i < n; ++i) {
    int diagonal = 0;
    for (int j = 1; j <= m; ++j) {
      const int match = diagonal + (a[i] == b[j - 1] ? 3 : -3), up = row[j] - 2;
      diagonal = row[j];
      row[j] = __vimax3_s32_relu(match, up, row[j - 1] - 2);
      *best = __viaddmax_s32(row[j], 0, *best);
    }
  }
}

int main() {
  of_three<<<1, 1>>>();
  of_two<<<1, 1>>>();
  const char a[] = "TGTTACGG", b[] = "GGTTGACTA";
  char *x, *y;
  int* best;
  cudaMallocManaged(&x, sizeof a);
  cudaMallocManaged(&y, sizeof b);
  cudaMallocManaged(&best, sizeof *best);
  memcpy(x, a, sizeof a);
  memcpy(y, b, sizeof b);
  align<<<1, 1>>>(x, sizeof a - 1, y, sizeof b - 1, best);
  cudaDeviceSynchronize();
  printf("best alignment %d\n", *best);
}
