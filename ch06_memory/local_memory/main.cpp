// Sort columns with the array in local memory, shared memory and registers; print what the compiler reports.
#include <cstdio>

#include "ch06_memory/local_memory/local_memory.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t columns) {
  const std::size_t n = columns * local_memory::values;
  const std::size_t bytes = n * sizeof(Real);
  // Device memory first: if it does not suffice, the program ends before it fills host memory.
  Real *d_x = nullptr, *d_y = nullptr;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMalloc(&d_y, bytes));

  const std::vector<Real> x = random_reals<Real>(n, 0, 1, lesson.seed());
  std::vector<Real> expected;
  check(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));

  std::printf("%zu columns of %d values; local memory and registers are per thread\n", columns, local_memory::values);
  Report& report = lesson.report({.bytes = 2.0 * bytes, .ceiling = Ceiling::copy});
  report.cpu("CPU, one core", [&] {
    expected = local_memory::sort_cpu(x, columns);
    return n ? expected[n / 2] : 0.0;
  });
  report.writes(d_y, bytes);
  for (const auto& rung : local_memory::ladder<Real>()) {
    const local_memory::Storage storage = rung.storage();
    char name[96];
    if (!emulated_device())
      std::snprintf(name, sizeof name, "%-14s %3zu bytes local, %3d registers", rung.name, storage.local_bytes,
                    storage.registers);
    else
      std::snprintf(name, sizeof name, "%-14s (a CPU has no such registers)", rung.name);
    report.rung(
        name, [&] { rung.run(d_x, d_y, columns); },
        [&] {
          std::vector<Real> y(n);
          check(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
          return mismatches(y, expected);
        });
  }
  check(cudaFree(d_x));
  check(cudaFree(d_y));
  report.print(
      "An array whose index depends on the data is placed in local memory; so is one for which there are too few "
      "registers.");
}

int main(int argc, char** argv) {
  Lesson lesson("local_memory", "Sort 32 values per thread: what moves to local memory, and what that costs.");
  const std::size_t& columns =
      lesson.size("--n", 4'000'000, 20'000, "columns of 32 values", 0, limit_of_size(1ull << 40));
  return lesson.main(argc, argv,
                     [&] { lesson.single() ? show<float>(lesson, columns) : show<double>(lesson, columns); });
}
