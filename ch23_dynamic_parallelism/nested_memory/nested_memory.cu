// Wrong on purpose: memory that parent and child do not share, and a parent that does not wait.
//
// Shared memory belongs to a block and local memory to a thread: a child grid cannot access those of its parent. All
// grids access global memory, but a kernel does not wait for its children: they may run before, after or beside the
// rest of it. Work that needs their results belongs in a tail launch.
#include <cstdio>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"

constexpr int old_value = 1, new_value = 42;

__global__ void child_kernel(int* result) {
  *result = new_value;
}

// Hides the memory space of the pointer from the compiler, which would warn about local memory.
__device__ int* volatile place;
__device__ int* hidden(int* pointer) {
  place = pointer;
  return place;
}

__global__ void shared_to_child_kernel() {
  __shared__ int result;
  result = old_value;
  child_kernel<<<1, 1>>>(hidden(&result));
}

__global__ void local_to_child_kernel() {
  int result = old_value;
  child_kernel<<<1, 1>>>(hidden(&result));
}

__global__ void read_too_early_kernel(int* result, int* seen) {
  *result = old_value;
  child_kernel<<<1, 1>>>(result);
  *seen = *result;
}

__global__ void read_kernel(const int* result, int* seen) {
  *seen = *result;
}

__global__ void read_after_child_kernel(int* result, int* seen) {
  *result = old_value;
  child_kernel<<<1, 1>>>(result);
  read_kernel<<<1, 1, 0, cudaStreamTailLaunch>>>(result, seen);
}

// The values of the child's result that a parent and its tail launch read.
int seen_by(void (*kernel)(int*, int*)) {
  DeviceBuffer<int> d_result(1), d_seen(1);
  kernel<<<1, 1>>>(d_result.data(), d_seen.data());
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  if (d_result.to_host()[0] != new_value) throw std::runtime_error("the child did not run");
  return d_seen.to_host()[0];
}

void show(Lesson& lesson, const std::string& what) {
  if (what == "result") {
    std::printf("\nthe child writes %d over %d\n", new_value, old_value);
    std::printf("the parent, behind the launch, reads: %d\n", seen_by(read_too_early_kernel));
    const int after = seen_by(read_after_child_kernel);
    std::printf("a tail launch reads: %d\n", after);
    lesson.expect(after == new_value, "the tail launch must see the child's result");
    std::printf("The parent's read and the child's write have no order, whatever was read this time.\n");
    std::printf("Two other mistakes: --child-gets shared and --child-gets local.\n");
    return;
  }
  if (what == "shared")
    shared_to_child_kernel<<<1, 1>>>();
  else
    local_to_child_kernel<<<1, 1>>>();
  check(cudaGetLastError());       // the host's launch succeeds,
  check(cudaDeviceSynchronize());  // so the error of the parent's launch comes from here
  lesson.expect(false, "no error was reported when a child was given " + what + " memory");
}

int main(int argc, char** argv) {
  Lesson lesson("nested_memory", "Exhibit: memory that parent and child do not share, and a result read too early.",
                Options::shown);
  const std::string& what =
      lesson.choice("--child-gets", {"result", "shared", "local"},
                    "which memory the child writes to: a result in global memory, or its parent's");
  return lesson.main(argc, argv, [&] { show(lesson, what); });
}
