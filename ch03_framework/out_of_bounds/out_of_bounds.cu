// Wrong on purpose: a kernel without if (i < n). The grid is rounded up to whole blocks, and the threads past the end
// write past the end.
//
// What happens then depends on the memory there. check reports what the runtime detects, and the hardware detects only
// an access to an unmapped page. compute-sanitizer knows the size of every allocation and reports every such write.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"

constexpr int block_size = 1024;
constexpr std::size_t n = 1000;
constexpr int canary = 77;

__global__ void fill_unchecked_kernel(int* x, int value) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  x[i] = value;
}

__global__ void fill_checked_kernel(int* x, int value) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) x[i] = value;
}

// One allocation holds two arrays: ours of n values, and a neighbour's, filled with canaries. How many are overwritten?
std::size_t dead_canaries(void (*fill_kernel)(int*, int)) {
  std::vector<int> both(2 * block_size, canary);
  int* d_both = nullptr;
  check(cudaMalloc(&d_both, both.size() * sizeof(int)));
  check(cudaMemcpy(d_both, both.data(), both.size() * sizeof(int), cudaMemcpyHostToDevice));
  fill_kernel<<<blocks_for(n, block_size), block_size>>>(d_both, 1);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  check(cudaMemcpy(both.data(), d_both, both.size() * sizeof(int), cudaMemcpyDeviceToHost));
  check(cudaFree(d_both));
  return std::count_if(both.begin() + n, both.end(), [](int value) { return value != canary; });
}

// Our array alone in its allocation, and a grid for `elements` elements. Throws CudaError if the overrun is detected.
void fill_alone(std::size_t elements) {
  int* d_x = nullptr;
  check(cudaMalloc(&d_x, n * sizeof(int)));
  fill_unchecked_kernel<<<blocks_for(elements, block_size), block_size>>>(d_x, 1);
  check(cudaGetLastError());       // the launch succeeded,
  check(cudaDeviceSynchronize());  // so errors of its threads come from here
  check(cudaFree(d_x));
}

void show(Lesson& lesson, const std::string& overrun) {
  std::printf("\n%zu elements, and a block of %d threads.\n", n, block_size);
  if (overrun == "alone") {
    fill_alone(n);
    std::printf(
        "No error was reported: the memory behind the array belongs to the same page. Run compute-sanitizer.\n");
  } else if (overrun == "far") {
    fill_alone(n + (std::size_t{1} << 30));  // 4 GiB past the end
    lesson.expect(false, "no error was reported 4 GiB past the end");
  } else {
    const std::size_t without = dead_canaries(fill_unchecked_kernel), with = dead_canaries(fill_checked_kernel);
    std::printf("without if (i < n): the neighbour lost %zu values; every CUDA call returned cudaSuccess\n", without);
    std::printf("with if (i < n):    the neighbour lost %zu values\n", with);
    lesson.expect(without == block_size - n && with == 0, "the overrun is not what the sizes say");
    std::printf("\nNo status shows this bug. Two other places to write to: --overrun alone and --overrun far.\n");
  }
}

int main(int argc, char** argv) {
  Lesson lesson("out_of_bounds", "Exhibit: writing past the end of an array, and what reports it.", Options::shown);
  const std::string& overrun = lesson.choice("--overrun", {"neighbour", "alone", "far"}, "what lies past the end");
  return lesson.main(argc, argv, [&] { show(lesson, overrun); });
}
