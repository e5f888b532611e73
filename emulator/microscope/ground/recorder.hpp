// The microscope's data while a block runs: the kind of memory, the counts of each instruction, each lane's events
// since its warp was last merged, and the data that identify races.
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/grid.hpp"
#include "engine/running.hpp"

// Hidden: addressed relative to the code instead of through a table.
#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

enum class Kind : u8 { load, store, atomic, step };  // step: a basic block starts
enum class Space : u8 { global, shared, constant, local, none };
constexpr unsigned kinds = 3, spaces = 4;

// Memory that kernels may access and in which races and bounds are checked.
struct Cell {             // of 4 bytes: the last accesses (races.cpp)
  u32 writer, reader[2];  // record * 32 + lane
  u32 bits;
};
constexpr u32 poison = 0xFFFBCBCB;  // memory/access.cpp fills device memory with it
struct Region {
  std::uintptr_t low = 0, high = 0;
  Space space = Space::global;
  Cell* cells = nullptr;  // one per 4 bytes
  u64 serial = 0;         // of the allocation; 0: a variable
  bool poisoned = false;  // unwritten bytes hold the emulator's poison
  // Global memory: does a kernel's access matter for the order between streams, or with the host (stream_order.cpp)?
  enum class Order : u8 { unknown, none, streams, host };
  mutable Order order = Order::unknown;
  Cell& cell(std::uintptr_t at) const { return cells[(at - (low & ~std::uintptr_t{3})) / 4]; }
};

// The cost of a request, summed over the requests of a source line.
struct Totals {
  u64 requests = 0, lanes = 0, bytes = 0, moved = 0, ideal = 0;
  u32 worst = 0, best = ~0u, width = 0;
  u64 broadcasts = 0;    // requests whose lanes all have one address
  u64 clashes = 0;       // atomics: lanes that waited for another lane with the same address
  u64 turns = 0;         // atomics: the most lanes at one address, summed over the requests
  u64 together = 0;      // atomics: requests in which lanes with one address did not wait for each other
  u64 strides[3] = {};   // requests with unit stride, with another constant stride, without one
  long long stride = 0;  // in bytes, of the last request that had one
  u64 stride_block = 0;  // that request's
};
void add_totals(Totals& sum, const Totals& t);
// No thread moves more at a time.
inline bool is_by_engine(const Totals& t) {
  return t.width > 16;
}

// One request as drawn on the page.
struct Sample {
  u64 block;
  u32 warp, cost, lanes = 0;
  u64 address[32];
};
// The same with the instruction, and the lane of a finding. whole: all of its lanes are known; where a finding was made
// before the other lanes came there, they are not.
struct Request {
  u32 site;
  Kind kind;
  Space space;
  u32 width, lane;
  bool whole;
  Sample sample;
};
// A site's first two requests, and the two most expensive ones; of equal ones, the first.
struct Samples {
  std::vector<Sample> first, worst;
};

struct Edge {  // from a basic block to the next that a lane enters
  u32 to;
  u64 lanes, warps;
};

// One cache line, for the short cut of callbacks.cpp: an instruction accesses the same region as last time, from low to
// low + reach. All zero: no short cut.
struct alignas(64) ShortCut {
  std::uintptr_t low, reach;
  u64 what;  // bits_of, without the depth
  bool shared, poisoned;
  u32 record;  // shared memory: races.cpp's record for the warp that runs, while record_stamp holds
  u64 record_stamp;
  Cell* cells;
  const Region* region;  // the last region that it accessed, with or without a short cut
};

// An instruction of the program that accesses memory, or the start of a basic block, with its counts.
struct Site {
  bool made = false, counted = false;
  // Loads of global memory since the warp was last ordered with other threads: words that lanes have read, and read
  // twice (global_races.cpp).
  u64 stretch = 0;
  std::uintptr_t once_low = 0, once_high = 0, twice_low = 0, twice_high = 0;
  std::uintptr_t lane_zero = 0;                      // address of lane 0 in the last such request, active or not
  std::uintptr_t touched_low = 0, touched_high = 0;  // for stream_order.cpp, while it is contiguous

