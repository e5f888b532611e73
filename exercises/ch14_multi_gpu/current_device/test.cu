#include <memory>

#include "current_device.cuh"
#include "exercises/harness.h"

static void run(std::size_t n) {
  int devices = 0;
  exercise::check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
  exercise::about("n = %zu on each of %d devices", n, devices);
  std::vector<std::vector<int>> x;
  std::vector<std::unique_ptr<exercise::Array<int>>> d_x;
  std::vector<int*> parts;
  std::vector<cudaStream_t> streams(devices);
  for (int d = 0; d < devices; ++d) {
    exercise::check(cudaSetDevice(d), "cudaSetDevice");
    x.push_back(exercise::whole_numbers<int>(n));
    d_x.push_back(std::make_unique<exercise::Array<int>>(x.back()));
    parts.push_back(d_x.back()->data());
    exercise::check(cudaStreamCreate(&streams[d]), "cudaStreamCreate");
  }
  exercise::check(cudaSetDevice(0), "cudaSetDevice");
  square_parts(parts.data(), static_cast<int>(n), devices, streams.data());
  exercise::launched("the kernel of a part");
  int current = -1;
  exercise::check(cudaGetDevice(&current), "cudaGetDevice");
  for (int d = 0; d < devices; ++d) {
    exercise::check(cudaSetDevice(d), "cudaSetDevice");
    exercise::launched("the kernel of a part");
    exercise::check(cudaStreamDestroy(streams[d]), "cudaStreamDestroy");
    for (int& value : x[d]) value = value * value;
    exercise::expect_equal("the part", *d_x[d], x[d]);
  }
  exercise::check(cudaSetDevice(0), "cudaSetDevice");
  exercise::expect(current == 0, "device %d is current after the call, should be device 0", current);
}

void test() {
  for (const std::size_t n : exercise::sizes) run(n);
}

void counted() {
  run(1000);
}
