// One generation with every rung, checked and timed; with --watch, some generations of a small world, drawn.
#include <cstdio>

#include "ch07_global/surfaces/surfaces.h"
#include "common/lesson.h"
#include "common/values.h"

namespace {

using namespace surfaces;

void show(Lesson& lesson, int width, int height) {
  const std::size_t n = std::size_t(width) * height;
  const std::vector<Cell> world = random_integers<Cell>(n, 0, 1, lesson.seed());
  Worlds worlds(width, height);

  Report& report = lesson.report({.bytes = 2.0 * n * sizeof(Cell), .ceiling = Ceiling::copy});
  std::vector<Cell> expected;
  report.cpu("CPU, one core", [&] {
    expected = next_cpu(world, width, height);
    return static_cast<double>(expected[n / 2]);
  });
  report.writes([&] { worlds.load(world); });
  for (const Rung& rung : ladder())
    report.rung(
        rung.name, [&] { rung.step(worlds, 0); },
        [&] { return mismatches(worlds.cells(1, rung.in_arrays), expected); });
  report.print("An array and its surface spare the bounds; what they cost, the times show.");
}

// A glider moves by one cell down and to the right in four generations.
void watch() {
  const int width = 16, height = 8;
  std::vector<Cell> world(width * height, 0);
  for (const int i : {1, width + 2, 2 * width, 2 * width + 1, 2 * width + 2}) world[i] = 1;
  Worlds worlds(width, height);
  worlds.load(world);
  for (int generation = 0; generation <= 8; ++generation) {
    if (generation % 4 == 0) {
      std::printf("generation %d\n", generation);
      const std::vector<Cell> cells = worlds.cells(generation % 2, true);
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) std::putchar(cells[y * width + x] ? '#' : '.');
        std::putchar('\n');
      }
    }
    ladder()[1].step(worlds, generation % 2);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("surfaces", "A generation of the game of life: linear memory, surfaces, a texture and a surface.");
  const std::size_t& width = lesson.size("--width", 16'000, 101, "cells in a row", 1, 30'000);
  const std::size_t& height = lesson.size("--height", 16'000, 60, "rows", 1, 30'000);
  const bool& drawn = lesson.flag("--watch", "draw some generations of a small world instead");
  return lesson.main(argc, argv, [&] {
    if (drawn) {
      watch();
    } else {
      show(lesson, static_cast<int>(width), static_cast<int>(height));
    }
  });
}
