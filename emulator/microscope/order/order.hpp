// What a kernel's accesses mean: which memory it is, what the warp's request costs, and whether anything orders two
// accesses to the same bytes.
#pragma once
#include "engine/async_work.hpp"
#include "engine/running.hpp"
#include "ground/launches.hpp"
#include "ground/recorder.hpp"
#include "ground/state.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

// ---- targets.cpp: may the thread access it? ----
struct Target {
  Space space;
  const Region* region;  // null: not checked, or of another block
};
Target target_of(Recorder&, u32 site, std::uintptr_t address, u32 size, Kind kind);
// The recorder of the block whose shared memory it is; null: global memory, or no block that is looked at.
Recorder* recorder_of(Recorder* mine, std::uintptr_t address);
void check_initialised(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size);
void poison_shared_memory(const Recorder&);  // a block starts
void find_thread_memory();
// Of the program's thread-local memory: does the word belong to the engine? Plain, because it is set before other
// objects are constructed.
extern u8* own_words;
extern std::size_t own_count;
// Code of headers, which is part of kernels, accesses some of it; only the engine accesses the rest.
enum class Owner : u8 { program, headers, engine };
[[gnu::always_inline]] inline Owner owner_of(std::uintptr_t offset) {
  return offset / 4 < own_count ? static_cast<Owner>(own_words[offset / 4]) : Owner::program;
}

// ---- merge.cpp ----
// Turns the events of the warp's lanes into requests. `running`: lanes that stopped before the end and have more
// events.
void merge_warp(Recorder&, u32 warp, u32 running);

// ---- memory_model.cpp ----
// logged: lanes whose accesses to global memory have already been checked for races.
void account(Recorder&, u32 warp, const What& what, const u64* addresses, const u8* lanes, u32 count, u32 logged);
// A request of the copy engine or of the tensor cores.
void account_for_engine(Recorder&, u32 site, Kind, u32 threads, const std::vector<MemoryPiece>&);
// LaneTrace addresses -> sectors or passes, for the page and for account.
struct Cost {
  u32 moved, ideal, worst;
};
Cost cost_of(Space space, Kind kind, u32 size, const u64* addresses, const u8* lanes, u32 count);

// ---- requests.cpp: what the page draws ----
void keep_request(Recorder&, u32 warp, const What&, u32 cost, const u64* addresses, const u8* lanes, u32 count);
void forget_requests(Recorder&);  // a block starts
struct Piece {                    // of memory, that a lane accesses
  std::uintptr_t begin;
  u32 size;
  Kind kind;
  bool now;  // the access is about to happen: it is in no list yet
};
// The request that this access of a lane is a part of; null if there is no page.
std::shared_ptr<Request> request_of(Recorder&, u32 site, u32 warp, u32 lane, Space, const Piece&);
std::shared_ptr<Request> request_now(Recorder&, u32 site, Space, std::uintptr_t address, u32 size, Kind);

// ---- races.cpp: cells and orders ----
void start_block_races(Recorder&);
// The effect of the access itself on order; an exchange does not depend on the old value.
enum class Order : u8 { none, is_volatile, atomic, exchange };
Party party_now(const Recorder&, u32 site, u32 warp);
// Does anything order the earlier access before what the lane does?
enum class Memory : u8 { global, shared_read, shared_written };  // the earlier access
bool ordered(const Recorder&, const Record& earlier, u32 lane, const Party& me, u32 my_lane, Memory);
// Reports that nothing does.
void race(Recorder&, const Region&, std::uintptr_t address, const Record& earlier, u32 lane, bool earlier_writes,
          const Party& me, u32 my_lane, const Piece& mine);
// Compares the access of a lane with the cells, and records it there. value: of a store, its fingerprint or 0.
void touch(Recorder&, Ledger&, const Party& who, u32 lane, u32 record, const Region&, std::uintptr_t address, u32 size,
           Kind, bool exempt, u64 value);
