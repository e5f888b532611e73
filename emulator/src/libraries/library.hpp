// CUDA's libraries (cuBLAS, cuFFT) as kernels: their work is launched like a program's own, so that streams, captures,
// errors and the protection of device memory need no special code. A block has one thread.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "emulator/launch.hpp"
#include "engine/hooks.hpp"
#include "runtime/library_launch.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {

// Runs work(block) for each of the blocks, distributed over the OS threads. False if a launch was refused, or if the
// device is lost, by this or before. More blocks than a grid can have are split into several grids. waits_for_others:
// for other devices' kernels. touches: all that the work reads and writes in device memory, for the microscope, which
// does not see it otherwise.
template <class Work>
bool run_library(const char* name, std::size_t blocks, cudaStream_t stream, Work work, bool waits_for_others = false,
                 std::vector<GridTouch> touches = {}) {
  struct Kernel : LibraryKernel {
    Work work;
    explicit Kernel(const Work& from)
        : LibraryKernel{this, sizeof(Kernel),
                        [](const LibraryKernel& kernel, std::size_t block) {
                          static_cast<const Kernel&>(kernel).work(block);
                        }},
          work(from) {}
  };
  const auto make = [](const void* from) {
    return Owned{static_cast<LibraryKernel*>(new Kernel(*static_cast<const Work*>(from))),
                 [](void* kernel) { delete static_cast<Kernel*>(static_cast<LibraryKernel*>(kernel)); }};
  };
  return launch_library(name, blocks, stream, &work, make, waits_for_others, std::move(touches));
}

// A vector or matrix as a kernel accesses it: one in plain host memory faults, as on a GPU.
template <class T>
T* device_pointer(T* pointer) {
  return (T*)device_view((const void*)pointer);
}

// For the microscope: the elements that a call's next launch writes, or reads if their type is const.
template <class T>
void accesses(T* start, std::ptrdiff_t elements, std::ptrdiff_t step = 1) {
  if (!hooks.work_touches || elements <= 0) return;
  const std::ptrdiff_t runs = step == 1 ? 1 : elements, length = step == 1 ? elements : 1;
  for (std::ptrdiff_t i = 0; i < runs; ++i) {
    announce_touch(start + i * step, static_cast<std::size_t>(length) * sizeof(T), !std::is_const_v<T>);
  }
}
enum class Part { all, lower, upper };
template <class T>
void accesses(T* start, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t leading, Part part) {
  if (!hooks.work_touches || !start) return;
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    const std::ptrdiff_t first = part == Part::lower ? j : 0, end = part == Part::upper ? std::min(rows, j + 1) : rows;
    accesses(start + j * leading + first, end - first);
  }
}

// The same of a matrix that is stored by columns, and that its memory must hold.
template <class T>
void reaches(T* start, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t leading, Part part = Part::all) {
  accesses(start, rows, columns, leading, part);
  if (!hooks.library_reaches || !start || rows <= 0 || columns <= 0) return;
  hooks.library_reaches(start, static_cast<std::size_t>(leading * (columns - 1) + rows) * sizeof(T),
                        std::to_string(rows) + " rows and " + std::to_string(columns) +
                            " columns with a leading dimension of " + std::to_string(leading));
}
// Only what memory must hold.
template <class T>
void reaches(T* start, std::ptrdiff_t elements, const char* of_what) {
  if (!hooks.library_reaches || !start || elements <= 0) return;
  hooks.library_reaches(start, static_cast<std::size_t>(elements) * sizeof(T),
                        std::to_string(elements) + " elements " + of_what);
}

}  // namespace cuda_emulator
