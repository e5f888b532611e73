// The kernel alone against the CPU and the copy ceiling; then with its copies, from pageable and from pinned memory.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

#include "ch05_timing/speedup/speedup.h"
#include "common/check.h"
#include "common/lesson.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

template <typename Real>
struct Arrays {  // three arrays of n values, on the host or on the device
  Real *x = nullptr, *y = nullptr, *z = nullptr;
};

// Copies in, launch, copy out, as in a program that has its data on the host: by the host's clock, in ms.
template <typename Real>
double whole_ms(const Lesson& lesson, const Arrays<Real>& host, const Arrays<Real>& device, std::size_t n) {
  const std::size_t bytes = n * sizeof(Real);
  const auto whole = [&] {
    check(cudaMemcpy(device.x, host.x, bytes, cudaMemcpyHostToDevice));
    check(cudaMemcpy(device.y, host.y, bytes, cudaMemcpyHostToDevice));
    speedup::ladder<Real>().back().run(device.x, device.y, device.z, n);
    check(cudaMemcpy(host.z, device.z, bytes, cudaMemcpyDeviceToHost));
  };
  check(cudaMemset(device.z, 0xFF, bytes));
  std::fill_n(host.z, n, Real{0});
  return median_host_ms(whole, std::min(lesson.repeats(), 7), 1);  // long, and steady
}

template <typename Real>
void show(Lesson& lesson, std::size_t n) {
  const std::size_t bytes = n * sizeof(Real);
  const double all_bytes = 3.0 * static_cast<double>(bytes);
  std::vector<Real> h_x = random_reals<Real>(n, -1, 1, lesson.seed());
  std::vector<Real> h_y = random_reals<Real>(n, -1, 1, lesson.seed() + 1);
  std::vector<Real> h_z(n), expected(n);

  Arrays<Real> device;
  check(cudaMalloc(&device.x, bytes));
  check(cudaMalloc(&device.y, bytes));
  check(cudaMalloc(&device.z, bytes));
  check(cudaMemcpy(device.x, h_x.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device.y, h_y.data(), bytes, cudaMemcpyHostToDevice));

  Report& kernel = lesson.report({.bytes = all_bytes, .ceiling = Ceiling::copy}, "The kernel alone");
  const auto reference = [&] {
    speedup::add_cpu(h_x, h_y, expected);
    return n > 0 ? static_cast<double>(expected[n / 2]) : 0;
  };
  kernel.cpu("CPU, one core", reference);
  kernel.writes(device.z, bytes);
  const auto wrong_values = [&] {
    check(cudaMemcpy(h_z.data(), device.z, bytes, cudaMemcpyDeviceToHost));
    return mismatches(h_z, expected);
  };
  for (const auto& rung : speedup::ladder<Real>())
    kernel.rung(
        rung.name, [&] { rung.run(device.x, device.y, device.z, n); }, wrong_values);
  kernel.peers(
      speedup::peers<Real>(), [&](const auto& peer) { peer.run(device.x, device.y, device.z, n); }, wrong_values);
  kernel.print("With enough bytes in flight, an addition is as fast as a copy (error: number of wrong values).");

  std::printf("\n");

  // Bytes over the bus, not through device memory: the ceiling is another one.
  Report& whole =
      lesson.report({.bytes = all_bytes, .ceiling = Ceiling::host_to_device}, "Copies in, kernel, copy out");
  whole.cpu("CPU, one core", reference);

  const double pageable_ms = whole_ms<Real>(lesson, {h_x.data(), h_y.data(), h_z.data()}, device, n);
  whole.row("pageable", pageable_ms, mismatches(h_z, expected));

  // Pinned: the operating system cannot move these pages, so the device can copy from them directly.
  Arrays<Real> pinned;
  check(cudaMallocHost(&pinned.x, bytes));
  check(cudaMallocHost(&pinned.y, bytes));
  check(cudaMallocHost(&pinned.z, bytes));
  std::copy(h_x.begin(), h_x.end(), pinned.x);
  std::copy(h_y.begin(), h_y.end(), pinned.y);
  const double pinned_ms = whole_ms(lesson, pinned, device, n);
  std::copy_n(pinned.z, n, h_z.begin());
  whole.row("pinned", pinned_ms, mismatches(h_z, expected));
  whole.print("One addition per element does not justify the transfers: give the GPU more work per byte.");

  for (Real* p : {pinned.x, pinned.y, pinned.z}) check(cudaFreeHost(p));
  for (Real* p : {device.x, device.y, device.z}) check(cudaFree(p));
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("speedup", "Add two arrays: on the CPU, on the GPU, and with the transfers there and back.");
  const std::size_t& n = lesson.size("--n", 100'000'000, 1'000'000, "elements");
  return lesson.main(argc, argv, [&] { lesson.single() ? show<float>(lesson, n) : show<double>(lesson, n); });
}
