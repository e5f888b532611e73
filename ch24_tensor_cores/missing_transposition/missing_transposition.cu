// Wrong on purpose: the effect of one word, .trans.
//
// mma needs from each lane two neighbouring elements of a column of b. b is stored by rows, and ldmatrix loads
// neighbours of a row, unless it is asked to transpose each 8 x 8 matrix on the way. Without that it multiplies by
// another matrix, in which each 8 x 8 part is transposed. No tool can know that this was not intended. A check against
// a reference does, if b is not symmetric in these parts, as a matrix of equal elements or an identity is.
#include <cuda_bf16.h>

#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_matrices.h"
#include "common/values.h"

using bf16 = __nv_bfloat16;
constexpr int rows = 16, inner = 16, cols = 8;

// c = a b, by one warp. a and b by rows.
__global__ void product_kernel(const bf16* a, const bf16* b, float* c) {
  __shared__ __align__(16) bf16 a_tile[rows][inner], b_tile[inner][cols];
  const int lane = threadIdx.x, group = lane / 4, pair = lane % 4;
  for (int i = lane; i < rows * inner; i += 32) a_tile[i / inner][i % inner] = a[i];
  for (int i = lane; i < inner * cols; i += 32) b_tile[i / cols][i % cols] = b[i];
  __syncwarp();
  std::uint32_t a_words[4], b_words[4];
  load_matrices(a_words, shared_address(&a_tile[lane % 16][lane / 16 * 8]));
  load_matrices_transposed(b_words, shared_address(b_tile[lane % 16]));
  float sums[4] = {};
  multiply_add_bf16(sums, a_words, b_words[0], b_words[1]);
  for (int i = 0; i < 4; ++i) c[(group + i / 2 * 8) * cols + 2 * pair + i % 2] = sums[i];
}

// Same, except that b is not transposed.
__global__ void product_without_trans_kernel(const bf16* a, const bf16* b, float* c) {
  __shared__ __align__(16) bf16 a_tile[rows][inner], b_tile[inner][cols];
  const int lane = threadIdx.x, group = lane / 4, pair = lane % 4;
  for (int i = lane; i < rows * inner; i += 32) a_tile[i / inner][i % inner] = a[i];
  for (int i = lane; i < inner * cols; i += 32) b_tile[i / cols][i % cols] = b[i];
  __syncwarp();
  std::uint32_t a_words[4], b_words[4];
  load_matrices(a_words, shared_address(&a_tile[lane % 16][lane / 16 * 8]));
  load_matrices(b_words, shared_address(b_tile[lane % 16]));
  float sums[4] = {};
  multiply_add_bf16(sums, a_words, b_words[0], b_words[1]);
  for (int i = 0; i < 4; ++i) c[(group + i / 2 * 8) * cols + 2 * pair + i % 2] = sums[i];
}

std::vector<bf16> elements(const std::vector<float>& x) {
  std::vector<bf16> e;
  for (const float value : x) e.push_back(__float2bfloat16(value));
  return e;
}

std::size_t wrong_elements(void (*kernel)(const bf16*, const bf16*, float*), const std::vector<float>& a,
                           const std::vector<float>& b) {
  std::vector<float> expected(rows * cols);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col)
      for (int k = 0; k < inner; ++k) expected[row * cols + col] += a[row * inner + k] * b[k * cols + col];
  const DeviceBuffer<bf16> d_a(elements(a)), d_b(elements(b));
  DeviceBuffer<float> d_c(rows * cols);
  d_c.fill_bytes(0xFF);
  kernel<<<1, 32>>>(d_a.data(), d_b.data(), d_c.data());
  check(cudaGetLastError());
  return static_cast<std::size_t>(mismatches(d_c.to_host(), expected));
}

int main(int argc, char** argv) {
  Lesson lesson("missing_transposition", "Wrong on purpose: a product with and without ldmatrix's .trans.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking({80}); !reason.empty()) throw Unsupported(reason);
    const std::vector<float> a = random_integers<float>(rows * inner, -9, 9, 1);
    const std::vector<float> b = random_integers<float>(inner * cols, -9, 9, 2);
    std::vector<float> symmetric(inner * cols);
    for (int i = 0; i < inner * cols; ++i) symmetric[i] = static_cast<float>(i / cols % 8 + i % cols);
    const std::size_t with = wrong_elements(product_kernel, a, b);
    const std::size_t without = wrong_elements(product_without_trans_kernel, a, b);
    const std::size_t by_luck = wrong_elements(product_without_trans_kernel, a, symmetric);
    std::printf("transposed:               %zu of %d elements are wrong\n", with, rows * cols);
    std::printf("not transposed:           %zu of %d elements are wrong\n", without, rows * cols);
    std::printf("not transposed, symmetric: %zu of %d elements are wrong\n", by_luck, rows * cols);
    std::printf("A test whose matrix is symmetric, or all ones, does not see it.\n");
    lesson.expect(with == 0, "the kernel that transposes");
  });
}
