// A batch: several steps that are launched together, the first one at position[0]. It ends early, because the device
// leaves out the rest, when an atom has moved more than half of the skin or words->left steps are made.
#pragma once

#include <cuda_runtime.h>

#include "ch21_molecular_dynamics/bricks/brick_words.h"

namespace ljmd {

// Behind the last step: counts the steps made, after which position[0] is again where the atoms are. Sets condition if
// the lists must be made again, and clears the words that say so.
void end_batch(BrickWords* words, cudaGraphConditionalHandle condition, cudaStream_t stream);

// Of a step of several slabs, which may always be left out. There is no batch: the host launches steps before it knows
// whether they are to be made, and learns from words->done which were. An atom that has moved too far has set the word
// in all slabs, so all leave out the same steps.
inline constexpr int step_of_slabs = 1 << 20;

// Whether the device leaves out this step of a batch. The first step of a batch is made whatever the words say: the
// list has been made since. A step that is left out because of the list tells the next one.
__device__ inline bool left_out(BrickWords& words, int in_batch, int now) {
  const bool list_is_old = in_batch > 0 && words.moved[1 - now] != 0, enough = in_batch >= words.left;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    if (list_is_old) words.moved[now] = 1;
    if (!list_is_old && !enough) words.done = in_batch == step_of_slabs ? words.done + 1 : in_batch + 1;
  }
  return list_is_old || enough;
}

}  // namespace ljmd
