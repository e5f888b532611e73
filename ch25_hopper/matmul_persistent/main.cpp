// Multiply two matrices in BF16 with every rung, check the results against the reference, compare with a library.
#include "ch25_hopper/matmul_persistent/matmul_persistent.h"
#include "common/tensor_product_show.h"

int main(int argc, char** argv) {
  Lesson lesson("matmul_persistent", "Multiply two matrices in BF16 by blocks that stay and take tile after tile.");
  const product::Sides sides(lesson, 8192, 256);
  return lesson.main(argc, argv, [&] {
    tensor_product::show(lesson, matmul_persistent::ladder(), sides.shape(),
                         "The last changes are about what happens between two tiles, how often an element of b is "
                         "brought, and pairs that are idle in the last round.");
  });
}
