#include "ch26_attention/layer_norm/layer_norm.h"

#include <gtest/gtest.h>

#include <cstring>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using layer_norm::Shape;

struct Inputs {
  std::vector<float> x, weight, bias;
};

std::vector<float> result_of(const layer_norm::Rung& rung, const Inputs& in, Shape shape) {
  const Guarded<float> d_x(in.x), d_weight(in.weight), d_bias(in.bias);
  Guarded<float> d_y = poisoned<float>(in.x.size());
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_x.data(), d_weight.data(), d_bias.data(), d_y.data(), shape, stream);
  stream.wait();
  const std::vector<float> after = d_x.to_host();
  EXPECT_EQ(std::memcmp(after.data(), in.x.data(), after.size() * sizeof(float)), 0) << "the input was changed";
  return d_y.to_host();
}

Inputs random_inputs(Shape shape) {
  return {random_reals<float>(shape.rows * shape.cols, -1, 1, test_seed()),
          random_reals<float>(shape.cols, -1, 1, test_seed() + 1),
          random_reals<float>(shape.cols, -1, 1, test_seed() + 2)};
}

class LayerNorm : public testing::TestWithParam<Shape> {};

// Rows with means that differ by far, and with deviations that do.
TEST_P(LayerNorm, MatchesReference) {
  const Shape shape = GetParam();
  Inputs in = random_inputs(shape);
  for (std::size_t i = 0; i < in.x.size(); ++i) {
    const std::size_t row = i / shape.cols;
    in.x[i] = row % 3 == 1 ? 16 * in.x[i] - 100 : row % 3 == 2 ? in.x[i] + 50 : in.x[i];
  }
  const layer_norm::Reference reference = layer_norm::normalise_cpu(in.x, in.weight, in.bias, shape);
  for (const auto& rung : layer_norm::ladder()) {
    SCOPED_TRACE(rung.name);
    EXPECT_LE(layer_norm::worst_share(result_of(rung, in, shape), reference), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, LayerNorm,
                         testing::ValuesIn(all_or_few<Shape>({{0, 5},
                                                              {5, 0},
                                                              {2, 1},
                                                              {3, 31},
                                                              {4, 32},
                                                              {2, 255},
                                                              {7, 1000},
                                                              {5, 1023},
                                                              {5, 1024},
                                                              {3, 1025},
                                                              {3, 4096},
                                                              {4, 5001},
                                                              {2, 8192},
                                                              {2, 9000},
                                                              {2, 32767},
                                                              {1, 32772}},
                                                             {{3, 31}, {5, 1024}, {4, 5001}})),
                         [](const auto& info) {
                           return std::to_string(info.param.rows) + "x" + std::to_string(info.param.cols);
                         });

TEST(LayerNorm, NaNStaysInItsRow) {
  for (const Shape shape : {Shape{3, 4099}, Shape{3, 4100}}) {
    Inputs in = random_inputs(shape);
    in.x[shape.cols - 1] = NAN;
    for (const auto& rung : layer_norm::ladder()) {
      SCOPED_TRACE(rung.name);
      const std::vector<float> y = result_of(rung, in, shape);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < y.size(); ++i) wrong += std::isnan(y[i]) != (i < shape.cols);
      EXPECT_EQ(wrong, 0u);
    }
  }
}

TEST(LayerNormProgram, Answers) {
  const Ended right = run_program({PROGRAM, "--rows", "3", "--cols", "1001", "--repeats", "1"});
  EXPECT_EQ(right.status, 0) << right.err;
  for (const auto& rung : layer_norm::ladder()) EXPECT_NE(right.out.find(rung.name), std::string::npos);
  const Ended wrong = run_program({PROGRAM, "--rows", "1e15"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(count_lines(wrong.err), 1) << wrong.err;
}

}  // namespace
