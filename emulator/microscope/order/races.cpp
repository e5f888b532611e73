// Races: two threads access the same bytes, at least one of them writes, and nothing orders the two accesses.
//
// Every 4 bytes have a cell: the last writer and two readers since. A cell names an access by a record (instruction,
// warp, interval between barriers) and a lane, so that the cells are small. Accesses are ordered by
// the block's barrier, warp functions for the lanes that they cover, tiles, the grid's barrier, and a fence followed by
// an atomic access of another thread that is followed by a fence; in shared memory the second fence is not required.
// Release and acquire count as fences. Any later atomic access counts: every reported race is one, but not every race
// through a wrong flag is found. Barriers in shared memory, and those of a cluster, order by clocks (shared_order.cpp).
//
// Shared memory is checked at each access, with cells that belong to the OS thread; global memory, which blocks share,
// later and in the order of the blocks (global_races.cpp).
#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {

namespace {

constexpr u32 nobody = 0;
constexpr u32 last_record = (1u << 27) - 1;
u32 grid_now = 1;  // counts releases, if blocks run in no order

// Within the block, so that it does not depend on other OS threads; in a shared grid the caller holds the lock.
u32& now_of(Recorder& r) {
  return r.shared_grid ? grid_now : r.now;
}
// The knowledge of a thread that is ordered after all blocks before its own.
u32 all_others(const Recorder& r) {
  return r.shared_grid ? grid_now : ~0u;
}

}  // namespace

u32 new_record(Ledger& ledger, const Party& who) {
  const u32 number = ledger.first_record + static_cast<u32>(ledger.records.size());
  if (number >= last_record) return 0;
  ledger.records.push_back({who.site, who.block, who.epoch, who.clock, who.time, who.warp, who.by_warp});
  ledger.list = ledger.records.data();
  return number;
}

Party party_now(const Recorder& r, u32 index, u32 warp) {
  return {index,
          r.block,
          r.epoch,
          r.clock[warp],
          r.shared_grid ? grid_now : r.now,
          r.full_sync[warp],
          r.acquired[warp],
          r.acquired_from_cluster[warp],
          r.acquired_from_others[warp],
          static_cast<u16>(warp),
          r.seen_of_others[warp] > r.acquired_from_others[warp]};
}

u32 record_for(Recorder& r, u32 index) {
  ShortCut& s = r.cuts[index];
  const Aside aside;
  const u32 warp = block_state.current / warp_size;
  if (warp * warp_size != r.stamped) {
    r.stamped = warp * warp_size;
    r.stamp = new_stamp(r);
  }
  if (s.record_stamp == r.stamp && s.record >= r.ledger.first_record) return s.record;
  const u32 record = new_record(r.ledger, party_now(r, index, warp));
  if (record == 0) return 0;
  s.record = record;
  s.record_stamp = r.stamp;
  return record;
}

bool ordered(const Recorder& r, const Record& earlier, u32 lane, const Party& me, u32 my_lane, Memory memory) {
  const bool same_block = earlier.block == me.block;
  if (same_block) {
    if (earlier.epoch != me.epoch) return true;
    if (earlier.warp == me.warp) {
      if (earlier.by_warp) return true;
      if (me.full_sync > earlier.clock) return true;
      const u32 both = 1u << lane | 1u << my_lane;
      const std::vector<PartialSync>& partials = r.partials[me.warp];
      for (auto sync = partials.rbegin(); sync != partials.rend() && sync->clock > earlier.clock; ++sync) {
        if (sync->clock <= me.clock && (sync->lanes & both) == both) return true;
      }
    }
  }
  if (memory != Memory::global) return shared_is_ordered(r, earlier, memory == Memory::shared_read, me.warp);
  const u32 known = same_block                                            ? me.acquired
                    : me.acquired_from_cluster <= me.acquired_from_others ? me.acquired_from_others
                    : is_of_cluster(r, earlier.block)                     ? me.acquired_from_cluster
                                                                          : me.acquired_from_others;
  for (const Release& release : releases_of(r, earlier.block)) {
    if (release.until <= earlier.time || (release.warp != earlier.warp && release.epoch <= earlier.epoch)) continue;
    if (!release.far && !same_block && !is_of_cluster(r, earlier.block)) continue;
    return release.time <= known;
  }
  return false;
}

