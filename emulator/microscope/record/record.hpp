// The recording of a block: its lanes' events, from the compiler's calls to the merge of a warp.
// The path of an access: the compiled kernel calls __tsan_read4 (callbacks.cpp, as long as call_sites.cpp has switched
// the calls on) -> which memory is it, and may the thread access it? (targets.cpp) -> in shared memory: is it a race?
// (races.cpp) -> it is stored with its lane's others (trace.cpp) -> at the next barrier the lanes' accesses become the
// requests of a warp (merge.cpp) -> what does a request cost? (memory_model.cpp) -> in global memory: is it a race with
// this block or an earlier one? (global_races.cpp) -> the table of the kernel (report.cpp), the page (page.cpp).
//
// Several OS threads check blocks of one grid, each with a Recorder that holds all its counts. Memory that blocks share
// is accessed in the order of the blocks (take_turn), so the output does not depend on which thread was faster.
#pragma once
#include <cstdint>
#include <vector>

#include "engine/running.hpp"
#include "ground/recorder.hpp"
#include "ground/state.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

// ---- trace.cpp: the events of a lane ----
void change_thread(Recorder&);  // before the first event of another thread than the last one
[[gnu::always_inline]] inline LaneTrace& running_lane(Recorder& r) {
  if (block_state.current != r.thread) change_thread(r);
  return r.lanes[block_state.current];
}
[[gnu::always_inline]] inline LaneTrace* running_lane_quickly(Recorder& r) {  // null: it reads running_lane
  const u32 t = block_state.current;
  if (t != r.thread) {
    if (t / warp_size != r.thread / warp_size) return nullptr;
    r.thread = t;
    r.lane = &r.lanes[t];
  }
  return r.lane;
}
[[gnu::always_inline]] inline void keep(LaneTrace& lane, const What& what, u64 address) {
  lane.events[lane.count++] = {bits_of(what), address};
}
[[gnu::always_inline]] inline void keep_step(LaneTrace& lane, u64 what) {
  lane.events[lane.count++].what = what;
}
void make_room(Recorder&);
template <class Note>
void in_kernel(const Note& note) {  // by the running block, if it is checked
  const Looking looking;
  if (looking && block_state.in_kernel) note(looking.r());
}
Recorder* idle_recorder();  // of this OS thread, for the next block

// ---- chosen_blocks.cpp: which blocks are checked ----
void choose_blocks(const Grid&);                 // a grid that is checked begins
bool is_cluster_chosen(const Grid&, u64 block);  // the block, or another one of its cluster: checked together
bool is_looked_at_again(u64 number);             // the launch of that number of a shape, beyond the usual ones
void note_work(u64 work);                        // of a block that was checked, in events
u64 first_blocks();                              // of this grid, without a gap, that are checked
void note_checked();

// ---- stacks.cpp ----
// Where the frame of the caller begins, above which its parameters are; stack_then is the stack pointer at that call.
std::uintptr_t top_of_frame(const void* caller, const void* stack_then);
void local_access(Recorder&, std::uintptr_t address, u32 size, Kind, std::uintptr_t pc);

// ---- site_counts.cpp ----
void clear_counts(Site&);
void add_counts(Site& sum, const Site&);

// ---- call_sites.cpp ----
void find_call_sites(std::vector<std::uintptr_t> callbacks);  // and switches them off
bool calls_are_on();
void switch_calls(bool on);

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
