// Races: two threads touch the same bytes, one of them writes, and nothing orders the two accesses.
//
// Every 4 bytes have a cell: who wrote them last and which two threads read them since. A cell names an access by a
// record (instruction, warp, which stretch between barriers) and a lane, so that the cells stay small. Orders are:
// the block's barrier, warp functions for the lanes that they cover, tiles, the grid's barrier, and a fence followed by
// an atomic access of another thread. The last is taken generously, any later atomic access will do: what is reported
// is a race, but not every race through a wrong flag is found.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "microscope.hpp"

namespace cuda_emulator::microscope {

namespace {

constexpr u32 nobody = 0;
struct Release {
  u32 time, epoch;
  u16 warp;
};
struct Block {
  std::vector<Release> releases;
  std::string name;
};

// Records are numbered on and on, so the cells of earlier grids need no clearing: their numbers are too small.
constexpr u32 last_record = (1u << 27) - 1;
auto& records = *new std::vector<Record>();
auto& blocks = *new std::vector<Block>();
u32 first_block = 1;
u32 now = 1;  // counts releases

}  // namespace

u32 record_for(Recorder& r, u32 index, Site& s) {
  const Aside aside;
  const u32 warp = block_state.current / warp_size;
  if (warp * warp_size != r.stamped) {
    r.stamped = warp * warp_size;
    r.stamp = new_stamp();
  }
  if (s.record_stamp == r.stamp && s.record >= first_record) return s.record;
  if (first_record + records.size() == last_record) return 0;
  s.record = first_record + static_cast<u32>(records.size());
  s.record_stamp = r.stamp;
  records.push_back({index, r.block, r.epoch, r.clock[warp], now, static_cast<u16>(warp)});
  record_list = records.data();
  return s.record;
}

namespace {

bool ordered(const Recorder& r, const Record& earlier, u32 lane) {
  const u32 t = block_state.current, warp = t / warp_size;
  if (earlier.block == r.block) {
    if (earlier.epoch != r.epoch) return true;
    if (earlier.warp == warp) {
      if (r.full_sync[warp] > earlier.clock || r.pair_sync[warp][lane][t % warp_size] > earlier.clock) return true;
    }
  }
  for (const Release& release : blocks[earlier.block - first_block].releases) {
    if (release.time <= earlier.time || (release.warp != earlier.warp && release.epoch <= earlier.epoch)) continue;
    return release.time <= r.acquired[warp];
  }
  return false;
}

void race(const Recorder& r, const Region& region, std::uintptr_t address, const Record& earlier, u32 lane,
          bool earlier_writes, u32 index, bool writes) {
  const u64 key = key_of(earlier.site, index, region.low, u32{earlier_writes} << 1 | u32{writes});
  if (found_again(key, r)) return;
  std::uintptr_t low = 0, high = 0;
  const std::string name = region.space == Space::shared || region.serial == 0 ? variable_at(address, &low, &high) : "";
  const std::string where = region.space == Space::shared ? "shared" : "global";
  // Whichever came first by chance: the writer is named first.
  u32 one = earlier.site, two = index;
  if (!earlier_writes || (writes && site(two).pc < site(one).pc)) std::swap(one, two);
  const std::string what = "race in " + where + " memory" + (name.empty() ? "" : " (" + name + ")") + ": " + mark(one) +
                           " writes what " + mark(two) + (earlier_writes && writes ? " writes" : " reads");
  const bool same_block = earlier.block == r.block;
  const std::string detail =
      thread_name(r, block_state.current) + " of block " + block_name(r) + " and " +
      thread_name(r, earlier.warp * warp_size + lane) + " of " +
      (same_block ? "the same block" : "block " + blocks[earlier.block - first_block].name) +
      (same_block ? earlier.warp == block_state.current / warp_size ? "; no __syncwarp or __syncthreads lies between"
                                                                    : "; no __syncthreads lies between"
                  : "; blocks run in any order");
  found(what, detail, &r, key);
}

}  // namespace

const Record* record_list = nullptr;
u32 first_record = 1, first_slot = warp_size;

Cell* new_cells(std::size_t bytes) {
  void* const memory = mmap(nullptr, (bytes / 4 + 2) * sizeof(Cell), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("microscope: no memory to watch the program's memory");
    std::abort();
  }
  return static_cast<Cell*>(memory);
}
void free_cells(Cell* cells, std::size_t bytes) {
  munmap(cells, (bytes / 4 + 2) * sizeof(Cell));
}

void start_races() {
  first_record += static_cast<u32>(records.size());
  first_slot = first_record * warp_size;
  records.clear();
  first_block += static_cast<u32>(blocks.size());
  blocks.clear();
}

void start_block_races(Recorder& r) {
  r.block = first_block + static_cast<u32>(blocks.size());
  blocks.push_back({{}, block_name(r)});
  r.block_stamp = r.block & 0x7fff;
  ++r.epoch;
  r.stamp = new_stamp();
  std::fill(std::begin(r.acquired), std::end(r.acquired), 0u);
  std::fill(std::begin(r.parted), std::end(r.parted), false);
}

void check_race(Recorder& r, u32 index, const Region& region, std::uintptr_t address, u32 size, Kind kind,
                Order order) {
  Site& s = site(index);
  const u32 record = record_for(r, index, s);
  if (record == 0) return;
  const u32 t = block_state.current, lane = t % warp_size, warp = t / warp_size, me = record * warp_size + lane;
  const bool shared = region.space == Space::shared;
  // In shared memory a volatile access is as any other: old code that relies on it is wrong.
  const bool exempt = order >= Order::atomic || (order == Order::is_volatile && !shared);
  const std::uintptr_t base = region.low & ~std::uintptr_t{3};
  const u32 stamp = r.block_stamp << cell_block_bits;
  for (const std::uintptr_t end = address + size; address < end;) {
    const std::uintptr_t next = std::min(end, (address & ~std::uintptr_t{3}) + 4);
    const u32 bytes = ((1u << (next - address)) - 1) << (address & 3);
    Cell& cell = region.cells[(address - base) / 4];
    if (shared && cell.bits >> cell_block_bits != r.block_stamp) cell = {nobody, {nobody, nobody}, stamp};
    const auto other = [&](u32 slot, u32 field) {
      if (!known(slot) || !(cell.bits >> field & bytes)) return false;
      const Record& earlier = record_of(slot);
      const bool mine = earlier.block == r.block && earlier.warp == warp && slot % warp_size == lane;
      return !mine && !ordered(r, earlier, slot % warp_size);
    };
    if (!(exempt && (cell.bits >> cell_atomic_bit & 1)) && other(cell.writer, cell_writer_bytes)) {
      race(r, region, address, record_of(cell.writer), cell.writer % warp_size, true, index, kind != Kind::load);
    }
    if (kind == Kind::load) {
      if (!exempt) note_reader(r, cell, me, t, bytes);
    } else {
      for (u32 k = 0; k < 2; ++k) {
        if (other(cell.reader[k], cell_reader_bytes + 4 * k)) {
          race(r, region, address, record_of(cell.reader[k]), cell.reader[k] % warp_size, false, index, true);
        }
      }
      note_writer(cell, me, bytes, exempt);
      region.stored = true;
    }
    address = next;
  }
}

bool written_in_block(Recorder& r, std::uintptr_t address, u32 size) {
  for (const std::uintptr_t end = address + size; address < end;) {
    const std::uintptr_t next = std::min(end, (address & ~std::uintptr_t{3}) + 4);
    const u32 bytes = ((1u << (next - address)) - 1) << (address & 3);
    const Cell& cell = r.shared_cells[(address - r.tls) / 4];
    if (cell.bits >> cell_block_bits != r.block_stamp || (cell.bits >> cell_valid_bytes & bytes) != bytes) return false;
    address = next;
  }
  return true;
}

bool written(const Region& region, std::uintptr_t address) {
  return (region.cells[(address - (region.low & ~std::uintptr_t{3})) / 4].bits >> cell_valid_bytes & 15u) != 0;
}

void filled(Recorder& r, std::uintptr_t address, std::size_t size) {
  if (address - r.tls >= own_count * 4) return;  // not this block's shared memory
  const u32 stamp = r.block_stamp << cell_block_bits;
  for (std::uintptr_t a = address & ~std::uintptr_t{3}; a < address + size; a += 4) {
    r.shared_cells[(a - r.tls) / 4] = {nobody, {nobody, nobody}, stamp | 15u << cell_valid_bytes};
  }
}

// ---- what orders accesses ----

void released(Recorder& r) {
  const u32 warp = block_state.current / warp_size;
  blocks[r.block - first_block].releases.push_back({++now, r.epoch, static_cast<u16>(warp)});
  r.stamp = new_stamp();
}

void acquired(Recorder& r) {
  r.acquired[block_state.current / warp_size] = now;
}

void block_met(Recorder& r) {
  ++r.epoch;
  std::fill(std::begin(r.parted), std::end(r.parted), false);
  r.stamp = new_stamp();
  const u32 latest = *std::max_element(std::begin(r.acquired), std::end(r.acquired));
  std::fill(std::begin(r.acquired), std::end(r.acquired), latest);
  if (r.grid->cooperative) blocks[r.block - first_block].releases.push_back({++now, r.epoch, 0});
}

void grid_met(Recorder& r) {
  std::fill(std::begin(r.acquired), std::end(r.acquired), now);
}

void warp_met(Recorder& r, u32 warp, u32 lanes) {
  r.stamp = new_stamp();
  const u32 clock = ++r.clock[warp];
  const u32 left = block_state.size - warp * warp_size;
  const u32 all = left >= warp_size ? ~0u : (1u << left) - 1, present = all & ~block_state.returned[warp];
  if ((lanes & all) == all) r.parted[warp] = false;
  r.parted[warp] |= (lanes & present) != present;
  // A last group that meets when all others have gone through the same and returned is still a group.
  if (!r.parted[warp]) {
    r.full_sync[warp] = clock;
    merge_warp(r, warp, 0);
    return;
  }
  for (u32 a = 0; a < warp_size; ++a) {
    if (!(lanes >> a & 1)) continue;
    for (u32 b = 0; b < warp_size; ++b) {
      if (lanes >> b & 1) r.pair_sync[warp][a][b] = clock;
    }
  }
}

void tile_met(Recorder& r, u32 first, u32 count) {
  const u32 begin = first / warp_size, end = std::min(first + count, block_state.size);
  std::vector<Release>& releases = blocks[r.block - first_block].releases;
  for (u32 warp = begin; warp * warp_size < end; ++warp) releases.push_back({++now, r.epoch, static_cast<u16>(warp)});
  for (u32 warp = begin; warp * warp_size < end; ++warp) {
    warp_met(r, warp, ~0u);
    r.acquired[warp] = now;
  }
}

}  // namespace cuda_emulator::microscope
