// Programmatic dependent launch (compute capability 9.0): the second kernel may start before the first has ended. Two
// calls control this: the first kernel triggers the start, and the second waits where it needs the result.
#include "common/dependent_launch.h"

#include "ch12_streams/dependent_launch/dependent_launch.h"
#include "common/check.h"
#include "common/ptx.h"

namespace dependent_launch {
namespace {

// When the first kernel triggers the start of the second.
enum class Trigger { never, at_its_end, at_once };

template <Trigger trigger>
__global__ void first_kernel(const std::uint32_t* x, std::uint32_t* y, std::size_t n, Lcg lcg, int steps) {
  if (trigger == Trigger::at_once) let_next_kernel_start();
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = lcg.stepped(x[i], steps);
  if (trigger == Trigger::at_its_end) let_next_kernel_start();
}

__global__ void second_kernel(const std::uint32_t* y, std::uint32_t* z, std::size_t n, Lcg lcg, int steps) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  const std::uint32_t number = lcg.stepped(static_cast<std::uint32_t>(i), steps);  // independent of the first kernel
  wait_for_kernel_before();
  if (i < n) z[i] = number + y[n - 1 - i];  // the first kernel has ended, and its stores are visible
}

// ---- Rung 1. An ordinary launch. The second kernel's independent work begins when the first kernel has ended.
void one_after_another(const std::uint32_t* x, std::uint32_t* y, std::uint32_t* z, std::size_t n, int steps) {
  const int blocks = blocks_for(n, block_size);
  first_kernel<Trigger::never><<<blocks, block_size>>>(x, y, n, Lcg{}, steps);
  check(cudaGetLastError());
  second_kernel<<<blocks, block_size>>>(y, z, n, Lcg{}, steps);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the second launch may start early. No block calls the trigger; a block that ends
// counts as having called it, so the second kernel starts when the last block of the first has ended.
void without_trigger(const std::uint32_t* x, std::uint32_t* y, std::uint32_t* z, std::size_t n, int steps) {
  const int blocks = blocks_for(n, block_size);
  first_kernel<Trigger::never><<<blocks, block_size>>>(x, y, n, Lcg{}, steps);
  check(cudaGetLastError());
  launch_dependent(second_kernel, blocks, block_size, 0, y, z, n, Lcg{}, steps);
}

// ---- Rung 3. Same, except that the first kernel calls the trigger after its work.
void late_trigger(const std::uint32_t* x, std::uint32_t* y, std::uint32_t* z, std::size_t n, int steps) {
  const int blocks = blocks_for(n, block_size);
  first_kernel<Trigger::at_its_end><<<blocks, block_size>>>(x, y, n, Lcg{}, steps);
  check(cudaGetLastError());
  launch_dependent(second_kernel, blocks, block_size, 0, y, z, n, Lcg{}, steps);
}

// ---- Rung 4. Same, except that the first kernel calls the trigger in its first line. If the device has room for both,
// the second kernel's independent work overlaps with the first kernel.
void early_trigger(const std::uint32_t* x, std::uint32_t* y, std::uint32_t* z, std::size_t n, int steps) {
  const int blocks = blocks_for(n, block_size);
  first_kernel<Trigger::at_once><<<blocks, block_size>>>(x, y, n, Lcg{}, steps);
  check(cudaGetLastError());
  launch_dependent(second_kernel, blocks, block_size, 0, y, z, n, Lcg{}, steps);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"one_after_another", one_after_another},
      {"without_trigger", without_trigger, {90}},
      {"late_trigger", late_trigger, {90}},
      {"early_trigger", early_trigger, {90}},
  };
  return rungs;
}

}  // namespace dependent_launch
