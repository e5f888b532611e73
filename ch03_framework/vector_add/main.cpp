// The framework of every CUDA program: allocate, copy in, launch, copy out, free. Each call's status goes through
// check.
#include <cuda_runtime.h>

#include "ch03_framework/vector_add/vector_add.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/values.h"

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::size_t bytes = n * sizeof(Real);

  // 1. Data on the host.
  const std::vector<Real> h_x = random_reals<Real>(n, -1, 1, lesson.seed());
  const std::vector<Real> h_y = random_reals<Real>(n, -1, 1, lesson.seed() + 1);
  std::vector<Real> h_z(n), expected(n);

  // 2. Memory on the device. cudaMalloc returns an address that only the device may dereference.
  Real *d_x = nullptr, *d_y = nullptr, *d_z = nullptr;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMalloc(&d_y, bytes));
  check(cudaMalloc(&d_z, bytes));

  // 3. Copies to the device: destination first, as in memcpy, then the direction.
  check(cudaMemcpy(d_x, h_x.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(d_y, h_y.data(), bytes, cudaMemcpyHostToDevice));

  declare_flops(static_cast<double>(n));
  Report& report = lesson.report({.bytes = 3.0 * static_cast<double>(bytes), .ceiling = Ceiling::copy});
  report.cpu("CPU, one core", [&] {
    vector_add::add_cpu(h_x, h_y, expected);
    return n > 0 ? static_cast<double>(expected[n / 2]) : 0;
  });
  report.writes(d_z, bytes);  // NaN before each rung: an element that is not written is found
  for (const auto& rung : vector_add::ladder<Real>()) {
    // 4. The launch, repeated, timed on the device. 5. The result, copied back to the host.
    report.rung(
        rung.name, [&] { rung.run(d_x, d_y, d_z, n); },
        [&] {
          check(cudaMemcpy(h_z.data(), d_z, bytes, cudaMemcpyDeviceToHost));
          return mismatches(h_z, expected);
        });
  }

  // 6. Device memory must be freed, like memory from malloc.
  check(cudaFree(d_x));
  check(cudaFree(d_y));
  check(cudaFree(d_z));
  report.print(
      "Neither a check nor a device function costs time: memory bandwidth is the limit (error: number of wrong "
      "values).");
}

int main(int argc, char** argv) {
  Lesson lesson("vector_add", "Add two arrays: the framework of a CUDA program.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 1'000'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
