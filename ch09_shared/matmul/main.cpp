// Multiply two matrices with every rung, check the results against the reference, compare the times.
#include "ch09_shared/matmul/show.h"

constexpr const char* what_to_see = "A tile in shared memory serves 32 threads; but two accesses an operation remain.";

int main(int argc, char** argv) {
  Lesson lesson("matmul", "Multiply two matrices: every element from global memory, then from tiles in shared memory.");
  const matmul::Sides sides(lesson, 4096, 384);
  return lesson.main(argc, argv, [&] {
    if (lesson.single()) {
      matmul::show<float>(lesson, matmul::ladder<float>, sides.shape(), what_to_see);
    } else {
      matmul::show<double>(lesson, matmul::ladder<double>, sides.shape(), what_to_see);
    }
  });
}
