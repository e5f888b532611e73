// Which bytes of device memory has nobody written? They hold the emulator's poison, but a written byte may have the
// same value by chance, the more often the fewer bytes are read: 255 is a byte of it. So a load of one or two bytes
// also asks who wrote beside them: the threads that were checked, whose bytes the cells know, and copies and sets,
// which are noted here. Others leave no trace: blocks that are not checked, libraries, and a structure that is stored
// as a function returns it. They are recognised by bytes that are no poison and that no one is known to have written;
// in such memory a word that is written in part counts as written.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "ground/ground.hpp"
#include "memory/allocations.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t most_pieces = 1 << 12;      // of copies and sets to one allocation
constexpr std::uintptr_t most_bytes = 16u << 20;  // that are searched for traces of others

struct Known {
  std::map<std::uintptr_t, std::uintptr_t> pieces;  // disjoint, from copies and sets
  bool others = false;                              // someone else writes there
  u64 searched = 0;                                 // for traces of others, in this grid; 0: never
};
std::mutex known_mutex;
auto& known = *new std::map<u64, Known>();  // by the allocation's serial number

void note(const void* start, std::size_t bytes) {
  const auto memory = find_allocation(start);
  if (!memory || memory->kind != MemoryKind::device || bytes == 0) return;
  std::uintptr_t low = reinterpret_cast<std::uintptr_t>(start), high = low + bytes;
  const std::lock_guard lock(known_mutex);
  Known& here = known[memory->serial];
  auto piece = here.pieces.upper_bound(low);
  if (piece != here.pieces.begin() && std::prev(piece)->second >= low) --piece;
  while (piece != here.pieces.end() && piece->first <= high) {
    low = std::min(low, piece->first);
    high = std::max(high, piece->second);
    piece = here.pieces.erase(piece);
  }
  here.pieces[low] = high;
  here.others |= here.pieces.size() > most_pieces;
}
void forget(const void* start) {
  const auto memory = find_allocation(start);
  if (!memory) return;
  const std::lock_guard lock(known_mutex);
  known.erase(memory->serial);
}

bool was_sent(const Known& here, std::uintptr_t at) {
  const auto behind = here.pieces.upper_bound(at);
  return behind != here.pieces.begin() && at < std::prev(behind)->second;
}
bool is_poison(std::uintptr_t at) {
  return *reinterpret_cast<const u8*>(at) == static_cast<u8>(poison >> 8 * (at % 4));
}

// Of the four bytes, those that a thread, a copy or a set is known to have written.
u32 known_bytes(const Region& region, const Known& here, std::uintptr_t word) {
  u32 bytes = written_bytes(region, word);
  for (u32 b = 0; b < 4; ++b) bytes |= u32{was_sent(here, word + b)} << b;
  return bytes;
}
bool has_strange_bytes(const Region& region, const Known& here, std::uintptr_t word) {
  const u32 bytes = known_bytes(region, here, word);
  for (u32 b = 0; b < 4 && word + b < region.high; ++b) {
    if (!(bytes >> b & 1) && !is_poison(word + b)) return true;
  }
  return false;
}
// Is there a byte that is not poison, and that nobody is known to have written?
bool others_write(const Region& region, Known& here) {
  here.others |= region.high - region.low > most_bytes;
  for (std::uintptr_t word = region.low; word < region.high && !here.others; word += 4) {
    u32 value = poison;
    std::memcpy(&value, reinterpret_cast<const void*>(word), std::min<std::uintptr_t>(4, region.high - word));
    if (value == poison) continue;
    const auto behind = here.pieces.upper_bound(word);
    if (behind != here.pieces.begin() && std::prev(behind)->second >= word + 4) {
      word = (std::prev(behind)->second & ~std::uintptr_t{3}) - 4;  // all of the piece was sent
    } else {
      here.others = has_strange_bytes(region, here, word);
    }
  }
  here.searched = kernel_run().grids;
  return here.others;
}

const Listener copies(hooks.copied, [](void* to, const void*, std::size_t bytes, const void*) { note(to, bytes); });
const Listener sets(hooks.set, [](void* to, std::size_t bytes) { note(to, bytes); });
const Listener frees(hooks.memory_freed, forget);

}  // namespace

bool never_written(Recorder& r, const Region& region, std::uintptr_t address, u32 size) {
  const std::uintptr_t begin = address & ~std::uintptr_t{3}, end = address + size;
  bool all = true;  // of the words
  for (std::uintptr_t at = begin; at < std::min((end + 3) & ~std::uintptr_t{3}, region.high); ++at) {
    if (is_poison(at)) continue;
    if (at >= address && at < end) return false;
    all = false;
  }
  if (!all && size > 2) return false;
  const auto any_known = [&] {
    const std::lock_guard lock(known_mutex);
    const Known& here = known[region.serial];
    for (std::uintptr_t word = begin; word < end; word += 4) {
      u32 bytes = known_bytes(region, here, word);
      if (size <= 2) bytes &= ((1u << size) - 1) << (address - word);
      if (bytes != 0) return true;
    }
    return false;
  };
  if (any_known()) return false;
  apply_all(r);
  if (any_known()) return false;
  if (all) return true;
  const std::lock_guard lock(known_mutex);
  Known& here = known[region.serial];
  return !(here.searched == kernel_run().grids ? here.others : others_write(region, here));
}

void first_accessed(const Region& region) {
  const std::lock_guard lock(known_mutex);
  Known& here = known[region.serial];
  if (here.searched == 0) others_write(region, here);
}

}  // namespace cuda_emulator::microscope
