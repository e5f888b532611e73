// Wrong on purpose: sums in half precision, of which a tensor core makes twice as many per register.
//
// A half has 11 significant bits and ends at 65504. A sum of ones stops growing where the next 16 of them are less than
// half a step of the format; a sum of larger products becomes infinite. Neither is an error to CUDA or to any tool:
// only a check against a reference notices. The same products added in float are exact here.
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_matrices.h"

// The sum of `count` products x x, a multiple of 16, in float and in half.
__global__ void sums_kernel(float x, int count, float* in_float, float* in_half) {
  const __half2 pair = __floats2half2_rn(x, x);
  std::uint32_t word;
  memcpy(&word, &pair, sizeof word);
  const std::uint32_t a[4] = {word, word, word, word};
  float floats[4] = {};
  std::uint32_t halves[2] = {};
  for (int i = 0; i < count; i += 16) {
    multiply_add_half(floats, a, word, word);
    multiply_add_half_sums(halves, a, word, word);
  }
  __half2 sums;
  memcpy(&sums, &halves[0], sizeof sums);
  if (threadIdx.x == 0) *in_float = floats[0], *in_half = __low2float(sums);
}

int main(int argc, char** argv) {
  Lesson lesson("half_sums_overflow", "Wrong on purpose: long sums of products in half precision.", Options::shown);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking({80}); !reason.empty()) throw Unsupported(reason);
    std::vector<std::vector<std::string>> lines{{"factors", "products", "exact", "in float", "in half", ""}};
    for (const float x : {1.0f, 2.0f}) {
      for (const int count : {1024, 4096, 16384, 65536}) {
        DeviceBuffer<float> sums(2);
        sums.fill_bytes(0xFF);
        sums_kernel<<<1, 32>>>(x, count, sums.data(), sums.data() + 1);
        check(cudaGetLastError());
        const std::vector<float> got = sums.to_host();
        const double exact = static_cast<double>(x) * x * count;
        lesson.expect(got[0] == exact, "the sums in float");
        lines.push_back({format("%g", x), std::to_string(count), format("%g", exact), format("%g", got[0]),
                         format("%g", got[1]),
                         got[1] == exact      ? ""
                         : std::isinf(got[1]) ? "overflow"
                                              : "stopped"});
      }
    }
    print_table("", lines, "Add in float: it costs registers, not time, and the factors may still be halves.", {});
  });
}
