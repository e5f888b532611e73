// Wrong on purpose: two dynamic shared arrays at the same address.
//
// A launch gives each block one piece of dynamic shared memory. Every `extern __shared__` array begins at the start of
// that piece, whatever its name: two of them overlap, and nvcc does not warn. A kernel that needs two arrays declares
// one and divides it.
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

constexpr int block_size = 256, blocks = 256;

// Within each block: x minus the reversed y.
__global__ void divided_kernel(const int* x, const int* y, int* difference) {
  extern __shared__ int memory[];
  int* const of_x = memory;
  int* const of_y = memory + block_size;  // after the words of of_x
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;

  of_x[t] = x[i];
  of_y[block_size - 1 - t] = y[i];
  __syncthreads();
  difference[i] = of_x[t] - of_y[t];
}

// Same, except that each array is declared separately. The launch gives as many bytes, and half of them are unused:
// word t of both arrays is the same, so all differences are 0, and two threads write each word.
__global__ void overlapping_kernel(const int* x, const int* y, int* difference) {
  extern __shared__ int of_x[];
  extern __shared__ int of_y[];
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;

  of_x[t] = x[i];
  of_y[block_size - 1 - t] = y[i];
  __syncthreads();
  difference[i] = of_x[t] - of_y[t];
}

struct Outcome {
  std::size_t wrong, zeros;
};

Outcome outcome_of(void (*kernel)(const int*, const int*, int*)) {
  std::vector<int> x(block_size * blocks), y(x.size()), expected(x.size());
  std::iota(x.begin(), x.end(), 100'000);
  std::iota(y.begin(), y.end(), 1000);
  for (std::size_t i = 0; i < x.size(); ++i)
    expected[i] = x[i] - y[i / block_size * block_size + block_size - 1 - i % block_size];

  const DeviceBuffer<int> d_x(x), d_y(y);
  DeviceBuffer<int> d_difference(x.size());
  d_difference.fill_bytes(0xFF);
  kernel<<<blocks, block_size, 2 * block_size * sizeof(int)>>>(d_x.data(), d_y.data(), d_difference.data());
  check(cudaGetLastError());
  const std::vector<int> difference = d_difference.to_host();
  std::size_t zeros = 0;
  for (const int one : difference) zeros += one == 0;
  return {static_cast<std::size_t>(mismatches(difference, expected)), zeros};
}

int main(int argc, char** argv) {
  Lesson lesson("two_arrays", "Wrong on purpose: two dynamic shared arrays in a kernel, divided and overlapping.",
                Options::shown);
  return lesson.main(argc, argv, [&] {
    const Outcome divided = outcome_of(divided_kernel), overlapping = outcome_of(overlapping_kernel);
    std::printf("one array, divided:      %zu of %d differences are wrong\n", divided.wrong, blocks * block_size);
    std::printf("two extern declarations: %zu of %d differences are wrong, %zu are 0\n", overlapping.wrong,
                blocks * block_size, overlapping.zeros);
    std::printf("Both names refer to the same words, so each number was subtracted from itself.\n");
    lesson.expect(divided.wrong == 0, "the kernel with one array");
  });
}
