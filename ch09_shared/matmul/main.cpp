// Multiply two matrices with every rung, check the results against the reference, compare the times.
#include <cstdio>

#include "ch09_shared/matmul/matmul.h"
#include "common/product_show.h"

constexpr const char* what_to_see =
    "Coalesced reads come first. Then each element of a tile in shared memory serves 32 threads, but two accesses to "
    "it remain per multiply-add.";

template <typename Real>
void show(Lesson& lesson, product::Shape shape) {
  std::printf("fitted: strips of 32 x %d elements\n", matmul::fitted_depth<Real>(shape.inner));
  product::show<Real>(lesson, matmul::ladder<Real>(), shape, what_to_see);
}

int main(int argc, char** argv) {
  Lesson lesson("matmul", "Multiply two matrices: every element from global memory, then from tiles in shared memory.");
  const product::Sides sides(lesson, 4096, 384);
  return lesson.main(
      argc, argv, [&] { lesson.single() ? show<float>(lesson, sides.shape()) : show<double>(lesson, sides.shape()); });
}
