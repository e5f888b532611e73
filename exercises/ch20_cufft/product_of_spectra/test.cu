#include "exercises/harness.h"
#include "product_of_spectra.cuh"

static std::vector<float2> random_numbers(int n) {
  std::vector<float2> list(n);
  for (float2& number : list) {
    number = {static_cast<float>(exercise::whole_number(-100, 100)),
              static_cast<float>(exercise::whole_number(-100, 100))};
  }
  return list;
}

// n is a power of 2, so that the division is exact.
static void run(int n) {
  exercise::about("n = %d", n);
  const auto a = random_numbers(n), b = random_numbers(n);
  const exercise::Array<float2> d_a(a), d_b(b);
  const auto d_product = exercise::Array<float2>::poisoned(n);
  product_kernel<<<(n + 127) / 128, 128>>>(d_a.data(), d_b.data(), d_product.data(), n);
  exercise::launched("product_kernel");
  std::vector<float> real, imaginary, expected_real, expected_imaginary;
  const auto product = d_product.to_host();
  for (int k = 0; k < n; ++k) {
    real.push_back(product[k].x);
    imaginary.push_back(product[k].y);
    expected_real.push_back((a[k].x * b[k].x - a[k].y * b[k].y) / static_cast<float>(n));
    expected_imaginary.push_back((a[k].x * b[k].y + a[k].y * b[k].x) / static_cast<float>(n));
  }
  exercise::expect_equal("the real part of product", real, expected_real);
  exercise::expect_equal("the imaginary part of product", imaginary, expected_imaginary);
}

void test() {
  for (const int n : {1, 2, 16, 32, 256, 1024}) run(n);
}

void counted() {
  run(256);
}
