#include "exercises/harness.h"
#include "piece_swizzle.cuh"

static void run(int rows) {
  exercise::about("rows = %d", rows);
  constexpr int words = 4;  // of a piece
  const std::size_t n = static_cast<std::size_t>(rows) * 8 * words;
  const auto in = exercise::whole_numbers<int>(n, 0, 1000000);
  const exercise::Array<int> d_in(in);
  const auto d_out = exercise::Array<int>::poisoned(n);
  columns<<<(rows + 31) / 32, 32, 32 * 8 * sizeof(uint4)>>>(reinterpret_cast<const uint4*>(d_in.data()),
                                                            reinterpret_cast<uint4*>(d_out.data()), rows);
  exercise::launched("columns");
  std::vector<int> expected(n);
  for (int row = 0; row < rows; ++row)
    for (int piece = 0; piece < 8; ++piece)
      for (int i = 0; i < words; ++i)
        expected[static_cast<std::size_t>((piece * rows + row) * words + i)] =
            in[static_cast<std::size_t>((row * 8 + piece) * words + i)];
  exercise::expect_equal("out", d_out, expected, static_cast<std::size_t>(rows) * words);
  exercise::expect_unchanged("in", d_in, in);
}

void test() {
  for (const int rows : {1, 7, 31, 32, 33, 100}) run(rows);
}

void counted() {
  run(64);
}
