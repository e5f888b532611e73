// What the microscope's parts tell each other.
//
// An access travels: the compiled kernel calls __tsan_read4 (callbacks.cpp, as long as call_sites.cpp has switched the
// calls on) -> whose memory is it, and may the thread touch it? (checks.cpp) -> in shared memory: is it a race?
// (races.cpp) -> it is kept with its lane's others (trace.cpp) -> at the next barrier the lanes' accesses become the
// requests of a warp (merge.cpp) -> what does a request cost? (memory_model.cpp) -> in global memory: is it a race with
// this block or an earlier one? (global_races.cpp) -> the table of the kernel (report.cpp), the page (page.cpp).
//
// Several OS threads look at blocks of one grid, each with a Recorder that holds all it counts. What blocks share is
// touched in the order of the blocks (take_turn), so nothing that is printed depends on who was faster.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/hooks.hpp"
#include "engine/running.hpp"
#include "memory/allocations.hpp"
#include "platform/program.hpp"
#include "platform/source_line.hpp"

// Hidden: found beside the code instead of through a table.
#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum class Kind : u8 { load, store, atomic, step };  // step: a basic block starts
enum class Space : u8 { global, shared, constant, local, none };
constexpr unsigned kinds = 3, spaces = 4;

// Memory that kernels may touch and that races and bounds are watched in.
struct Cell {             // of 4 bytes: who touched them last (races.cpp)
  u32 writer, reader[2];  // record * 32 + lane
  u32 bits;
};
constexpr u32 poison = 0xFFFBCBCB;  // memory.cpp fills device memory with it
struct Region {
  std::uintptr_t low = 0, high = 0;
  Space space = Space::global;
  Cell* cells = nullptr;  // one for 4 bytes
  u64 serial = 0;         // of the allocation; 0: a variable
  bool poisoned = false;  // what nobody wrote holds the emulator's poison
  // Shared memory: the first block stored to it; the block that last did; it was read before one did (checks.cpp).
  mutable bool stored = false, unsure = false;
  mutable u32 stored_by = 0;
  // Global memory: does it matter between streams, or to the host, that a kernel touches it (stream_order.cpp)?
  enum class Order : u8 { unknown, none, streams, host };
  mutable Order order = Order::unknown;
};

// What one request costs, summed over the requests of a source line.
struct Totals {
  u64 requests = 0, lanes = 0, bytes = 0, moved = 0, ideal = 0;
  u32 worst = 0, best = ~0u, width = 0;
  u64 broadcasts = 0;    // requests whose lanes all ask for one address
  u64 clashes = 0;       // atomics: lanes that had to wait for another lane's turn at the same address
  u64 strides[3] = {};   // requests with unit stride, with another constant stride, without one
  long long stride = 0;  // in bytes, of the last request that had one
  u64 stride_block = 0;  // that request's
};
void add_totals(Totals& sum, const Totals& t);

// One request as the page draws it.
struct Sample {
  u64 block;
  u32 warp, cost, lanes = 0;
  u64 address[32];
};
// A site's first two requests, and the two that cost most, of equals the first.
struct Samples {
  std::vector<Sample> first, worst;
};

struct Edge {  // from a basic block to the next that a lane enters
  u32 to;
  u64 lanes, warps;
};

// One line of the cache, for the short cut of callbacks.cpp: an instruction goes on in the region that it touched last,
// from low to low + reach. As long as it is all zero, never.
struct alignas(64) ShortCut {
  std::uintptr_t low, reach;
  u64 what;  // bits_of, without the depth
  bool shared, poisoned;
  u32 record;  // shared memory: races.cpp's record for the warp that runs, while record_stamp holds
  u64 record_stamp;
  Cell* cells;
  const Region* region;  // the last that it touched, whether or not there is a short cut
};

// An instruction of the program that touches memory, or the start of a basic block: what was counted there.
struct Site {
  bool made = false, counted = false;
  // Loads of global memory since the warp last met anybody: what lanes have read, and read twice (global_races.cpp).
  u64 stretch = 0;
  std::uintptr_t once_low = 0, once_high = 0, twice_low = 0, twice_high = 0;
  std::uintptr_t lane_zero = 0;                      // where lane 0 of the last such request is, or would be
  std::uintptr_t touched_low = 0, touched_high = 0;  // for stream_order.cpp, as far as it is one piece

