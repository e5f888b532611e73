// The memory that kernels have accessed so far: allocations and variables, with the cells in which races are found.
#include <algorithm>
#include <map>
#include <memory>

#include "ground/launches.hpp"
#include "ground/state.hpp"

namespace cuda_emulator::microscope {
namespace {
auto& regions = *new std::map<std::uintptr_t, std::unique_ptr<Region>>();
}  // namespace

std::recursive_mutex regions_mutex;
Ledger& global_ledger = *new Ledger();

const Region* known_region(std::uintptr_t low) {
  const auto known = regions.find(low);
  return known == regions.end() ? nullptr : known->second.get();
}

const Region* add_region(std::uintptr_t low, std::uintptr_t high, Space space, u64 serial, bool poisoned, Cell* cells) {
  const auto known = regions.find(low);
  if (known != regions.end() && known->second->serial == serial && known->second->high == high) {
    return known->second.get();
  }
  auto region = std::make_unique<Region>(Region{low, high, space, cells, serial, poisoned});
  if (!cells && space != Space::constant) region->cells = new_cells(high - low + 8);
  return (regions[low] = std::move(region)).get();
}

void forget_shared_regions() {
  const std::lock_guard lock(regions_mutex);
  std::erase_if(regions, [](const auto& entry) { return entry.second->space == Space::shared; });
}

void forget_regions() {
  for (auto entry = regions.begin(); entry != regions.end();) {
    const Region& region = *entry->second;
    std::optional<Allocation> now;
    if (region.serial) now = find_allocation(reinterpret_cast<const void*>(region.low));
    if (region.serial && (!now || now->serial != region.serial || !is_accessible(now->pointer))) {
      free_cells(region.cells, region.high - region.low + 8);
      entry = regions.erase(entry);
    } else if (region.space == Space::shared) {
      entry = regions.erase(entry);  // the next launch may have less dynamic shared memory
    } else {
      region.order = Region::Order::unknown;
      ++entry;
    }
  }
}

const Region* region_at(std::uintptr_t address) {
  const std::lock_guard lock(regions_mutex);
  const auto behind = regions.upper_bound(address);
  if (behind == regions.begin()) return nullptr;
  const Region& region = *std::prev(behind)->second;
  return address < region.high && region.space == Space::global ? &region : nullptr;
}

}  // namespace cuda_emulator::microscope
