// What the microscope is told; all null in plain mode.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "engine/grid.hpp"

namespace cuda_emulator {

// What happens in a stream, for what order there is between streams and with the host.
struct StreamName {
  unsigned long long id;
  int device;
  bool legacy;    // the default stream, which waits for the blocking ones, and they for it
  bool blocking;  // made without cudaStreamNonBlocking
};
enum class Look { none, some_blocks, all_blocks };  // at a grid
struct WaitingThread {
  unsigned thread;
  const char* operation;  // the function's name
  void* caller;           // the return address of its call
  bool is_block_barrier;
  bool spins = false;  // it only asks again and again: caller is where
};
struct Hooks {
  Look (*grid_begin)(const Grid&) = nullptr;
  bool (*block_begin)(const Grid&) = nullptr;  // true: block_end shall be called
  void (*block_end)(const Grid&) = nullptr;
  void (*block_sync)() = nullptr;                               // a barrier of the block opens
  void (*warp_sync)(unsigned warp, unsigned lanes) = nullptr;   // lanes of a warp meet
  void (*tile_sync)(unsigned first, unsigned count) = nullptr;  // threads of a tile of several warps meet
  void (*grid_sync)() = nullptr;                                // a barrier of the grid has opened, for this block
  // Lanes have met in a warp function, before it gives them their results.
  void (*warp_function)(const Operation&, unsigned warp, unsigned mask, unsigned arrived, const Lane* lanes) = nullptr;
  void (*deadlock)(const std::vector<WaitingThread>&) = nullptr;  // before block_failed
  void (*outside_mask)(void* caller) = nullptr;               // the running thread calls with a mask that leaves it out
  void (*block_failed)(const std::string& report) = nullptr;  // before block_end; empty if only another block failed
  void (*grid_end)(const Grid&) = nullptr;
  // The running thread has launched a grid. Behind grid_end of a grid its children run: from begin to end, and of those
  // the tail launches last, with a call ahead of each.
  void (*child_launched)(bool tail) = nullptr;
  void (*children_begin)() = nullptr;
  void (*tail_begins)() = nullptr;
  void (*children_end)() = nullptr;
  // Work of a stream runs from begin to end and touches memory in between; a kernel's is seen as it runs. call: where
  // the program asked for it, or null. Nothing of this while a stream is captured.
  void (*work_begin)(const StreamName&, const void* call) = nullptr;
  void (*work_touches)(const void* low, std::size_t bytes, bool writes) = nullptr;
  void (*work_end)() = nullptr;
  void (*event_recorded)(const void* event) = nullptr;  // by the work that runs
  void (*event_awaited)(const void* event) = nullptr;   // the same
  void (*event_gone)(const void* event) = nullptr;
  // The host waits: for a stream, for an event, or (both null) for everything.
  void (*host_waits)(const StreamName* stream, const void* event) = nullptr;
  // A copy of contiguous bytes is about to be made; to may be the host's. call: where the program asked for it.
  void (*copied)(void* to, const void* from, std::size_t bytes, const void* call) = nullptr;
  void (*set)(void* to, std::size_t bytes) = nullptr;
  void (*memory_freed)(const void* start) = nullptr;  // before it is
  // A fault at memory that host code or a kernel touches: true if it may be tried again.
  bool (*memory_fault)(const void* address, bool write, const void* pc) = nullptr;
};
extern Hooks hooks;

}  // namespace cuda_emulator