  u64 passes = 0, lanes = 0, split = 0;  // steps: entered by warps, by lanes, left by lanes in two ways or more
  std::vector<Edge> next;
  Totals totals[kinds][spaces];
  bool used[kinds][spaces] = {};
  Samples samples[kinds][spaces];
};
// What is the same in all blocks.
struct SiteInfo {
  std::uintptr_t pc;
  bool library = false;                 // in a function of the standard library or the emulator
  bool ignored = false;                 // in a function that the compiler made
  std::vector<std::uintptr_t> callers;  // where the function was called from, in the first block that came here
  u64 grid = 0, block = 0;              // which that was
};
u32 site_of(std::uintptr_t pc);
u32 site_count();
// Sites never move. By the instruction's place in the program's code: the site's index + 1, or 0 if it is new. Where
// the site is in a library this bit is set too.
constexpr u32 library_bit = 1u << 31;
extern SiteInfo* const site_infos;
extern Site* const all_sites;  // of the whole grid, once it has ended
extern u32* site_at;
extern std::uintptr_t code_low, code_size;
[[gnu::always_inline]] inline const SiteInfo& info(u32 index) {
  return site_infos[index];
}
[[gnu::always_inline]] inline u32 known_site(std::uintptr_t pc) {  // its index + 1, or 0
  const std::uintptr_t offset = pc - code_low;
  return offset < code_size ? site_at[offset] & ~library_bit : 0;
}
[[gnu::always_inline]] inline u32 known_step(std::uintptr_t pc) {  // the same, and 0 for one in a library
  const std::uintptr_t offset = pc - code_low;
  if (offset >= code_size || site_at[offset] & library_bit) return 0;
  return site_at[offset];
}

struct What {
  u32 site;
  Kind kind;
  Space space;
  u8 size, depth;
};
[[gnu::always_inline]] inline u64 bits_of(const What& what) {
  return what.site | u64{static_cast<u8>(what.kind)} << 32 | u64{static_cast<u8>(what.space)} << 40 |
         u64{what.size} << 48 | u64{what.depth} << 56;
}
[[gnu::always_inline]] inline What what_of(u64 bits) {
  return {static_cast<u32>(bits), static_cast<Kind>(bits >> 32 & 255), static_cast<Space>(bits >> 40 & 255),
          static_cast<u8>(bits >> 48), static_cast<u8>(bits >> 56)};
}
struct Event {
  u64 what;     // bits_of
  u64 address;  // not of a step
};

constexpr u32 lane_capacity = 4096;  // events that a lane keeps before its warp is merged
constexpr u32 usual_limit = lane_capacity - 16;

struct LaneTrace {
  Event* events = nullptr;
  u32 count = 0, begin = 0;  // begin: merged already
  u8 depth = 0;              // of calls
  u32 logged = 0;            // its earlier events need no look for races any more (global_races.cpp)
  u32 limit = 0;             // of count, for the short cut
  bool polls = false;        // its next load is one that waits for another thread
  bool full = false;         // it has stopped to make room
  u32 last_step = 0;         // the last basic block of a lane that has ended, + 1 (barriers.cpp)
  std::uintptr_t callers[16];
  std::uintptr_t base = 0;  // the stack of its kernel starts below
};

// An access as races are told by. A cell names one by slot: its record's number * 32 + lane.
struct Record {
  u32 site, block, epoch, clock, time;
  u16 warp;
};
// Records are numbered on and on, so old cells need no clearing: their numbers are too small.
struct Ledger {
  std::vector<Record> records;
  const Record* list = nullptr;
  u32 first_record = 1, first_slot = warp_size;
  void start() {
    first_record += static_cast<u32>(records.size());
    first_slot = first_record * warp_size;
    records.clear();
  }
};
struct Release {
  u32 time, epoch;
  u16 warp;
};
// Who accesses, and what was before.
struct Party {
  u32 site, block, epoch, clock, time, full_sync, acquired, acquired_from_others;
  u16 warp;
  bool unfenced;  // an atomic access has told of other blocks, and no fence followed
};
// Lanes that access global memory together, at even distances, and what is still to be compared with others' accesses.
struct Access {
  Party who;
  u32 lanes;
  Kind kind;
  u8 size;
  const Region* region;
  std::uintptr_t address;  // of the first lane
  long long stride;
};
// A piece of memory that a kernel touched, for the order between streams.
struct KernelTouch {
  std::uintptr_t low, high;
  u32 site;
  bool writes;
};
struct PartialSync {
  u32 clock, lanes;
};

