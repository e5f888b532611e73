// A block on each multiprocessor, which reads 16 to 256 KB again and again: the rate with each wish.
#include <algorithm>
#include <string>

#include "ch06_memory/carve_out/carve_out.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace carve_out;

void show(Lesson& lesson, int most_kb, int passes) {
  const int blocks = multiprocessors();
  const std::vector<std::uint32_t> x =
      random_integers<std::uint32_t>(std::size_t(blocks) * most_kb * words_per_kb, 0, 0xffffffff, lesson.seed());
  const DeviceBuffer<std::uint32_t> d_x(x);
  DeviceBuffer<std::uint32_t> d_sums(blocks);

  std::vector<std::vector<std::string>> lines{{"KB a block"}};
  for (const Rung& rung : ladder()) lines[0].push_back(rung.name);
  for (const int kb : {16, 32, 64, 96, 128, 160, 192, 208, 224, 240, 256}) {
    if (kb > most_kb) continue;
    const std::vector<std::uint32_t> expected = sums_cpu(x, blocks, kb, passes);
    const double bytes = double(blocks) * kb * 1024 * passes;
    lines.push_back({std::to_string(kb)});
    for (const Rung& rung : ladder()) {
      const double ms = median_ms([&] { rung.run(d_x.data(), d_sums.data(), blocks, kb, passes); }, lesson.repeats(),
                                  lesson.warm_ups(), {.first_and_last = [&] { d_sums.fill_bytes(0xFF); }});
      lesson.expect(mismatches(d_sums.to_host(), expected) == 0, format("%s: sums of %d KB", rung.name, kb));
      lesson.expect(wish_of_kernel() == rung.percent, format("%s: the wish", rung.name));
      lines.back().push_back(format("%.0f", bytes / ms / 1e6));
    }
  }
  print_table(format("GB/s of all multiprocessors, one block each, %d passes", passes), lines,
              "The rate falls where a part no longer fits into L1. The wish decides where that is.", lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("carve_out", "How much of a multiprocessor's memory is L1, and how much shared memory?");
  const std::size_t& kb = lesson.size("--kb", 256, 32, "KB that a block reads, at most", 16, 256);
  const std::size_t& passes = lesson.size("--passes", 200, 2, "how often", 1, 100'000);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(kb), static_cast<int>(passes)); });
}
