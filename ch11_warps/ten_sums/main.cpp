// The sums of many equal numbers, with the result that each of them prints.
#include <string>

#include "ch11_warps/ten_sums/ten_sums.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace ten_sums;

template <typename Real>
void show(Lesson& lesson, std::size_t n, double value) {
  const std::vector<Real> x(n, static_cast<Real>(value));
  const DeviceBuffer<Real> d_x(x);
  const double exact = static_cast<double>(static_cast<Real>(value)) * static_cast<double>(n);

  std::vector<std::vector<std::string>> lines{
      {"sum", "ms", "GB/s", "x cpu_loop", "result", "relative error", "ms, allocating"}};
  double loop_ms = 0;
  for (const auto& rung : ladder<Real>()) {
    Real sum = 0;
    DeviceBuffer<Real> d_scratch(rung.scratch(n));
    d_scratch.fill_bytes(0xFF);
    const double ms =
        median_host_ms([&] { sum = rung.run(x.data(), d_x.data(), d_scratch.data(), n); }, lesson.repeats());
    const double error = relative_error(static_cast<double>(sum), exact);
    lesson.expect(within(error, 0, error_bound(rung, n)), std::string(rung.name) + ": the sum");
    Real again = sum;
    const auto allocating = [&] {  // cudaMalloc before each sum, cudaFree behind it
      DeviceBuffer<Real> own(rung.scratch(n));
      again = rung.run(x.data(), d_x.data(), own.data(), n);
    };
    const std::string allocating_ms =
        rung.scratch(n) == 0 ? "" : format("%.4f", median_host_ms(allocating, lesson.repeats()));
    lesson.expect(within(relative_error(static_cast<double>(again), exact), 0, error_bound(rung, n)),
                  std::string(rung.name) + ": the sum with memory of its own");
    if (loop_ms == 0) loop_ms = ms;
    lines.push_back({rung.name, format("%.4f", ms), format("%.1f", static_cast<double>(n * sizeof(Real)) / ms * 1e-6),
                     format("%.1f", loop_ms / ms), format("%.1f", static_cast<double>(sum)), format("%.1e", error),
                     allocating_ms});
  }
  print_table(
      format("%zu numbers, each %.17g; exact: %.1f", n, static_cast<double>(x.empty() ? Real(value) : x[0]), exact),
      lines,
      "Times are the host's, until it has the sum; in the last column each call allocates its scratch memory. What a "
      "sum loses depends on how often something small is added to something large.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("ten_sums", "Ten sums of the same numbers by a GPU, two by a CPU: the time of each, and its result.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 200'000, "numbers", 1, limit_of_size(1ull << 32));
  const double& value = lesson.real("--value", 1.23, "value of all numbers", 0, 1e6);
  return lesson.main(argc, argv,
                     [&] { lesson.single() ? show<float>(lesson, n, value) : show<double>(lesson, n, value); });
}
