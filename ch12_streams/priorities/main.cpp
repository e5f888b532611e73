// A long queue of kernels, then an urgent one: the time until its result is available, in three streams.
#include <cuda_runtime.h>

#include "ch12_streams/priorities/priorities.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace priorities;

std::vector<std::uint32_t> advanced(std::vector<std::uint32_t> x, std::uint64_t steps) {
  for (std::uint32_t& value : x) value = Lcg{}.jumped(value, steps);
  return x;
}

void show(Lesson& lesson, const Load& load) {
  const auto bulk = random_integers<std::uint32_t>(load.elements(), 0, 0xffffffff, lesson.seed());
  const auto urgent = random_integers<std::uint32_t>(block_size, 0, 0xffffffff, lesson.seed() + 1);
  const auto bulk_expected = advanced(bulk, std::uint64_t(load.steps) * load.kernels);
  const auto urgent_expected = advanced(urgent, urgent_steps);
  DeviceBuffer<std::uint32_t> d_bulk(bulk), d_urgent(urgent);
  const Streams streams;

  std::vector<std::vector<std::string>> lines{{"way", "urgent result after ms", "queue done after ms"}};
  for (const Rung& rung : ladder()) {
    std::vector<double> urgent_ms, all_ms;
    bool right = true;
    for (int run = 0; run < lesson.warm_ups() + lesson.repeats(); ++run) {
      d_bulk.copy_from(bulk);
      d_urgent.copy_from(urgent);
      check(cudaDeviceSynchronize());
      const CpuTimer timer;
      rung.run(load, {d_bulk.data(), d_urgent.data()}, streams);
      check(cudaEventSynchronize(streams.done));
      const double until_urgent = timer.ms();
      check(cudaDeviceSynchronize());
      if (run >= lesson.warm_ups()) {
        urgent_ms.push_back(until_urgent);
        all_ms.push_back(timer.ms());
      }
      right = right && mismatches(d_bulk.to_host(), bulk_expected) == 0 &&
              mismatches(d_urgent.to_host(), urgent_expected) == 0;
    }
    lesson.expect(right, std::string(rung.name) + ": the results");
    lines.push_back({rung.name, format("%.3f", median(urgent_ms)), format("%.3f", median(all_ms))});
  }
  const Range all = range();
  print_table(format("%d kernels of %d blocks, then one block that is urgent; priorities %d to %d", load.kernels,
                     load.blocks, all.least, all.greatest),
              lines, "A priority decides which block is scheduled next; it does not stop a running block.",
              lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson(
      "priorities",
      "A short urgent kernel behind a long queue: in the same stream, in another one, in one of higher priority.");
  const std::size_t& waves = lesson.size("--blocks", 64, 2, "blocks of a kernel per multiprocessor", 1, 1000);
  const std::size_t& kernels = lesson.size("--kernels", 8, 2, "kernels of the queue", 1, 1000);
  const std::size_t& steps = lesson.size("--steps", 20'000, 5, "steps per element", 0, 10'000'000);
  return lesson.main(argc, argv, [&] {
    show(lesson, {static_cast<int>(waves) * multiprocessors(), static_cast<int>(kernels), static_cast<int>(steps)});
  });
}
