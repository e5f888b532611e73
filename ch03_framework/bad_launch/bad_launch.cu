// Wrong on purpose: a launch with 1280 threads per block, more than any GPU takes.
//
// <<<...>>> returns nothing. If the runtime refuses a launch, it records an error, and no thread runs.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"

constexpr int n = 1280;
constexpr int never_written = -1;

__global__ void count_kernel(int* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int written(const int* d_x) {
  std::vector<int> x(n);
  check(cudaMemcpy(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost));
  return n - static_cast<int>(std::count(x.begin(), x.end(), never_written));
}

void show(Lesson& lesson) {
  int* d_x = nullptr;
  check(cudaMalloc(&d_x, n * sizeof(int)));
  check(cudaMemset(d_x, 0xFF, n * sizeof(int)));  // -1 everywhere

  std::printf("\n<<<1, %d>>> without check\n", n);
  count_kernel<<<1, n>>>(d_x);
  const cudaError_t synchronised = cudaDeviceSynchronize();
  const cudaError_t left_behind = cudaGetLastError();  // reads the error and clears it
  std::printf("  values written:          %d of %d\n", written(d_x), n);
  std::printf("  cudaDeviceSynchronize(): %s: the kernel never started, so it cannot fail\n",
              cudaGetErrorName(synchronised));
  std::printf("  cudaGetLastError():      %s\n", cudaGetErrorName(left_behind));
  lesson.expect(left_behind != cudaSuccess, "the launch was not refused");

  std::printf("\n<<<1, %d>>> with check\n", n);
  try {
    count_kernel<<<1, n>>>(d_x);
    check(cudaGetLastError());
    lesson.expect(false, "check did not catch the launch");
  } catch (const CudaError& error) {
    std::printf("  %s\n", error.what());
  }

  std::printf("\n<<<5, 256>>>: the same number of threads, in blocks that fit\n");
  count_kernel<<<5, 256>>>(d_x);
  check(cudaGetLastError());
  std::printf("  values written:          %d of %d\n", written(d_x), n);
  lesson.expect(written(d_x) == n, "the launch that fits did not write everything");

  check(cudaFree(d_x));
  std::printf(
      "\ncheck(cudaGetLastError()) after a launch reports a kernel that never started. Errors while a kernel runs are "
      "returned by the next call that waits for it.\n");
}

int main(int argc, char** argv) {
  Lesson lesson("bad_launch", "Exhibit: more threads per block than a block holds, with and without check.",
                Options::shown);
  return lesson.main(argc, argv, [&] { show(lesson); });
}
