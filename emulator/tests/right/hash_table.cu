// An open hash table: slots taken by atomicCAS, values added, then looked up.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  uint32_t key;
  uint32_t value;
} kv_t;

#define EMPTY 0xffffffffu
#define CAPACITY 1024u

__device__ static uint32_t mix(uint32_t k) {
  k ^= k >> 16;
  k *= 0x85ebca6bu;
  k ^= k >> 13;
  return k & (CAPACITY - 1);
}

__global__ void insert(kv_t* table, const uint32_t* keys, uint32_t n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uint32_t slot = mix(keys[i]);
    for (;;) {
      uint32_t prev = atomicCAS(&table[slot].key, EMPTY, keys[i]);
      if (prev == EMPTY || prev == keys[i]) {
        atomicAdd(&table[slot].value, 1u);
        return;
      }
      slot = (slot + 1) & (CAPACITY - 1);
    }
  }
}

__global__ void lookup(const kv_t* table, uint32_t* count, uint32_t n) {
  uint32_t key = blockIdx.x * blockDim.x + threadIdx.x;
  if (key >= n) return;
  uint32_t slot = mix(key);
  while (table[slot].key != key && table[slot].key != EMPTY) slot = (slot + 1) & (CAPACITY - 1);
  count[key] = table[slot].key == key ? table[slot].value : 0;
}

int main() {
  enum { n = 2000, distinct = 300 };
  static uint32_t keys[n], want[distinct + 1], got[distinct + 1];
  static kv_t empty[CAPACITY];
  for (uint32_t i = 0; i < CAPACITY; i++) empty[i].key = EMPTY;
  for (int i = 0; i < n; i++) want[keys[i] = (uint32_t)(i * i) % distinct]++;
  kv_t* table;
  uint32_t *d_keys, *d_count;
  cudaMalloc(&table, sizeof(empty));
  cudaMalloc(&d_keys, sizeof(keys));
  cudaMalloc(&d_count, sizeof(got));
  cudaMemcpy(table, empty, sizeof(empty), cudaMemcpyHostToDevice);
  cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
  insert<<<(n + 255) / 256, 256>>>(table, d_keys, n);
  lookup<<<2, 256>>>(table, d_count, distinct + 1);
  cudaMemcpy(got, d_count, sizeof(got), cudaMemcpyDeviceToHost);
  cudaFree(table);
  cudaFree(d_keys);
  cudaFree(d_count);
  for (int i = 0; i <= distinct; i++)
    if (got[i] != want[i]) return 1;
  return 0;
}
