#include "exercises/harness.h"
#include "part_of_a_matrix.cuh"

// The part begins in row and column 2 of a matrix that has 5 rows and 4 columns more.
static void run(int rows, int columns) {
  exercise::about("a part of %d x %d", rows, columns);
  const int lda = rows + 5;
  auto a = exercise::whole_numbers(static_cast<std::size_t>(lda) * (columns + 4));
  const exercise::Array<float> d_a(a);
  const dim3 block(32, 4), blocks((rows + 31) / 32, (columns + 3) / 4);
  change_part_kernel<<<blocks, block>>>(d_a.data() + 2 * lda + 2, rows, columns, lda, 3);
  exercise::launched("change_part_kernel");
  for (int column = 2; column < columns + 2; ++column) {
    for (int row = 2; row < rows + 2; ++row) a[column * lda + row] += 3;
  }
  exercise::expect_equal("a", d_a, a);
}

void test() {
  for (const exercise::Shape& shape : exercise::shapes) run(shape.rows, shape.columns);
}

void counted() {
  run(40, 40);
}
