// The ratio of arithmetic to loads for each width, and the roof that memory sets; then products of growing
// size.
#include "ch09_shared/matmul_widths/matmul_widths.h"
#include "common/lesson.h"
#include "common/product_show.h"

namespace {

using namespace matmul_widths;

// The limit of global memory without caches: the ratio times the read bandwidth.
template <typename Real>
void show_ratios(Lesson& lesson) {
  const Ceiling of_arithmetic = sizeof(Real) == sizeof(float) ? Ceiling::fp32 : Ceiling::fp64;
  const double bandwidth = measured(Ceiling::read), peak = measured(of_arithmetic);
  std::vector<std::vector<std::string>> lines{
      {"width", "flop per byte", "roof of memory, GFLOP/s", "FMA loop, GFLOP/s", "roof / FMA loop"}};
  for (const int width : widths) {
    const double roof = flops_per_byte<Real>(width) * bandwidth;
    lines.push_back({std::to_string(width), format("%.2f", flops_per_byte<Real>(width)), format("%.1f", roof * 1e-9),
                     format("%.1f", peak * 1e-9), format("%.2f", roof / peak)});
  }
  print_table("Arithmetic and loads", lines,
              "Where the roof is below the FMA loop, global memory would be the limit without caches.", lesson.files());
}

template <typename Real>
void show(Lesson& lesson, std::size_t most) {
  show_ratios<Real>(lesson);
  for (std::size_t n = most < 256 ? most : 256; n <= most; n *= 2)
    product::show<Real>(
        lesson, ladder<Real>(), {n, n, n},
        "A small product has too few blocks for the GPU. For larger ones the time depends on the width.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("matmul_widths", "Multiply two matrices by tiles of three widths, from small products to large ones.");
  const std::size_t& n = lesson.size("--n", 4096, 256, "the largest side: 256, 512, ... up to it", 1, 1 << 16);
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
