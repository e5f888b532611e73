// What the microscope's parts tell each other.
//
// An access travels: the compiled kernel calls __tsan_read4 (callbacks.cpp) -> whose memory is it, and may the thread
// touch it? (checks.cpp) -> is it a race? (races.cpp) -> it is kept with its lane's others (trace.cpp) -> at the next
// barrier the lanes' accesses become the requests of a warp (merge.cpp) -> what does a request cost?
// (memory_model.cpp) -> the table of the kernel (report.cpp), the page (page.cpp).
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "../src/internal.hpp"

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
struct Region {
  std::uintptr_t low = 0, high = 0;
  Space space = Space::global;
  Cell* cells = nullptr;  // one for 4 bytes
  u64 serial = 0;         // of the allocation; 0: a variable
  bool poisoned = false;  // device memory: what nobody wrote holds the emulator's poison
};

// What one request costs, summed over the requests of a source line.
struct Totals {
  u64 requests = 0, lanes = 0, bytes = 0, moved = 0, ideal = 0;
  u32 worst = 0, best = ~0u, width = 0;
  u64 broadcasts = 0;    // requests whose lanes all ask for one address
  u64 clashes = 0;       // atomics: lanes that had to wait for another lane's turn at the same address
  u64 strides[3] = {};   // requests with unit stride, with another constant stride, without one
  long long stride = 0;  // in bytes, of the last request that had one
};

// One request as the page draws it.
struct Sample {
  u32 block, warp, lanes = 0;
  u64 address[32];
};

struct Edge {  // from a basic block to the next that a lane enters
  u32 to;
  u64 lanes, warps;
};

// An instruction of the program that touches memory, or the start of a basic block.
struct Site {
  std::uintptr_t pc;
  const Region* region = nullptr;  // the last that it touched
  u32 record = 0;                  // races.cpp: its record for the warp that runs, while record_stamp holds
  u64 record_stamp = 0;
  bool library = false;                  // in a function of the standard library or the emulator
  u64 passes = 0, lanes = 0, split = 0;  // steps: entered by warps, by lanes, left by lanes in two ways or more
  std::vector<Edge> next;
  std::vector<std::uintptr_t> callers;  // where the function was called from, when it was first seen
  Totals totals[kinds][spaces];
  bool used[kinds][spaces] = {};
  std::vector<Sample> samples[kinds][spaces];
};
u32 site_of(std::uintptr_t pc);
Site& site(u32 index);
u32 site_count();

struct Event {
  u32 site;
  Kind kind;
  Space space;
  u8 size, depth;
  u64 address;
};

constexpr u32 lane_capacity = 4096;  // events that a lane keeps before its warp is merged

struct LaneTrace {
  Event* events = nullptr;
  u32 count = 0, begin = 0;  // begin: merged already
  u8 depth = 0;              // of calls
  bool polls = false;        // its next load is one that waits for another thread
  bool full = false;         // it has stopped to make room
  std::uintptr_t callers[16];
  std::uintptr_t base = 0;  // the stack of its kernel starts below
};

// One block that is being looked at: all that belongs to one OS thread.
struct Recorder {
  const Grid* grid;
  u32 block;   // counts the blocks that were looked at, from 1
  u64 linear;  // index in the grid
  u32 thread = ~0u;
  u64 stamp = 0;  // changes whenever the sites' records no longer hold
  u32 stamped_warp = ~0u;
  u32 epoch = 0;  // block barriers
  u32 clock[32], full_sync[32];
  u32 (*pair_sync)[32][32];
  u32 acquired[32];
  u64 stack_size[32];
  LaneTrace lanes[max_block_threads];
  std::uintptr_t tls;
  Cell* shared_cells;
  bool failed;
};
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
  u64 blocks = 0, looked_at = 0, accesses = 0;
};
KernelRun& kernel_run();
void keep(Recorder&, const Event&);
void make_room(Recorder&);
u64 new_stamp();  // no two recorders have the same
void lock_if_shared();
void unlock_if_shared();

// ---- merge.cpp ----
// Turns what the warp's lanes did into requests. `running`: lanes that stopped in mid-course and have more to come.
void merge_warp(Recorder&, u32 warp, u32 running);

// ---- memory_model.cpp ----
void account(Recorder&, u32 warp, const Event* const* events, const u8* lanes, u32 count);
// LaneTrace addresses -> sectors or passes, for the page and for account.
struct Cost {
  u32 moved, ideal, worst;
};
Cost cost_of(Space space, Kind kind, u32 size, const u64* addresses, const u8* lanes, u32 count);

// ---- checks.cpp: may the thread touch it? ----
struct Target {
  Space space;
  const Region* region;
};
Target target_of(Recorder&, Site&, std::uintptr_t address, u32 size, Kind kind);
void check_initialised(Recorder&, const Site&, const Region&, std::uintptr_t address, u32 size);
void forget_regions();  // a grid starts: what was allocated may be gone
void find_thread_memory();
bool is_own(std::uintptr_t tls_offset);
void check_leaks();
std::string variable_at(std::uintptr_t address, std::uintptr_t* low, std::uintptr_t* high);
// The linker may have given the engine, too, the traced copy of such a function.
bool is_library(std::uintptr_t pc);
std::string function_at(const void* address);  // without parameters

// ---- races.cpp ----
void start_races();  // a grid starts
void start_block_races(Recorder&);
void check_race(Recorder&, u32 site, const Region& region, std::uintptr_t address, u32 size, Kind kind, bool atomic);
void released(Recorder&);
void acquired(Recorder&);
void block_met(Recorder&);
void warp_met(Recorder&, u32 warp, u32 lanes);
void tile_met(Recorder&, u32 first, u32 count);
void grid_met(Recorder&);
// Memory that a copy engine filled: initialised, and nobody's store.
void filled(Recorder&, std::uintptr_t address, std::size_t size);
bool written(const Region&, std::uintptr_t address);  // by a kernel
bool written_in_block(Recorder&, std::uintptr_t address, u32 size);
Cell* new_cells(std::size_t bytes);
void free_cells(Cell*, std::size_t bytes);

// ---- findings.cpp ----
struct Place {
  u64 block;  // linear index
  u32 thread;
};
// what may name sites as {12}; they become file and line when it is printed.
void found(const std::string& what, const std::string& detail, const Recorder* where);
std::string mark(u32 site);
void report_findings();
bool any_findings();
std::string thread_name(const Recorder&, u32 thread);
std::string block_name(const Recorder&);
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
void report_kernel();
const char* name_of(Kind);
const char* name_of(Space);

// ---- page.cpp ----
void add_to_page();
void write_page();

}  // namespace cuda_emulator::microscope
