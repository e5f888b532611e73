#include "runtime/library_launch.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace cuda_emulator {

bool launch_library(const char* name, std::size_t blocks, cudaStream_t stream, const void* work,
                    Owned (*make)(const void* work), bool waits_for_others, std::vector<GridTouch> touches) {
  struct Kept {
    std::shared_ptr<void> kernel;
    std::vector<GridTouch> touches;
  };
  constexpr std::size_t most = 2147483647;
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
