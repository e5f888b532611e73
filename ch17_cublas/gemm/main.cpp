// Multiply square matrices of several sizes in every precision: rates and peaks, errors and their bounds.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ch17_cublas/gemm/operands.h"
#include "ch17_cublas/gemm/peak.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/plot.h"
#include "common/product_show.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace gemm;

// A handle that works in stream with a workspace of ours: 32 MiB is what the documentation recommends for Hopper. The
// workspace is set after the stream, since cublasSetStream resets it to one of the library's.
class Session {
 public:
  Session() : workspace_(std::size_t{32} << 20) {
    check(cublasSetStream(handle, stream));
    check(cublasSetWorkspace(handle, workspace_.data(), workspace_.bytes()));
  }
  const Stream stream;
  const CublasHandle handle;

 private:
  DeviceBuffer<char> workspace_;
};

struct Result {
  double ms = std::numeric_limits<double>::quiet_NaN(), error = 0;
  bool skipped = false;
};

double tflops(int n, double ms) {
  return 2.0 * n * n * n / ms * 1e-9;
}

// The factors, in double, and some rows of their product.
struct Task {
  Task(int n, unsigned seed)
      : n(n),
        a(random_reals<double>(std::size_t(n) * n, 0, 1, seed)),
        b(random_reals<double>(std::size_t(n) * n, 0, 1, seed + 1)),
        rows(product::rows_to_check(n)) {
    const std::size_t side = n;
    expected = product::multiply_by_threads(product::take_rows(a, side, rows), b, {rows.size(), side, side});
  }
  int n;
  std::vector<double> a, b;
  std::vector<std::size_t> rows;
  std::vector<double> expected;
};

Result measure(const Lesson& lesson, const Session& session, const Rung& rung, const Task& task) {
  const DeviceBuffer<std::uint8_t> a(elements(task.a, rung.in)), b(elements(task.b, rung.in));
  const std::size_t row_bytes = task.n * size_of(rung.out);
  DeviceBuffer<std::uint8_t> c(task.n * row_bytes);
  c.fill_bytes(0xFF);
  check(cudaDeviceSynchronize());  // the stream does not wait for the default stream's work
  Result result;
  result.ms = median_ms([&] { rung.run(session.handle, a.data(), b.data(), c.data(), task.n); }, lesson.repeats(),
                        lesson.warm_ups(), {}, session.stream);
  std::vector<std::uint8_t> bytes(task.rows.size() * row_bytes);
  for (std::size_t i = 0; i < task.rows.size(); ++i)
    check(cudaMemcpy(bytes.data() + i * row_bytes, c.data() + task.rows[i] * row_bytes, row_bytes,
                     cudaMemcpyDeviceToHost));
  result.error = max_relative_error(numbers(bytes, rung.out), task.expected);
  return result;
}

Units units_of(const Rung& rung) {
  if (rung.in == CUDA_R_64F) return Units::fp64;
  if (rung.in == CUDA_R_16BF) return Units::bf16;
  return rung.name == std::string("tf32") ? Units::tf32 : Units::fp32;
}

using Results = std::vector<std::vector<Result>>;  // of each size, of each rung

void print_sweep(const Lesson& lesson, const std::vector<int>& sizes, const Results& results, const std::string& svg) {
  std::vector<std::vector<std::string>> lines{{"n"}};
  Plot plot("Products of n x n matrices", "n", "TFLOP/s", Scale::logarithmic, Scale::logarithmic);
  std::vector<Curve> curves;
  for (const Rung& rung : ladder()) {
    lines[0].push_back(rung.name);
    curves.push_back({rung.name, {}});
  }
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    lines.push_back({format("%d", sizes[s])});
    for (std::size_t r = 0; r < std::size(ladder()); ++r) {
      const double rate = tflops(sizes[s], results[s][r].ms);
      lines.back().push_back(results[s][r].skipped ? "" : format("%.3g", rate));
      curves[r].points.emplace_back(sizes[s], rate);
    }
  }
  print_table("TFLOP/s", lines, "Small products cannot keep a GPU busy: the faster its units, the larger n must be.",
              lesson.files());
  for (Curve& curve : curves) plot.add(std::move(curve));
  if (!svg.empty()) plot.write_svg(svg);
}

void print_largest(const Lesson& lesson, int n, const std::vector<Result>& results) {
  std::vector<std::vector<std::string>> lines{{"rung", "ms", "TFLOP/s", "% of peak", "largest error", "its bound"}};
  for (std::size_t r = 0; r < std::size(ladder()); ++r) {
    const Rung& rung = ladder()[r];
    const Result& result = results[r];
    if (result.skipped) {
      lines.push_back({rung.name, "skipped: " + lacking(rung.needs)});
      continue;
    }
    const double rate = tflops(n, result.ms), most = peak(units_of(rung)) * 1e-12;
    lines.push_back({rung.name, format("%.4g", result.ms), format("%.4g", rate),
                     most > 0 ? format("%.1f", 100 * rate / most) : "", format("%.1e", result.error),
                     format("%.1e", error_bound(n, rung.input, rung.per_step))});
  }
  print_table(format("n = %d", n), lines,
              "Fewer bits in the factors: more products per second, and larger errors, though far below their bounds.",
              lesson.files());
}

void show(Lesson& lesson, int largest, const std::string& svg) {
  const Session session;
  std::vector<int> sizes;
  for (int n = largest; n >= std::min(largest, 32) && sizes.size() < 6; n /= 2) sizes.insert(sizes.begin(), n);
  Results results;
  for (const int n : sizes) {
    const Task task(n, lesson.seed());
    results.emplace_back();
    for (const Rung& rung : ladder()) {
      Result& result = results.back().emplace_back();
      result.skipped = !lacking(rung.needs).empty();
      if (result.skipped) continue;
      result = measure(lesson, session, rung, task);
      lesson.expect(result.error <= error_bound(n, rung.input, rung.per_step), format("%s, n = %d", rung.name, n));
    }
  }
  print_sweep(lesson, sizes, results, svg);
  std::printf("\n");
  print_largest(lesson, largest, results.back());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("gemm", "Products of square matrices by cuBLAS, from double to BF16: rates, and errors.");
  const std::size_t& n = lesson.size("--n", 8192, 96, "the largest matrices' sides; then halves of it", 1, 32'768);
  const std::string& svg = lesson.text("--svg", "", "file for the rates as functions of n, as curves");
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(n), svg); });
}