void check_suspects(Recorder&);                               // their stores have been made
void note_guesses(const LaneTrace&, std::uintptr_t address);  // the thread is about to compare this word
void check_shared_race(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size, Kind, Order);
u32 record_for(Recorder&, u32 site);    // of the running warp, in shared memory; 0: there are too many
u32 new_record(Ledger&, const Party&);  // the same
// The fields of Cell::bits.
constexpr u32 cell_writer_bytes = 0, cell_reader_bytes = 4, cell_valid_bytes = 12, cell_atomic_bit = 16,
              cell_block_bits = 17,  // of shared memory: the block
    cell_value_bits = 17;            // of global memory: the fingerprint of the stored value
// In shared memory. No thread, the thread itself, or a thread of its block before the last barrier.
[[gnu::always_inline]] inline bool ordered_quickly(const Recorder& r, u32 slot, u32 thread) {
  if (slot < r.ledger.first_slot) return true;
  const Record& earlier = record_of(r.ledger, slot);
  return earlier.epoch != r.epoch || earlier.warp * warp_size + slot % warp_size == thread;
}
// Two readers are stored, of two warps if possible, so that a later write finds one that is not its own thread.
[[gnu::always_inline]] inline void note_reader(const Ledger& ledger, Cell& cell, u32 slot, u32 block, u32 warp,
                                               u32 bytes) {
  u32 k = 0;
  if (cell.reader[0] >= ledger.first_slot) {
    const Record& first = record_of(ledger, cell.reader[0]);
    const bool my_warp = first.block == block && first.warp == warp;
    if (!(my_warp && cell.reader[0] % warp_size == slot % warp_size) &&
        !(my_warp && cell.reader[1] >= ledger.first_slot)) {
      k = 1;
    }
  }
  cell.reader[k] = slot;
  cell.bits = (cell.bits & ~(15u << (cell_reader_bytes + 4 * k))) | bytes << (cell_reader_bytes + 4 * k);
}
[[gnu::always_inline]] inline void note_writer(Cell& cell, u32 slot, u32 bytes, bool atomic) {
  cell.writer = slot;
  cell.bits = (cell.bits & ~(15u | 1u << cell_atomic_bit)) | bytes << cell_writer_bytes | bytes << cell_valid_bytes |
              u32{atomic} << cell_atomic_bit;
}
[[gnu::always_inline]] inline void note_value(Cell& cell, u32 value) {  // in global memory
  cell.bits = (cell.bits & ((1u << cell_value_bits) - 1)) | value << cell_value_bits;
}
u32 count_release(Recorder&, bool far = false);  // of the running thread; returns its time
void released(Recorder&);
void acquired(Recorder&, bool from_others);
void acquired_in_cluster(Recorder&, u32 warp);  // at a barrier, from this block's other threads and the cluster's
void saw(Recorder&);                            // an atomic access to global memory: a fence after it acquires
void acquired_seen(Recorder&);                  // that fence
void block_met(Recorder&);
void warp_met(Recorder&, u32 warp, u32 lanes);
void tile_met(Recorder&, u32 first, u32 count);
void grid_met(Recorder&);
// Memory that a copy engine filled: initialised, and not stored by a thread.
void filled(Recorder&, std::uintptr_t address, std::size_t size);
bool written_in_block(const Recorder&, std::uintptr_t address, u32 size);

// ---- shared_order.cpp: what orders accesses to shared memory, in a block and in its cluster ----
void start_shared_order(Recorder&);  // a block starts
void end_shared_order(Recorder&);
bool is_in_cluster(const Recorder&);
bool is_of_cluster(const Recorder&, u32 block);  // of the recorder's
// Does the earlier access come before what the warp does now?
bool shared_is_ordered(const Recorder&, const Record& earlier, bool reads, u32 warp);
// The running thread at a barrier in shared memory, or a named one. stores: its stores become visible.
void barrier_is_new(Recorder&, const void* barrier);
void barrier_arrival(Recorder&, const void* barrier, bool stores, u32 time);
void barrier_completes(Recorder&, const void* barrier);  // its phase
void barrier_awaited(Recorder&, const void* barrier);
void fence_leaves(Recorder&, u32 warp, u32 time);
void takes_over_fences(Recorder&, u32 warp);
void warps_met(Recorder&, u32 first, u32 end, u32 time);
void grid_orders_clusters(Recorder&, u32 time);
// A barrier of the cluster: a thread's arrival, all of the block's threads, and all of the cluster's.
void cluster_arrives(Recorder&, bool releases, u32 time);
void cluster_is_met(Recorder&, u32 time);
void cluster_has_met(Recorder&);

