// Count bytes with every rung on 1, 2, 4 … GPUs: after the host has written them, and once more.
#include <algorithm>
#include <cstdio>

#include "ch14_multi_gpu/managed_multi/managed_multi.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace managed_multi;

struct Times {
  double first, next;  // ms
};

Times time(Lesson& lesson, Job& job, const Rung& rung, const std::vector<unsigned char>& bytes, const Table& expected) {
  const auto count = [&] {
    std::fill_n(job.table.data(), bins, 0u);
    const CpuTimer timer;
    rung.run(job);
    job.wait();
    return timer.ms();
  };
  std::vector<double> first, next;
  for (int round = 0; round < std::min(lesson.repeats(), 7); ++round) {
    std::copy(bytes.begin(), bytes.end(), job.bytes.data());  // by the host: the pages migrate back
    first.push_back(count());
    lesson.expect(std::equal(expected.begin(), expected.end(), job.table.data()), rung.name);
    next.push_back(count());
    lesson.expect(std::equal(expected.begin(), expected.end(), job.table.data()), rung.name);
  }
  return {median(first), median(next)};
}

void show(Lesson& lesson, std::size_t n) {
  const std::vector<unsigned char> bytes = random_integers<unsigned char>(n, 0, 255, lesson.seed());
  const Table expected = count_cpu(bytes.data(), n);
  std::vector<std::vector<std::string>> lines{{"rung", "GPUs", "first, ms", "next, ms", "next, GB/s"}};
  for (const Rung& rung : ladder()) {
    for (int devices = 1;; devices = std::min(2 * devices, device_count())) {
      Job job(devices, n);
      const Times ms = time(lesson, job, rung, bytes, expected);
      lines.push_back({rung.name, std::to_string(devices), format("%.3f", ms.first), format("%.3f", ms.next),
                       format("%.1f", static_cast<double>(n) / 1e6 / ms.next)});
      if (devices == device_count()) break;
    }
  }
  print_table(
      format("%zu bytes", n), lines,
      "The first run moves pages from the host. In the next one each GPU has its part, and only the table is shared.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("managed_multi", "One array and one table for all GPUs: managed memory and atomics of system scope.");
  const std::size_t& n = lesson.size("--n", 1 << 28, 1 << 14, "bytes", 0, std::size_t{1} << 34);
  return lesson.main(argc, argv, [&] { show(lesson, n); });
}