  u64 passes = 0, lanes = 0, split = 0;  // steps: entered by warps, by lanes, left by lanes in two ways or more
  std::vector<Edge> next;
  Totals totals[kinds][spaces];
  bool used[kinds][spaces] = {};
  Samples samples[kinds][spaces];
};
// Properties that are the same in all blocks.
struct SiteInfo {
  std::uintptr_t pc;
  bool library = false;                 // in a function of the standard library or the emulator
  bool ignored = false;                 // in a function that the compiler made
  bool in_ptx = false;                  // an instruction of inline PTX
  bool adds_one = false;                // to a word, and the old value is not used
  bool guesses = false;                 // the value that it reads is compared again by an atomic function (races.cpp)
  std::vector<std::uintptr_t> callers;  // the call of the function, in the first block that reached it
  u64 grid = 0, block = 0;              // that block
};
u32 site_of(std::uintptr_t pc);
u32 site_in_ptx(const void* call);  // the same, of inline PTX
inline u32 site_of(const void* code) {
  return site_of(reinterpret_cast<std::uintptr_t>(code));
}
u32 site_count();
// Sites never move. Maps the instruction's offset in the program's code to the site's index + 1
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
  u64 address;  // not of a step; of a store to global memory with a fingerprint of its value above value_shift
};
constexpr u32 value_shift = 48;
constexpr u64 address_bits = (u64{1} << value_shift) - 1;

constexpr u32 lane_capacity = 4096;  // events that a lane keeps before its warp is merged
constexpr u32 usual_limit = lane_capacity - 16;

struct LaneTrace {
  Event* events = nullptr;
  u32 count = 0, begin = 0;  // begin: merged already
  u8 depth = 0;              // of calls
  u32 logged = 0;            // its earlier events have already been checked for races (global_races.cpp)
  u32 limit = 0;             // of count, for the short cut
  bool polls = false;        // its next load is one that waits for another thread
  bool full = false;         // it has stopped to free space in its list
  std::uintptr_t whole = 0;  // the structure that it loads piece by piece
  u32 whole_size = 0;        // 0: it does not
  std::uintptr_t callers[16];
  std::uintptr_t base = 0;  // the stack of its kernel starts below
};

// An access as stored for races. A cell refers to one by slot: its record's number * 32 + lane.
struct Record {
  u32 site, block, epoch, clock, time;
  u16 warp;
  bool by_warp;  // by all lanes together, so that what any of them does later comes after it
};
// Numbers of records keep increasing, so old cells need no clearing: their numbers are too small.
struct Ledger {
  std::vector<Record> records;
  const Record* list = nullptr;
  u32 first_record = 1, first_slot = warp_size;
  std::unordered_map<u64, u64> same_values;  // that several threads stored into one word (races.cpp)
  void start() {
    first_record += static_cast<u32>(records.size());
    first_slot = first_record * warp_size;
    records.clear();
    same_values.clear();
  }
};
struct Release {
  u32 time, epoch;
  u16 warp;
  bool far;   // for all blocks, not for those of the cluster alone
  u32 until;  // what the warp did before this time
};
// The thread of an access, and what it is ordered after.
struct Party {
  u32 site, block, epoch, clock, time, full_sync, acquired, acquired_from_cluster, acquired_from_others;
  u16 warp;
  bool unfenced;  // an atomic access has read values of other blocks, and no fence followed
  bool by_warp = false;
};
// Lanes that access global memory together, with a constant stride, and still have to be compared with others'
// accesses.
struct Access {
  Party who;
  u32 lanes;
  Kind kind;
  u8 size;
  const Region* region;
  std::uintptr_t address;  // of the first lane
  long long stride;
  u32 values;  // of stores: where those of its lanes begin in Recorder::values
};
// A piece of memory that a kernel accessed, for the order between streams.
struct KernelTouch {
  std::uintptr_t low, high;
  u32 site;
  Kind kind;
};
// Two unordered stores into shared memory, the second of which is about to happen: do they store the same?
struct Suspect {
  const Region* region;
  std::uintptr_t address;
  u32 size, lane, my_lane;
  Record earlier;
  Party me;
  u64 before;
};
struct PartialSync {
  u32 clock, lanes;
};

// Asynchronous work that has not been waited for, and that writes or reads the word (order/async_work.cpp).
struct Awaited {
  u16 writes, reads;
};

struct SharedOrder;  // order/shared_order.cpp

