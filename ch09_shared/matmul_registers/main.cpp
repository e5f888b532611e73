// Multiply two matrices with every rung, check the results against the reference, compare the times.
#include "ch09_shared/matmul_registers/matmul_registers.h"
#include "common/product_show.h"

constexpr const char* what_to_see =
    "More results per thread need fewer words from shared memory for the same operations.";

int main(int argc, char** argv) {
  Lesson lesson("matmul_registers", "Multiply two matrices: several results per thread, kept in registers.");
  const product::Sides sides(lesson, 4096, 384);
  return lesson.main(argc, argv, [&] {
    if (lesson.single()) {
      product::show<float>(lesson, matmul_registers::ladder<float>(), sides.shape(), what_to_see);
    } else {
      product::show<double>(lesson, matmul_registers::ladder<double>(), sides.shape(), what_to_see);
    }
  });
}
