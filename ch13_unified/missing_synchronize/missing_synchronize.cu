// Wrong on purpose: the host reads managed memory after a launch and before a synchronisation.
//
// A launch returns at once. A cudaMemcpy would wait for the kernel; reading managed memory is an ordinary load, which
// does not. On every generation of GPU, the host may read values that the kernel has not written yet.
#include <cstdint>
#include <cstdio>

#include "common/check.h"
#include "common/lesson.h"
#include "common/owners.h"

constexpr int block_size = 256;
constexpr std::size_t n = 1 << 16;
constexpr std::uint32_t old_value = 1;

__host__ __device__ inline std::uint32_t turned(std::uint32_t value, int turns) {
  for (int turn = 0; turn < turns; ++turn) value = value * 1664525 + 1013904223;
  return value;
}

// Takes a long time before it writes, like a kernel that computes something.
__global__ void write_kernel(std::uint32_t* x, int turns) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  x[i] = turned(x[i], turns);
}

struct Seen {
  std::size_t early, late;  // values that were not the new ones
};

Seen look(ManagedBuffer<std::uint32_t>& x, int turns) {
  for (std::size_t i = 0; i < n; ++i) x[i] = old_value;
  const std::uint32_t new_value = turned(old_value, turns);
  const volatile std::uint32_t* values = x.data();  // volatile: the kernel changes them meanwhile
  const auto others = [&] {
    std::size_t count = 0;
    for (std::size_t i = 0; i < n; ++i) count += values[i] != new_value;
    return count;
  };

  write_kernel<<<blocks_for(n, block_size), block_size>>>(x.data(), turns);
  check(cudaGetLastError());
  const std::size_t early = others();
  check(cudaDeviceSynchronize());
  return {early, others()};
}

int main(int argc, char** argv) {
  Lesson lesson("missing_synchronize", "Exhibit: the host reads managed memory without waiting for the kernel.",
                Options::shown);
  const std::size_t& turns =
      lesson.size("--turns", 3'000'000, 10, "turns of a thread before it writes", 1, 1'000'000'000);
  return lesson.main(argc, argv, [&] {
    if (!pages_move_alone())
      throw Unsupported("on this device the host must not touch managed memory while a kernel runs: it would crash");
    ManagedBuffer<std::uint32_t> x(n);
    const Seen seen = look(x, static_cast<int>(turns));
    std::printf("\nof %zu values the host saw the old one\n", n);
    std::printf("before cudaDeviceSynchronize(): %zu times\n", seen.early);
    std::printf("after cudaDeviceSynchronize():  %zu times\n", seen.late);
    std::printf("%s\n", emulated_device()
                            ? "The emulator's launch returns when the kernel is done, so early is right by luck here."
                            : "No status shows it. Every read by the host needs a synchronisation before it.");
    lesson.expect(seen.late == 0, "after the synchronisation every value must be new");
  });
}
