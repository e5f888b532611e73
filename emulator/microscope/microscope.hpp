// The interface between the microscope's parts.
//
// The path of an access: the compiled kernel calls __tsan_read4 (callbacks.cpp, as long as call_sites.cpp has switched
// the calls on) -> which memory is it, and may the thread access it? (checks.cpp) -> in shared memory: is it a race?
// (races.cpp) -> it is stored with its lane's others (trace.cpp) -> at the next barrier the lanes' accesses become the
// requests of a warp (merge.cpp) -> what does a request cost? (memory_model.cpp) -> in global memory: is it a race with
// this block or an earlier one? (global_races.cpp) -> the table of the kernel (report.cpp), the page (page.cpp).
//
// Several OS threads check blocks of one grid, each with a Recorder that holds all its counts. Memory that blocks share
// is accessed in the order of the blocks (take_turn), so the output does not depend on which thread was faster.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/hooks.hpp"
#include "engine/running.hpp"
#include "ground/findings.hpp"
#include "ground/lines.hpp"
#include "memory/allocations.hpp"
#include "platform/program.hpp"
#include "platform/source_line.hpp"
#include "recorder.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

// ---- settings.cpp ----
struct Settings {
  u64 blocks = 0;    // of a grid, the last among them; all of them: ~0; 0: chosen_blocks.cpp decides
  u64 launches = 1;  // of each kernel in each shape
  bool tables = true;
  int status = 4;  // of a program with findings; 0: its own
  std::string page, counts;
};
const Settings& settings();
// Later launches may depend on data that earlier ones wrote: after the usual ones the 2nd, 4th, 8th … of a shape are
// checked as well, for findings only, and all of them as long as that is cheap.
bool is_looked_at_again(u64 number);
// Thrust and CUB work with a single thread that keeps its notes in the host's memory: nothing there is the program's.
bool is_of_library(const std::string& kernel);

// ---- trace.cpp: which blocks are checked, and the events of a lane ----
struct KernelRun {
  std::string name, text, shape;
  dim3 grid, block;
  u64 blocks = 0, looked_at = 0, number = 0;
  bool again = false;          // a later launch of a shape, checked for findings only
  bool at_once = false;        // several OS threads look
  u64 failed_block = ~u64{0};  // the first one in which the kernel was stopped
  // How far the blocks after that one came is random: their accesses must not be reported.
  bool cut_short() const { return at_once && failed_block != ~u64{0}; }
};
KernelRun& kernel_run();
u64 grids_so_far();  // that have begun, checked or not
// "kernel that failed: a.cu:5: reads …", and the thread before the details; empty: not known.
std::string failed_kernel(std::vector<std::string>* details);
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
inline u64 new_stamp(Recorder& r) {  // different for any two intervals of a recorder
  return ++r.last_stretch;
}
void lock_if_shared();
void unlock_if_shared();

// ---- chosen_blocks.cpp: which blocks are checked ----
void choose_blocks(const Grid&, bool many_threads);  // a grid that is checked begins
bool is_chosen(u64 block);
void note_work(u64 work);       // of a block that was checked, in events
bool is_cheap_so_far();         // all that the program has done
u64 first_blocks();             // of this grid, without a gap, that are checked
void note_launch(const Grid&);  // each, checked or not
void note_checked(const KernelRun&);
void tell_what_was_checked();  // at the end

// ---- call_sites.cpp ----
void find_call_sites(std::vector<std::uintptr_t> callbacks);  // and switches them off
bool calls_are_on();
void switch_calls(bool on);
std::vector<std::uintptr_t> switched_callbacks();  // callbacks.cpp: those that only record

// ---- merge.cpp ----
// Turns the events of the warp's lanes into requests. `running`: lanes that stopped before the end and have more
// events.
void merge_warp(Recorder&, u32 warp, u32 running);

// ---- memory_model.cpp ----
// logged: lanes whose accesses to global memory have already been checked for races.
void account(Recorder&, u32 warp, const What& what, const u64* addresses, const u8* lanes, u32 count, u32 logged);
void add_costly(Samples&, const Sample&);
// LaneTrace addresses -> sectors or passes, for the page and for account.
struct Cost {
  u32 moved, ideal, worst;
};
Cost cost_of(Space space, Kind kind, u32 size, const u64* addresses, const u8* lanes, u32 count);

