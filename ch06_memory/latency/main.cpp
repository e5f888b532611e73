// Latency of a load as a function of the size of its array, then throughput as a function of the operations in flight.
#include <algorithm>
#include <cstdio>

#include "ch06_memory/latency/chains.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace latency;

constexpr int most_threads = 1024;

// A chain in device memory, and walks along it; each walk continues where the last one ended.
class Walk {
 public:
  Walk(Lesson& lesson, std::size_t bytes, int threads)
      : lesson_(lesson),
        next_(random_chain(bytes / (words_per_line * sizeof(unsigned)), lesson.seed())),
        from_(random_starts(next_.size() / words_per_line, std::size_t(most_chains) * threads, lesson.seed() + 1)),
        d_next_(next_),
        d_from_(from_),
        d_to_(from_.size()),
        d_cycles_(1) {}

  // Cycles per step of `threads` threads with `chains` chains each: the median of several walks.
  double cycles(decltype(Rung::chase) chase, int chains, int threads, int steps) {
    const std::size_t walks = std::size_t(chains) * threads;
    std::vector<double> measured;
    for (int run = -lesson_.warm_ups(); run < lesson_.repeats(); ++run) {
      d_to_.fill_bytes(0xFF);
      chase(d_next_.data(), d_from_.data(), d_to_.data(), d_cycles_.data(), threads, steps);
      if (run >= 0) measured.push_back(static_cast<double>(d_cycles_.to_host()[0]) / steps);
      const std::vector<unsigned> to = d_to_.to_host(walks);
      for (const std::size_t w : {std::size_t{0}, walks - 1})
        lesson_.expect(to[w] == chase_cpu(next_, from_[w], 2 * steps), "a walk ended at the wrong place");
      std::copy(to.begin(), to.end(), from_.begin());
      d_from_.copy_from(from_);
    }
    return median(measured);
  }

 private:
  Lesson& lesson_;
  std::vector<unsigned> next_, from_;
  DeviceBuffer<unsigned> d_next_, d_from_, d_to_;
  DeviceBuffer<long long> d_cycles_;
};

double ns_per_cycle() {
  int device = 0, khz = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device));
  return khz > 0 ? 1e6 / khz : 0;
}

std::string size_text(std::size_t bytes) {
  return bytes < (1 << 20) ? format("%zu KB", bytes >> 10) : format("%zu MB", bytes >> 20);
}

void show_loads(Lesson& lesson, std::size_t largest, int steps) {
  std::vector<std::vector<std::string>> table{{"array", "cycles per load", "ns at the highest clock"}};
  const auto add = [&](const std::string& name, double cycles) {
    table.push_back({name, format("%.1f", cycles), format("%.1f", cycles * ns_per_cycle())});
  };
  const std::size_t shared_bytes = shared_words * sizeof(unsigned);
  add(size_text(shared_bytes) + ", shared", Walk(lesson, shared_bytes, 1).cycles(chase_shared, 1, 1, steps));
  for (std::size_t bytes = shared_bytes; bytes <= largest; bytes *= 4)
    add(size_text(bytes), Walk(lesson, bytes, 1).cycles(ladder()[0].chase, 1, 1, steps));
  print_table("One thread, one load at a time, for several sizes of the array that it walks through", table,
              "Each step up is a memory farther from the multiprocessor: L1, L2, device memory.", lesson.files());
}

void show_loads_in_flight(Lesson& lesson, std::size_t bytes, int steps) {
  std::vector<std::vector<std::string>> table{{"threads", "1 chain", "2 chains", "4 chains", "8 chains"}};
  Walk walk(lesson, bytes, most_threads);
  for (int threads = 1; threads <= most_threads; threads *= 4) {
    std::vector<std::string> line{std::to_string(threads)};
    for (const Rung& rung : ladder()) {
      const double cycles = walk.cycles(rung.chase, rung.chains, threads, steps);
      line.push_back(format("%.4f", threads * rung.chains / cycles));
    }
    table.push_back(line);
  }
  print_table("Loads per cycle on one multiprocessor, from an array of " + size_text(bytes), table,
              "Twice the loads in flight give twice the loads per cycle, until another limit is reached.",
              lesson.files());
}

void show_arithmetic(Lesson& lesson, int steps) {
  std::vector<std::vector<std::string>> table{
      {"warps", "cycles per step, 1 chain", "1 chain", "2 chains", "4 chains", "8 chains"}};
  const std::vector<float> x = random_reals<float>(std::size_t(most_chains) * most_threads, 0, 1, lesson.seed());
  const DeviceBuffer<float> d_x(x);
  DeviceBuffer<float> d_y(x.size());
  DeviceBuffer<long long> d_cycles(1);
  for (int warps = 1; warps * warp_size <= most_threads; warps *= 2) {
    std::vector<std::string> line{std::to_string(warps), ""};
    for (const Rung& rung : ladder()) {
      const int threads = warps * warp_size;
      std::vector<double> measured;
      for (int run = -lesson.warm_ups(); run < lesson.repeats(); ++run) {
        d_y.fill_bytes(0xFF);
        rung.multiply_add(d_x.data(), d_y.data(), d_cycles.data(), threads, steps);
        if (run >= 0) measured.push_back(static_cast<double>(d_cycles.to_host()[0]) / steps);
      }
      const std::vector<float> y = d_y.to_host();
      for (const int c : {0, rung.chains * threads - 1})
        lesson.expect(y[c] == multiply_add_cpu(x[c], steps), "a chain of multiply-adds has the wrong result");
      const double cycles = median(measured);
      if (rung.chains == 1) line[1] = format("%.2f", cycles);
      line.push_back(format("%.1f", threads * rung.chains / cycles));
    }
    table.push_back(line);
  }
  print_table(
      "Multiply-adds per cycle on one multiprocessor, by chains per thread and number of warps", table,
      "Operations in flight at the same time hide the latency, in more chains or in more warps. A single warp reaches "
      "a quarter of the rate at most.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("latency", "How long a load and a multiply-add take, and what hides it.");
  const std::size_t& largest = lesson.size("--mb", 512, 1, "MB of the largest array", 1, 4096);
  const std::size_t& steps = lesson.size("--steps", 4096, 64, "steps of a chain", 1, 1'000'000);
  return lesson.main(argc, argv, [&] {
    const int n = static_cast<int>(steps);
    show_loads(lesson, largest << 20, n);
    std::printf("\n");
    show_loads_in_flight(lesson, largest << 20, std::max(n / 16, 1));  // up to 8192 walks at once
    std::printf("\n");
    show_arithmetic(lesson, n);
  });
}
