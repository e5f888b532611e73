// What atomics are used for: unique indices, a stack, a hash table with open addressing, a maximum and its index.
#include <cstdio>

const unsigned empty = 0xffffffffu;

__device__ unsigned hash(unsigned k) {
  k ^= k >> 16;
  k *= 0x85ebca6b;
  k ^= k >> 13;
  k *= 0xc2b2ae35;
  k ^= k >> 16;
  return k;
}
__global__ void insert(unsigned* keys, unsigned* counts, unsigned capacity, const unsigned* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned slot = hash(words[i]) % capacity;
  while (true) {
    const unsigned previous = atomicCAS(&keys[slot], empty, words[i]);
    if (previous == empty || previous == words[i]) {
      atomicAdd(&counts[slot], 1);
      return;
    }
    slot = (slot + 1) % capacity;
  }
}
__global__ void lookup(const unsigned* keys, const unsigned* counts, unsigned capacity, unsigned first, unsigned* out) {
  const unsigned wanted = first + threadIdx.x;
  unsigned slot = hash(wanted) % capacity;
  while (keys[slot] != wanted && keys[slot] != empty) slot = (slot + 1) % capacity;
  out[threadIdx.x] = keys[slot] == wanted ? counts[slot] : 0;
}
__global__ void argmax(const unsigned* values, int n, unsigned long long* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(best, (unsigned long long)values[i] << 32 | (0xffffffffu - i));  // the first of equals wins
}

int main() {
  const int n = 600;
  const unsigned capacity = 64;
  unsigned *words, *keys, *counts, *out;
  unsigned long long* best;
  cudaMallocManaged(&words, n * sizeof(unsigned));
  cudaMallocManaged(&keys, capacity * sizeof(unsigned));
  cudaMallocManaged(&counts, capacity * sizeof(unsigned));
  cudaMallocManaged(&out, 32 * sizeof(unsigned));
  cudaMallocManaged(&best, sizeof *best);
  for (int i = 0; i < n; ++i) words[i] = (i * i + 3 * i) % 37;
  cudaMemset(keys, 0xff, capacity * sizeof(unsigned));
  cudaMemset(counts, 0, capacity * sizeof(unsigned));
  insert<<<5, 128>>>(keys, counts, capacity, words, n);
  lookup<<<1, 32>>>(keys, counts, capacity, 10, out);
  *best = 0;
  argmax<<<5, 128>>>(words, n, best);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) printf("%u ", out[i]);
  int used = 0, total = 0;
  for (unsigned i = 0; i < capacity; ++i) used += keys[i] != empty, total += counts[i];
  printf("\n%d words in %d slots\n", total, used);
  printf("largest %llu at %u\n", *best >> 32, 0xffffffffu - (unsigned)(*best & 0xffffffffu));
}
