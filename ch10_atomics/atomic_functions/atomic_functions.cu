// The atomic functions, each called by many threads on one word, and three functions built from atomicCAS.
#include "ch10_atomics/atomic_functions/atomic_functions.h"

#include <cuda/atomic>

#include "common/check.h"

namespace atomic_functions {

constexpr int block_size = 256;

// ---- The functions, each called by many threads on one word. Each returns the old value of the word.
__global__ void add_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicAdd(word, value[i]);
}

__global__ void subtract_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicSub(word, value[i]);
}

__global__ void exchange_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicExch(word, value[i]);
}

__global__ void minimum_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicMin(word, value[i]);
}

__global__ void maximum_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicMax(word, value[i]);
}

__global__ void bit_and_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicAnd(word, value[i]);
}

__global__ void bit_or_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicOr(word, value[i]);
}

__global__ void bit_xor_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicXor(word, value[i]);
}

// The next slot of a ring; a count of finished blocks that resets itself.
__global__ void increment_kernel(Word* word, const Word*, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicInc(word, limit);
}

__global__ void decrement_kernel(Word* word, const Word*, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicDec(word, limit);
}

// Stores the value only if the word is 0: one thread succeeds, and the others get its value returned.
__global__ void compare_and_swap_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicCAS(word, 0u, value[i]);
}

// Atomic only among the threads of one block, so this one runs with one block.
__global__ void add_in_block_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  for (std::size_t i = threadIdx.x; i < n; i += block_size) old[i] = atomicAdd_block(word, value[i]);
}

// Atomic for the host and for other GPUs too, if the hardware supports it.
__global__ void add_in_system_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) old[i] = atomicAdd_system(word, value[i]);
}

using Kernel = void (*)(Word* word, const Word* value, std::size_t n, Word* old);

template <Kernel kernel>
void run(Word* word, const Word* value, std::size_t n, Word* old) {
  kernel<<<blocks_for(n, block_size), block_size>>>(word, value, n, old);
  check(cudaGetLastError());
}

void run_in_block(Word* word, const Word* value, std::size_t n, Word* old) {
  add_in_block_kernel<<<1, block_size>>>(word, value, n, old);
  check(cudaGetLastError());
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"atomicAdd", "w + v", run<add_kernel>, [](Word w, Word v) { return w + v; }},
      {"atomicSub", "w - v", run<subtract_kernel>, [](Word w, Word v) { return w - v; }},
      {"atomicExch", "v", run<exchange_kernel>, [](Word, Word v) { return v; }},
      {"atomicMin", "min(w, v)", run<minimum_kernel>, [](Word w, Word v) { return v < w ? v : w; }},
      {"atomicMax", "max(w, v)", run<maximum_kernel>, [](Word w, Word v) { return v > w ? v : w; }},
      {"atomicAnd", "w & v", run<bit_and_kernel>, [](Word w, Word v) { return w & v; }},
      {"atomicOr", "w | v", run<bit_or_kernel>, [](Word w, Word v) { return w | v; }},
      {"atomicXor", "w ^ v", run<bit_xor_kernel>, [](Word w, Word v) { return w ^ v; }},
      {"atomicInc", "w >= 6 ? 0 : w + 1", run<increment_kernel>, [](Word w, Word) { return w >= limit ? 0 : w + 1; }},
      {"atomicDec", "w == 0 || w > 6 ? 6 : w - 1", run<decrement_kernel>,
       [](Word w, Word) { return w == 0 || w > limit ? limit : w - 1; }},
      {"atomicCAS", "w == 0 ? v : w", run<compare_and_swap_kernel>, [](Word w, Word v) { return w == 0 ? v : w; }},
      {"atomicAdd_block", "w + v", run_in_block, [](Word w, Word v) { return w + v; }},
      {"atomicAdd_system", "w + v", run<add_in_system_kernel>, [](Word w, Word v) { return w + v; }},
  };
  return all;
}

// ---- Any function of one word can be made atomic: the swap fails if the word has changed since it was read, and
// returns the value to try next. (For double, atomicAdd itself exists since compute capability 6.0.)
__global__ void add_by_cas_kernel(const double* x, std::size_t n, double* sum) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  auto* const word = reinterpret_cast<unsigned long long*>(sum);  // bits are compared: NaN never equals NaN
  unsigned long long seen = atomicAdd(word, 0ull), expected;      // a read beside others' swaps must be atomic too
  do {
    expected = seen;
    const double next = __longlong_as_double(static_cast<long long>(expected)) + x[i];
    seen = atomicCAS(word, expected, static_cast<unsigned long long>(__double_as_longlong(next)));
  } while (seen != expected);
}

void add_by_cas(const double* x, std::size_t n, double* sum) {
  add_by_cas_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, sum);
  check(cudaGetLastError());
}

// Same, except that most threads find a larger value there and finish without a swap.
__global__ void max_by_cas_kernel(const float* x, std::size_t n, float* most) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  auto* const word = reinterpret_cast<int*>(most);
  int seen = atomicAdd(word, 0), expected;
  do {
    expected = seen;
    if (!(x[i] > __int_as_float(expected))) return;
    seen = atomicCAS(word, expected, __float_as_int(x[i]));
  } while (seen != expected);
}

void max_by_cas(const float* x, std::size_t n, float* most) {
  max_by_cas_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, most);
  check(cudaGetLastError());
}

// ---- A lock, for data that does not fit into one word. The thread that reads a 0 owns it. Acquire keeps the accesses
// to the counters after the exchange, release keeps them before the store, so each owner sees what the last owner
// wrote. Lanes of one warp may wait for each other like this since Volta, where threads are scheduled independently.
__global__ void count_locked_kernel(std::size_t n, int* lock, unsigned long long* counters) {
  if (std::size_t{blockIdx.x} * block_size + threadIdx.x >= n) return;
  const cuda::atomic_ref<int, cuda::thread_scope_device> taken(*lock);
  while (taken.exchange(1, cuda::memory_order_acquire) != 0) continue;
  ++counters[0];
  ++counters[1];
  taken.store(0, cuda::memory_order_release);
}

void count_locked(std::size_t n, int* lock, unsigned long long* counters) {
  count_locked_kernel<<<blocks_for(n, block_size), block_size>>>(n, lock, counters);
  check(cudaGetLastError());
}

}  // namespace atomic_functions
