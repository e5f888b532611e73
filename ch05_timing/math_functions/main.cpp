// Every function in three versions: calls per second, speed relative to the library's version, largest error in ulp.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

#include "ch05_timing/math_functions/math_functions.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/values.h"

namespace {

using math_functions::Calls;

void show(Lesson& lesson, std::size_t n) {
  const std::size_t bytes = n * sizeof(float);
  float *d_x = nullptr, *d_y = nullptr;
  check(cudaMalloc(&d_x, bytes));
  check(cudaMalloc(&d_y, bytes));
  std::vector<float> y(n);
  float *d_starts = nullptr, *d_sums = nullptr;
  check(cudaMalloc(&d_starts, bytes));
  check(cudaMalloc(&d_sums, bytes));
  std::vector<double> expected(n);

  for (int f = 0; f < math_functions::count; ++f) {
    const math_functions::Function& function = math_functions::functions[f];
    const std::vector<float> x = random_reals<float>(n, function.low, function.high, lesson.seed());
    for (std::size_t i = 0; i < n; ++i) expected[i] = function.exact(static_cast<double>(x[i]));
    check(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));

    const auto ulps = [&](const Calls& calls) {
      check(cudaMemset(d_y, 0xFF, bytes));
      calls.evaluate(d_x, d_y, n);
      check(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
      double error = 0;
      for (std::size_t i = 0; i < n; ++i) error = worse(ulp_error(y[i], expected[i]), error);
      return error;
    };

    char title[120];
    std::snprintf(title, sizeof title, "%s, x from %g to %g (error: the largest, in ulp)", function.name,
                  static_cast<double>(function.low), static_cast<double>(function.high));
    const float step = step_of(function);
    const std::vector<float> starts = random_reals<float>(n, function.low, last_start(function), lesson.seed());
    check(cudaMemcpy(d_starts, starts.data(), bytes, cudaMemcpyHostToDevice));
    // The timed kernel adds up calls. The reference computes some of its sums, from the first to the last.
    const auto expect_sums = [&](const std::string& name, double call_bound) {
      check(cudaMemcpy(y.data(), d_sums, bytes, cudaMemcpyDeviceToHost));
      double error = 0;
      for (std::size_t i = 0; i < n; i += std::max<std::size_t>(n / 500, 1))
        error = worse(sum_error(function, starts[i], step, y[i]), error);
      lesson.expect(error <= math_functions::sum_bound(call_bound), name + ": the sums that were timed");
    };

    // The library is the peer here: "x peer" is how many times faster than the library a version is.
    const double items = static_cast<double>(n) * math_functions::repeats;
    Report& report = lesson.report({.bound = function.library_bound, .items = items}, title);
    report.writes(d_sums, bytes);
    const auto launch = [&](const Calls& calls) { return [&] { calls.repeat(d_starts, d_sums, n, step); }; };
    const auto error = [&](const std::string& name, const Calls& calls, double bound) {
      return [&, name, bound] {
        expect_sums(name, bound);
        return ulps(calls);
      };
    };
    const auto rung = [&](const std::string& name, const Calls& calls, double bound) {
      report.rung(name, {.bound = bound, .items = items}, launch(calls), error(name, calls, bound));
    };
    const Calls& library = math_functions::library[f];
    report.peer(function.library, launch(library), error(function.library, library, function.library_bound));
    rung(function.intrinsic, math_functions::intrinsic[f], function.intrinsic_bound);
    rung(std::string(function.library) + ", fast math", math_functions::fast_math[f], function.fast_math_bound);
    std::printf("\n");
    report.print(f + 1 < math_functions::count
                     ? ""
                     : "Intrinsics are faster and less accurate. For arguments far from 0, every digit may be wrong.");
  }
  check(cudaFree(d_x));
  check(cudaFree(d_y));
  check(cudaFree(d_starts));
  check(cudaFree(d_sums));
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("math_functions", "Library functions, intrinsics and --use_fast_math: time, and error in ulp.");
  const std::size_t& n = lesson.size("--n", 4'000'000, 5'000, "arguments");
  return lesson.main(argc, argv, [&] { show(lesson, n); });
}
