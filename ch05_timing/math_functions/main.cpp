// Every function in its three versions: calls per second, how much faster than the library's, largest error in ulp.
#include <cuda_runtime.h>

#include <cstdio>

#include "ch05_timing/math_functions/math_functions.h"
#include "common/check.h"
#include "common/compare.h"
#include "common/lesson.h"
#include "common/random.h"

namespace {

using math_functions::Calls;

void show(Lesson& lesson, std::size_t n) {
  const std::size_t bytes = n * sizeof(float);
  float *d_x = nullptr, *d_y = nullptr;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMalloc(&d_y, bytes));
  std::vector<float> y(n);
  std::vector<double> expected(n);

  for (int f = 0; f < math_functions::count; ++f) {
    const math_functions::Function& function = math_functions::functions[f];
    const std::vector<float> x = random_reals<float>(n, function.low, function.high, lesson.seed());
    for (std::size_t i = 0; i < n; ++i) expected[i] = function.exact(static_cast<double>(x[i]));
    check(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));

    const auto ulps = [&](const Calls& calls) {
      check(cudaMemset(d_y, 0xFF, bytes));
      calls.evaluate(d_x, n, d_y);
      check(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
      double error = 0;
      for (std::size_t i = 0; i < n; ++i) error = worse(ulp_error(y[i], expected[i]), error);
      return error;
    };

    char title[120];
    std::snprintf(title, sizeof title, "%s, x from %g to %g (error: the largest, in ulp)", function.name,
                  static_cast<double>(function.low), static_cast<double>(function.high));
    const auto work = [&](double bound) {
      return Work{.bound = bound, .items = static_cast<double>(n) * math_functions::repeats};
    };
    const float step = (function.high - function.low) / 1024;
    const auto repeat = [&](const Calls& calls) { return [=] { calls.repeat(d_x, n, step, d_y); }; };
    const Calls &library = math_functions::library[f], &intrinsic = math_functions::intrinsic[f],
                &fast_math = math_functions::fast_math[f];

    // The library is the peer here: "x peer" is how many times faster than the library a version is.
    Report& report = lesson.report(work(function.library_bound), title);
    report.peer(function.library, repeat(library), [&] { return ulps(library); });
    report.rung(function.intrinsic, work(function.intrinsic_bound), repeat(intrinsic), [&] { return ulps(intrinsic); });
    report.rung(std::string(function.library) + ", fast math", work(function.fast_math_bound), repeat(fast_math),
                [&] { return ulps(fast_math); });
    std::printf("\n");
    report.print(f + 1 < math_functions::count
                     ? ""
                     : "Speed is bought with the last bits, and with the care for arguments that are far out.");
  }
  check(cudaFree(d_x));
  check(cudaFree(d_y));
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("math_functions", "Library functions, intrinsics and --use_fast_math: time, and error in ulp.");
  const std::size_t& n = lesson.size("--n", 4'000'000, 5'000, "arguments");
  return lesson.main(argc, argv, [&] { show(lesson, n); });
}
