// Add the neighbours of each voxel with every rung, check the sums against the reference, compare the times.
#include <cstdio>

#include "ch07_global/volume/volume.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

void show(Lesson& lesson, volume::Size size) {
  const std::size_t n = size.voxels();
  DeviceBuffer<float> d_packed(n), d_sums(n);
  const std::vector<float> voxels = random_integers<float>(n, 0, 65535, lesson.seed());
  d_packed.copy_from(voxels);
  const volume::Copies copies(d_packed.data(), size);
  std::printf("%d x %d x %d voxels; a row has %zu bytes, with a pitch %zu\n", size.x, size.y, size.z,
              size.x * sizeof(float), copies.pitched().pitch);

  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(float), .ceiling = Ceiling::copy});
  std::vector<float> expected;
  report.cpu("CPU, one core", [&] {
    expected = volume::sums_cpu(voxels, size);
    return expected[n / 2];
  });
  report.writes(d_sums);
  for (const auto& rung : volume::ladder())
    report.rung(
        rung.name, [&] { rung.run(d_packed.data(), copies, d_sums.data(), size); },
        [&] { return mismatches(d_sums.to_host(), expected); });
  report.print("The same seven reads in three kinds of memory.");
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("volume", "Add a voxel and its six neighbours: packed memory, memory with a pitch, a 3-D array.");
  const std::size_t& x = lesson.size("--x", 501, 41, "voxels in a row", 1, 2048);
  const std::size_t& y = lesson.size("--y", 500, 20, "rows in a slice", 1, 2048);
  const std::size_t& z = lesson.size("--z", 500, 10, "slices", 1, 2048);
  return lesson.main(argc, argv, [&] {
    if (!lesson.single()) throw UsageError("volume has float voxels only: it does not support --precision double");
    show(lesson, {static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)});
  });
}