// ---- far_races.cpp: races in shared memory that a thread does not access as its own ----
void check_product_race(Recorder&, u32 site, std::uintptr_t address, u32 size);  // a product reads, for this warp
void check_far_race(Recorder&, u32 site, std::uintptr_t address, u32 size, Kind, Order);  // of another block

// ---- global_races.cpp: a block's accesses to global memory, compared with the others' in the order of the blocks ----
void start_global_races();  // a grid starts
// A request of a warp that merge.cpp put together.
// values: of a store, the fingerprints; else null.
void log_request(Recorder&, u32 warp, const What&, const u64* addresses, const u16* values, const u8* lanes, u32 count,
                 bool even, long long stride);
// The warp's accesses are about to be ordered: those that were not merged yet are logged one by one.
void settle(Recorder&, u32 warp);
void apply_log(Recorder&);  // in turn
void log_merged(Recorder&);
void end_of_log(Recorder&);  // the block has ended: it waits for its turn, and its accesses are compared
void check_global_race(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size, Kind, Order);
u32 written_bytes(const Region&, std::uintptr_t word);  // of four, by threads, as far as their accesses were compared
void apply_all(Recorder&);                              // the running block's, in turn
const std::vector<Release>& releases_of(const Recorder&, u32 block);
void add_release(Recorder&, const Release&);

// ---- unwritten.cpp ----
// Of memory that held poison at first: has nobody written any of these bytes?
bool never_written(Recorder&, const Region&, std::uintptr_t address, u32 size);
void first_accessed(const Region&);  // by a kernel that is checked

// ---- children.cpp: grids that kernels launch, and the concurrent accesses of their parents ----
void block_met_behind_launches(Recorder&);  // at a barrier of the block
void note_nested(Recorder&, u32 warp, const What&, const u64* addresses, const u8* lanes, u32 count);

// ---- async_work.cpp: what runs beside the threads, and has not been waited for ----
// Only if r.awaited is not null. True: the word is in use, and it is a finding.
bool check_awaited(Recorder& r, u32 site, std::uintptr_t address, u32 size, Kind);
void check_register(Recorder& r, u32 site, std::uintptr_t address);  // it holds poison, and the thread reads it
void forget_work(Recorder&);                                         // a block starts

// ---- clusters.cpp: shared memory of other blocks of the cluster ----
void cluster_block_begins();
void cluster_block_ends(const Recorder&);
void cluster_memory_touched(const Recorder&, u32 site, std::uintptr_t address);  // another block's, or its own
bool is_known_to_run(std::uintptr_t address);  // has the block whose shared memory it is surely started?
void cluster_arrival(const void* barrier);     // the running block's earlier accesses come before a wait there
void cluster_wait_ends(const void* barrier);
void cluster_meets(bool arrives);  // at the cluster's barrier; false: it has opened

// ---- dependent_launches.cpp ----
void keep_grid_before(const Grid&);  // before start_global_races
bool is_dependent(const Recorder&);  // the running thread has not waited for the grid before
void grid_was_awaited(Recorder&);    // by it
void block_met_after_waiting(Recorder&);
void check_dependency(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size, Kind);

// ---- stream_order.cpp ----
u64 works_so_far();  // of all streams
Region::Order order_of(const Region&);
void kernel_touched(const std::vector<KernelTouch>& list, bool talks);  // a grid has ended

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
