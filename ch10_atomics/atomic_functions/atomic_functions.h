// The effect of each atomic function on one word when many threads call it at once, and the value that it returns.
#pragma once

#include <cstddef>
#include <vector>

namespace atomic_functions {

using Word = unsigned;

inline constexpr Word limit = 6;  // of atomicInc and atomicDec here: the word runs from 0 to limit and starts again

struct Function {
  const char* name;
  const char* meaning;  // the new word, from the old word w and the value v
  // n threads call the function on *word, thread i with value[i], and old[i] becomes what its call returned. All point
  // to device memory: one word, n values (not changed), n words; n may be 0. Does not wait; throws CudaError.
  void (*run)(Word* word, const Word* value, std::size_t n, Word* old);
  Word (*step)(Word w, Word v);  // the same for a single call, on the host
};

const std::vector<Function>& functions();

// True if the calls happened one after another in some order: if they can be ordered such that the first starts from
// `initial`, each starts from the value that the one before left, and the last leaves `final`. Atomic functions
// guarantee that such an order exists, but not which order it is.
bool happened_in_some_order(const Function& function, Word initial, const std::vector<Word>& value,
                            const std::vector<Word>& old, Word final);

// ---- Built from atomicCAS: read the word, compute, and swap only if no other thread has changed it; otherwise try
// again. Pointers to device memory; n may be 0.
void add_by_cas(const double* x, std::size_t n, double* sum);  // adds all x to *sum
void max_by_cas(const float* x, std::size_t n, float* most);   // raises *most to the largest x; ignores NaN
// Each of n threads adds 1 to both counters by plain additions, one thread at a time: *lock is 0 while it is open.
void count_locked(std::size_t n, int* lock, unsigned long long* counters);

}  // namespace atomic_functions
