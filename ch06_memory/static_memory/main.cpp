// Write static variables from one unit, read them from both, and use constant memory by symbol.
#include <cstdio>

#include "ch06_memory/static_memory/static_memory.h"
#include "common/check.h"
#include "common/lesson.h"

namespace {

void show_units() {
  std::printf("%-18s  %9s  %12s\n", "seen from", "own_count", "common_count");
  for (const auto& unit : static_memory::units) {
    const static_memory::View view = unit.look();
    std::printf("%-18s  %9d  %12d\n", unit.name, view.own, view.common);
  }
}

void show(Lesson& lesson) {
  std::printf("as initialised:\n");
  show_units();
  static_memory::write_from_first(10, 20);
  std::printf("after %s has written 10 and 20:\n", static_memory::units[0].name);
  show_units();
  const static_memory::View first = static_memory::look_from_first(), second = static_memory::look_from_second();
  std::printf("own_count is %s, common_count is %s\n",
              first.own_address == second.own_address ? "one variable" : "two variables at two addresses",
              first.common_address == second.common_address ? "one variable" : "two variables at two addresses");
  lesson.expect(first.own == 10 && first.common == 20, "the first unit does not see what it wrote");
  lesson.expect(second.own != 10 && second.common == 20, "the second unit sees the wrong variables");

  std::printf("symbols of %s:\n", static_memory::units[0].name);
  for (const auto& symbol : static_memory::symbols()) std::printf("  %-12s  %2zu bytes\n", symbol.name, symbol.bytes);

  static_memory::set_coefficients({1, 2, 3, 4}, 0);
  static_memory::set_coefficients({-3}, 2);  // one of them, by its offset
  const std::vector<float> x = {0, 1, 2, 3}, c = static_memory::get_coefficients();
  std::vector<float> y(x.size());
  const std::size_t bytes = x.size() * sizeof(float);
  float *d_x = nullptr, *d_y = nullptr;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMalloc(&d_y, bytes));
  check(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
  static_memory::polynomial(d_x, d_y, x.size());
  check(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(d_x));
  check(cudaFree(d_y));
  std::printf("%g %+g x %+g x^2 %+g x^3 for x = 0, 1, 2, 3:  %g  %g  %g  %g\n", c[0], c[1], c[2], c[3], y[0], y[1],
              y[2], y[3]);
  lesson.expect(y == static_memory::polynomial_cpu(x, {1, 2, -3, 4}), "the polynomial");
  std::printf(
      "A unit's own variables are invisible to other units. Relocatable device code links the units into one "
      "program.\n");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("static_memory", "Static variables in device and constant memory: which code sees them, and how.",
                Options::shown);
  return lesson.main(argc, argv, [&] { show(lesson); });
}