// ---- symbols.cpp ----
// Names the variable there, and returns where it begins and ends; empty: no variable.
std::string variable_at(std::uintptr_t address, std::uintptr_t* low, std::uintptr_t* high);
// The linker may have selected the traced copy of such a function for the engine, too.
bool is_library(std::uintptr_t pc);
bool is_operator_new(std::uintptr_t pc);       // the C++ library's, linked statically
bool is_of_the_compiler(std::uintptr_t pc);    // initialises thread-local variables
std::string function_at(const void* address);  // without parameters

// ---- checks.cpp: may the thread access it? ----
struct Target {
  Space space;
  const Region* region;  // null: not checked
};
Target target_of(Recorder&, u32 site, std::uintptr_t address, u32 size, Kind kind);
void check_initialised(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size);
void poison_shared_memory(const Recorder&);       // a block starts
const Region* region_at(std::uintptr_t address);  // of global memory; null: not checked
void forget_regions();                            // a grid starts: allocations may have been freed
void forget_shared_regions();
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
void check_leaks();
void leave_out_allocations_so_far();  // of the program's global objects: these free them after check_leaks()

// ---- results.cpp: are the results of kernels copied back? ----
void watch_results();
void kernel_starts(const Grid&);  // each, checked or not
void check_results();             // at the end
// "1024 of its 4096 bytes were copied at a.cu:12; ": how an allocation was filled in which a kernel finds unwritten
// bytes
std::string filled_text(const Allocation&);

// ---- library_calls.cpp
void watch_libraries();
void info_fetched(const void* from, std::size_t bytes);  // a copy to the host
void info_freed(const Allocation&);                      // is about to be
void check_infos();                                      // at the end

// ---- texture_reads.cpp
void watch_textures();
void check_textures();  // at the end

// ---- numbers.cpp: where results that are no numbers come from
void watch_numbers();
void numbers_copied(const void* from, std::size_t bytes, const void* call);  // to the host
void find_number(std::uintptr_t pc);  // on processors that do not trap: one arose before this callback
void check_numbers();                 // at the end

// ---- stale_results.cpp: the copy reads the buffer that was the input of the last step ----
void note_written_arguments(const std::vector<Recorder*>&);  // a checked grid has ended
void launch_follows(const Grid&, const std::string& kernel, const std::string& place);
void result_copied(const Allocation& source, const void* call);
void check_stale_results();  // at the end

// ---- left_out.cpp ----
void check_left_out(const Grid&);  // that was looked at, and has ended: are there elements behind the last thread's,
                                   // or between those of one block and of the next?
std::vector<std::uintptr_t> pointers_in(const Grid&);  // among its arguments
std::string launch_text(const Grid&);                  // "kernel add at a.cu:12"; empty: not known
// A finding unless another launch is given the array.
void found_if_last(const Region&, const std::string& what, const std::string& detail);
void check_left_out_columns(const Grid&);  // left_out_rows.cpp
void note_taken(const Grid&);              // is about to run, checked or not
void report_gaps();                        // at the end

// ---- lost_values.cpp: sums that stopped growing, random numbers that are the same, trees that leave values out ----
struct Row;
void report_lost_values();  // a grid has ended
void check_halving(const std::vector<Row>&);

// ---- extremes.cpp ----
void check_extremes();  // at the end

// ---- grid_barriers.cpp ----
void check_grid_barrier(const Grid&);  // is about to run: does it wait for more blocks than run at the same time?

// ---- graphs.cpp ----
void check_graphs();  // at the end

// ---- idle_launches.cpp: the same launch again, and nothing changes ----
void launch_begins(const Grid&);
void launch_ends();
void memory_changes();       // a copy to the device, or a set
void check_idle_launches();  // at the end

// ---- failures.cpp
void watch_failures();
void report_failed_index();   // at the end, before the statuses of calls
void report_failed_kernel();  // and after them

// ---- host_accesses.cpp
void watch_host_accesses();

// ---- barriers.cpp: missing threads ----
void note_last_steps(Recorder&, u32 warp);  // before the events of its lanes are deleted
void check_barrier(Recorder&);              // the block's barrier opens
void check_warp_function(Recorder&, const Operation&, u32 warp, u32 mask, u32 arrived, const Lane*);
void check_deadlock(Recorder&, const std::vector<WaitingThread>&);

// ---- missing_lanes.cpp: of a block's last warp, if it is not full ----
u32 source_lane(const Operation& shuffle, u32 lane, const Lane& asked);
void check_missing_lanes(Recorder&, const Operation& shuffle, u32 warp, u32 arrived, const Lane*);

// ---- overflow.cpp
// The running thread accesses memory that is not there: was its index an integer that had wrapped?
std::optional<Finding> wrapped_index();

