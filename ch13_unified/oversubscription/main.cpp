// Four tests in growing steps: reserve without touching, touch from the device, touch from there again, touch from the
// host. After each, how much less memory is free on the device than before the step.
#include <cuda_runtime.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "ch13_unified/oversubscription/oversubscription.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace oversubscription;

std::size_t free_on_device() {
  std::size_t free = 0, total = 0;
  check(cudaDeviceSynchronize());
  check(cudaMemGetInfo(&free, &total));
  return free;
}

std::string mebibytes(std::size_t bytes) {
  return format("%.1f", static_cast<double>(bytes) / (1 << 20));
}

void show(Lesson& lesson, std::size_t limit, std::size_t steps, bool oversubscribe, const std::string& svg) {
  const std::size_t free = free_on_device(), most = most_bytes(free, free_on_host(), oversubscribe);
  const std::size_t automatic = emulated_device() ? std::size_t{8} << 20 : std::size_t{2} << 30;
  if (limit == 0) limit = oversubscribe ? std::min(most, free + free / 8) : std::min(most, automatic);
  if (limit > most)
    throw UsageError("--limit " + std::to_string(limit) + " is more than the " + std::to_string(most) + " bytes that " +
                     (oversubscribe ? "device and host can hold" : "are half of what is free (see --oversubscribe)"));
  if (limit < steps * sizeof(std::uint32_t)) throw UsageError("--limit is too small for so many steps");

  std::printf("free on the device: %s MiB; stopping at %s MiB%s\n\n", mebibytes(free).c_str(), mebibytes(limit).c_str(),
              oversubscribe ? "" : "; more than is free only with --oversubscribe");
  std::vector<std::vector<std::string>> lines{{"MiB", "reserve ms", "taken MiB", "device touch ms", "taken MiB",
                                               "again ms", "host touch ms", "taken MiB", "wrong values"}};
  Curve curves[] = {{"reserve", {}}, {"touch from the device", {}}, {"touch again", {}}, {"touch from the host", {}}};
  for (std::size_t step = 1; step <= steps; ++step) {
    const std::size_t elements = limit / steps * step / sizeof(std::uint32_t), before = free_on_device();
    const auto taken = [&] { return mebibytes(before - std::min(before, free_on_device())); };
    const auto tag = static_cast<std::uint32_t>(step);
    if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[Kstep %zu of %zu", step, steps);

    const CpuTimer reserving;
    Buffer buffer(elements);
    double ms[4] = {reserving.ms(), 0, 0, 0};
    const std::string taken_by_reserving = taken();
    ms[1] = median_host_ms([&] { touch_on_device(buffer, tag); }, 1, 0);
    const std::string taken_by_device = taken();
    std::size_t wrong = count_wrong_on_device(buffer, tag);
    ms[2] = median_host_ms([&] { touch_on_device(buffer, tag + 1000); }, 1, 0);
    wrong += count_wrong_on_device(buffer, tag + 1000);
    ms[3] = median_host_ms([&] { touch_on_host(buffer, tag + 2000); }, 1, 0);
    const std::string taken_by_host = taken();
    wrong += count_wrong_on_device(buffer, tag + 2000);

    lesson.expect(wrong == 0, std::to_string(wrong) + " elements of step " + std::to_string(step));
    lines.push_back({mebibytes(buffer.bytes()), format("%.3f", ms[0]), taken_by_reserving, format("%.3f", ms[1]),
                     taken_by_device, format("%.3f", ms[2]), format("%.3f", ms[3]), taken_by_host,
                     std::to_string(wrong)});
    for (int c = 0; c < 4; ++c) curves[c].points.emplace_back(static_cast<double>(buffer.bytes()) / (1 << 20), ms[c]);
  }
  if (isatty(STDERR_FILENO)) std::fprintf(stderr, "\r\033[K");

  print_table(
      "Time, and how much less device memory is free afterwards", lines,
      "Reserving takes no device memory. The first touch from the device does, and the driver keeps that memory "
      "for managed pages even when the host has fetched them back. A second touch is cheap while all pages fit.",
      {.csv = "", .markdown = lesson.files().markdown});
  Plot plot("Managed memory", "size (MiB)", "time (ms)", Scale::logarithmic, Scale::logarithmic);
  for (Curve& curve : curves) plot.add(std::move(curve));
  if (!svg.empty()) plot.write_svg(svg);
  if (!lesson.csv().empty()) plot.write_csv(lesson.csv());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("oversubscription", "Managed memory: reserved, touched from the device, touched from the host.");
  const std::size_t& limit = lesson.size(
      "--limit", 0, 0, "bytes of the last step, at most half of what is free; 0: 2 GiB, or less if that is too much");
  const std::size_t& steps = lesson.size("--steps", 4, 4, "steps up to the limit", 1, 1000);
  const bool& oversubscribe = lesson.flag(
      "--oversubscribe", "allow more than the device has free: slow, and it slows down others that use the device");
  const std::string& svg = lesson.text("--svg", "", "draw the curves into this file");
  return lesson.main(argc, argv, [&] { show(lesson, limit, steps, oversubscribe, svg); });
}
