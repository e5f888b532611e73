// Shared by the tests of the attention lessons.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "ch26_attention/attention/attention.h"
#include "common/owners.h"
#include "common/tensor_product_testing.h"
#include "common/testing.h"

namespace attention {

inline std::vector<bf16> attention_of(const Rung& rung, const Inputs& x, Shape shape) {
  const Guarded<bf16> d_q(x.q), d_k(x.k), d_v(x.v);
  Guarded<bf16> d_o = poisoned<bf16>(shape.elements());
  const Stream stream;
  check(cudaDeviceSynchronize());
  rung.run(d_q.data(), d_k.data(), d_v.data(), d_o.data(), shape, stream);
  stream.wait();
  for (const auto& [device, host] : {std::pair(&d_q, &x.q), std::pair(&d_k, &x.k), std::pair(&d_v, &x.v)})
    EXPECT_TRUE(tensor_product::same_bits(device->to_host(), *host)) << "the input was changed";
  return d_o.to_host();
}

inline void expect_attention_matches_reference(std::span<const Rung> rungs, Shape shape) {
  const Inputs x = random_inputs(shape, test_seed());
  const Reference reference = attend_cpu(x, shape, some_queries(shape, shape.heads * shape.length));
  for (const Rung& rung : rungs) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    EXPECT_LE(worst_share(attention_of(rung, x, shape), reference), 1);
  }
}

// A key that outweighs all others by far: results are its value, exactly. Scores overflow if the largest is not
// subtracted. Its number is in the middle, so that what was added before it must vanish.
inline void expect_one_key_wins(std::span<const Rung> rungs, Shape shape) {
  Inputs x = random_inputs(shape, test_seed());
  const std::size_t winner = shape.length / 2;
  for (std::size_t i = 0; i < shape.elements(); ++i) {
    const bool wins = i / width % shape.length == winner;
    x.q[i] = __float2bfloat16(8.0f);
    x.k[i] = __float2bfloat16(wins ? 8.0f : -8.0f);
  }
  for (const Rung& rung : rungs) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    const std::vector<bf16> o = attention_of(rung, x, shape);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < o.size(); ++i) {
      const std::size_t query = i / width, row = query % shape.length;
      if (shape.causal && row < winner) continue;
      const std::size_t from = (query - row + winner) * width + i % width;
      wrong += static_cast<float>(o[i]) != static_cast<float>(x.v[from]);
    }
    EXPECT_EQ(wrong, 0u);
  }
}

// The same key outweighs all others for one query alone: only that row's results have to be rescaled when it comes.
inline void expect_one_key_wins_for(std::span<const Rung> rungs, Shape shape, std::size_t query) {
  Inputs x = random_inputs(shape, test_seed());
  const std::size_t winner = shape.length / 2;
  for (std::size_t i = 0; i < shape.elements(); ++i) {
    x.q[i] = __float2bfloat16(i / width % shape.length == query ? 8.0f : -8.0f);
    x.k[i] = __float2bfloat16(i / width % shape.length == winner ? 8.0f : -8.0f);
  }
  for (const Rung& rung : rungs) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    const std::vector<bf16> o = attention_of(rung, x, shape);
    for (std::size_t i = 0; i < width; ++i)
      ASSERT_EQ(static_cast<float>(o[query * width + i]), static_cast<float>(x.v[winner * width + i]))
          << "column " << i;
  }
}

// NaN in a query reaches its results and no others.
inline void expect_nan_stays_in_its_row(std::span<const Rung> rungs, Shape shape) {
  Inputs x = random_inputs(shape, test_seed());
  const std::size_t last = shape.heads * shape.length - 1;
  x.q[last * width + 5] = __float2bfloat16(std::numeric_limits<float>::quiet_NaN());
  for (const Rung& rung : rungs) {
    if (!lacking(rung.needs).empty()) continue;  // the program says that it skips it
    SCOPED_TRACE(rung.name);
    const std::vector<bf16> o = attention_of(rung, x, shape);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < o.size(); ++i) {
      const float value = static_cast<float>(o[i]);
      wrong += (value != value) != (i / width == last);
    }
    EXPECT_EQ(wrong, 0u);
  }
}

inline std::vector<Shape> awkward_shapes() {
  return all_or_few<Shape>({{0, 5, false},
                            {2, 0, true},
                            {1, 1, true},
                            {1, 1, false},
                            {2, 63, true},
                            {1, 64, false},
                            {1, 65, true},
                            {3, 128, true},
                            {1, 129, false},
                            {2, 200, true},
                            {1, 257, false},
                            {1, 384, true}},
                           {{1, 1, true}, {1, 65, false}, {1, 200, true}});
}

inline std::string name_of(Shape shape) {
  return std::to_string(shape.heads) + "x" + std::to_string(shape.length) + (shape.causal ? "_causal" : "");
}

inline void expect_program_answers(const std::string& program, std::span<const Rung> ladder) {
  const Ended right = run_program({program, "--heads", "2", "--length", "70", "--causal", "--repeats", "1"});
  EXPECT_EQ(right.status, 0) << right.err;
  for (const Rung& rung : ladder) EXPECT_NE(right.out.find(rung.name), std::string::npos);
  const Ended wrong = run_program({program, "--length", "1e14"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(count_lines(wrong.err), 1) << wrong.err;
}

}  // namespace attention
