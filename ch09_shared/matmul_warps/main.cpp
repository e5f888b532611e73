// Multiply two matrices with every rung, check the results against the reference, compare the times.
#include "ch09_shared/matmul_warps/matmul_warps.h"
#include "common/product_show.h"

int main(int argc, char** argv) {
  Lesson lesson("matmul_warps", "Multiply two matrices: tiles for warps, and memory accesses hidden by arithmetic.");
  const product::Sides sides(lesson, 4096, 384);
  return lesson.main(argc, argv, [&] {
    if (!lesson.single()) throw UsageError("this lesson's rungs are for single precision only");
    product::show<float>(lesson, matmul_warps::ladder(), sides.shape(),
                         "Fetching the next tile while multiplying this one hides the memory's latency.");
  });
}