// ---- host_objects.cpp: objects with virtual functions ----
void objects_copied(void* to, const void* from, std::size_t bytes, const void* call);
void object_constructed(const void* where, bool in_kernel);  // its pointer to the table of its functions is set
// A kernel reads 8 bytes: are they such a pointer, and of an object that the host constructed?
void check_table_pointer(const Recorder&, u32 site, std::uintptr_t address, bool is_argument);

// ---- wrong_frees.cpp ----
bool is_wrong_free(void* memory);  // then it is a finding, and the memory is freed as it should be
void watch_frees();

// ---- kernel_heap.cpp ----
bool is_on_kernel_heap(std::uintptr_t address);  // from malloc or new in a kernel
void check_kernel_heap();                        // at the end

// ---- races.cpp: cells and orders ----
extern Ledger& global_ledger;
void start_block_races(Recorder&);
// The effect of the access itself on order; an exchange does not depend on the old value.
enum class Order : u8 { none, is_volatile, atomic, exchange };
Party party_now(const Recorder&, u32 site, u32 warp);
// Compares the access of a lane with the cells, and records it there. value: of a store, its fingerprint or 0.
void touch(Recorder&, Ledger&, const Party& who, u32 lane, u32 record, const Region&, std::uintptr_t address, u32 size,
           Kind, bool exempt, u64 value);
void check_suspects(Recorder&);                        // their stores have been made
void note_guesses(Recorder&, std::uintptr_t address);  // the thread is about to compare this word
void check_shared_race(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size, Kind, Order);
u32 record_for(Recorder&, u32 site);    // of the running warp, in shared memory; 0: there are too many
u32 new_record(Ledger&, const Party&);  // the same
// The fields of Cell::bits.
constexpr u32 cell_writer_bytes = 0, cell_reader_bytes = 4, cell_valid_bytes = 12, cell_atomic_bit = 16,
              cell_block_bits = 17,  // of shared memory: the block
    cell_value_bits = 17;            // of global memory: the fingerprint of the stored value
[[gnu::always_inline]] inline const Record& record_of(const Ledger& ledger, u32 slot) {
  return ledger.list[slot / warp_size - ledger.first_record];
}
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
void released(Recorder&);
void acquired(Recorder&, bool from_others);
void saw(Recorder&);            // an atomic access to global memory: a fence after it acquires
void acquired_seen(Recorder&);  // that fence
void block_met(Recorder&);
void warp_met(Recorder&, u32 warp, u32 lanes);
void tile_met(Recorder&, u32 first, u32 count);
void grid_met(Recorder&);
// Memory that a copy engine filled: initialised, and not stored by a thread.
void filled(Recorder&, std::uintptr_t address, std::size_t size);
bool written_in_block(const Recorder&, std::uintptr_t address, u32 size);
void* reserve(std::size_t bytes);  // memory that is taken from the system when it is first accessed
Cell* new_cells(std::size_t bytes);
void free_cells(Cell*, std::size_t bytes);

// ---- claims.cpp ----
bool only_claims(u32 store, u32 load);  // does the order of the two not matter?
bool stores_from_an_old_value(
    u32 store);  // seen = counter; … counter = seen + 1; loses updates though all threads store the same value

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
bool written(Recorder&, const Region&, std::uintptr_t address);  // by a kernel
const std::vector<Release>& releases_of(const Recorder&, u32 block);
void add_release(Recorder&, const Release&);

// ---- children.cpp: grids that kernels launch, and the concurrent accesses of their parents ----
void watch_children();
void block_met_behind_launches(Recorder&);  // at a barrier of the block
void note_nested(Recorder&, u32 warp, const What&, const u64* addresses, const u8* lanes, u32 count);

// ---- stream_order.cpp ----
void watch_streams();
Region::Order order_of(const Region&);
void kernel_touched(const std::vector<KernelTouch>& list, bool talks);  // a grid has ended
void library_kernel_ran();
bool events_were_used();  // whose call waits for it

// ---- report.cpp ----
struct Row {
  Line line;
  Kind kind;
  Space space;
  Totals totals;
  std::vector<Sample> samples;
  std::string meaning;
};
std::vector<Row> rows_of_kernel();
struct Branch {
  Line line;
  u64 warps, split;
  std::vector<std::pair<Line, double>> sides;  // destination, lanes of a warp on average
};
std::vector<Branch> branches_of_kernel();
void print_costs(const std::vector<Row>&, const std::vector<Branch>&);  // as hints (costs.cpp)
void report_kernel();
const char* name_of(Kind);
const char* name_of(Space);

// ---- page.cpp ----
void add_to_page();
void write_page();

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
