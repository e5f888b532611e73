// The functions through which the microscope is called; all null without it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "engine/grid.hpp"

namespace cuda_emulator {

struct Allocation;

// Work in a stream, to determine the order between streams and with the host.
struct StreamName {
  unsigned long long id;
  int device;
  bool legacy;    // the default stream: it waits for the blocking streams, and they wait for it
  bool blocking;  // created without cudaStreamNonBlocking
};
enum class Look { none, some_blocks, all_blocks };  // how much of a grid is checked
struct WaitingThread {
  unsigned thread;
  const char* operation;  // the function's name
  void* caller;           // the return address of its call
  bool is_block_barrier;
  bool spins = false;  // it only spins: caller is the place
};
// A read of a texture object, with its coordinates.
struct TextureRead {
  const void* call;  // return address
  int dimensions;
  const float* coordinate;
  const int* size;                 // in texels
  bool normalized, linear, folds;  // folds: an address mode is wrap or mirror
};
struct Hooks {
  Look (*grid_begin)(const Grid&) = nullptr;
  bool (*block_begin)(const Grid&) = nullptr;  // true: block_end must be called
  void (*block_end)(const Grid&) = nullptr;
  bool (*at_work)() = nullptr;     // between them: is it the microscope itself that this OS thread runs?
  void (*block_sync)() = nullptr;  // a barrier of the block opens
  void (*warp_sync)(unsigned warp, unsigned lanes) = nullptr;   // lanes of a warp meet
  void (*tile_sync)(unsigned first, unsigned count) = nullptr;  // threads of a tile of several warps meet
  void (*grid_sync)() = nullptr;                                // a barrier of the grid has opened, for this block
  // Lanes have met in a warp function; called before they get their results.
  void (*warp_function)(const Operation&, unsigned warp, unsigned mask, unsigned arrived, const Lane* lanes) = nullptr;
  void (*deadlock)(const std::vector<WaitingThread>&) = nullptr;  // before block_failed
  void (*outside_mask)(void* caller) = nullptr;                   // the running thread's mask does not include it
  void (*block_failed)(const std::string& report) = nullptr;  // before block_end; empty if only another block failed
  void (*grid_end)(const Grid&) = nullptr;
  // The running thread has launched a grid. After grid_end of a grid its children run: children_begin to children_end,
  // the tail launches last, with a call of tail_begins before each.
  void (*child_launched)(bool tail) = nullptr;
  void (*children_begin)() = nullptr;
  void (*tail_begins)() = nullptr;
  void (*children_end)() = nullptr;
  // Work of a stream runs from begin to end and accesses memory in between; a kernel's accesses are seen while it runs.
  // call: the program's call that submitted it, or null. kernel: a library's, with a list of its accesses; null for a
  // copy or a set. Not called while a stream is captured.
  void (*work_begin)(const StreamName&, const void* call) = nullptr;
  void (*work_touches)(const void* low, std::size_t bytes, bool writes, const char* kernel) = nullptr;
  void (*work_end)() = nullptr;
  void (*event_recorded)(const void* event) = nullptr;  // by the work that runs
  void (*event_awaited)(const void* event) = nullptr;   // the same
  void (*event_gone)(const void* event) = nullptr;
  // The host waits: for a stream, for an event, or (both null) for everything.
  void (*host_waits)(const StreamName* stream, const void* event) = nullptr;
  // A copy of contiguous bytes is about to be made; `to` may be host memory. call: the program's call of it.
  void (*copied)(void* to, const void* from, std::size_t bytes, const void* call) = nullptr;
  void (*set)(void* to, std::size_t bytes) = nullptr;
  void (*memory_freed)(const void* start) = nullptr;  // before it happens
  // A call of a library is about to access so many bytes; reason: where the number comes from.
  void (*library_reaches)(const void* start, std::size_t bytes, const std::string& reason) = nullptr;
  void (*library_info)(const int* where) = nullptr;     // it will store there whether it succeeded
  void (*library_result)(const void* where) = nullptr;  // it will store its result there, as in the host's memory
  void (*texture_read)(const TextureRead&) = nullptr;
  // A kernel's instruction gives a value that is no number, or infinite (platform/number_traps.hpp). In a signal
  // handler.
  void (*number_trap)(int kind, const void* pc) = nullptr;
  void (*process_dies)() = nullptr;  // after a fault in host code
  // Host code has accessed device memory, and the process is about to end. place: "folder/a.cu:12", or empty.
  // what: "host code read device memory".
  void (*host_access)(const std::string& what, const Allocation& memory, const std::string& place,
                      const std::string& advice) = nullptr;
  // A fault at memory that host code or a kernel accesses: true if the access can be repeated.
  bool (*memory_fault)(const void* address, bool write, const void* pc) = nullptr;
};
extern Hooks hooks;

}  // namespace cuda_emulator