// One block that is being looked at: all that belongs to one OS thread.
struct Recorder {
  const Grid* grid;
  Site* sites;                // by index
  ShortCut* cuts;             // the same
  u32 block;                  // index in the grid, to tell blocks apart
  u32 serial = 0;             // counts the blocks that this recorder looked at
  u64 linear;                 // index in the grid
  bool in_turn;               // no earlier block runs any more
  u32 thread = ~0u;           // of the last event; stays so in a shared grid, which takes the long way everywhere
  LaneTrace* lane = nullptr;  // its list
  u64 stamp = 0;              // changes whenever the sites' records no longer hold
  u32 stamped = ~0u;          // first thread of the warp that the stamp is for
  u32 epoch = 0;              // block barriers
  u32 now;                    // counts the block's releases
  u32 clock[32], full_sync[32];
  bool parted[32];                        // the warp's lanes have met in groups since all of them last met
  std::vector<PartialSync> partials[32];  // those meetings
  u32 acquired[32], acquired_from_others[32];
  u32 seen[32], seen_of_others[32];   // what would be acquired if a fence came now
  u64 stretch[32], last_stretch = 0;  // changes whenever something orders the warp's accesses
  bool logged[32];                    // some events of the warp's lanes were logged one by one
  Ledger ledger;                      // of shared memory
  std::vector<Release> releases;
  std::vector<Access> log;
  std::vector<KernelTouch> touches;
  bool talks;  // by flags, with the host or with kernels in other streams
  u64 stack_size[32];
  u32 has_launched[32];  // per warp, the lanes whose accesses come behind a launch of theirs
  u32 ended[32];  // per warp, the lanes that had ended when a barrier opened last
  LaneTrace lanes[max_block_threads];
  std::uintptr_t tls;
  u32 block_stamp;   // in the cells of shared memory: whose they are
  bool shared_grid;  // other OS threads record blocks of the same grid, in no order
  Cell* shared_cells;
  bool failed;
  bool stops;  // what was found ends the kernel
};
void make_site(Site&);
[[gnu::always_inline]] inline Site& site(Recorder& r, u32 index) {
  Site& s = r.sites[index];
  if (!s.made) make_site(s);
  return s;
}
extern __thread Recorder* recorder;  // null while nothing is to be recorded
// While the microscope itself works nothing is recorded: the linker may have given it the traced copy of a template of
// the standard library that kernels use too.
struct Aside {
  Recorder* const r = recorder;
  Aside() { recorder = nullptr; }
  ~Aside() { recorder = r; }
  Aside(const Aside&) = delete;
};
Recorder* idle_recorder();  // of this OS thread, for the next block
// Returns once all earlier blocks have ended (or if they wait for each other): what this block does from now on to what
// blocks share happens in the order of the blocks.
void take_turn(Recorder&);

