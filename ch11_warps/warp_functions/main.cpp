// Runs every warp function in parts of a chosen width; prints the results of the first lanes and checks those of
// all.
#include <algorithm>
#include <cstdio>

#include "ch11_warps/warp_functions/warp_functions.h"
#include "common/check.h"
#include "common/device_buffer.h"
#include "common/lesson.h"
#include "common/values.h"

using namespace warp_functions;

constexpr int shown = 8;

void show(Lesson& lesson, std::size_t n, int width, unsigned seed) {
  auto x = random_integers<int>(n, 0, 5, seed);
  for (std::size_t i = n / 2; i < n; ++i) x[i] = static_cast<int>(i / 16 % 4);  // runs of equal values
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
      std::printf(result[i] > 9999 ? " %08x" : " %4x", result[i]);
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
  Lesson lesson("warp_functions", "How the lanes of a warp exchange values without memory (results in hexadecimal).",
                Options::shown);
  const std::size_t& n = lesson.size("--n", 1000, 1000, "lanes", 0, 1'000'000'000);
  const std::size_t& seed = lesson.size("--seed", 1, 1, "seed of the random values", 0, 4'000'000'000);
  const std::string& width = lesson.choice("--width", {"8", "2", "4", "16", "32"}, "lanes in a part (default 8)");
  return lesson.main(argc, argv, [&] {
    show(lesson, n, std::stoi(width), static_cast<unsigned>(seed));
    std::printf(
        "Masks number the lanes from the warp's first one, whatever the part; shuffles stay within the part.\n");
  });
}
