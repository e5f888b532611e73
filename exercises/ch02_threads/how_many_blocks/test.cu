#include "exercises/harness.h"
#include "how_many_blocks.cuh"

static void run(int n) {
  exercise::about("fill %d elements", n);
  const auto out = exercise::Array<int>::poisoned(n);
  fill(out.data(), 42, n);
  exercise::launched("fill_kernel");
  exercise::expect_equal("out", out, std::vector<int>(n, 42));
}

void test() {
  const int cases[][3] = {{1000, 256, 4}, {256, 256, 1}, {1, 256, 1}, {0, 256, 0}, {255, 256, 1},       {257, 256, 2},
                          {512, 256, 2},  {33, 32, 2},   {31, 32, 1}, {7, 1, 7},   {1000000, 1024, 977}};
  for (const auto& [n, threads, blocks] : cases) {
    exercise::about("blocks_for(%d, %d)", n, threads);
    exercise::expect(blocks_for(n, threads) == blocks, "%d elements in blocks of %d threads need %d blocks, not %d", n,
                     threads, blocks, blocks_for(n, threads));
  }
  for (const int n : {0, 1, 255, 256, 1000}) run(n);
}

void counted() {
  run(1000);
}
