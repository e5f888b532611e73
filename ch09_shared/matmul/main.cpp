// Multiply two matrices with every rung, check the results against the reference, compare the times.
#include "ch09_shared/matmul/matmul.h"
#include "common/product_show.h"

constexpr const char* what_to_see =
    "Neighbours that read neighbours come first; then a tile in shared memory serves 32 threads. Two accesses to it "
    "remain "
    "for each multiply-add.";

int main(int argc, char** argv) {
  Lesson lesson("matmul", "Multiply two matrices: every element from global memory, then from tiles in shared memory.");
  const product::Sides sides(lesson, 4096, 384);
  return lesson.main(argc, argv, [&] {
    if (lesson.single()) {
      product::show<float>(lesson, matmul::ladder<float>, sides.shape(), what_to_see);
    } else {
      product::show<double>(lesson, matmul::ladder<double>, sides.shape(), what_to_see);
    }
  });
}
