// Multiply two matrices in BF16 with every rung, check the results against the reference, compare with a library.
#include "ch24_tensor_cores/matmul_wmma/matmul_wmma.h"
#include "common/tensor_product_show.h"

int main(int argc, char** argv) {
  Lesson lesson("matmul_wmma",
                "Multiply two matrices in BF16 by tensor cores: tiles from global, then from shared memory.");
  const product::Sides sides(lesson, 8192, 128);
  return lesson.main(argc, argv, [&] {
    tensor_product::show(lesson, matmul_wmma::ladder(), sides.shape(),
                         "The same instructions multiply in both rungs: what differs is how often a tile is read from "
                         "global memory.");
  });
}
