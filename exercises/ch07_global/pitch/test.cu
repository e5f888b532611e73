#include "exercises/harness.h"
#include "pitch.cuh"

static void run(int rows, int cols) {
  exercise::about("%d rows, %d columns", rows, cols);
  const std::size_t width = cols * sizeof(float);
  float* image = nullptr;
  std::size_t pitch = 0;
  exercise::check(cudaMallocPitch(&image, &pitch, width, rows), "cudaMallocPitch");
  // The padding holds 77.
  std::vector<float> gaps(pitch / sizeof(float) * rows, 77);
  exercise::check(cudaMemcpy(image, gaps.data(), pitch * rows, cudaMemcpyHostToDevice), "cudaMemcpy");
  const auto pixels = exercise::whole_numbers(static_cast<std::size_t>(rows) * cols);
  exercise::check(cudaMemcpy2D(image, pitch, pixels.data(), width, width, rows, cudaMemcpyHostToDevice),
                  "cudaMemcpy2D");
  brighten<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(image, pitch, rows, cols, 5);
  exercise::launched("brighten");
  exercise::check(cudaMemcpy(gaps.data(), image, pitch * rows, cudaMemcpyDeviceToHost), "cudaMemcpy");
  exercise::check(cudaFree(image), "cudaFree");
  const int across = static_cast<int>(pitch / sizeof(float));
  std::vector<float> expected(gaps.size(), 77);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) expected[row * across + col] = pixels[row * cols + col] + 5;
  }
  exercise::expect_equal("image", gaps, expected, across);
}

void test() {
  for (const auto& [rows, cols] : exercise::shapes) run(rows, cols);
  run(3, 1000);
}

void counted() {
  run(37, 53);
}
