// Races in global memory: between the threads of a block, and between blocks.
//
// The cells of global memory belong to all blocks. A block logs its requests, with their threads and what was ordered
// before; once all earlier blocks have ended the log is compared with the cells, so the result is that of blocks in
// order, whichever OS thread was faster. A block that accesses a word through which blocks communicate (an atomic, a
// volatile word) waits for its turn first and then compares at once.
#include <algorithm>
#include <bit>
#include <mutex>
#include <unordered_map>

#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t long_log = 1 << 16;  // then the block waits for its turn before it ends
constexpr std::size_t some_log = 64;

std::mutex cells_mutex;                                                 // only waited for where blocks run in no order
auto& releases = *new std::unordered_map<u32, std::vector<Release>>();  // of the grid's blocks that have ended
auto& latest_record = *new std::vector<u32>();                          // by site

u32 global_record(const Party& who) {
  if (who.site >= latest_record.size()) latest_record.resize(who.site + 1024);
  u32& latest = latest_record[who.site];
  if (latest >= global_ledger.first_record) {
    const Record& record = global_ledger.records[latest - global_ledger.first_record];
    if (record.block == who.block && record.warp == who.warp && record.epoch == who.epoch &&
        record.clock == who.clock && record.time == who.time) {
      return latest;
    }
  }
  return latest = new_record(global_ledger, who);
}

// The most frequent case: whole words that were not accessed in this grid. False: nothing is done.
inline bool touch_quickly(Cell* cells, u32 words, u32 slot, Kind kind, u32 value) {
  const u32 old = global_ledger.first_slot;
  for (u32 k = 0; k < words; ++k) {
    const Cell& cell = cells[k];
    if (cell.writer >= old || cell.reader[0] >= old || cell.reader[1] >= old) return false;
  }
  for (u32 k = 0; k < words; ++k) {
    if (kind == Kind::load) {
      cells[k].reader[0] = slot;
      cells[k].bits |= 15u << cell_reader_bytes;
    } else {
      note_writer(cells[k], slot, 15, false);
      note_value(cells[k], value);
    }
  }
  return true;
}

void apply(Recorder& r, const Access& a) {
  const u32 record = global_record(a.who);
  if (record == 0) return;
  std::uintptr_t address = a.address;
  const std::uintptr_t low = a.region->low;
  const bool words = (address | static_cast<u64>(a.stride) | a.size | low) % 4 == 0;
  const u16* stored = a.kind == Kind::store ? &r.values[a.values] : nullptr;
  for (u32 rest = a.lanes; rest; rest &= rest - 1, address += static_cast<u64>(a.stride)) {
    const u32 lane = static_cast<u32>(std::countr_zero(rest)), value = stored ? *stored++ : 0;
    if (words &&
        touch_quickly(a.region->cells + (address - low) / 4, a.size / 4u, record * warp_size + lane, a.kind, value)) {
      continue;
    }
    touch(r, global_ledger, a.who, lane, record, *a.region, address, a.size, a.kind, false, value);
  }
}

void log_access(Recorder& r, const Party& who, u32 lanes, Kind kind, u8 size, const Region* region,
                std::uintptr_t address, long long stride, const u16* values = nullptr) {
  if (lanes == 0) return;
  r.log.push_back({who, lanes, kind, size, region, address, stride, static_cast<u32>(r.values.size())});
  if (values) r.values.insert(r.values.end(), values, values + std::popcount(lanes));
}

const Region* region_of(const ShortCut& s, std::uintptr_t address) {
  if (s.region && address >= s.region->low && address < s.region->high) return s.region;
  return region_at(address);
}

// Of `lanes`, those from rank `begin` to rank `end`.
u32 ranks(u32 lanes, u32 begin, u32 end) {
  for (u32 i = 0; i < begin; ++i) lanes &= lanes - 1;
  u32 chosen = 0;
  for (u32 i = begin; i < end; ++i) {
    chosen |= lanes & -lanes;
    lanes &= lanes - 1;
  }
  return chosen;
}

