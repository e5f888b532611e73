// Multiply two matrices in BF16 with every rung, check the results against the reference, compare with a library.
#include "ch25_hopper/matmul_specialised/matmul_specialised.h"
#include "common/tensor_product_show.h"

int main(int argc, char** argv) {
  Lesson lesson("matmul_specialised",
                "Multiply two matrices in BF16 with roles: one warpgroup brings tiles, two multiply them.");
  const product::Sides sides(lesson, 8192, 256);
  return lesson.main(argc, argv, [&] {
    tensor_product::show(lesson, matmul_specialised::ladder(), sides.shape(),
                         "A block that never stops as a whole keeps its tensor cores busier than matmul_wgmma's ring.");
  });
}
