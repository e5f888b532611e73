#include "exercises/harness.h"
#include "half_spectrum.cuh"

static void run(int n) {
  exercise::about("n = %d", n);
  std::vector<float2> half(n / 2 + 1);
  for (float2& number : half) {
    number = {static_cast<float>(exercise::whole_number(-100, 100)),
              static_cast<float>(exercise::whole_number(-100, 100))};
  }
  const exercise::Array<float2> d_half(half);
  const auto d_full = exercise::Array<float2>::poisoned(n);
  full_kernel<<<(n + 127) / 128, 128>>>(d_half.data(), d_full.data(), n);
  exercise::launched("full_kernel");
  std::vector<float2> wanted(n);
  for (int k = 0; k < n; ++k) {
    const float2 mirrored = half[k <= n / 2 ? k : n - k];
    wanted[k] = {mirrored.x, k <= n / 2 ? mirrored.y : -mirrored.y};
  }
  std::vector<float> real, imaginary, expected_real, expected_imaginary;
  for (const float2& number : d_full.to_host()) {
    real.push_back(number.x);
    imaginary.push_back(number.y);
  }
  for (const float2& number : wanted) {
    expected_real.push_back(number.x);
    expected_imaginary.push_back(number.y);
  }
  exercise::expect_equal("the real part of full", real, expected_real);
  exercise::expect_equal("the imaginary part of full", imaginary, expected_imaginary);
}

void test() {
  for (const int n : {1, 2, 3, 31, 32, 33, 256, 1001}) run(n);
}

void counted() {
  run(256);
}