namespace {

// Has the other block released its accesses? Then the reader's acquire is missing.
bool was_released(const Recorder& r, const Record& earlier) {
  const std::vector<Release>& list = releases_of(r, earlier.block);
  return std::any_of(list.begin(), list.end(), [&](const Release& release) {
    return release.far && release.until > earlier.time &&
           (release.warp == earlier.warp || release.epoch > earlier.epoch);
  });
}

// A read of a word that an atomic function compares again, such as the first one of a loop with atomicCAS, may be
// outdated.
bool is_guess(u32 index) {
  return std::atomic_ref<bool>(site_infos[index].guesses).load(std::memory_order_relaxed);
}

// Did the threads beside this one, of the other block, store beside that word? Then threads have elements of their own,
// and blocks have not.
bool has_neighbours(const Region& region, std::uintptr_t address, const Record& earlier, u32 lane) {
  constexpr std::uintptr_t reach = 4;
  const std::uintptr_t base = region.low & ~std::uintptr_t{3}, cell = (address - base) / 4;
  const std::uintptr_t end = std::min(cell + reach + 1, (region.high - base + 3) / 4);
  bool any = false;
  for (std::uintptr_t at = cell > reach ? cell - reach : 0; at < end; ++at) {
    const u32 slot = region.cells[at].writer;
    if (slot < global_ledger.first_slot || record_of(global_ledger, slot).site != earlier.site) continue;
    if (slot % warp_size == lane) continue;
    if ((slot % warp_size < lane) != (at < cell)) return false;
    any = true;
  }
  return any;
}

}  // namespace

void race(Recorder& r, const Region& region, std::uintptr_t address, const Record& earlier, u32 lane,
          bool earlier_writes, const Party& me, u32 my_lane, const Piece& mine) {
  const bool writes = mine.kind != Kind::load;
  const std::uintptr_t place = region.space == Space::shared ? region.low - r.tls : region.low;
  const u64 key = key_of(earlier.site, me.site, place, u32{earlier_writes} << 1 | u32{writes});
  if (found_again(key, r)) return;
  if (region.space == Space::shared &&
      (says_of(earlier.site, Fact::sets_reference) || says_of(me.site, Fact::sets_reference)))
    return;
  if (earlier_writes != writes &&
      says_of(writes ? me.site : earlier.site, Fact::claims, writes ? earlier.site : me.site))
    return;
  std::uintptr_t low = 0, high = 0;
  const std::string name = region.space == Space::shared || region.serial == 0 ? variable_at(address, &low, &high) : "";
  // The writer is named first, whichever access happened first in this run.
  u32 one = earlier.site, two = me.site;
  if (!earlier_writes || (writes && info(two).pc < info(one).pc)) std::swap(one, two);
  const bool same_block = earlier.block == me.block;
  const bool same_index = !same_block && earlier_writes && writes && earlier.site == me.site &&
                          earlier.warp == me.warp && lane == my_lane && region.space == Space::global;
  const bool same_warp = same_block && earlier.warp == me.warp;
  Finding race{region.space == Space::shared ? Message::race_in_shared_memory : Message::race_in_global_memory,
               mark(one) + " writes what " + mark(two),
               thread_and_block(r, me.warp * warp_size + my_lane) + " and " +
                   thread_name(r, earlier.warp * warp_size + lane) + " of " +
                   (same_block ? "the same block" : "block " + block_name(*r.grid, earlier.block)),
               name,
               earlier_writes && writes ? Verb::writes : Verb::reads,
               same_block && earlier.by_warp   ? Barrier::of_product
               : same_warp                     ? Barrier::of_warp
               : same_block                    ? Barrier::of_block
               : region.space == Space::shared ? Barrier::of_cluster
                                               : Barrier::none};
  if (!same_block && region.space != Space::shared) {
    race.detail += me.unfenced && was_released(r, earlier)
                       ? "; an atomic access signalled it, but no __threadfence follows that access"
                   : same_index && has_neighbours(region, address, earlier, lane)
                       ? "; the same thread of each block stores there: does the index leave blockIdx out?"
                       : "; blocks run in any order";
  }
  found(race, &r, key, request_of(r, me.site, me.warp, my_lane, region.space, mine));
}

