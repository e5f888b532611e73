// Wrong on purpose: copies whose direction contradicts their pointers.
//
// cudaMemcpy takes the direction although the addresses imply it. If the direction is wrong, it copies nothing and
// returns an error. A program that ignores the returned value continues with the old contents of the memory.
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/lesson.h"

constexpr int n = 1000;

__global__ void double_kernel(int* x) {
  const int i = threadIdx.x;
  if (i < n) x[i] *= 2;
}

struct Direction {
  const char* name;
  cudaMemcpyKind in, out;
};

constexpr Direction right = {"right directions", cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost};
constexpr Direction wrong[] = {
    {"wrong way in", cudaMemcpyDeviceToHost, cudaMemcpyDeviceToHost},
    {"wrong way out", cudaMemcpyHostToDevice, cudaMemcpyHostToDevice},
};

// Doubles 1, 1, 1, ... on the device. No status is checked here.
std::vector<int> doubled_unchecked(int* d_x, const Direction& direction) {
  std::vector<int> x(n, 1), result(n, -1);
  cudaMemset(d_x, 0, n * sizeof(int));
  cudaMemcpy(d_x, x.data(), n * sizeof(int), direction.in);
  double_kernel<<<1, 1024>>>(d_x);
  cudaMemcpy(result.data(), d_x, n * sizeof(int), direction.out);
  return result;
}

// The same with check around every call.
std::vector<int> doubled_checked(int* d_x, const Direction& direction) {
  std::vector<int> x(n, 1), result(n, -1);
  check(cudaMemset(d_x, 0, n * sizeof(int)));
  check(cudaMemcpy(d_x, x.data(), n * sizeof(int), direction.in));
  double_kernel<<<1, 1024>>>(d_x);
  check(cudaGetLastError());
  check(cudaMemcpy(result.data(), d_x, n * sizeof(int), direction.out));
  return result;
}

void show(Lesson& lesson) {
  int* d_x = nullptr;
  check(cudaMalloc(&d_x, n * sizeof(int)));

  std::printf("\n%s: twice 1 is %d\n", right.name, doubled_checked(d_x, right)[0]);
  for (const Direction& direction : wrong) {
    std::printf("\n%s\n  without check: twice 1 is %d, and no error is reported\n", direction.name,
                doubled_unchecked(d_x, direction)[0]);
    // The runtime keeps the error until it is read. Otherwise a later check would report it at the wrong call.
    std::printf("  left behind:   %s\n", cudaGetErrorName(cudaGetLastError()));
    try {
      doubled_checked(d_x, direction);
      lesson.expect(false, "check did not catch the direction");
    } catch (const CudaError& error) {
      std::printf("  with check:    %s\n", error.what());
    }
  }
  check(cudaFree(d_x));
  std::printf(
      "\nA call that fails does not stop the program: only its return value shows the failure. (cudaMemcpyDefault lets "
      "the runtime find the direction.)\n");
}

int main(int argc, char** argv) {
  Lesson lesson("wrong_direction", "Exhibit: a copy in the wrong direction, with and without check.", Options::shown);
  return lesson.main(argc, argv, [&] { show(lesson); });
}
