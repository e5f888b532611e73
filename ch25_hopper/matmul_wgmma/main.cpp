// Multiply two matrices in BF16 with every rung, check the results against the reference, compare with a library.
#include "ch25_hopper/matmul_wgmma/matmul_wgmma.h"
#include "common/tensor_product_show.h"

int main(int argc, char** argv) {
  Lesson lesson("matmul_wgmma", "Multiply two matrices in BF16 by the copy engine and wgmma: one stage, then a ring.");
  const product::Sides sides(lesson, 8192, 256);
  return lesson.main(argc, argv, [&] {
    tensor_product::show(
        lesson, matmul_wgmma::ladder(), sides.shape(),
        "The instructions are the same in both rungs: in the ring, tiles arrive while others are multiplied.");
  });
}