// Two readers of a word are enough until something orders them. So reads of neighbouring words by a loop that two lanes
// have already read are left out.
void log_reads_of_neighbours(Recorder& r, Site& s, const Party& who, u32 lanes, u8 size, const Region* region,
                             std::uintptr_t low, std::uintptr_t high) {
  const std::uintptr_t lane_zero = low - u64{size} * static_cast<u32>(std::countr_zero(lanes));
  if (s.stretch == r.stretch[who.warp] && low <= s.once_high && high >= s.once_low) {
    const bool known = s.twice_low < s.twice_high;
    if (known && low >= s.twice_low && high <= s.twice_high) return;
    if (known && low < s.twice_high && high > s.twice_low) {
      const std::uintptr_t before = std::max(low, s.twice_low), behind = std::min(high, s.twice_high);
      const u32 first = static_cast<u32>((before - low + size - 1) / size),
                second = static_cast<u32>((behind - low) / size), count = static_cast<u32>(std::popcount(lanes));
      log_access(r, who, ranks(lanes, 0, first), Kind::load, size, region, low, size);
      log_access(r, who, ranks(lanes, second, count), Kind::load, size, region, low + u64{second} * size, size);
    } else {
      log_access(r, who, lanes, Kind::load, size, region, low, size);
    }
    if (lane_zero != s.lane_zero) {
      const std::uintptr_t from = std::max(low, s.once_low), to = std::min(high, s.once_high);
      if (!known) {
        s.twice_low = from;
        s.twice_high = to;
      } else if (from <= s.twice_high && to >= s.twice_low) {
        s.twice_low = std::min(s.twice_low, from);
        s.twice_high = std::max(s.twice_high, to);
      }
    }
    s.once_low = std::min(s.once_low, low);
    s.once_high = std::max(s.once_high, high);
  } else {
    log_access(r, who, lanes, Kind::load, size, region, low, size);
    s.stretch = r.stretch[who.warp];
    s.once_low = low;
    s.once_high = high;
    s.twice_low = s.twice_high = 0;
  }
  s.lane_zero = lane_zero;
}

// All lanes read one address: the first and the last represent them.
void log_broadcast(Recorder& r, Site& s, const Party& who, u32 lanes, u8 size, const Region* region,
                   std::uintptr_t low) {
  const std::uintptr_t high = low + size;
  if (s.stretch == r.stretch[who.warp] && low >= s.twice_low && high <= s.twice_high) return;
  const u32 two = (lanes & -lanes) | 1u << (31 - std::countl_zero(lanes));
  log_access(r, who, two, Kind::load, size, region, low, 0);
  if (s.stretch == r.stretch[who.warp] && low == s.twice_high) {
    s.twice_high = high;
  } else {
    s.stretch = r.stretch[who.warp];
    s.twice_low = s.once_low = low;
    s.twice_high = s.once_high = high;
  }
  s.lane_zero = low;
}

// The pieces of memory that the kernel accesses; an instruction's requests are mostly adjacent.
void note_touch(Recorder& r, u32 index, std::uintptr_t low, std::uintptr_t high, Kind kind) {
  constexpr std::size_t most_touches = 1 << 18;
  Site& s = r.sites[index];
  if (low >= s.touched_low && high <= s.touched_high) return;
  if (low <= s.touched_high && high >= s.touched_low && s.touched_high != 0) {
    s.touched_low = std::min(s.touched_low, low);
    s.touched_high = std::max(s.touched_high, high);
    return;
  }
  if (s.touched_high != 0 && r.touches.size() < most_touches) {
    r.touches.push_back({s.touched_low, s.touched_high, index, kind});
  }
  s.touched_low = low;
  s.touched_high = high;
}

bool is_watched(const Region& region) {
  if (region.order == Region::Order::unknown) region.order = order_of(region);
  return region.order != Region::Order::none;
}

}  // namespace

void start_global_races() {
  global_ledger.start();
  releases.clear();
}

const std::vector<Release>& releases_of(const Recorder& r, u32 block) {
  if (block == r.block && !r.shared_grid) return r.releases;
  return releases[block];
}
void add_release(Recorder& r, const Release& release) {
  (r.shared_grid ? releases[r.block] : r.releases).push_back(release);
}

