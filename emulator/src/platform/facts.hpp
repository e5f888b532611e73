// What the translator tells the microscope of the source: a table of facts per translation, in which each letter is one
// of these. A fact is a file's or a line's, and has a word where one is needed.
#pragma once

namespace cuda_emulator {

enum class Fact : char {
  // Of a file. Variables, by their names:
  constant_variable = 'c',  // __constant__
  device_variable = 'd',
  managed_variable = 'm',
  shared_variable = 's',
  plain_shared_variable = 'p',  // an array of numbers or vectors, which have no padding
  constexpr_variable = 'x',
  // And what the file has or has not:
  may_poll = 'v',               // words by which kernels look at memory while others change it
  names_folding = 'f',          // texture coordinates that wrap; 0, the default, does too
  sums_up_nowhere = 'u',        // no words of blocks that wait for others, or of launches that are not known
  declares_no_variables = 'n',  // that a kernel could change; headers could
  waits_for_blocks = 'b',       // while (arrived < total), behind atomicAdd(&arrived, 1): word: the line
  kernel_says = 'k',            // "scale blockIdx.y", "scale gridDim"
  // Of a line.
  changes_in_place = 'i',  // x[i]++, x[i] += 1, x[i] = x[i] + 1
  has_condition = 'w',     // if, while, ?, &&
  barrier_in_loop = 'z',   // word: the first line of the outermost loop around this __syncthreads()
  combines_lanes = 'a',    // v += a shuffle of v, v = max(v, a shuffle), always
  compares_bits = 't',     // atomicMax of a float's bits, where no condition chooses between two orders
  checks_pointer = 'q',    // of malloc or new: nullptr is near
  halves_threads = 'h',  // x[t] += in for (s = blockDim.x / 2; …; s /= 2), nothing for an odd s; word: the loop's line
  claims = 'l',          // if (level[w] == -1) level[w] = next;: reads in the line that is the word need no order
  stores_old_value = 'o',  // seen = counter; … counter = seen + 1;: loses updates, though all store the same value
  sets_reference = 'r',    // extern __shared__ float buffer[]; outside of functions: set when a thread first uses it
};

}  // namespace cuda_emulator
