// What all parts share while a kernel runs: the launch, its sites, and the lock of grids whose blocks run in no order.
#pragma once
#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "ground/recorder.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

struct KernelRun {
  std::string name, text, shape;
  dim3 grid, block;
  u64 blocks = 0, looked_at = 0, number = 0;
  u64 grids = 0;               // so far in the program, checked or not
  u64 first_blocks = 0;        // without a gap, that were checked
  bool again = false;          // a later launch of a shape, checked for findings only
  bool at_once = false;        // several OS threads look
  u64 failed_block = ~u64{0};  // the first one in which the kernel was stopped
  // How far the blocks after that one came is random: their accesses must not be reported.
  bool cut_short() const { return at_once && failed_block != ~u64{0}; }
};
KernelRun& kernel_run();
inline u64 size_of(dim3 d) {
  return u64{d.x} * d.y * d.z;
}
inline u64 block_that_runs() {
  return blockIdx.x + u64{gridDim.x} * (blockIdx.y + u64{gridDim.y} * blockIdx.z);
}

inline u64 new_stamp(Recorder& r) {  // different for any two intervals of a recorder
  return ++r.last_stretch;
}

constexpr std::size_t most_sites = 1 << 20;
std::vector<u32> counted_sites();  // that the kernel reached, in the order of the code
void add_totals(Totals& sum, const Totals& t);
void add_costly(Samples&, const Sample&);

// The lane whose value a shuffle gives to this lane.
u32 source_lane(const Operation& shuffle, u32 lane, const Lane& asked);

// Returns once all earlier blocks have ended (or if blocks wait for each other): from now on this block's accesses to
// shared words happen in the order of the blocks.
void take_turn(Recorder&);

extern bool many_threads;                 // blocks of the grid run in no order
std::vector<Recorder*>& all_recorders();  // one per OS thread that has checked blocks
extern std::mutex the_mutex;
extern __thread Recorder* own_recorder;  // of this OS thread, whether it is recording or not
void lock_if_shared();
void unlock_if_shared();
// The engine calls while a block runs: null if it is not checked. Nothing is recorded meanwhile.
class Looking {
 public:
  Looking() {
    if (aside_.r) lock_if_shared();
  }
  ~Looking() {
    if (aside_.r) unlock_if_shared();
  }
  explicit operator bool() const { return aside_.r != nullptr; }
  Recorder& r() const { return *aside_.r; }

 private:
  const Aside aside_;
};

// The element of a call, by its return address, in a table of calls; null: it is full.
template <class Call, std::size_t size>
Call* element_of(Call (&calls)[size], const void* place) {
  static_assert(size == 256);
  const std::size_t start = reinterpret_cast<std::uintptr_t>(place) * 0x9E3779B97F4A7C15u >> 56;
  for (std::size_t n = 0; n < size; ++n) {
    Call& call = calls[(start + n) % size];
    const void* there = call.place.load(std::memory_order_relaxed);
    if (there == place || (!there && call.place.compare_exchange_strong(there, place)) || there == place) return &call;
  }
  return nullptr;
}

void* reserve(std::size_t bytes);  // memory that is taken from the system when it is first accessed
Cell* new_cells(std::size_t bytes);
void free_cells(Cell*, std::size_t bytes);

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
