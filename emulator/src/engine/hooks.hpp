// The moments at which the engine calls the microscope; without it nobody listens.
#pragma once
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/grid.hpp"

namespace cuda_emulator {

struct Allocation;

// A moment at which several may be called. They are listed before main, so without a lock, by Listener objects:
//   const Listener listens(hooks.copied, copied);
// in the order of their numbers; those of one number in any order.
template <class Function>
class Moment;
template <class... A>
class Moment<void(A...)> {
 public:
  struct Entry {
    void (*function)(A...);
    int order;
    Entry* next;
  };
  explicit operator bool() const { return first_ != nullptr; }
  void operator()(A... arguments) const {
    for (const Entry* entry = first_; entry; entry = entry->next) entry->function(arguments...);
  }
  void add(Entry& entry) {
    Entry** at = &first_;
    while (*at && (*at)->order <= entry.order) at = &(*at)->next;
    entry.next = *at;
    *at = &entry;
  }

 private:
  Entry* first_ = nullptr;
};
template <class... A>
class Listener {
 public:
  Listener(Moment<void(A...)>& event, std::type_identity_t<void (*)(A...)> function, int order = 0)
      : entry_{function, order, nullptr} {
    event.add(entry_);
  }
  Listener(const Listener&) = delete;

 private:
  typename Moment<void(A...)>::Entry entry_;
};

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
  Moment<void(const Grid&)> block_end;
  bool (*at_work)() = nullptr;  // between them: is it the microscope itself that this OS thread runs?
  Moment<void()> block_sync;    // a barrier of the block opens
  Moment<void(unsigned warp, unsigned lanes)> warp_sync;   // lanes of a warp meet
  Moment<void(unsigned first, unsigned count)> tile_sync;  // threads of a tile of several warps meet
  Moment<void()> grid_sync;                                // a barrier of the grid has opened, for this block
  // Lanes have met in a warp function; called before they get their results.
  Moment<void(const Operation&, unsigned warp, unsigned mask, unsigned arrived, const Lane* lanes)> warp_function;
  Moment<void(const std::vector<WaitingThread>&)> deadlock;  // before block_failed
  Moment<void(void* caller)> outside_mask;                   // the running thread's mask does not include it
  Moment<void(const std::string& report)> block_failed;      // before block_end; empty if only another block failed
  Moment<void(const Grid&)> grid_end;
  // The running thread has launched a grid. After grid_end of a grid its children run: children_begin to children_end,
  // the tail launches last, with a call of tail_begins before each.
  Moment<void(bool tail)> child_launched;
  Moment<void()> children_begin;
  Moment<void()> tail_begins;
  Moment<void()> children_end;
  // Work of a stream runs from begin to end and accesses memory in between; a kernel's accesses are seen while it runs.
  // call: the program's call that submitted it, or null. kernel: a library's, with a list of its accesses; null for a
  // copy or a set. Not called while a stream is captured.
  Moment<void(const StreamName&, const void* call)> work_begin;
  Moment<void(const void* low, std::size_t bytes, bool writes, const char* kernel)> work_touches;
  Moment<void(const void* start, std::size_t bytes, bool frees)> work_owns;  // the work frees the memory, or makes it
  Moment<void()> work_end;
  Moment<void(const void* event)> event_recorded;  // by the work that runs
  Moment<void(const void* event)> event_awaited;   // the same
  Moment<void(const void* event)> event_gone;
  // The host waits: for a stream, for an event, or (both null) for everything.
  Moment<void(const StreamName* stream, const void* event)> host_waits;
  // A copy of contiguous bytes is about to be made; `to` may be host memory. call: the program's call of it.
  Moment<void(void* to, const void* from, std::size_t bytes, const void* call)> copied;
  Moment<void(void* to, std::size_t bytes)> set;
  Moment<void(const void* start)> memory_freed;  // before it happens
  // A call of a library is about to access so many bytes; reason: where the number comes from.
  Moment<void(const void* start, std::size_t bytes, const std::string& reason)> library_reaches;
  Moment<void(const int* where)> library_info;     // it will store there whether it succeeded
  Moment<void(const void* where)> library_result;  // it will store its result there, as in the host's memory
  Moment<void(const TextureRead&)> texture_read;
  // tex1Dfetch beyond the end of a texture of so many bytes, in elements of that size.
  Moment<void(const void* call, const void* start, std::size_t bytes, std::size_t element, int index)> texture_missed;
  // A kernel's instruction gives a value that is no number, or infinite (platform/number_traps.hpp). In a signal
  // handler.
  Moment<void(int kind, const void* pc)> number_trap;
  Moment<void()> process_dies;  // after a fault in host code
  // Host code has accessed device memory, or memory beside an allocation (outside), and the process is about to end.
  // place: "folder/a.cu:12", or empty. what: "host code read device memory".
  Moment<void(const std::string& what, const Allocation& memory, const std::string& place, const std::string& advice,
              bool outside)>
      host_access;
  // A fault at memory that host code or a kernel accesses: true if the access can be repeated.
  bool (*memory_fault)(const void* address, bool write, const void* pc) = nullptr;
};
extern Hooks hooks;

}  // namespace cuda_emulator
