// Managed variables without cudaMallocManaged: __managed__ declares a global variable that host and device both
// use by its name. An address is the same on both sides, so a kernel can even traverse a list that the host has
// linked.
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"

constexpr int block_size = 256;
constexpr std::size_t n = 10'000;

__device__ __managed__ int scale = 1;
__device__ __managed__ int x[n];
__device__ __managed__ int y[n];

struct Item {
  int value;
  const Item* next;
};
__device__ __managed__ const Item* head;  // on the host and on the device the same pointer
__device__ __managed__ long long sum;

// No parameters: the kernel accesses everything by name.
__global__ void scale_kernel() {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = scale * x[i];
}

// One thread: a list has no index by which to divide it.
__global__ void sum_list_kernel() {
  sum = 0;
  for (const Item* item = head; item != nullptr; item = item->next) sum += item->value;
}

std::size_t wrong_values(int expected_scale) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += y[i] != expected_scale * static_cast<int>(i);
  return wrong;
}

void show(Lesson& lesson, std::size_t items) {
  // The host writes the variables like its own, launches, waits, and reads.
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<int>(i);
  for (const int factor : {3, 5}) {
    scale = factor;
    scale_kernel<<<blocks_for(n, block_size), block_size>>>();
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());  // no copy waits for the kernel: without this call the host may read too early
    const std::size_t wrong = wrong_values(factor);
    std::printf("y = %d * x: %zu of %zu values are wrong\n", factor, wrong, n);
    lesson.expect(wrong == 0, "the scaled values");
  }

  // Linked from the last element to the first, so that the order in the list is not the order in memory.
  ManagedBuffer<Item> list(items);
  head = nullptr;
  long long expected = 0;
  for (std::size_t i = 0; i < items; ++i) {
    list[i] = {static_cast<int>(i % 1000) + 1, head};
    head = &list[i];
    expected += list[i].value;
  }
  sum_list_kernel<<<1, 1>>>();
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  std::printf("a list of %zu items, linked by the host, adds up to %lld on the device and %lld on the host\n", items,
              sum, expected);
  lesson.expect(sum == expected, "the sum of the list");
  head = nullptr;  // the list's lifetime ends here
  std::printf(
      "There is no explicit copy, and no pointer in a parameter list. cudaDeviceSynchronize() is still required.\n");
}

int main(int argc, char** argv) {
  Lesson lesson("managed_static", "Variables that host and device share by their names: __managed__.", Options::shown);
  const std::size_t& items = lesson.size("--items", 1000, 1000, "items of the list", 0, 10'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, items); });
}