// ---- trace.cpp: what is looked at, and which events a lane has seen ----
struct Settings {
  u64 blocks = 6;    // of a grid, the last among them; all of them: ~0
  u64 launches = 1;  // of each kernel in each shape
  bool tables = true;
  int status = 4;  // of a program with findings; 0: its own
  std::string page, counts;
};
const Settings& settings();
struct KernelRun {
  std::string name, text, shape;
  dim3 grid, block;
  u64 blocks = 0, looked_at = 0, number = 0;
  bool at_once = false;        // several OS threads look
  u64 failed_block = ~u64{0};  // the first one in which the kernel was given up
  // How far the blocks behind that one came is chance: what they did must not be told.
  bool cut_short() const { return at_once && failed_block != ~u64{0}; }
};
KernelRun& kernel_run();
void change_thread(Recorder&);  // before the first event of another thread than the last one's
[[gnu::always_inline]] inline LaneTrace& running_lane(Recorder& r) {
  if (block_state.current != r.thread) change_thread(r);
  return r.lanes[block_state.current];
}
[[gnu::always_inline]] inline LaneTrace* running_lane_quickly(Recorder& r) {  // null: it takes running_lane
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
inline u64 new_stamp(Recorder& r) {  // no two stretches of a recorder have the same
  return ++r.last_stretch;
}
void lock_if_shared();
void unlock_if_shared();

// ---- call_sites.cpp ----
void find_call_sites(std::vector<std::uintptr_t> callbacks);  // and switches them off
bool calls_are_on();
void switch_calls(bool on);
std::vector<std::uintptr_t> switched_callbacks();  // callbacks.cpp: those that do nothing but record

// ---- merge.cpp ----
// Turns what the warp's lanes did into requests. `running`: lanes that stopped in mid-course and have more to come.
void merge_warp(Recorder&, u32 warp, u32 running);

// ---- memory_model.cpp ----
// logged: lanes whose accesses to global memory need no look for races any more.
void account(Recorder&, u32 warp, const What& what, const u64* addresses, const u8* lanes, u32 count, u32 logged);
void add_costly(Samples&, const Sample&);
// LaneTrace addresses -> sectors or passes, for the page and for account.
struct Cost {
  u32 moved, ideal, worst;
};
Cost cost_of(Space space, Kind kind, u32 size, const u64* addresses, const u8* lanes, u32 count);

// ---- checks.cpp: may the thread touch it? ----
struct Target {
  Space space;
  const Region* region;  // null: not watched
};
Target target_of(Recorder&, u32 site, std::uintptr_t address, u32 size, Kind kind);
void check_initialised(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size, Kind);
void poison_unsure_regions(const Recorder&);  // a block starts
void learn_shared_memory(const Recorder&);    // the first block has ended: what did it do with its shared variables?
const Region* region_at(std::uintptr_t address);  // of global memory; null: not watched
void forget_regions();                            // a grid starts: what was allocated may be gone
void forget_shared_regions();
void find_thread_memory();
// Of the program's thread-local memory: is the word the engine's? Plain, as it is set before other objects are made.
extern u8* own_words;
extern std::size_t own_count;
// Headers' code, which is part of kernels, touches some of it; the rest only the engine does.
enum class Owner : u8 { program, headers, engine };
[[gnu::always_inline]] inline Owner owner_of(std::uintptr_t offset) {
  return offset / 4 < own_count ? static_cast<Owner>(own_words[offset / 4]) : Owner::program;
}
void check_leaks();
std::string site_text(const void* call);  // " at a.cu:12", or nothing
std::string bytes_text(u64 bytes);

// ---- results.cpp: what becomes of what kernels compute ----
void watch_results();
void kernel_starts(const Grid&);  // each, looked at or not
void check_results();             // at the end
// "1024 of its 4096 bytes were copied at a.cu:12; ": how an allocation was filled that a kernel finds unwritten
std::string filled_text(const Allocation&);
std::string variable_at(std::uintptr_t address, std::uintptr_t* low, std::uintptr_t* high);
// The linker may have given the engine, too, the traced copy of such a function.
bool is_library(std::uintptr_t pc);
bool is_of_the_compiler(std::uintptr_t pc);    // sets thread-local variables up
std::string function_at(const void* address);  // without parameters

// ---- barriers.cpp: who did not come? ----
void note_last_steps(Recorder&, u32 warp);  // before what its lanes did is forgotten
void check_barrier(Recorder&);              // the block's barrier opens
void check_warp_function(const Recorder&, const Operation&, u32 warp, u32 mask, u32 arrived, const Lane*);
void check_deadlock(const Recorder&, const std::vector<WaitingThread>&);

// ---- kernel_heap.cpp ----
bool is_on_kernel_heap(std::uintptr_t address);  // from malloc or new in a kernel

// ---- races.cpp: cells and orders ----
extern Ledger& global_ledger;
void start_block_races(Recorder&);
// What the access itself orders; an exchange does not look at what was there.
enum class Order : u8 { none, is_volatile, atomic, exchange };
Party party_now(const Recorder&, u32 site, u32 warp);
// Compares the access of a lane with what the cells know, and notes it there.
void touch(const Recorder&, Ledger&, const Party& who, u32 lane, u32 record, const Region&, std::uintptr_t address,
           u32 size, Kind, bool exempt);
void check_shared_race(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size, Kind, Order);
u32 record_for(Recorder&, u32 site);    // of the running warp, in shared memory; 0: there are too many
u32 new_record(Ledger&, const Party&);  // the same
// The fields of Cell::bits.
constexpr u32 cell_writer_bytes = 0, cell_reader_bytes = 4, cell_valid_bytes = 12, cell_atomic_bit = 16,
              cell_block_bits = 17;
[[gnu::always_inline]] inline const Record& record_of(const Ledger& ledger, u32 slot) {
  return ledger.list[slot / warp_size - ledger.first_record];
}
// In shared memory. Nobody, the thread itself, or somebody of its block before the last barrier.
[[gnu::always_inline]] inline bool ordered_quickly(const Recorder& r, u32 slot, u32 thread) {
  if (slot < r.ledger.first_slot) return true;
  const Record& earlier = record_of(r.ledger, slot);
  return earlier.epoch != r.epoch || earlier.warp * warp_size + slot % warp_size == thread;
}
// Two readers are kept, of two warps if there are two: a later write then meets one that is not itself.
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
void released(Recorder&);
void acquired(Recorder&, bool from_others);
void saw(Recorder&);            // an atomic access to global memory: a fence behind it acquires
void acquired_seen(Recorder&);  // that fence
void block_met(Recorder&);
void warp_met(Recorder&, u32 warp, u32 lanes);
void tile_met(Recorder&, u32 first, u32 count);
void grid_met(Recorder&);
// Memory that a copy engine filled: initialised, and nobody's store.
void filled(Recorder&, std::uintptr_t address, std::size_t size);
bool written_in_block(Recorder&, std::uintptr_t address, u32 size);
Cell* new_cells(std::size_t bytes);
void free_cells(Cell*, std::size_t bytes);

// ---- global_races.cpp: a block's accesses to global memory, compared with the others' in the order of the blocks ----
void start_global_races();  // a grid starts
// A request of a warp that merge.cpp put together.
void log_request(Recorder&, u32 warp, const What&, const u64* addresses, const u8* lanes, u32 count, bool even,
                 long long stride);
// Something is about to order the warp's accesses: those that were not merged yet are logged one by one.
void settle(Recorder&, u32 warp);
void apply_log(Recorder&);  // in turn
void log_merged(Recorder&);
void end_of_log(Recorder&);  // the block has ended: its turn comes, and its accesses are compared
void check_global_race(Recorder&, u32 site, const Region&, std::uintptr_t address, u32 size, Kind, Order);
bool written(Recorder&, const Region&, std::uintptr_t address);  // by a kernel
const std::vector<Release>& releases_of(const Recorder&, u32 block);
void add_release(Recorder&, const Release&);

// ---- children.cpp: grids that kernels launch, and what their parents do meanwhile ----
void watch_children();
void block_met_behind_launches(Recorder&);  // at a barrier of the block
void note_nested(Recorder&, u32 warp, const What&, const u64* addresses, const u8* lanes, u32 count);

// ---- stream_order.cpp ----
void watch_streams();
Region::Order order_of(const Region&);
void kernel_touched(const std::vector<KernelTouch>& list, bool talks);  // a grid has ended
void library_kernel_ran();
bool events_were_used();  // whose call waits for it

// ---- findings.cpp ----
struct Place {
  u64 block;  // linear index
  u32 thread;
};
// what may name sites as {12}; they become file and line when it is printed.
void found(const std::string& what, const std::string& detail, const Recorder* where, u64 key = 0);
// What is found a million times shall not write its text a million times: the same key in the same grid is counted.
u64 key_of(u32 one, u32 two, std::uintptr_t where, u32 tag);
bool found_again(u64 key, const Recorder& where);
std::string mark(u32 site);
// Of the condition that ends the basic block and leads to one or the other.
std::string mark_of_branch(u32 block, u32 one, u32 other);
void report_findings();
bool any_findings();
const char* advice_for(const std::string& finding);  // the first time for its kind, else null (advice.cpp)
void hint(const std::string& what, const std::vector<std::string>& details);  // the same, with no effect on the status
void found_at_end(const std::string& what, const std::vector<std::string>& details);  // in no kernel: printed at once
std::string thread_name(const Recorder&, u32 thread);
std::string block_name(const Recorder&);
std::string block_name(const Recorder&, u64 linear);
struct PrintedFinding {
  std::string file;
  int line;
  std::string text;
};
const std::vector<PrintedFinding>& findings_of_kernel();

// ---- report.cpp ----
struct Line {
  std::string file;  // as the compiler was given it
  int number = 0;
};
void resolve(const std::vector<u32>& sites);  // asks for their lines, all at once
Line line_of(u32 site);
Line line_of_branch(u32 block, const std::vector<Line>& sides);
std::string source_text(const Line&);  // without the blanks at both ends
std::string base_name(const std::string& path);
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
  std::vector<std::pair<Line, double>> sides;  // where to, lanes of a warp on average
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