namespace {

// Several threads store one value into one word, for example a flag: their order does not matter. (In C++ it is still a
// race; programs rely on it.) All values that the instructions store must be the same: in the warp, in the block until
// its next barrier, or in the grid, whichever contains both threads. If threads store different values at different
// places, and others store the same as well, a part of their index is missing.
bool store_the_same(Ledger& ledger, const Record& earlier, const Party& me, u64 value) {
  const bool block = earlier.block == me.block, warp = block && earlier.warp == me.warp;
  const u64 sites = key_of(std::min(earlier.site, me.site), std::max(earlier.site, me.site), 0, 6);
  const u64 key = key_of(block ? me.block : ~0u, block ? me.epoch : 0, sites, warp ? me.warp * 65536u + me.clock : ~0u);
  return ledger.same_values.try_emplace(key, value).first->second == value && !says_of(me.site, Fact::stores_old_value);
}

u64 word_at(std::uintptr_t address, u32 size) {
  u64 value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), std::min<u32>(size, sizeof value));
  return value;
}

}  // namespace

void check_suspects(Recorder& r) {
  for (std::size_t i = 0; i < r.suspects.size(); ++i) {
    const Suspect s = r.suspects[i];
    const u64 now = word_at(s.address, s.size);
    if (now == s.before && s.size <= sizeof now && store_the_same(r.ledger, s.earlier, s.me, now)) continue;
    race(r, *s.region, s.address, s.earlier, s.lane, true, s.me, s.my_lane, {s.address, s.size, Kind::store, false});
  }
  r.suspects.clear();
}

void start_block_races(Recorder& r) {
  r.block = static_cast<u32>(r.linear);
  r.in_turn = false;
  r.now = 1;
  r.block_stamp = ++r.serial & 0x7fff;
  r.ledger.start();
  if (r.ledger.first_record > last_record / 2) {  // numbers run out: start again with fresh cells
    free_cells(r.shared_cells, own_count * 4 + 64);
    r.shared_cells = new_cells(own_count * 4 + 64);
    forget_shared_regions();
    r.ledger = Ledger();
  }
  ++r.epoch;
  r.stamp = new_stamp(r);
  r.releases.clear();
  std::fill(std::begin(r.arrivals), std::end(r.arrivals), Release{});
  start_shared_order(r);
  r.log.clear();
  for (u32 w = 0; w < 32; ++w) {
    r.acquired[w] = r.acquired_from_cluster[w] = r.acquired_from_others[w] = r.seen[w] = r.seen_of_others[w] = 0;
    r.parted[w] = r.logged[w] = false;
    r.partials[w].clear();
    r.stretch[w] = new_stamp(r);
  }
}

void touch(Recorder& r, Ledger& ledger, const Party& me, u32 lane, u32 record, const Region& region,
           std::uintptr_t address, u32 size, Kind kind, bool exempt, u64 value) {
  const std::uintptr_t begin = address;
  const u32 slot = record * warp_size + lane;
  const bool shared = region.space == Space::shared;
  const Piece mine{begin, size, kind, shared || exempt};
  const std::uintptr_t base = region.low & ~std::uintptr_t{3};
  const u32 stamp = r.block_stamp << cell_block_bits;
  for (const std::uintptr_t end = address + size; address < end;) {
    const std::uintptr_t next = std::min(end, (address & ~std::uintptr_t{3}) + 4);
    const u32 bytes = ((1u << (next - address)) - 1) << (address & 3);
    Cell& cell = region.cells[(address - base) / 4];
    if (shared && cell.bits >> cell_block_bits != r.block_stamp) cell = {nobody, {nobody, nobody}, stamp};
    const auto other = [&](u32 slot, u32 field) {
      if (slot < ledger.first_slot || !(cell.bits >> field & bytes)) return false;
      const Record& earlier = record_of(ledger, slot);
      const bool mine = earlier.block == me.block && earlier.warp == me.warp && slot % warp_size == lane;
      const Memory memory = !shared                      ? Memory::global
                            : field == cell_writer_bytes ? Memory::shared_written
                                                         : Memory::shared_read;
      return !mine && !ordered(r, earlier, slot % warp_size, me, lane, memory);
    };
    const bool guess = kind == Kind::load && is_guess(me.site);
    if (!((exempt || guess) && (cell.bits >> cell_atomic_bit & 1)) && other(cell.writer, cell_writer_bytes)) {
      const Record& earlier = record_of(ledger, cell.writer);
      const bool stores = kind == Kind::store && !exempt && !(cell.bits >> cell_atomic_bit & 1);
      if (shared && stores) {
        if (r.suspects.empty() || r.suspects.back().address != begin || r.suspects.back().my_lane != lane)
          r.suspects.push_back(
              {&region, begin, size, cell.writer % warp_size, lane, earlier, me, word_at(begin, size)});
      } else if (!(stores && value != 0 && cell.bits >> cell_value_bits == value &&
                   (cell.bits >> cell_writer_bytes & 15u) == bytes && store_the_same(ledger, earlier, me, value))) {
        race(r, region, address, earlier, cell.writer % warp_size, true, me, lane, mine);
      }
    }
    if (kind == Kind::load) {
      if (!exempt) note_reader(ledger, cell, slot, me.block, me.warp, bytes);
    } else {
      for (u32 k = 0; k < 2; ++k) {
        if (other(cell.reader[k], cell_reader_bytes + 4 * k) &&
            !(exempt && is_guess(record_of(ledger, cell.reader[k]).site))) {
          race(r, region, address, record_of(ledger, cell.reader[k]), cell.reader[k] % warp_size, false, me, lane,
               mine);
        }
      }
      note_writer(cell, slot, bytes, exempt);
      if (!shared) note_value(cell, static_cast<u32>(value));
    }
    address = next;
  }
}