// A block that is being checked: all data of one OS thread.
struct Recorder {
  const Grid* grid;
  Site* sites;                // by index
  ShortCut* cuts;             // the same
  u32 block;                  // index in the grid, to tell blocks apart
  u32 serial = 0;             // counts the blocks that this recorder checked
  u64 linear;                 // index in the grid
  u64 work;                   // events of this block that were merged
  bool in_turn;               // no earlier block is still running
  u32 thread = ~0u;           // of the last event; stays so in a shared grid, which always uses the slow path
  LaneTrace* lane = nullptr;  // its list
  u64 stamp = 0;              // changes when the sites' records become invalid
  u32 stamped = ~0u;          // first thread of the warp that the stamp is for
  u32 epoch = 0;              // block barriers
  u32 now;                    // counts the block's releases
  u32 clock[32], full_sync[32];
  bool parted[32];                        // the warp's lanes have met in groups since all of them last met
  std::vector<PartialSync> partials[32];  // those meetings
  u32 acquired[32], acquired_from_cluster[32], acquired_from_others[32];
  Release arrivals[32];               // the last one of each warp, at a barrier; until 0: none
  u32 seen[32], seen_of_others[32];   // what a fence would acquire now
  u64 stretch[32], last_stretch = 0;  // changes whenever something orders the warp's accesses
  bool logged[32];                    // some events of the warp's lanes were logged one by one
  Ledger ledger;                      // of shared memory
  std::vector<Release> releases;
  std::vector<Access> log;
  std::vector<KernelTouch> touches;
  Event* stored = nullptr;  // the last store to global memory, whose value is not yet in its event
  std::vector<u16> values;  // of the stores in the log
  std::vector<Suspect> suspects;
  std::uintptr_t fetch = 0;  // the last atomic access, if it was one of 4 bytes that fetches and adds or the like
  bool talks;                // by flags, with the host or with kernels in other streams
  u64 stack_size[32];
  Awaited *awaited = nullptr, *all_awaited = nullptr;  // per word, as shared_cells; awaited: null if there is none
  u32 awaited_pieces = 0;
  u32 fenced[max_block_threads] = {};  // the thread's records before this one are visible to the asynchronous proxy
  u32 grid_awaited[32];                // per warp, the lanes that have waited for the grid before
  u32 has_launched[32];                // per warp, the lanes whose accesses come after a launch of theirs
  LaneTrace lanes[max_block_threads];
  std::uintptr_t tls;
  u32 block_stamp;   // in the cells of shared memory: the owner
  bool shared_grid;  // other OS threads record blocks of the same grid, in no order
  Cell* shared_cells;
  std::shared_ptr<SharedOrder> shared_order;
  mutable std::vector<std::shared_ptr<void>> slots;  // of the checks (Slot)
  // For the page: the block's last requests, and those of findings whose other lanes have not come there.
  std::vector<Request> requests;
  std::size_t requests_made;
  std::vector<std::shared_ptr<Request>> sought;
  bool failed;
  bool stops;  // the finding ends the kernel
};
// A store's callback comes before the store: the stored value is read at the next callback, or before the events are
// read. 15 bits distinguish values; 0: not known.
[[gnu::always_inline]] inline u64 fingerprint(u64 value) {
  const u64 bits = value * 0x9E3779B97F4A7C15u >> 49;
  return bits + (bits == 0);
}
[[gnu::always_inline]] inline void keep_stored_value(Recorder& r) {
  Event* const event = r.stored;
  if (!event) return;
  r.stored = nullptr;
  const u32 size = static_cast<u8>(event->what >> 48);
  const void* const p = reinterpret_cast<const void*>(event->address);
  u64 value = 0;
  if (size == 4) {
    value = *static_cast<const u32*>(p);
  } else if (size <= 8) {
    __builtin_memcpy(&value, p, size);
  } else {
    return;
  }
  event->address |= fingerprint(value) << value_shift;
}
inline std::size_t next_slot() {
  static std::size_t slots = 0;
  return slots++;
}
// What a check keeps of the block that a recorder checks; as new when a block starts.
template <class T>
class Slot {
 public:
  T& of(const Recorder& r) const {
    if (r.slots.size() <= index_) r.slots.resize(index_ + 1);
    std::shared_ptr<void>& place = r.slots[index_];
    if (!place) place = std::make_shared<Kept>();
    Kept& kept = *static_cast<Kept*>(place.get());
    // Not made anew: kernels that call malloc would notice.
    if (std::exchange(kept.block, r.serial) != r.serial) kept.value = T();
    return kept.value;
  }

 private:
  struct Kept {
    u32 block = 0;
    T value;
  };
  const std::size_t index_ = next_slot();
};

void make_site(Site&);
[[gnu::always_inline]] inline Site& site(Recorder& r, u32 index) {
  Site& s = r.sites[index];
  if (!s.made) make_site(s);
  return s;
}
extern __thread Recorder* recorder;  // null if nothing is to be recorded
// While the microscope itself runs nothing is recorded: the linker may have selected for it the traced copy of a
// template of the standard library that kernels use too.
struct Aside {
  Recorder* const r = recorder;
  Aside() { recorder = nullptr; }
  ~Aside() { recorder = r; }
  Aside(const Aside&) = delete;
};

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
