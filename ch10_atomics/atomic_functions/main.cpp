// Call every atomic function from many threads at once, print the final word and the returned values, and check that
// the calls happened one after another.
#include <cstdio>

#include "ch10_atomics/atomic_functions/atomic_functions.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

using namespace atomic_functions;

void show_functions(Lesson& lesson, std::size_t n, unsigned seed) {
  constexpr Word initial = 0;
  const auto value = random_integers<Word>(n, 1, 1000, seed);
  const DeviceBuffer<Word> d_value(value);
  std::printf("%-17s %-28s %10s   %s\n", "function", "new word (w: old, v: value)", "final word", "returned first");
  for (const Function& function : functions()) {
    DeviceBuffer<Word> word(std::vector<Word>{initial}), old(n);
    function.run(word.data(), d_value.data(), n, old.data());
    const std::vector<Word> returned = old.to_host();
    const Word final = word.to_host()[0];
    std::printf("%-17s %-28s %10u  ", function.name, function.meaning, final);
    for (std::size_t i = 0; i < 5 && i < n; ++i) std::printf(" %u", returned[i]);
    std::printf("%s\n", n > 5 ? " ..." : "");
    lesson.expect(happened_in_some_order(function, initial, value, returned, final),
                  std::string(function.name) + ": the calls did not happen one after another");
  }
}

void show_built(Lesson& lesson, std::size_t n, unsigned seed) {
  const auto x = random_integers<double>(n, -9, 9, seed);
  double exact = 0;
  for (const double v : x) exact += v;
  DeviceBuffer<double> d_x(x), sum(std::vector<double>{0});
  add_by_cas(d_x.data(), n, sum.data());
  std::printf("sum of %zu doubles by compare and swap: %g (exact: %g)\n", n, sum.to_host()[0], exact);
  lesson.expect(sum.to_host()[0] == exact, "the sum");

  const auto y = random_reals<float>(n, -1, 1, seed);
  float largest = -2;
  for (const float v : y) largest = v > largest ? v : largest;
  DeviceBuffer<float> d_y(y), most(std::vector<float>{-2});
  max_by_cas(d_y.data(), n, most.data());
  std::printf("largest of %zu floats: %g (exact: %g)\n", n, most.to_host()[0], largest);
  lesson.expect(most.to_host()[0] == largest, "the maximum");

  DeviceBuffer<int> lock(std::vector<int>{0});
  DeviceBuffer<unsigned long long> counters(std::vector<unsigned long long>{0, 0});
  count_locked(n, lock.data(), counters.data());
  const auto counted = counters.to_host();
  std::printf("%zu threads through one lock counted %llu and %llu\n", n, counted[0], counted[1]);
  lesson.expect(counted[0] == n && counted[1] == n, "the counters behind the lock");
}

int main(int argc, char** argv) {
  Lesson lesson("atomic_functions", "What each atomic function leaves in a word, and what it returns to each thread.",
                Options::shown);
  const std::size_t& n = lesson.size("--n", 10'000, 1'000, "threads", 0, 1'000'000);
  const std::size_t& seed = lesson.size("--seed", 1, 1, "seed of the random values", 0, 4'000'000'000);
  return lesson.main(argc, argv, [&] {
    show_functions(lesson, n, static_cast<unsigned>(seed));
    show_built(lesson, n, static_cast<unsigned>(seed));
    std::printf(
        "The calls happen one after another, in an order that is not defined: on a GPU the old values, and what "
        "atomicExch leaves, change from run to run.\n");
  });
}