// Of the thread's last reads, those of words that an atomic function is about to compare: in global memory also of
// other elements of the array, because a search through a graph reads one element and changes its neighbours.
void note_guesses(const LaneTrace& lane, std::uintptr_t address) {
  constexpr u32 looked_back = 64;
  const Region* const region = region_at(address);
  for (u32 i = lane.count; i-- > 0 && i + looked_back >= lane.count;) {
    const What what = what_of(lane.events[i].what);
    const std::uintptr_t at = lane.events[i].address;
    if (what.kind != Kind::load) continue;
    const bool same = at / 4 == address / 4 || (region && at >= region->low && at < region->high);
    if (same) std::atomic_ref<bool>(site_infos[what.site].guesses).store(true, std::memory_order_relaxed);
  }
}

void check_shared_race(Recorder& r, u32 index, const Region& region, std::uintptr_t address, u32 size, Kind kind,
                       Order order) {
  check_suspects(r);
  const u32 record = record_for(r, index);
  if (record == 0) return;
  const u32 t = block_state.current;
  // A volatile access is like any other: old code that relies on it is wrong.
  touch(r, r.ledger, party_now(r, index, t / warp_size), t % warp_size, record, region, address, size, kind,
        order >= Order::atomic, 0);
}

bool written_in_block(const Recorder& r, std::uintptr_t address, u32 size) {
  for (const std::uintptr_t end = address + size; address < end;) {
    const std::uintptr_t next = std::min(end, (address & ~std::uintptr_t{3}) + 4);
    const u32 bytes = ((1u << (next - address)) - 1) << (address & 3);
    const Cell& cell = r.shared_cells[(address - r.tls) / 4];
    if (cell.bits >> cell_block_bits != r.block_stamp || (cell.bits >> cell_valid_bytes & bytes) != bytes) return false;
    address = next;
  }
  return true;
}

void filled(Recorder& r, std::uintptr_t address, std::size_t size) {
  if (address - r.tls >= own_count * 4) return;  // not this block's shared memory
  const u32 stamp = r.block_stamp << cell_block_bits;
  for (std::uintptr_t a = address & ~std::uintptr_t{3}; a < address + size; a += 4) {
    r.shared_cells[(a - r.tls) / 4] = {nobody, {nobody, nobody}, stamp | 15u << cell_valid_bytes};
  }
}

// ---- what orders accesses ----

// At a barrier, which orders for the block or the cluster. Other blocks see what came before an arrival once a thread
// of the block releases more widely.
u32 count_release(Recorder& r, bool far) {
  const u32 warp = block_state.current / warp_size;
  settle(r, warp);  // what came before, with its time
  const u32 time = ++now_of(r);
  const Release release{time, r.epoch, static_cast<u16>(warp), far, time};
  add_release(r, release);
  if (!far) r.arrivals[warp] = release;
  for (u32 w = 0; far && w < 32; ++w) {
    const u32 until = std::exchange(r.arrivals[w].until, 0);
    if (until > 0) add_release(r, {time, r.arrivals[w].epoch, static_cast<u16>(w), true, until});
  }
  r.stamp = new_stamp(r);
  r.stretch[warp] = new_stamp(r);
  return time;
}

void released(Recorder& r) {
  fence_leaves(r, block_state.current / warp_size, count_release(r, true));
}

