// Launches and copies, as the checks look at them.
#include "ground/launches.hpp"

#include <bit>
#include <cstring>
#include <map>
#include <mutex>

#include "ground/moments.hpp"
#include "ground/state.hpp"

namespace cuda_emulator::microscope {
namespace {

template <class Word>
std::vector<Word> words_in(const Grid& grid) {
  std::vector<Word> words(grid.arg_size / sizeof(Word));
  if (!words.empty()) std::memcpy(words.data(), grid.arg, words.size() * sizeof words[0]);
  return words;
}

}  // namespace

std::vector<std::uintptr_t> pointers_in(const Grid& grid) {
  return words_in<std::uintptr_t>(grid);
}
std::vector<u32> numbers_in(const Grid& grid) {
  return words_in<u32>(grid);
}

std::vector<const Region*> arrays_in(const Grid& grid) {
  std::vector<const Region*> arrays;
  for (const std::uintptr_t pointer : pointers_in(grid)) {
    const Region* const region = region_at(pointer);
    if (region && region->low == pointer && region->serial != 0 && pointer % 4 == 0) arrays.push_back(region);
  }
  return arrays;
}
u64 element_size(u64 bytes, u64 elements) {
  const u64 size = elements > 0 && bytes % elements == 0 ? bytes / elements : 0;
  return size <= 16 && std::has_single_bit(size) ? size : 0;
}

std::string launch_text(const Grid& grid) {
  const Line line = line_of_launch(grid);
  return line.number == 0 ? "" : "kernel " + kernel_run().name + " at " + place_text(line);
}
bool kernel_says(const Line& launch, const std::string& index) {
  return says(launch.file, Fact::kernel_says, kernel_run().name + ' ' + index);
}
std::string Launched::place() const {
  return line.number == 0 ? "" : " at " + place_text(line);
}

std::string allocation_text(const Allocation& a) {
  return bytes_text(a.size) + " allocated" + site_text(a.site);
}
bool is_hosts(const std::optional<Allocation>& a) {
  return !a || (a->kind != MemoryKind::device && a->kind != MemoryKind::symbol);
}
std::optional<Allocation> fetched_from(const void* to, const void* from) {
  const auto source = find_allocation(from);
  return source && source->kind == MemoryKind::device && is_hosts(find_allocation(to)) ? source : std::nullopt;
}

namespace {

struct Gap {
  std::string what, detail;
};
std::mutex gaps_mutex;
auto& gaps = *new std::map<u64, Gap>();        // by the allocation's serial number
auto& taken = *new std::map<u64, unsigned>();  // launches that were given the allocation

void note_taken(const Launched& launch) {
  const std::lock_guard lock(gaps_mutex);
  for (const std::uintptr_t pointer : pointers_in(launch.grid)) {
    if (const auto a = find_allocation(reinterpret_cast<const void*>(pointer))) ++taken[a->serial];
  }
}

void report_gaps() {
  if (any_findings()) return;
  const std::lock_guard lock(gaps_mutex);
  for (const auto& [serial, gap] : gaps) {
    if (taken[serial] == 1) found_at_end(Message::elements_left_out, gap.what, {gap.detail});
  }
}

const Listener launches(moments.launched, note_taken);
const Listener at_the_end(moments.at_end, report_gaps, turn_of(Message::elements_left_out));

}  // namespace

void found_if_last(const Region& region, const std::string& what, const std::string& detail) {
  const std::lock_guard lock(gaps_mutex);
  gaps[region.serial] = {what, detail};
}

}  // namespace cuda_emulator::microscope
