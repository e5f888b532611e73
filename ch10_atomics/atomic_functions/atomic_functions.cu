// The atomic functions, each called by many threads on one word, and three things that atomicCAS builds.
#include "ch10_atomics/atomic_functions/atomic_functions.h"

#include <cuda/atomic>

#include "common/check.h"
#include "common/launch.h"

namespace atomic_functions {

constexpr int block_size = 256;

// A type a function: call is what a thread does, step what it means for the word.
struct Add {
  static __device__ Word call(Word* word, Word v) { return atomicAdd(word, v); }
  static Word step(Word w, Word v) { return w + v; }
};
struct Subtract {
  static __device__ Word call(Word* word, Word v) { return atomicSub(word, v); }
  static Word step(Word w, Word v) { return w - v; }
};
struct Exchange {
  static __device__ Word call(Word* word, Word v) { return atomicExch(word, v); }
  static Word step(Word, Word v) { return v; }
};
struct Minimum {
  static __device__ Word call(Word* word, Word v) { return atomicMin(word, v); }
  static Word step(Word w, Word v) { return v < w ? v : w; }
};
struct Maximum {
  static __device__ Word call(Word* word, Word v) { return atomicMax(word, v); }
  static Word step(Word w, Word v) { return v > w ? v : w; }
};
struct And {
  static __device__ Word call(Word* word, Word v) { return atomicAnd(word, v); }
  static Word step(Word w, Word v) { return w & v; }
};
struct Or {
  static __device__ Word call(Word* word, Word v) { return atomicOr(word, v); }
  static Word step(Word w, Word v) { return w | v; }
};
struct ExclusiveOr {
  static __device__ Word call(Word* word, Word v) { return atomicXor(word, v); }
  static Word step(Word w, Word v) { return w ^ v; }
};
struct Increment {  // the next slot of a ring; a count of finished blocks that resets itself
  static __device__ Word call(Word* word, Word) { return atomicInc(word, limit); }
  static Word step(Word w, Word) { return w >= limit ? 0 : w + 1; }
};
struct Decrement {
  static __device__ Word call(Word* word, Word) { return atomicDec(word, limit); }
  static Word step(Word w, Word) { return w == 0 || w > limit ? limit : w - 1; }
};
struct CompareAndSwap {  // stores v only where it finds 0: a race that one thread wins, and the others learn to whom
  static __device__ Word call(Word* word, Word v) { return atomicCAS(word, 0u, v); }
  static Word step(Word w, Word v) { return w == 0 ? v : w; }
};
struct AddInBlock {  // atomic for the threads of one block only, so this one runs with one block
  static __device__ Word call(Word* word, Word v) { return atomicAdd_block(word, v); }
  static Word step(Word w, Word v) { return w + v; }
};
struct AddInSystem {  // atomic for the host and for other GPUs too, where the hardware joins their memories
  static __device__ Word call(Word* word, Word v) { return atomicAdd_system(word, v); }
  static Word step(Word w, Word v) { return w + v; }
};

template <typename Atomic>
__global__ void run_kernel(Word* word, const Word* value, std::size_t n, Word* old) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride)
    old[i] = Atomic::call(word, value[i]);
}

template <typename Atomic>
void run(Word* word, const Word* value, std::size_t n, Word* old) {
  run_kernel<Atomic><<<blocks_for(n, block_size), block_size>>>(word, value, n, old);
  check(cudaGetLastError());
}

template <typename Atomic>
void run_one_block(Word* word, const Word* value, std::size_t n, Word* old) {
  run_kernel<Atomic><<<1, block_size>>>(word, value, n, old);
  check(cudaGetLastError());
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"atomicAdd", "w + v", run<Add>, Add::step},
      {"atomicSub", "w - v", run<Subtract>, Subtract::step},
      {"atomicExch", "v", run<Exchange>, Exchange::step},
      {"atomicMin", "min(w, v)", run<Minimum>, Minimum::step},
      {"atomicMax", "max(w, v)", run<Maximum>, Maximum::step},
      {"atomicAnd", "w & v", run<And>, And::step},
      {"atomicOr", "w | v", run<Or>, Or::step},
      {"atomicXor", "w ^ v", run<ExclusiveOr>, ExclusiveOr::step},
      {"atomicInc", "w >= 6 ? 0 : w + 1", run<Increment>, Increment::step},
      {"atomicDec", "w == 0 || w > 6 ? 6 : w - 1", run<Decrement>, Decrement::step},
      {"atomicCAS", "w == 0 ? v : w", run<CompareAndSwap>, CompareAndSwap::step},
      {"atomicAdd_block", "w + v", run_one_block<AddInBlock>, AddInBlock::step},
      {"atomicAdd_system", "w + v", run<AddInSystem>, AddInSystem::step},
  };
  return all;
}

// ---- Any function of one word can be made atomic: the swap fails if the word has changed since it was read, and its
// return value is then the one to try with. (For double, atomicAdd itself has been there since compute capability 6.0.)
__global__ void add_by_cas_kernel(const double* x, std::size_t n, double* sum) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i >= n) return;
  auto* const word = reinterpret_cast<unsigned long long*>(sum);  // bits are compared: as numbers, NaN never equals NaN
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

// Same, except that most threads find a larger value there and are done without any swap.
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

// ---- A lock, for what no single word can hold. Whoever finds a 0 there has it. Acquire keeps the loads and stores of
// the counters behind the exchange, release keeps them before the store: so each owner finds what the last one left.
// Lanes of one warp may wait for each other like this since Volta, where each goes on by itself.
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
