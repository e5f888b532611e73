// Wrong on purpose: two launches that fail. After the first the program can continue; after the second every CUDA call
// fails.
//
// An error is *sticky* if it leaves the device's state corrupted: an access to unmapped memory, a trap, or an assert in
// a kernel. The runtime then returns that error from every call, and reading it does not clear it. Only a new process
// gets a working device.
#include <cstdio>

#include "common/check.h"
#include "common/lesson.h"

__global__ void store_kernel(int* x) {
  *x = 1;
}

void say(const char* call, cudaError_t status) {
  std::printf("  %-36s %s\n", call, cudaGetErrorName(status));
}

// The runtime's status from now on: reads the error, which clears it, then makes a call that is not related to it.
cudaError_t ask() {
  say("cudaGetLastError()", cudaGetLastError());
  int* d_x = nullptr;
  const cudaError_t status = cudaMalloc(&d_x, sizeof(int));
  say("cudaMalloc(&d_x, 4)", status);
  if (status == cudaSuccess) check(cudaFree(d_x));
  return status;
}

void show(Lesson& lesson, const std::string& error) {
  std::printf("\nA launch of 4096 threads per block: refused, nothing ran\n");
  store_kernel<<<1, 4096>>>(nullptr);
  lesson.expect(ask() == cudaSuccess, "a refused launch broke the device");

  if (error == "sticky") {
    std::printf("\nA kernel that stores to address 0: it starts, and fails\n");
    store_kernel<<<1, 1>>>(nullptr);
    say("cudaDeviceSynchronize()", cudaDeviceSynchronize());
    lesson.expect(ask() == cudaErrorIllegalAddress, "the error is not sticky");
    std::printf(
        "\nFrom now on every call fails, whatever it does. Look for the first call that failed. This program ends with "
        "the same error, status 3.\n");
    return;
  }
  std::printf("\nReading that error cleared it. For an error that stays: --error sticky\n");
}

int main(int argc, char** argv) {
  Lesson lesson("sticky_error", "Exhibit: an error that can be read and cleared, and one that stays.", Options::shown);
  const std::string& error = lesson.choice("--error", {"refused", "sticky"}, "the error to cause");
  return lesson.main(argc, argv, [&] { show(lesson, error); });
}
