// Prints the results of the first 16 threads from their parts, and checks them on more threads.
#include <algorithm>
#include <cstdio>

#include "ch11_warps/groups/groups.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

constexpr std::size_t shown = 16;

int main(int argc, char** argv) {
  Lesson lesson("groups", "Parts of a warp by cooperative groups, and sums, scans and ranks in each part.",
                Options::shown);
  const std::size_t& n = lesson.size("--n", 1000, 1000, "threads", 0, 1'000'000'000);
  const std::size_t& seed = lesson.size("--seed", 1, 1, "seed of the random values", 0, 4'000'000'000);
  return lesson.main(argc, argv, [&] {
    const std::vector<int> x = random_integers<int>(n, 0, 5, static_cast<unsigned>(seed));
    const DeviceBuffer<int> d_x(x);
    const auto line = [&](const char* name, const char* meaning, const std::vector<int>& values) {
      std::printf("%-17s %-30s", name, meaning);
      for (std::size_t i = 0; i < std::min(n, shown); ++i) std::printf(" %2d", values[i]);
      std::printf("\n");
    };
    line("x", "", x);
    for (const groups::Rung& rung : groups::ladder()) {
      DeviceBuffer<int> d_result(n);
      d_result.fill_bytes(0xFF);
      rung.run(d_x.data(), d_result.data(), n);
      const std::vector<int> result = d_result.to_host();
      line(rung.name, rung.meaning, result);
      lesson.expect(mismatches(result, expected_of(rung, x)) == 0, rung.name);
    }
    std::printf("A tile is a part of fixed size; a partition is as large as its condition or its label makes it.\n");
  });
}
