// rejected: results.*should be
constexpr int tile = 32;  // keys

// Causal: results[query] = the sum of weights[query][key] values[key] over the keys up to its own number. A thread for
// each query. A block of 32 threads brings 32 values at a time to shared memory.
__global__ void causal(const float* weights, const float* values, float* results, int length) {
  __shared__ float part[tile];
  const int query = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first <= static_cast<int>(blockIdx.x) * tile; first += tile) {
    part[threadIdx.x] = first + threadIdx.x < length ? values[first + threadIdx.x] : 0;
    __syncwarp();
    if (query < length)
      for (int i = 0; i < tile && first + i < query; ++i) sum += weights[query * length + first + i] * part[i];
    __syncwarp();
  }
  if (query < length) results[query] = sum;
}
