// Work that runs beside the threads that start it: copies, bulk copies and products of a warpgroup. It is done as late
// as CUDA allows, when a thread waits for it; until then its results are poison. The microscope is told what it reads
// and writes, so that it can name whoever touches that too early.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "emulator/core.hpp"

namespace cuda_emulator {

struct Grid;

using WorkNumber = unsigned long long;  // of the microscope; 0: nobody looks
enum class WorkKind : unsigned char { copy, bulk_load, bulk_store, product };
enum class WorkFault : unsigned char {
  never_awaited,        // the block has ended
  source_changed,       // before it was read
  registers_changed,    // of a product, before it was waited for
  registers_unordered,  // no wgmma.fence stands between them and the product
};

// A part of what an instruction moves.
struct MemoryPiece {
  const void* place;
  std::size_t bytes;
};

// What the microscope is told; all null without it. call: the program's place.
struct WorkHooks {
  WorkNumber (*begins)(WorkKind, const void* call) = nullptr;  // the running thread starts it
  void (*writes)(WorkNumber, void* to, std::size_t bytes) = nullptr;
  void (*reads)(WorkNumber, const void* from, std::size_t bytes) = nullptr;
  void (*ends)(WorkNumber) = nullptr;  // it has been waited for
  void (*fault)(WorkNumber, WorkFault) = nullptr;
  void (*arrives_at)(WorkNumber, const void* barrier) = nullptr;  // when it is complete
  // By an instruction of inline PTX, whose accesses the compiler does not show.
  void (*access)(const void* place, std::size_t bytes, bool writes, const void* call) = nullptr;
  // By the copy engine in global memory, for one thread, or by the tensor cores in shared memory, for a warpgroup:
  // there in pieces of 16 bytes, eight at a time.
  void (*moves)(const std::vector<MemoryPiece>& pieces, bool writes, unsigned threads, const void* call) = nullptr;
  void (*proxy_fence)() = nullptr;  // of the running thread: its stores become visible to the copy engine
  void (*barrier_made)(const void* barrier, const void* call) = nullptr;
  // The running thread arrives at a barrier in shared memory, also at one of another block of the cluster, or at a
  // named one; all have arrived; it has waited. releases: its stores are visible to those that wait.
  void (*remote_arrival)(const void* barrier, const void* call) = nullptr;
  void (*arrives)(const void* barrier, bool releases) = nullptr;
  void (*completes)(const void* barrier) = nullptr;
  void (*waited)(const void* barrier) = nullptr;
  // The running warp has waited for what the tensor cores read for it.
  void (*has_read)(WorkNumber, const std::vector<MemoryPiece>&) = nullptr;
  void (*grid_awaited)() = nullptr;  // the one before: cudaGridDependencySynchronize()
  // A grid is started again, in clusters that its kernel demands. Returns whether it is looked at.
  bool (*grid_in_clusters)(const Grid&) = nullptr;
  void (*cluster_arrives)(bool releases) = nullptr;  // the running thread, at the cluster's barrier
  void (*cluster_meets)(bool arrives) = nullptr;     // the block is at the cluster's barrier; false: it has opened
};
extern WorkHooks work_hooks;

// The place in the program of the inline PTX that the running thread executes.
extern __thread const void* work_call;

inline WorkNumber work_begins(WorkKind kind, const void* call) {
  return work_hooks.begins ? work_hooks.begins(kind, call) : 0;
}
inline void work_writes(WorkNumber work, void* to, std::size_t bytes) {
  if (work) work_hooks.writes(work, to, bytes);
}
inline void work_reads(WorkNumber work, const void* from, std::size_t bytes) {
  if (work) work_hooks.reads(work, from, bytes);
}
inline void work_arrives_at(WorkNumber work, const void* barrier) {
  if (work) work_hooks.arrives_at(work, barrier);
}
inline void engine_moves(const void* global, std::size_t bytes, bool writes, const void* call) {
  if (work_hooks.moves) work_hooks.moves({{global, bytes}}, writes, 1, call);
}
inline void work_ends(WorkNumber work) {
  if (work) work_hooks.ends(work);
}
inline void work_fault(WorkNumber work, WorkFault fault) {
  if (work) work_hooks.fault(work, fault);
}

void forget_work(WorkNumber);  // it will not be done: the block has ended, and if it has not failed, nobody has waited

// NaN as float, double and half, in each word.
constexpr unsigned work_poison = 0xFFFBCBCB;
void fill_with_poison(void* memory, std::size_t bytes);
// So many bytes of shared memory as they are now, to find out whether they have changed; 0 without the microscope.
unsigned long long work_fingerprint(const void* memory, std::size_t bytes);

void wait_for_grid_before();  // of a dependent launch

// Why the device cannot execute an instruction; empty if it can. exactly: no later device has it either.
std::string device_lacks(const char* what, int capability, bool exactly);
void needs_capability(const char* what, int capability);  // else the kernel ends

// Calls f when the running block has ended, once; whole: all of its threads have returned.
void when_block_ends(void (*f)(bool whole));
void end_work_of_block(bool whole);  // block.cpp
extern __thread bool block_has_work;

// The work whose result will be in this register or variable of the running thread; 0: none. Set by the library of
// inline PTX.
extern WorkNumber (*work_of_register)(const void* place);

}  // namespace cuda_emulator
