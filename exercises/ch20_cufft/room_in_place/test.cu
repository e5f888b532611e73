#include <cufft.h>

#include "exercises/harness.h"
#include "room_in_place.cuh"

static void expect_success(cufftResult result, const char* what) {
  exercise::expect(result == CUFFT_SUCCESS, "%s failed", what);
}

// An image is transformed and transformed back in place. The memory suffices for any answer: a wrong one shows in the
// image.
static void run(int rows, int columns) {
  exercise::about("%d x %d", rows, columns);
  const int pitch = floats_per_row(columns);
  exercise::expect(pitch > 0 && pitch <= 3 * columns + 2, "%d floats for a row of %d", pitch, columns);
  const auto image = exercise::whole_numbers(rows * columns);
  std::vector<float> memory(rows * (3 * columns + 2));
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < columns; ++col) memory[row * pitch + col] = image[row * columns + col];
  }
  const exercise::Array<float> d_memory(memory);
  auto* const spectrum = reinterpret_cast<cufftComplex*>(d_memory.data());
  cufftHandle there, back;
  expect_success(cufftPlan2d(&there, rows, columns, CUFFT_R2C), "cufftPlan2d");
  expect_success(cufftPlan2d(&back, rows, columns, CUFFT_C2R), "cufftPlan2d");
  expect_success(cufftExecR2C(there, d_memory.data(), spectrum), "cufftExecR2C");
  expect_success(cufftExecC2R(back, spectrum, d_memory.data()), "cufftExecC2R");
  exercise::launched("the transforms");
  expect_success(cufftDestroy(there), "cufftDestroy");
  expect_success(cufftDestroy(back), "cufftDestroy");
  memory = d_memory.to_host();
  std::vector<float> found;
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < columns; ++col)
      found.push_back(memory[row * pitch + col] / static_cast<float>(rows * columns));
  }
  exercise::expect_close("image", found, image, 0.01);
}

void test() {
  run(3, 6);
  run(4, 7);
  run(16, 16);
  run(5, 33);
}

void counted() {
  run(16, 16);
}