void log_request(Recorder& r, u32 warp, const What& what, const u64* address, const u16* values, const u8* lane,
                 u32 count, bool even, long long stride) {
  note_nested(r, warp, what, address, lane, count);
  Site& s = site(r, what.site);
  const Region* const region = region_of(r.cuts[what.site], address[0]);
  const Party who = party_now(r, what.site, warp);
  const auto inside = [&](u32 i) {
    return region && address[i] >= region->low && address[i] + what.size <= region->high;
  };
  if (region && is_watched(*region)) {
    if (even && (stride == 0 || stride == what.size)) {
      note_touch(r, what.site, address[0], address[count - 1] + what.size, what.kind);
    } else {
      for (u32 i = 0; i < count; ++i) {
        note_touch(r, what.site, address[i], address[i] + what.size, what.kind);
      }
    }
  }
  if (even && inside(0) && inside(count - 1)) {
    u32 lanes = 0;
    for (u32 i = 0; i < count; ++i) lanes |= 1u << lane[i];
    if (what.kind == Kind::load && stride == 0) {
      log_broadcast(r, s, who, lanes, what.size, region, address[0]);
    } else if (what.kind == Kind::load && stride == what.size) {
      log_reads_of_neighbours(r, s, who, lanes, what.size, region, address[0], address[count - 1] + what.size);
    } else {
      log_access(r, who, lanes, what.kind, what.size, region, address[0], stride, values);
    }
  } else {
    for (u32 i = 0; i < count; ++i) {
      const Region* const mine = inside(i) ? region : region_of(r.cuts[what.site], address[i]);
      if (mine && address[i] + what.size <= mine->high) {
        log_access(r, who, 1u << lane[i], what.kind, what.size, mine, address[i], 0, values ? values + i : nullptr);
      }
    }
  }
  if (r.log.size() >= long_log) take_turn(r);
  log_merged(r);
}

void settle(Recorder& r, u32 warp) {
  keep_stored_value(r);
  for (u32 l = 0; l < warp_size; ++l) {
    LaneTrace& lane = r.lanes[warp * warp_size + l];
    for (u32 i = std::max(lane.logged, lane.begin); i < lane.count; ++i) {
      const What what = what_of(lane.events[i].what);
      if (what.kind == Kind::step || what.kind == Kind::atomic || what.space != Space::global) continue;
      r.logged[warp] = true;
      const u8 one = static_cast<u8>(l);
      const bool store = what.kind == Kind::store;
      const u64 address = lane.events[i].address & address_bits;
      const u16 value = static_cast<u16>(lane.events[i].address >> value_shift);
      log_request(r, warp, what, &address, store ? &value : nullptr, &one, 1, false, 0);
    }
    lane.logged = lane.count;
  }
  log_merged(r);
}

void apply_log(Recorder& r) {
  if (r.log.empty()) return;
  const std::lock_guard lock(cells_mutex);
  for (const Access& a : r.log) apply(r, a);
  r.log.clear();
  r.values.clear();
}

// A block that has its turn needs no log.
void log_merged(Recorder& r) {
  if (r.shared_grid || (r.in_turn && r.log.size() >= some_log)) apply_log(r);
}

void end_of_log(Recorder& r) {
  take_turn(r);
  apply_log(r);
  if (r.releases.empty()) return;
  const std::lock_guard lock(cells_mutex);
  releases[r.block] = std::move(r.releases);
  r.releases = {};
}

void check_global_race(Recorder& r, u32 index, const Region& region, std::uintptr_t address, u32 size, Kind kind,
                       Order order) {
  const u32 t = block_state.current;
  if (is_watched(region)) {
    const bool of_host = region.order == Region::Order::host;
    r.talks |= kind == Kind::load || (of_host && (kind != Kind::atomic || says_of(index, Fact::may_poll)));
    if (kind == Kind::atomic) note_touch(r, index, address, address + size, kind);
  }
  settle(r, t / warp_size);
  apply_log(r);
  const std::lock_guard lock(cells_mutex);
  const Party who = party_now(r, index, t / warp_size);
  if (const u32 record = global_record(who)) {
    touch(r, global_ledger, who, t % warp_size, record, region, address, size, kind, order != Order::none, 0);
  }
}

u32 written_bytes(const Region& region, std::uintptr_t word) {
  const std::lock_guard lock(cells_mutex);
  return region.cells[(word - (region.low & ~std::uintptr_t{3})) / 4].bits >> cell_valid_bytes & 15u;
}
void apply_all(Recorder& r) {
  take_turn(r);
  for (u32 warp = 0; warp * warp_size < block_state.size; ++warp) settle(r, warp);
  apply_log(r);
}

}  // namespace cuda_emulator::microscope