namespace {
// The warp is ordered after what its block, and others, had done by then; false: it was already.
bool acquires(Recorder& r, u32 warp, u32 time, u32 others) {
  if (r.acquired[warp] == time && r.acquired_from_others[warp] == others) return false;
  settle(r, warp);
  r.acquired[warp] = time;
  r.acquired_from_others[warp] = others;
  r.stretch[warp] = new_stamp(r);
  return true;
}
u32 others_seen(const Recorder& r, bool all) {
  return all ? all_others(r) : *std::max_element(std::begin(r.acquired_from_others), std::end(r.acquired_from_others));
}
}  // namespace

// from_others: not only from this block's other threads. A thread that is ordered after another one is ordered after
// everything that the other one is.
void acquired(Recorder& r, bool from_others) {
  const u32 warp = block_state.current / warp_size, time = now_of(r);
  takes_over_fences(r, warp);
  acquires(r, warp, time, others_seen(r, from_others || r.shared_grid));
}

void acquired_in_cluster(Recorder& r, u32 warp) {
  const u32 time = now_of(r);
  if (acquires(r, warp, time, others_seen(r, r.grid->cooperative)) && is_in_cluster(r))
    r.acquired_from_cluster[warp] = time;
}

void saw(Recorder& r) {
  const u32 warp = block_state.current / warp_size;
  r.seen[warp] = now_of(r);
  r.seen_of_others[warp] = all_others(r);
}

void acquired_seen(Recorder& r) {
  const u32 warp = block_state.current / warp_size;
  if (r.seen[warp]) takes_over_fences(r, warp);
  const u32 time = std::max(r.acquired[warp], r.seen[warp]);
  acquires(r, warp, time, std::max(r.acquired_from_others[warp], r.seen_of_others[warp]));
}

void block_met(Recorder& r) {
  ++r.epoch;
  r.stamp = new_stamp(r);
  for (u32* const list : {r.acquired, r.acquired_from_cluster, r.acquired_from_others, r.seen, r.seen_of_others})
    std::fill(list, list + 32, *std::max_element(list, list + 32));
  for (u32 w = 0; w < 32; ++w) {
    r.parted[w] = false;
    if (r.log.empty()) r.partials[w].clear();
    r.stretch[w] = new_stamp(r);
  }
  if (r.grid->cooperative) {
    const u32 time = ++now_of(r);
    add_release(r, {time, r.epoch, 0, true, time});
  }
  // In a block alone another epoch is enough.
  if (is_in_cluster(r)) warps_met(r, 0, (block_state.size + warp_size - 1) / warp_size, ++now_of(r));
}

void grid_met(Recorder& r) {
  std::fill(std::begin(r.acquired), std::end(r.acquired), now_of(r));
  std::fill(std::begin(r.acquired_from_others), std::end(r.acquired_from_others), all_others(r));
  grid_orders_clusters(r, now_of(r));
}

void warp_met(Recorder& r, u32 warp, u32 lanes) {
  const u32 left = block_state.size - warp * warp_size;
  const u32 all = left >= warp_size ? ~0u : (1u << left) - 1, present = all & ~block_state.returned[warp];
  if ((lanes & all) == all) r.parted[warp] = false;
  r.parted[warp] |= (lanes & present) != present;
  // A last group that meets after all others have completed the same and returned is still a group.
  if (r.parted[warp]) {
    settle(r, warp);
  } else {
    merge_warp(r, warp, 0);
  }
  r.stamp = new_stamp(r);
  r.stretch[warp] = new_stamp(r);
  const u32 clock = ++r.clock[warp];
  if (r.parted[warp]) {
    r.partials[warp].push_back({clock, lanes});
  } else {
    r.full_sync[warp] = clock;
  }
}

void tile_met(Recorder& r, u32 first, u32 count) {
  const u32 begin = first / warp_size, end = std::min(first + count, block_state.size);
  for (u32 warp = begin; warp * warp_size < end; ++warp) {
    warp_met(r, warp, ~0u);
    const u32 time = ++now_of(r);
    add_release(r, {time, r.epoch, static_cast<u16>(warp), true, time});
  }
  const u32 others = *std::max_element(std::begin(r.acquired_from_others), std::end(r.acquired_from_others));
  const u32 time = now_of(r);
  for (u32 warp = begin; warp * warp_size < end; ++warp) {
    r.acquired[warp] = time;
    r.acquired_from_others[warp] = others;
    r.stretch[warp] = new_stamp(r);
  }
  warps_met(r, begin, (end + warp_size - 1) / warp_size, ++now_of(r));
  r.stamp = new_stamp(r);
}

}  // namespace cuda_emulator::microscope
