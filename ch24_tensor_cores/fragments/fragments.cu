// Which lane holds what: the fragments of mma, as the hardware hands them out.
//
// One instruction multiplies 16 rows of a and 8 columns of b, each of 32 bytes: 8 words, whatever an element is.
// ldmatrix loads words into the lanes from which mma takes them. So words that hold their own numbers show where they
// go, and a product whose elements are their own numbers shows where the sums are.
#include <cuda_bf16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/ptx_matrices.h"

constexpr int warp = 32, rows = 16, cols = 8, words = 8;  // of a product: rows of a, columns of b, words of each

// Where a word or a sum is: register `number` of lane `lane`.
struct Holder {
  int lane, number;
};

// The rules. Lane 4 g + q has words q and q + 4 of rows g and g + 8 of a and of column g of b, and of the sums two
// neighbours of rows g and g + 8.
Holder holder_of_a(int row, int word) {
  return {row % 8 * 4 + word % 4, row / 8 + word / 4 * 2};
}
Holder holder_of_b(int col, int word) {
  return {col * 4 + word % 4, word / 4};
}
Holder holder_of_sum(int row, int col) {
  return {row % 8 * 4 + col / 2, row / 8 * 2 + col % 2};
}

// a: 4 registers per lane, b: 2. ldmatrix loads four matrices of 8 rows of 16 bytes: the upper and lower left quarter
// of a, then the right ones; of b, the left and right half twice.
__global__ void operands_kernel(std::uint32_t* a, std::uint32_t* b) {
  __shared__ __align__(16) std::uint32_t a_words[rows][words], b_words[cols][words];
  const int lane = threadIdx.x;
  for (int i = lane; i < rows * words; i += warp) a_words[i / words][i % words] = i;
  for (int i = lane; i < cols * words; i += warp) b_words[i / words][i % words] = i;
  __syncwarp();
  std::uint32_t r[4];
  load_matrices(r, shared_address(&a_words[lane % 16][lane / 16 * 4]));
  for (int i = 0; i < 4; ++i) a[lane * 4 + i] = r[i];
  load_matrices(r, shared_address(&b_words[lane % 8][lane / 8 % 2 * 4]));
  for (int i = 0; i < 2; ++i) b[lane * 2 + i] = r[i];
}

// The product of the identity and of b[k][n] = 8 k + n, in BF16, which represents these numbers: sum (row, col) is
// 8 row + col.
__global__ void sums_kernel(float* sums) {
  const int group = threadIdx.x / 4, pair = threadIdx.x % 4;
  const auto identity = [](int row, int k) { return __floats2bfloat162_rn(row == k, row == k + 1); };
  const auto numbers = [](int k, int col) { return __floats2bfloat162_rn(8.0f * k + col, 8.0f * (k + 1) + col); };
  const auto word = [](__nv_bfloat162 two) { return *reinterpret_cast<std::uint32_t*>(&two); };
  const std::uint32_t a[4] = {word(identity(group, 2 * pair)), word(identity(group + 8, 2 * pair)),
                              word(identity(group, 2 * pair + 8)), word(identity(group + 8, 2 * pair + 8))};
  float c[4] = {};
  multiply_add_bf16(c, a, word(numbers(2 * pair, group)), word(numbers(2 * pair + 8, group)));
  for (int i = 0; i < 4; ++i) sums[threadIdx.x * 4 + i] = c[i];
}

// Holders by number of word or sum; lane -1 for one that no lane has.
template <typename T>
std::vector<Holder> holders(const DeviceBuffer<T>& registers, std::size_t count) {
  std::vector<Holder> found(count, {-1, -1});
  const std::vector<T> host = registers.to_host();
  const int of_lane = static_cast<int>(host.size()) / warp;
  for (int i = 0; i < static_cast<int>(host.size()); ++i) {
    const double which = host[i];
    if (which >= 0 && which < count) found[static_cast<std::size_t>(which)] = {i / of_lane, i % of_lane};
  }
  return found;
}

bool show(const char* title, const std::vector<Holder>& found, int width, Holder (*rule)(int, int)) {
  bool as_the_rule_says = true;
  std::printf("%s\n", title);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Holder expected = rule(static_cast<int>(i) / width, static_cast<int>(i) % width);
    as_the_rule_says = as_the_rule_says && found[i].lane == expected.lane && found[i].number == expected.number;
    std::printf(" %2d.%d%s", found[i].lane, found[i].number, i % width == width - 1u ? "\n" : "");
  }
  return as_the_rule_says;
}

int main(int argc, char** argv) {
  Lesson lesson("fragments", "Which lane and which of its registers holds what of a product of 16 rows and 8 columns.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    if (const std::string reason = lacking({80}); !reason.empty()) throw Unsupported(reason);
    DeviceBuffer<std::uint32_t> a(warp * 4), b(warp * 2);
    DeviceBuffer<float> sums(warp * 4);
    a.fill_bytes(0xFF), b.fill_bytes(0xFF), sums.fill_bytes(0xFF);
    operands_kernel<<<1, warp>>>(a.data(), b.data());
    check(cudaGetLastError());
    sums_kernel<<<1, warp>>>(sums.data());
    check(cudaGetLastError());

    std::printf("A word is 4 bytes of a row: 1 TF32, 2 halves or BF16, 4 int8 or E4M3. lane.register of each:\n");
    lesson.expect(show("a: 16 rows of 8 words", holders(a, rows * words), words, holder_of_a), "the rule of a");
    lesson.expect(show("b: 8 columns of 8 words", holders(b, cols * words), words, holder_of_b), "the rule of b");
    lesson.expect(show("sums: 16 rows of 8", holders(sums, rows * cols), cols, holder_of_sum), "the rule of sums");
    std::printf(
        "Four lanes share a row: each has words that are not neighbours, so that 8 rows come by one ldmatrix.\n");
  });
}
