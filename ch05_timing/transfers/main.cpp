// The time as a function of the repeats, and where the lines cross.
#include <algorithm>
#include <cstdio>

#include "ch05_timing/transfers/transfers.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

// Memory of the host that the operating system cannot move.
template <typename Real>
struct Pinned {
  Real* data = nullptr;
  explicit Pinned(std::size_t n) { check(cudaMallocHost(&data, std::max<std::size_t>(n, 1) * sizeof(Real))); }
  ~Pinned() { cudaFreeHost(data); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
};

// The first number of repeats for which the GPU takes less time than the CPU.
std::string first_below(const std::vector<int>& repeats, const std::vector<double>& gpu,
                        const std::vector<double>& cpu) {
  for (std::size_t k = 0; k < repeats.size(); ++k)
    if (gpu[k] < cpu[k]) return std::to_string(repeats[k]);
  return "none of them";
}

template <typename Real>
void show(Lesson& lesson, std::size_t n, int most) {
  const std::vector<Real> x = random_reals<Real>(n, -1, 1, lesson.seed());
  const std::vector<Real> start = random_reals<Real>(n, -1, 1, lesson.seed() + 1);
  std::vector<Real> z(n), expected(n);
  DeviceBuffer<Real> d_x(n), d_z(n);
  const Pinned<Real> pinned_x(n), pinned_z(n);
  std::copy(x.begin(), x.end(), pinned_x.data);
  const auto rungs = transfers::ladder<Real>();
  const auto &one_core = rungs[0], &all_cores = rungs[1], &on_gpu = rungs[2];

  // Runs once from the start, which is checked, then as often as the time needs.
  const auto ms_of = [&](const transfers::Rung<Real>& rung, const Real* from, Real* into, int repeats) {
    const auto run = [&] { rung.run(from, into, {d_x.data(), d_z.data()}, n, repeats); };
    std::copy(start.begin(), start.end(), into);
    run();
    lesson.expect(mismatches(std::vector<Real>(into, into + n), expected) == 0,
                  rung.name + (" with " + std::to_string(repeats)) + " repeats");
    return times_count() ? median_host_ms(run, std::min(lesson.repeats(), 7), 1) : 0;
  };

  std::vector<int> counts;
  std::vector<double> one, all, pageable, pinned;
  std::vector<std::vector<std::string>> table{{"repeats", "additions per byte copied", "one core, ms", "all cores, ms",
                                               "GPU, pageable, ms", "GPU, pinned, ms"}};
  for (int repeats = 1; repeats <= most; repeats *= 2) {
    expected = start;
    one_core.run(x.data(), expected.data(), {}, n, repeats);
    counts.push_back(repeats);
    one.push_back(ms_of(one_core, x.data(), z.data(), repeats));
    all.push_back(ms_of(all_cores, x.data(), z.data(), repeats));
    pageable.push_back(ms_of(on_gpu, x.data(), z.data(), repeats));
    pinned.push_back(ms_of(on_gpu, pinned_x.data, pinned_z.data, repeats));
    // Three values are copied for each addition of a repeat.
    table.push_back({std::to_string(repeats), format("%.3f", repeats / (3.0 * sizeof(Real))),
                     format("%.3f", one.back()), format("%.3f", all.back()), format("%.3f", pageable.back()),
                     format("%.3f", pinned.back())});
  }
  print_table(std::to_string(n) + " values of " + std::to_string(sizeof(Real)) + " bytes", table, "", lesson.files());

  std::printf("\n");
  print_table(
      "The first number of repeats with which the GPU takes less time",
      {{"copies from", "than one core", "than all cores"},
       {"pageable memory", first_below(counts, pageable, one), first_below(counts, pageable, all)},
       {"pinned memory", first_below(counts, pinned, one), first_below(counts, pinned, all)}},
      "A copy costs the same however often its bytes are used: the more work for each byte, the less it counts.",
      lesson.files());
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("transfers", "Add on the CPU, or copy, add on the GPU and copy back: from how many repeats on?");
  const std::size_t& n = lesson.size("--n", 10'000'000, 10'000, "elements");
  const std::size_t& most = lesson.size("--most", 64, 4, "the largest number of repeats", 1, 100'000);
  return lesson.main(argc, argv, [&] {
    lesson.single() ? show<float>(lesson, n, static_cast<int>(most)) : show<double>(lesson, n, static_cast<int>(most));
  });
}
