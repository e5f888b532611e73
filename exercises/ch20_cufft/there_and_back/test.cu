#include <cufft.h>

#include "exercises/harness.h"
#include "there_and_back.cuh"

static void run(std::size_t n) {
  exercise::about("n = %zu", n);
  const float factor = 1;
  auto x = exercise::whole_numbers(2 * n);
  const exercise::Array<float> d_x(x);
  const auto d_y = exercise::Array<float>::poisoned(2 * n);
  there_and_back(reinterpret_cast<cufftComplex*>(d_x.data()), reinterpret_cast<cufftComplex*>(d_y.data()),
                 static_cast<int>(n));
  exercise::launched("the transforms");
  exercise::expect_unchanged("x", d_x, x);
  for (float& value : x) value *= factor;
  exercise::expect_close("y", d_y, x, 0.01);  // as floats: real and imaginary parts in turns
}

void test() {
  for (const std::size_t n : {2, 8, 33, 64, 1000}) run(n);
}

void counted() {
  run(64);
}
