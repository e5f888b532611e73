// Small integers in floating point: every order of adding gives the same sums, so all matrices are compared exactly.
#include "ch17_cublas/gemm_batched/gemm_batched.h"

#include "common/owners.h"
#include "common/product.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace gemm_batched;

std::vector<float> products_cpu(const std::vector<float>& a, const std::vector<float>& b, std::size_t n, int count) {
  std::vector<float> c;
  for (int i = 0; i < count; ++i) {
    const auto part = [&](const std::vector<float>& all) {
      return std::vector<float>(all.begin() + i * n * n, all.begin() + (i + 1) * n * n);
    };
    const std::vector<float> one = product::multiply_cpu(part(a), part(b), {n, n, n});
    c.insert(c.end(), one.begin(), one.end());
  }
  return c;
}

class GemmBatched : public testing::TestWithParam<int> {};

TEST_P(GemmBatched, EveryProductMatchesReference) {
  const CublasHandle handle;
  const Stream stream;
  check(cublasSetStream(handle, stream));
  struct Case {
    int n, count;
  };
  for (const auto [n, count] : {Case{1, 1}, {1, 70}, {2, 3}, {4, 100}, {15, 5}, {16, 5}, {17, 5}, {33, 3}, {64, 2}}) {
    SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(n));
    const std::size_t elements = std::size_t(n) * n * count;
    const std::vector<float> a = random_integers<float>(elements, -9, 9, test_seed());
    const std::vector<float> b = random_integers<float>(elements, -9, 9, test_seed() + 1);
    const Guarded<float> d_a(a), d_b(b);
    Guarded<float> d_c = poisoned<float>(elements);
    const Batch batch = {d_a.data(), d_b.data(), d_c.data(), n, count};
    const Pointers pointers(batch);
    check(cudaDeviceSynchronize());
    ladder()[GetParam()].run(handle, batch, pointers);
    stream.wait();
    EXPECT_EQ(d_c.to_host(), products_cpu(a, b, n, count));
    EXPECT_EQ(d_a.to_host(), a) << "the input was changed";
    EXPECT_EQ(d_b.to_host(), b) << "the input was changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, GemmBatched, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return ladder()[info.param].name; });

TEST(GemmBatchedProgram, ShowsEveryRungAndEverySize) {
  const Ended ended = run_program({PROGRAM, "--largest", "16", "--count", "7", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  for (const char* line : {"\n4 ", "\n8 ", "\n16 ", "\nour_blocks is "})
    EXPECT_NE(ended.out.find(line), std::string::npos) << ended.out;
}

TEST(GemmBatchedProgram, RefusesNoProductsInOneLine) {
  const Ended ended = run_program({PROGRAM, "--count", "0"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
