// Print every thread's coordinates for three layouts (or for --grid and --block), then the device's launch limits.
#include <algorithm>
#include <cstdio>

#include "ch02_threads/thread_index/thread_index.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"

namespace {

using thread_index::Place;

// "8", "8x4" or "8x4x2".
dim3 parse_shape(const std::string& option, const std::string& text) {
  unsigned x = 1, y = 1, z = 1;
  int used = 0;
  const int numbers = std::sscanf(text.c_str(), "%5u%nx%5u%nx%5u%n", &x, &used, &y, &used, &z, &used);
  if (numbers < 1 || used != static_cast<int>(text.size()) || x == 0 || y == 0 || z == 0)
    throw UsageError(option + " is '" + text + "', not a shape such as 8, 8x4 or 8x4x2");
  return dim3(x, y, z);
}

std::string shape(dim3 d, int dimensions) {
  std::string text = std::to_string(d.x);
  if (dimensions > 1) text += "," + std::to_string(d.y);
  if (dimensions > 2) text += "," + std::to_string(d.z);
  return "(" + text + ")";
}

int dimensions(dim3 d) {
  return d.z > 1 ? 3 : d.y > 1 ? 2 : 1;
}

void show_layout(Lesson& lesson, dim3 grid, dim3 block) {
  const int used = std::max(dimensions(grid), dimensions(block));
  const double threads = 1.0 * grid.x * grid.y * grid.z * block.x * block.y * block.z;
  if (threads > 4096) throw UsageError("a table of more than 4096 threads is too long to read");

  DeviceBuffer<Place> d_places(static_cast<std::size_t>(threads));
  d_places.fill_bytes(0xFF);
  thread_index::ladder()[used - 1].run(d_places.data(), grid, block);
  const std::vector<Place> places = d_places.to_host();

  std::printf("\n%d-D: <<<%s, %s>>>\n", used, shape(grid, used).c_str(), shape(block, used).c_str());
  std::printf("%10s %10s %10s %10s %5s %5s %6s\n", "blockIdx", "threadIdx", "block no.", "thread no.", "warp", "lane",
              "index");
  for (const Place& p : places) {
    const dim3 block_at(p.block_x, p.block_y, p.block_z), thread_at(p.thread_x, p.thread_y, p.thread_z);
    std::printf("%10s %10s %10d %10d %5d %5d %6d\n", shape(block_at, used).c_str(), shape(thread_at, used).c_str(),
                p.block, p.thread, p.warp, p.lane, p.index);
  }
  lesson.expect(places == thread_index::places_cpu(grid, block), "a thread wrote to another thread's place");
}

void show_limits(Lesson& lesson) {
  std::printf("\nThis device's limits, and what a launch that asks for more gives:\n");
  for (const thread_index::Limit& limit : thread_index::launch_limits()) {
    const cudaError_t within = thread_index::try_launch(limit.grid_within, limit.block_within);
    const cudaError_t beyond = thread_index::try_launch(limit.grid_beyond, limit.block_beyond);
    std::printf("%-20s %10u   more: %s (%s)\n", limit.name, limit.most, cudaGetErrorName(beyond),
                cudaGetErrorString(beyond));
    lesson.expect(within == cudaSuccess, std::string(limit.name) + ": a launch within the limit failed");
    lesson.expect(beyond != cudaSuccess, std::string(limit.name) + ": a launch beyond the limit succeeded");
  }
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("thread_index", "Block, thread, warp, lane, index: the coordinates of every thread.", Options::shown);
  const std::string& grid = lesson.text("--grid", "", "shape of the grid to show, such as 2x1");
  const std::string& block = lesson.text("--block", "", "shape of the block to show, such as 8x4");
  return lesson.main(argc, argv, [&] {
    if (!grid.empty() || !block.empty()) {
      show_layout(lesson, parse_shape("--grid", grid.empty() ? "1" : grid),
                  parse_shape("--block", block.empty() ? "1" : block));
      return;
    }
    show_layout(lesson, 2, 6);
    show_layout(lesson, dim3(2, 1), dim3(4, 2));  // rectangular blocks
    show_layout(lesson, dim3(1, 1), dim3(6, 6));  // a square one: its threads fill a warp and part of the next
    show_limits(lesson);
    std::printf(
        "\nA block's threads are divided into warps in the order of their number. Neighbours in x have neighbouring "
        "elements.\n");
  });
}
