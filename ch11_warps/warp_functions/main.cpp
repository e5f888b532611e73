// Runs every warp function in parts of a chosen width; prints the results of the first lanes and checks those of
// all.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "ch11_warps/warp_functions/warp_functions.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

using namespace warp_functions;

constexpr int shown = 16;

// Every lane's number, so that a result says which lanes it came from; or few values, of which many are equal.
std::vector<int> values_for(std::size_t n, bool random, unsigned seed) {
  std::vector<int> x = random_integers<int>(n, 0, 5, seed);
  for (std::size_t i = 0; i < n; ++i) {
    if (!random) x[i] = static_cast<int>(i % warp_size);
    if (random && i >= n / 2) x[i] = static_cast<int>(i / 16 % 4);  // runs of equal values
  }
  return x;
}

// Whether the results are masks, a bit for each lane: these are shown in hexadecimal.
bool gives_masks(const Function& function) {
  const std::string name = function.name;
  return name.find("ballot") != name.npos || name.find("match") != name.npos;
}

void show(Lesson& lesson, int width, const std::vector<int>& x) {
  const std::size_t n = x.size();
  const DeviceBuffer<int> d_x(x);
  std::printf("%-18s %-36s", "x", "");
  for (int i = 0; i < shown && i < static_cast<int>(n); ++i) std::printf(" %4d", x[i]);
  std::printf("\n");
  for (const Function& function : functions()) {
    if (compute_capability() < function.compute_capability) {
      std::printf("%-18s skipped: needs compute capability %.1f\n", function.name, function.compute_capability / 10.0);
      continue;
    }
    DeviceBuffer<unsigned> d_result(n);
    function.run(d_x.data(), n, width, d_result.data());
    const auto result = d_result.to_host();
    std::printf("%-18s %-36s", function.name, function.meaning);
    for (int i = 0; i < shown && i < static_cast<int>(n); ++i)
      std::printf(gives_masks(function) ? " %4x" : " %4u", result[i]);
    std::printf("\n");
    lesson.expect(mismatches(result, expected_of(function, x, width)) == 0, function.name);
  }

  DeviceBuffer<int> d_odd(n), d_count(std::vector<int>{0});
  gather_odd(d_x.data(), n, d_odd.data(), d_count.data());
  const auto expected = static_cast<int>(std::count_if(x.begin(), x.end(), [](int v) { return v % 2 != 0; }));
  std::printf("%d of %zu values are odd: gathered with one atomicAdd per group of lanes\n", d_count.to_host()[0], n);
  lesson.expect(d_count.to_host()[0] == expected, "the number of odd values");
}

int main(int argc, char** argv) {
  Lesson lesson("warp_functions", "How the lanes of a warp exchange values without memory (masks in hexadecimal).",
                Options::shown);
  const std::size_t& n = lesson.size("--n", 1000, 1000, "lanes", 0, 1'000'000'000);
  const std::size_t& seed = lesson.size("--seed", 1, 1, "seed of the random values", 0, 4'000'000'000);
  const bool& random = lesson.flag("--random", "random values instead of the lanes' numbers");
  const std::string& width = lesson.choice("--width", {"8", "2", "4", "16", "32"}, "lanes in a part (default 8)");
  return lesson.main(argc, argv, [&] {
    show(lesson, std::stoi(width), values_for(n, random, static_cast<unsigned>(seed)));
    std::printf(
        "Masks number the lanes from the warp's first one, whatever the part; shuffles stay within the part.\n");
  });
}
