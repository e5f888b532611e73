// Multiply matrices with different contents for half a second each, and look at the rate and at the clock afterwards.
#include "ch25_hopper/matmul_persistent/matmul_persistent.h"
#include "ch25_hopper/power/power.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"

using power::bf16;

// The time of a product when the GPU has been busy for a while: the second half of 0.5 s of launches without a pause.
static double sustained_ms(const std::function<void()>& launch) {
  if (emulated_device()) return launch(), 1;
  const double once = median_ms(launch, 3, 1);
  const int launches = std::max(1, static_cast<int>(250 / once));
  GpuTimer timer;
  for (int i = 0; i < launches; ++i) launch();
  timer.start();
  for (int i = 0; i < launches; ++i) launch();
  timer.stop();
  return timer.ms() / launches;
}

static void show(Lesson& lesson, std::size_t n) {
  const auto& rung = matmul_persistent::ladder().back();
  if (const std::string reason = lacking(rung.needs); !reason.empty()) throw Unsupported(reason);
  std::vector<std::vector<std::string>> lines = {{"contents", "ms", "TFLOP/s", "x random", "MHz afterwards"}};
  double random_ms = 0;
  for (const auto& contents : power::contents()) {
    const std::vector<bf16> a = contents.elements(n * n, lesson.seed()),
                            b = contents.elements(n * n, lesson.seed() + 1);
    const DeviceBuffer<bf16> d_a(a), d_b(b);
    DeviceBuffer<bf16> d_c(n * n);
    d_c.fill_bytes(0xFF);
    const double ms = sustained_ms([&] { rung.run(d_a.data(), d_b.data(), d_c.data(), {n, n, n}, nullptr); });
    const double mhz = power::clock_mhz();
    if (random_ms == 0) random_ms = ms;

    const std::vector<bf16> first_row(a.begin(), a.begin() + n);
    const tensor_product::Reference reference = tensor_product::multiply_cpu(first_row, b, {1, n, n});
    std::vector<bf16> c = d_c.to_host();
    c.resize(n);
    lesson.expect(tensor_product::worst_share(c, reference, n) <= 1, std::string(contents.name) + ": a wrong product");
    lines.push_back({contents.name, format("%.4f", ms), format("%.1f", 2.0 * n * n * n / ms * 1e-9),
                     format("%.3f", random_ms / ms), format("%.0f", mhz)});
  }
  if (!times_count()) {
    for (auto& line : lines) line.resize(1);  // times and clocks are a GPU's
  }
  print_table(std::to_string(n) + " x " + std::to_string(n) + " x " + std::to_string(n) + ", BF16", lines,
              "The instructions are the same: at full power, the rate follows the bits that change.", lesson.files());
}

int main(int argc, char** argv) {
  Lesson lesson("power", "Multiply random numbers and zeros: the same work at different clocks.");
  const std::size_t& n = lesson.size("--n", 8192, 128, "rows and columns", 1, 32768);
  return lesson.main(argc, argv, [&] { show(lesson, n); });
}
