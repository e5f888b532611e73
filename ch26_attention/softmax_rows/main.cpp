// Softmax with every rung, each result checked against the reference, and the times compared.
#include "ch26_attention/softmax_rows/softmax_rows.h"
#include "common/softmax_show.h"

int main(int argc, char** argv) {
  Lesson lesson("softmax_rows", "Softmax of the rows of a matrix: three passes over a row, two, or one.");
  const std::size_t& rows = lesson.size("--rows", 8192, 16, "rows");
  const std::size_t& cols = lesson.size("--cols", 8192, 2000, "columns");
  return lesson.main(argc, argv, [&] {
    softmax::show(lesson, softmax_rows::ladder(), {rows, cols},
                  "A row in registers comes from memory once. online saves a pass that mostly comes from a cache, and "
                  "computes more.");
  });
}
