#include <algorithm>

#include "exercises/harness.h"
#include "missing_barrier.cuh"

static void run(int blocks) {
  exercise::about("%d blocks", blocks);
  auto x = exercise::whole_numbers<int>(static_cast<std::size_t>(blocks) * 128);
  const exercise::Array<int> d_x(x);
  reverse_blocks<<<blocks, 128>>>(d_x.data());
  exercise::launched("reverse_blocks");
  for (auto first = x.begin(); first != x.end(); first += 128) std::reverse(first, first + 128);
  exercise::expect_equal("x", d_x, x);
}

void test() {
  for (const int blocks : {1, 2, 7}) run(blocks);
}

void counted() {
  run(8);
}
