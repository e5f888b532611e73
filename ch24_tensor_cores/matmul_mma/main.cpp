// Multiply two matrices in BF16 with every rung, check the results against the reference, compare with a library.
#include "ch24_tensor_cores/matmul_mma/matmul_mma.h"
#include "common/tensor_product_show.h"

int main(int argc, char** argv) {
  Lesson lesson("matmul_mma", "Multiply two matrices in BF16 by mma and ldmatrix: swizzle, ring, fragments ahead.");
  const product::Sides sides(lesson, 8192, 128);
  return lesson.main(argc, argv, [&] {
    tensor_product::show(lesson, matmul_mma::ladder(), sides.shape(),
                         "The products are the same in all rungs: the time goes to what feeds the tensor cores.");
  });
}
