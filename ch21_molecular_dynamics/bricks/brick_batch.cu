// The end of a batch of steps.
#include "ch21_molecular_dynamics/bricks/brick_batch.h"

#include "common/check.h"

namespace ljmd {

namespace {

__global__ void end_batch_kernel(BrickWords* words, cudaGraphConditionalHandle condition) {
  cudaGraphSetConditional(condition, words->moved[0] | words->moved[1]);
  words->moved[0] = words->moved[1] = 0;
  words->left -= words->done;
  words->swapped ^= words->done & 1;
  words->done = 0;
}

}  // namespace

void end_batch(BrickWords* words, cudaGraphConditionalHandle condition, cudaStream_t stream) {
  end_batch_kernel<<<1, 1, 0, stream>>>(words, condition);
  check(cudaGetLastError());
}

}  // namespace ljmd
