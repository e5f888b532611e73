// Flags and counts in device memory, next to the arrays of the bricks.
#pragma once

namespace ljmd {

// Flags and counts that the kernels leave for each other and for the host.
struct BrickWords {
  int moved[2];  // after an even and an odd step: 1 if an atom of any slab has moved more than half of the skin
  int done;      // steps of this batch; with several slabs, of this list
  int always;    // 1, for the first list
  int bricks;    // in use
  int rebuilds;
  int largest_halo, longest_list;  // so far; if there is less room than this, atoms were left out
  int atoms;                       // of the slab
  int arrived;                     // from other slabs, stored after them
  int left_end, right_begin;       // atoms before left_end and from right_begin on are a neighbour's ghosts
  int left_bricks, right_brick;    // in the order of columns: the left border's number of bricks, the right one's first
  int left_moved, right_moved;     // border bricks whose atoms have been moved in this step
  unsigned from_left, from_right;  // steps after which the neighbour's border is here (brick_meeting.cuh)
  int lost;                        // 1: there was no room for an atom, or it has crossed a whole slab
  int left;                        // steps that are to be made (brick_batch.h)
  int swapped;                     // 1 after an odd number of them: position[now] is then position[1 - now]
};

}  // namespace ljmd
