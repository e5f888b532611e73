#include "exercises/harness.h"
#include "occupancy.cuh"

// Does this number of blocks fit?
static bool fit(int blocks, Multiprocessor sm, Kernel kernel) {
  const long warps = (kernel.threads_per_block + 31L) / 32;
  return blocks <= sm.blocks && blocks * warps * 32 <= sm.threads &&
         blocks * warps * 32 * kernel.registers_per_thread <= sm.registers &&
         static_cast<long>(blocks) * kernel.shared_bytes_per_block <= sm.shared_bytes;
}

static void run(Multiprocessor sm, Kernel kernel) {
  exercise::about("blocks of %d threads with %d registers each and %d bytes of shared memory", kernel.threads_per_block,
                  kernel.registers_per_thread, kernel.shared_bytes_per_block);
  int right = 0;
  while (fit(right + 1, sm, kernel)) ++right;
  const int got = resident_blocks(sm, kernel);
  exercise::expect(got == right, "resident_blocks is %d, should be %d", got, right);
  const double share = occupancy(sm, kernel),
               expected = right * ((kernel.threads_per_block + 31) / 32) * 32.0 / sm.threads;
  exercise::expect(share >= expected - 1e-9 && share <= expected + 1e-9, "occupancy is %g, should be %g", share,
                   expected);
}

void test() {
  const Multiprocessor large{2048, 32, 65536, 233472}, small{1024, 16, 65536, 65536};
  for (const Multiprocessor sm : {large, small}) {
    run(sm, {256, 32, 0});      // threads
    run(sm, {32, 16, 0});       // blocks
    run(sm, {256, 128, 0});     // registers
    run(sm, {128, 32, 49152});  // shared memory
    run(sm, {33, 64, 1000});    // whole warps
    run(sm, {1, 1, 1});
    run(sm, {1024, 255, 0});     // not even one
    run(sm, {32, 32, 1000000});  // not even one
    for (int k = 0; k < 50; ++k) {
      run(sm, {exercise::whole_number(1, 1024), exercise::whole_number(1, 255), exercise::whole_number(0, 60000)});
    }
  }
}

void counted() {
  test();
}
