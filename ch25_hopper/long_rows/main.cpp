// Softmax with every rung, each result checked against the reference, and the times compared.
#include "ch25_hopper/long_rows/long_rows.h"
#include "common/softmax_show.h"

int main(int argc, char** argv) {
  Lesson lesson("long_rows", "Softmax of long rows: twice through memory, or once into the registers of a cluster.");
  const std::size_t& rows = lesson.size("--rows", 2048, 2, "rows");
  const std::size_t& cols = lesson.size("--cols", 131072, 20000, "columns");
  return lesson.main(argc, argv, [&] {
    softmax::show(lesson, long_rows::ladder(), {rows, cols},
                  "Eight blocks hold a row that is too long for one, and exchange two numbers each.");
  });
}
