// Races in shared memory that a thread does not access as its own: what a product of its warp reads, and what a block
// reads and writes in another block of its cluster. They are stored in the cells of the block whose memory it is, in
// records that name the block which accesses.
#include <algorithm>

#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {

void check_product_race(Recorder& r, u32 index, std::uintptr_t address, u32 size) {
  const Target target = target_of(r, index, address, size, Kind::load);
  if (!target.region || target.space != Space::shared) return;
  const u32 t = block_state.current;
  Party me = party_now(r, index, t / warp_size);
  me.by_warp = true;
  static thread_local u32 record = 0, of_site = 0;
  static thread_local u64 stamp = 0;
  if (stamp != r.stamp || of_site != index || record < r.ledger.first_record ||
      record_of(r.ledger, record * warp_size).warp != me.warp) {
    record = new_record(r.ledger, me);
    of_site = index;
    stamp = r.stamp;
  }
  if (record != 0) touch(r, r.ledger, me, t % warp_size, record, *target.region, address, size, Kind::load, false, 0);
}

void check_far_race(Recorder& r, u32 index, std::uintptr_t address, u32 size, Kind kind, Order order) {
  Recorder* const owner = recorder_of(&r, address);
  if (!owner || owner == &r || owner->grid != r.grid || !is_of_cluster(r, owner->block)) return;
  if (!is_known_to_run(address)) return;  // which is said already
  const u32 t = block_state.current, lane = t % warp_size;
  const Party me = party_now(r, index, t / warp_size);
  const u32 record = new_record(owner->ledger, me);
  if (record == 0) return;
  std::uintptr_t low = 0, high = 0;
  variable_at(address - owner->tls + r.tls, &low, &high);
  // Named as the block's own variable is.
  const Region here{low, high, Space::shared, nullptr, 0, false};
  const u32 stamp = owner->block_stamp << cell_block_bits;
  const bool exempt = order >= Order::atomic, stores = kind != Kind::load;
  for (const std::uintptr_t end = address + size; address < end;) {
    const std::uintptr_t next = std::min(end, (address & ~std::uintptr_t{3}) + 4), place = address - owner->tls;
    const u32 bytes = ((1u << (next - address)) - 1) << (address & 3);
    Cell& cell = owner->shared_cells[place / 4];
    if (cell.bits >> cell_block_bits != owner->block_stamp) cell = {0, {0, 0}, stamp};
    const auto check = [&](u32 slot, u32 field, bool writes) {
      if (slot < owner->ledger.first_slot || !(cell.bits >> field & bytes)) return;
      const Record& earlier = record_of(owner->ledger, slot);
      const bool same_block = earlier.block == me.block;
      if (same_block && earlier.warp == me.warp && slot % warp_size == lane) return;
      // Threads of a block that store at one place of the program mostly store one value.
      if (writes && stores && same_block && earlier.site == index) return;
      if (ordered(r, earlier, slot % warp_size, me, lane, writes ? Memory::shared_written : Memory::shared_read)) {
        return;
      }
      race(r, here, place + r.tls, earlier, slot % warp_size, writes, me, lane,
           {place + r.tls, static_cast<u32>(next - address), kind, true});
    };
    if (!(exempt && cell.bits >> cell_atomic_bit & 1)) check(cell.writer, cell_writer_bytes, true);
    const u32 slot = record * warp_size + lane;
    if (stores) {
      for (u32 k = 0; k < 2; ++k) check(cell.reader[k], cell_reader_bytes + 4 * k, false);
      note_writer(cell, slot, bytes, exempt);
    } else if (!exempt) {
      note_reader(owner->ledger, cell, slot, me.block, me.warp, bytes);
    }
    address = next;
  }
}

}  // namespace cuda_emulator::microscope
