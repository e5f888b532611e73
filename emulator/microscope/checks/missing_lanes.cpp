// Shuffles in a block whose last warp has fewer than 32 lanes: they may read from lanes that do not exist, which CUDA
// says give an undefined value. Reading alone is no mistake: a program may add a value only if there is one. So the
// source says more: in v += __shfl_down_sync(mask, v, offset) such a value becomes a part of the lane's own, and goes
// on from lane to lane. It is a mistake if it reaches the first lane, which has the result, and if all lanes get such a
// value. And shuffles over so many lanes that each lane gets its own value.
#include <bit>

#include "emulator/warp.hpp"
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

// Lanes of the block's last warp whose value contains one of a lane that does not exist; the first that read one.
struct Undefined {
  u32 lanes = 0, reader = 0, source = 0;
  const void* call = nullptr;
  // Of the last shuffle that combined values: a sum of another variable begins when they do not go on.
  const Operation* operation = nullptr;
  u32 shift = 0, shifts = 0;
};
const Slot<Undefined> undefined;

void check_missing_lanes(Recorder& r, const Operation& operation, u32 warp, u32, u32 arrived, const Lane* lanes) {
  const u32 first = warp * warp_size, there = block_state.size - first;
  if (there >= warp_size || (&operation != &shuffle_down_operation && &operation != &shuffle_xor_operation)) return;
  const u32 leader = (there - 1) & ~(lanes[std::countr_zero(arrived)].width - 1);  // of the last tile, or lane 0
  if (!(arrived >> leader & 1)) return;
  const void* const call = caller_of(first + leader);
  if (!says_of(site_of(call), Fact::combines_lanes)) return;
  Undefined& before = undefined.of(r);
  const u32 shift = lanes[leader].argument % warp_size;
  const bool goes_on = before.operation == &operation &&
                       (&operation == &shuffle_down_operation ? shift < before.shift : (before.shifts & shift) == 0);
  if (!goes_on) before = Undefined();
  Undefined now = before;
  now.operation = &operation;
  now.shift = shift;
  now.shifts |= shift;
  for (u32 rest = arrived; rest; rest &= rest - 1) {
    const u32 lane = static_cast<u32>(std::countr_zero(rest)), source = source_lane(operation, lane, lanes[lane]);
    if (source >= there && now.lanes == 0) {
      now.reader = lane;
      now.source = source;
      now.call = call;
    }
    if (source >= there || before.lanes >> source & 1) now.lanes |= 1u << lane;
  }
  before = now;
  if (!(now.lanes >> leader & 1)) return;
  before.lanes = 0;
  found({Message::missing_lane, mark(now.call) + " combines values of lanes that the block does not have",
         "lane " + std::to_string(now.reader) + " of the last warp reads from lane " + std::to_string(now.source) +
             ", and a block of " + std::to_string(block_state.size) + " threads leaves this warp " +
             std::to_string(there) + " lanes: the value is undefined, and reaches lane " + std::to_string(leader) +
             ", " + thread_and_block(r, first + leader)},
        &r);
}

// A reduction of a tile has its size, and reads from all its lanes.
void check_reduction(Recorder& r, const Operation& operation, u32 warp, u32, u32 arrived, const Lane* lanes) {
  if (std::string_view(operation.name) != "cooperative_groups::reduce") return;
  const u32 one = static_cast<u32>(std::countr_zero(arrived)), there = static_cast<u32>(std::popcount(arrived)),
            first = warp * warp_size + one;
  if (there >= lanes[one].width || first + there != block_state.size) return;
  found({Message::missing_lane, mark(caller_of(first)) + " combines values of lanes that the block does not have",
         "a block of " + std::to_string(block_state.size) + " threads leaves this tile of " +
             std::to_string(lanes[one].width) + " " + std::to_string(there) +
             " lanes, and reduce reads from all: the result is undefined, " + thread_and_block(r, first)},
        &r);
}

// A value that all lanes get from lanes that do not exist, such as lane 31 of a warp with 20: no lane can use it.
void check_source(Recorder& r, const Operation& operation, u32 warp, u32, u32 arrived, const Lane* lanes) {
  const u32 first = warp * warp_size, there = block_state.size - first;
  if (there >= warp_size || &operation != &shuffle_operation) return;
  const u32 one = static_cast<u32>(std::countr_zero(arrived));
  for (u32 rest = arrived; rest; rest &= rest - 1) {
    const u32 lane = static_cast<u32>(std::countr_zero(rest));
    if (source_lane(operation, lane, lanes[lane]) < there) return;
  }
  found({Message::missing_lane, mark(caller_of(first + one)) + " reads from a lane that the block does not have",
         "lane " + std::to_string(one) + " of the last warp reads from lane " +
             std::to_string(source_lane(operation, one, lanes[one])) + ", and a block of " +
             std::to_string(block_state.size) + " threads leaves this warp " + std::to_string(there) +
             " lanes: the value is undefined, " + thread_and_block(r, first + one)},
        &r);
}

// A distance that is not below the width: each lane gets its own value, and adds it once more.
void check_distance(Recorder& r, const Operation& operation, u32 warp, u32, u32 arrived, const Lane* lanes) {
  if (&operation != &shuffle_down_operation && &operation != &shuffle_up_operation &&
      &operation != &shuffle_xor_operation)
    return;
  const Lane& one = lanes[std::countr_zero(arrived)];
  for (u32 rest = arrived; rest; rest &= rest - 1) {
    const Lane& lane = lanes[std::countr_zero(rest)];
    if (lane.argument < lane.width) return;
  }
  const u32 first = warp * warp_size;
  const void* const call = caller_of(first);
  if (!says_of(site_of(call), Fact::combines_lanes)) return;
  found({Message::shuffle_too_far,
         mark(call) + " shuffles over " + std::to_string(one.argument) + " lanes, and there are " +
             std::to_string(one.width),
         "each lane gets its own value, " + thread_and_block(r, first)},
        &r);
}

const Listener warps(moments.warp_meets, check_missing_lanes);
const Listener reductions(moments.warp_meets, check_reduction);
const Listener sources(moments.warp_meets, check_source);
const Listener distances(moments.warp_meets, check_distance);

}  // namespace
}  // namespace cuda_emulator::microscope
