#include "exercises/harness.h"
#include "swizzle.cuh"

static void run(int tiles) {
  exercise::about("%d tiles", tiles);
  const std::size_t n = static_cast<std::size_t>(tiles) * rows * pieces * 4;
  const auto in = exercise::whole_numbers(n);
  const exercise::Array<float> d_in(in);
  const auto d_out = exercise::Array<float>::poisoned(n);
  turn<<<static_cast<unsigned>(tiles), rows>>>(reinterpret_cast<const float4*>(d_in.data()),
                                               reinterpret_cast<float4*>(d_out.data()));
  exercise::launched("turn");
  std::vector<float> expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t tile = i / (rows * pieces * 4), row = i / (pieces * 4) % rows, piece = i / 4 % pieces;
    expected[((tile * pieces + piece) * rows + row) * 4 + i % 4] = in[i];
  }
  exercise::expect_equal("out", d_out, expected);
}

void test() {
  for (const int tiles : {1, 2, 5}) run(tiles);
}

void counted() {
  run(2);
}
