// Attention in float, from factors in BF16. First as the formula says, in three kernels with all scores of a head in
// memory between them. Then in one kernel that forgets a score as soon as it is used.
#include "ch26_attention/attention_plain/attention_plain.h"

#include "common/rows.cuh"

namespace attention_plain {
namespace {

using attention::bf16;
using attention::Shape;
using attention::width;

// The score of a query and a key, both of `width` elements, times scale.
__device__ float score(const bf16* query, const bf16* key, float scale) {
  float sum = 0;
  for (int i = 0; i < width; ++i) sum += __bfloat162float(query[i]) * __bfloat162float(key[i]);
  return sum * scale;
}

// ---- Rung 1. Scores, powers and results of one head, each in a kernel of its own. A key that a query does not see has
// the score minus infinity, and so the power 0.
constexpr int side = 16;
__global__ void __launch_bounds__(side* side)
    scores_kernel(const bf16* q, const bf16* k, float* scores, int length, bool causal, float scale) {
  const int query = blockIdx.y * side + threadIdx.y, key = blockIdx.x * side + threadIdx.x;
  if (query >= length || key >= length) return;
  scores[std::size_t(query) * length + key] =
      causal && key > query ? minus_infinity
                            : score(q + std::size_t(query) * width, k + std::size_t(key) * width, scale);
}

constexpr int threads = 256;
__global__ void __launch_bounds__(threads) powers_kernel(float* scores, int length) {  // softmax_rows' first rung
  float* const row = scores + std::size_t(blockIdx.x) * length;
  float most = minus_infinity, sum = 0;
  for (int i = threadIdx.x; i < length; i += threads) most = fmaxf(most, row[i]);
  most = over_block<Largest>(most);
  for (int i = threadIdx.x; i < length; i += threads) sum += __expf(row[i] - most);
  sum = over_block<Sum>(sum);
  for (int i = threadIdx.x; i < length; i += threads) row[i] = __expf(row[i] - most) / sum;
}

__global__ void __launch_bounds__(width) results_kernel(const float* powers, const bf16* v, bf16* o, int length) {
  const float* const row = powers + std::size_t(blockIdx.x) * length;
  float sum = 0;
  for (int key = 0; key < length; ++key) sum += row[key] * __bfloat162float(v[std::size_t(key) * width + threadIdx.x]);
  o[std::size_t(blockIdx.x) * width + threadIdx.x] = __float2bfloat16(sum);
}

float scale_of_scores() {
  return 1 / std::sqrt(float{width});
}

void three_kernels(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  if (shape.elements() == 0) return;
  const int length = static_cast<int>(shape.length), across = blocks_for(shape.length, side);
  float* scores = nullptr;  // of one head after the other
  check(cudaMallocAsync(&scores, shape.length * shape.length * sizeof(float), stream));
  for (std::size_t head = 0; head < shape.heads; ++head) {
    const std::size_t at = head * shape.length * width;
    scores_kernel<<<dim3(across, across), dim3(side, side), 0, stream>>>(q + at, k + at, scores, length, shape.causal,
                                                                         scale_of_scores());
    powers_kernel<<<length, threads, 0, stream>>>(scores, length);
    results_kernel<<<length, width, 0, stream>>>(scores, v + at, o + at, length);
  }
  check(cudaGetLastError());
  check(cudaFreeAsync(scores, stream));
}

// ---- Rung 2. One kernel, a block for each query. It goes through the keys 128 at a time: each thread computes the
// score of one key, then one element of the result from the powers of all 128. A larger score rescales what is there
// (online). The last key that a query sees ends the loop.
__global__ void __launch_bounds__(width)
    online_kernel(const bf16* q, const bf16* k, const bf16* v, bf16* o, int length, bool causal, float scale) {
  __shared__ float powers[width];
  const std::size_t head = std::size_t(blockIdx.y) * length * width, query = blockIdx.x;
  const int t = threadIdx.x, keys = causal ? query + 1 : length;
  float most = minus_infinity, sum = 0, result = 0;
  for (int first = 0; first < keys; first += width) {
    const int count = min(width, keys - first);
    const float mine =
        t < count ? score(q + head + query * width, k + head + std::size_t(first + t) * width, scale) : minus_infinity;
    const float larger = fmaxf(most, over_block<Largest>(mine)), factor = __expf(most - larger);
    powers[t] = __expf(mine - larger);
    __syncthreads();
    sum *= factor;
    result *= factor;
    for (int i = 0; i < count; ++i) {
      sum += powers[i];
      result += powers[i] * __bfloat162float(v[head + std::size_t(first + i) * width + t]);
    }
    most = larger;  // over_block begins with a barrier: all have then read the powers
  }
  o[head + query * width + t] = __float2bfloat16(result / sum);
}

void online(const bf16* q, const bf16* k, const bf16* v, bf16* o, Shape shape, cudaStream_t stream) {
  if (shape.elements() == 0) return;
  online_kernel<<<dim3(shape.length, shape.heads), width, 0, stream>>>(q, k, v, o, static_cast<int>(shape.length),
                                                                       shape.causal, scale_of_scores());
  check(cudaGetLastError());
}

}  // namespace

std::span<const attention::Rung> ladder() {
  static constexpr attention::Rung rungs[] = {
      {"three_kernels", three_kernels},
      {"online", online},
  };
  return rungs;
}

}  // namespace attention_plain
