#include "runtime/library_launch.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "engine/hooks.hpp"
#include "runtime/graph.hpp"

namespace cuda_emulator {

namespace {
constexpr std::size_t most_announced = 1 << 15;  // about as many as the microscope keeps of a piece of work
thread_local std::vector<GridTouch> announced;
struct Announced {
  const char* launch = nullptr;
  std::vector<GridTouch> touches;
  std::shared_ptr<void> keep = nullptr;  // of the grid
};
thread_local Announced of_algorithm;
}  // namespace

void announce_touch(const void* low, std::size_t bytes, bool writes) {
  if (!hooks.work_touches || !low || bytes == 0) return;
  if (!announced.empty()) {
    GridTouch& last = announced.back();
    if (last.writes == writes && static_cast<const char*>(last.low) + last.bytes == low) {
      last.bytes += bytes;
      return;
    }
  }
  if (announced.size() < most_announced) announced.push_back({low, bytes, writes});
}

void announce_launch(const char* name, const void* low, std::size_t bytes, bool writes) {
  if (!low || bytes == 0) return;
  if (!of_algorithm.launch || std::strcmp(of_algorithm.launch, name) != 0) of_algorithm = {name, {}};
  of_algorithm.touches.push_back({low, bytes, writes});
}

void take_announced(Grid& grid, std::shared_ptr<void>& keep) {
  if (!of_algorithm.launch) return;
  const auto taken = std::make_shared<Announced>(std::exchange(of_algorithm, {}));
  if (std::strcmp(taken->launch, grid.name) != 0) return;
  taken->keep = std::move(keep);
  grid.touches = &taken->touches;
  keep = taken;
}

void tell_that_host_waits(const cudaStream_t* stream) {
  if (!hooks.host_waits) return;
  CUstream_st* const known = stream ? resolve(*stream) : nullptr;
  if (stream && !known) return;
  const StreamName name = known ? name_of(*known) : StreamName();
  hooks.host_waits(stream ? &name : nullptr, nullptr);
}

bool launch_library(const char* name, std::size_t blocks, cudaStream_t stream, const void* work,
                    Owned (*make)(const void* work), bool waits_for_others, std::vector<GridTouch> touches) {
  struct Kept {
    std::shared_ptr<void> kernel;
    std::vector<GridTouch> touches;
  };
  constexpr std::size_t most = 2147483647;
  for (const GridTouch& touch : std::exchange(announced, {})) touches.push_back(touch);
  for (std::size_t first = 0; first < blocks; first += most) {
    const auto count = static_cast<unsigned>(std::min(blocks - first, most));
    const Owned made = make(work);
    const auto kept = std::make_shared<Kept>(Kept{{made.object, made.remove}, touches});
    LibraryKernel& kernel = *static_cast<LibraryKernel*>(made.object);
    kernel.first = first;
    Grid grid{name, dim3(count), dim3(1), 0, false, &run_row<LibraryKernel>, &kernel, kernel.size};
    grid.waits_for_others = waits_for_others;
    grid.touches = &kept->touches;
    if (launch(grid, nullptr, kept, stream) != cudaSuccess) return false;
  }
  return !device_failed();
}

}  // namespace cuda_emulator
